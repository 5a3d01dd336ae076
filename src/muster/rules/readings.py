"""What each reading says: how a text is read where it is silent or contradicts itself (`docs/regulations.md`)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from muster.core.messages import Message, say

READINGS: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "B1": say(
            "Armada: on equal scores and in mutual destruction the second player wins with a margin of 0, "
            "and so by the first row of the table."
        ),
        "B2": say(
            "The tables say what is cut, not the leftover words elsewhere; Custom may cut to any power of "
            "two."
        ),
        "B3": say(
            "The structures are Basic, Advanced and Custom; Armada's “seeded bracket” is a stage, not a "
            "structure."
        ),
        "B4": say("Armada Advanced with 4 to 7 players cuts to 4; a cut never exceeds the field."),
        "B4a": say("More rounds than opponents force rematches; the plan warns of it."),
        "B5": say(
            "“Winner of game 1 against winner of the last game” is the standard fixed bracket; nobody is "
            "seeded again."
        ),
        "B6": say(
            "A draw that only a roll can settle has its winner entered by hand; Armada itself has no draw, "
            "for the second player wins."
        ),
        "B7": say(
            "Armada concessions: a margin of 140 or more is kept with the points of the table, else 8 points "
            "and 140; the conceder has nothing."
        ),
        "B8": say("A winner by destruction may have the lower score; the margin is then 0."),
        "B9": say(
            "What Armada 4.0 dropped (tiers, rejoining, leaders who play) is kept as in the editions before "
            "it; on leaders it is advice."
        ),
        "B11": say(
            "Below the least attendance of a table there is only another structure or Custom, with a warning."
        ),
        "B12": say("The Polish table's “45-30” is 45-90."),
        "B13": say(
            "Attendance is the players active when the rounds are fixed, just before the first round is "
            "paired, and frozen; if it changes before the start both numbers are shown."
        ),
        "B14": say(
            "An opponent's points are divided by every round the opponent was active in, none after a drop."
        ),
        "B15": say("Byes are no opponents; without opponents strength of schedule is 0."),
        "B16": say(
            "When everybody has had a bye it goes to those with the fewest, not to the same player twice in "
            "a row if avoidable, then to the lowest-ranked; a warning names a leader who gets it."
        ),
        "B17": say(
            "The random tiebreaker is one key for each player, drawn once; the order by it never moves."
        ),
        "B18": say(
            "An absent player's opponent is treated as having a bye, the absent player has nothing, and the "
            "two count as having met. Legion has a rule of its own, the average of the other games."
        ),
        "B19": say("An unpaired loss is worth nothing and is a round played without an opponent."),
        "B20": say(
            "Where a rematch cannot be avoided there are as few as possible, then as few players as "
            "possible who play someone with fewer points, by as little as possible, over the whole field at once."
        ),
        "B20a": say(
            "Where a rematch cannot be avoided there are as few as possible, then as few players as "
            "possible who play someone with fewer points, by as little as possible, over the whole field at once."
        ),
        "B21": say("Who plays someone with fewer points is random among those who can be."),
        "B22": say(
            "Byes at the start of an elimination fill up to the smallest power of two that is not below the "
            "field."
        ),
        "B23": say(
            "A player who leaves the cut before its first game is replaced down the standings, as often as "
            "needed; afterwards the opponent has a bye, and if both players of a game leave so has their "
            "next opponent."
        ),
        "B24": say(
            "Players eliminated in one round share a place; in Armada 4.0 the one printed under the round's "
            "column."
        ),
        "B25": say(
            "Without a rule a result may be corrected at any time, with a warning; Legion's two rounds last "
            "until the second later round is complete."
        ),
        "B26": say(
            "Runewars concessions: the score on the table counts, 70 or more is kept, else 8 points and 70."
        ),
        "B27": say("Runewars mutual destruction: the higher score wins 6 to 5, with a margin of 0."),
        "B27a": say("Runewars: both gone at the end of a game round is mutual destruction."),
        "B28": say("Runewars: the season of October 2018 starts on the 1st."),
        "B29": say("Relaxed is casual; Formal and Premier are competitive; the local names stay."),
        "B30": say(
            "Legion concessions: 0 for the conceder, the average of their other games for the opponent, "
            "unless both agree to score the game."
        ),
        "B31": say("Legion: an average is that of the games really played."),
        "B32": say("Legion: the average margin is over the Swiss rounds so far; missing rounds count 0."),
        "B33": say("Legion: if both are wiped out the share of victory points stands."),
        "B33a": say("Legion: at time in the command phase the game ends at once."),
        "B34": say("Legion: the extended average ranks by the extended average; without opponents it is 0."),
        "B35": say(
            "Legion: Advanced cuts 9 players to 2 after 3 rounds, as its table says; there is no draw."
        ),
        "B36": say("Unlimited pairs and ranks by match points."),
        "B37": say(
            "Unlimited: opponents' match-win rate is the mean of the floored rates, a draw counting 1 of 3."
        ),
        "B38": say("Unlimited: the floor is exactly 1/3, for match-win and game-win rates alike."),
        "B39": say(
            "Unlimited: a bye is a round won 2-0 (1-0 in single games) and no opponent; an assigned loss is "
            "a round with nothing."
        ),
        "B40": say(
            "Unlimited: possible points are those of the rounds taken part in and the games started; an "
            "intentional draw is three drawn games."
        ),
        "B41": say(
            "Unlimited: 1 and 2 players are refused; from 410 the organiser enters the rounds, one more "
            "being suggested for every doubling begun, with a cut to 8."
        ),
        "B42": say(
            "Unlimited: brackets are powers of two in the standard order; the last Swiss round is random."
        ),
        "B42a": say(
            "Unlimited: at time the game round is finished and one more action phase played; a match may "
            "have more than three games."
        ),
        "B43": say("Unlimited: a qualified player who drops is replaced until the bracket is published."),
        "B45": say("Unlimited: the winner of a high roll decides who starts."),
        "B47": say(
            "A player who comes late has an unpaired loss for every round missed; a double loss is worth nothing "
            "to both."
        ),
        "B48": say(
            "What the rules of a game ask of a force beyond its tournament regulations (unique cards, one "
            "title and one modification a ship, units by rank) is checked too, under the clause that asks "
            "for a force."
        ),
        "B49": say(
            "Unlimited: sets after the three that 1.3 names are legal from their release; SOR, SHD and TWI "
            "leave Premier with the release of LAW, 13 March 2026. 1.3 knows no rotation: it is data from "
            "later announcements."
        ),
        "B50": say(
            "Unlimited: suspensions announced after 1.3 are data, from the day of their announcement; those "
            "of Eternal, whose day is not known to us, from 1 January 2026."
        ),
        "B51": say(
            "Unlimited: Eternal, which 1.3 does not know, is built as Premier is, from every set and with "
            "suspensions of its own."
        ),
        "B52": say(
            "A card whose own text changes a rule of construction (Data Vault, Thermal Oscillator, Swarming "
            "Vulture Droid, Kari Wraithstalker) goes before the rule; in Unlimited in Premier and Eternal."
        ),
        "B53": say(
            "Where opponents may have to verify each other's total (COM-PLAY-2) the opponent of the running "
            "round may see the roster."
        ),
        "B54": say(
            "Armada 4.0: a list need not name objectives (ARM-LIST-1), so a list without any is merely to be "
            "looked at; one that names some names one of each category."
        ),
        "F4": say(
            "Of five players at tables of three and four one rests: drawn in the first round, later the lowest "
            "without a rest. It is worth a first place."
        ),
        "F5": say(
            "At a table the most left of the base is first. Who is out has 0; who left before the end stands "
            "behind those who stayed, the last to leave best; who never came or was given the loss is last and "
            "has nothing."
        ),
        "F6": say(
            "Players who share places at a table get the points of the lowest of them; by variant of the highest."
        ),
        "F7": say("Points at a table are 5, 3, 2 and 1; at a table of three 5, 3 and 2."),
        "F8": say(
            "A game at a table lasts 80 minutes; at time the game round is finished and one more action phase "
            "played, then what is left of the bases decides. Nobody agrees to a draw."
        ),
        "F9": say("Rounds at tables: up to 16 players 3, to 64 4, to 128 5, above 6."),
        "F10": say(
            "At tables the percentages go on as in matches of two: points by those possible, each player met "
            "counting once for each meeting; a first place of one's own is a game won, a shared one drawn."
        ),
        "F12": say(
            "Tables of three are for the lowest in the standings; by variant for anybody, and then for nobody "
            "twice if that can be helped."
        ),
        "F13": say(
            "At tables as few repeated meetings as possible come before close scores; by variant after them."
        ),
        "F14": say(
            "A cut at tables has 4, 7, 10, 13 or 16: the best go straight to a final of four, the others sit at "
            "tables by snake and their winners go on. Out before the final is a shared place."
        ),
        "F15": say(
            "Where people sit is drawn among the orders in which everybody has sat least where they sit; seat 1 "
            "starts with the initiative. In the final of a cut seats go by seed, and where a first place is "
            "shared the better seed goes on."
        ),
        "F26": say(
            "A result at a table is settled when everybody else who came has confirmed it, or by the word of the "
            "desk."
        ),
    }
)
"""The words of each reading by its number."""

_FLOOR_RULES: Final = say("Floor Rules 2019")

SOURCES: Final[Mapping[str, tuple[Message, Message]]] = MappingProxyType(
    {
        "C5": (
            _FLOOR_RULES,
            say(
                "The publisher's Floor Rules of 25 July 2019, with the appendix on warnings: errors in play."
            ),
        ),
        "C6": (
            _FLOOR_RULES,
            say(
                "The publisher's Floor Rules of 25 July 2019: players who come late, errors in lists and forces."
            ),
        ),
        "C7": (
            say("our choice"),
            say("How penalties grow, and some of the penalties, could not be read anywhere."),
        ),
        "C8": (
            say("Master Event Document"),
            say("Lessons on the publisher's Master Event Document for Unlimited."),
        ),
        "C9": (
            say("Quick reference 2026"),
            say("A quick reference of 2026 to the policy guide for Unlimited."),
        ),
    }
)
"""What penalties rest on besides the regulations, by number: what it is called, and what it is."""


def sources_of(numbers: str) -> list[tuple[Message, Message]]:
    """The sources of a text such as `C6, C7`: each name once, with what it is; none unless all are sources."""
    found = [SOURCES[one] for one in numbers.split(", ") if one in SOURCES]
    return list(dict(found).items()) if len(found) == len(numbers.split(", ")) else []


def readings_of(numbers: str) -> list[tuple[str, Message]]:
    """The readings of a text such as `B9, B19`, each with its words; numbers that are not known are left out."""
    return [(one, READINGS[one]) for one in numbers.split(", ") if one in READINGS]
