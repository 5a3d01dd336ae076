"""The words of `muster play`: what they do, what they answer, and what they refuse in words."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from cli_cases import NAMES, SECRET, begun, kinds, refused, run, typed_in
from muster.cli.language import VERBS, split
from muster.cli.questions import QUESTIONS
from muster.cli.reporting import EXAMPLES, UnclearError
from muster.core.tournament.acts.play_offs import lines
from muster.core.tournament.facts import FACTS
from muster.exchange.journal import read

STARTED = "next\nnext\nnext\nnext\n"


def refusal(journal: Path, line: str) -> str:
    """What is said against this line; the journal stays as it was."""
    before = journal.read_bytes()
    ran = run("play", "-j", journal, typed=line)
    refused(ran, 1, "line 1: ")
    assert journal.read_bytes() == before
    return ran.err


def test_every_kind_of_fact_can_be_told() -> None:
    assert all("describe" in vars(fact) for fact in FACTS)


def test_help_lists_every_word(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    shown = typed_in(journal, "help").out
    assert all(str(verb.usage).split()[0] in shown for verb in VERBS.values())
    assert all(str(question.usage).split()[0] in shown for question in QUESTIONS.values())
    assert "time 177-49" in shown
    assert "drop NAME" in typed_in(journal, "help drop").out
    assert "standings" not in typed_in(journal, "help drop").out


def test_the_examples_of_results_are_results_of_their_games(tmp_path: Path) -> None:
    for regulations, model in (("armada-4.0", "margin"), ("legion-2.0", "share"), ("unlimited-1.3", "games")):
        folder = tmp_path / model
        folder.mkdir()
        journal = begun(folder, "-r", regulations, typed=STARTED)
        for example in EXAMPLES[model].split(" · "):
            typed_in(journal, f"report 1 {example}", "undo")


def test_arm_score_2_the_example_of_a_lost_fleet_counts_its_objective_once(tmp_path: Path) -> None:
    """400 to 225 is a margin of 175."""
    journal = begun(tmp_path, typed=STARTED)
    (example,) = (each for each in EXAMPLES["margin"].split(" · ") if "objective" in each)
    answer = json.loads(run("play", "-j", journal, "--json", typed=f"report 1 {example}").out.splitlines()[0])
    assert answer["facts"][0]["data"]["outcome"]["sides"][0]["margin"] == 175


def test_after_the_cut_the_next_round_wants_the_elimination_started(tmp_path: Path) -> None:
    plan = ("--structure", "custom", "--rounds", 1, "--cut", 2)
    journal = begun(tmp_path, *plan, typed=STARTED)
    tables = range(1, len(NAMES) // 2 + 1)
    typed_in(journal, *(f"report {table} time 177-49" for table in tables), "cut")
    assert "The cut is made; start the elimination." in refusal(journal, "pair")


def test_who_is_equal_at_the_line_plays_for_it(tmp_path: Path) -> None:
    journal = begun(tmp_path, "--structure", "custom", "--rounds", 1, "--cut", 2, typed=STARTED)
    typed_in(journal, *(f"report {table} time 177-49" for table in range(1, len(NAMES) // 2 + 1)))
    file = read(journal.read_bytes())
    order = [file.names[player] for player in reversed(lines(file.journal.state)[0].players)]
    assert "say who was in it" in refusal(journal, f"play-off {order[0]}")
    assert "exactly those who are equal in everything" in refusal(journal, f"play-off {order[0]}, {order[1]}")
    assert f"Placed by a play-off, best first: {', '.join(order)}." in (
        typed_in(journal, f"play-off {', '.join(order)}").out
    )
    assert (
        f"Equal to {order[0]} in everything; a play-off decided." in typed_in(journal, f"why {order[1]}").out
    )
    typed_in(journal, "cut")
    after = read(journal.read_bytes())
    assert [after.names[player] for player in after.journal.state.seeds or ()] == order[:2]


@pytest.mark.parametrize("verb", [*VERBS, *QUESTIONS])
def test_no_word_fails_on_nonsense(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, verb: str) -> None:
    shared = _shared(tmp_path)
    monkeypatch.chdir(tmp_path)  # `save` writes where it is told to
    for words in ("", " #99 99999999999999999999", ' "', " \x1b[2J", " [/] = ,"):
        before = shared.read_bytes()
        ran = run("play", "-j", shared, typed=verb + words)
        assert ran.code in (0, 1)
        assert "\x1b" not in ran.out + ran.err
        assert len(ran.err.splitlines()) == ran.code
        assert ran.code == 0 or shared.read_bytes() == before


@cache
def _started() -> bytes:
    """A journal in its first round; the secret beside it is that of every test."""
    with TemporaryDirectory() as folder:
        return begun(Path(folder), typed=STARTED).read_bytes()


def _shared(folder: Path) -> Path:
    journal = folder / "day.muster"
    journal.write_bytes(_started())
    (folder / "day.muster.secret").write_text(SECRET)
    return journal


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("report 9 time 1-0", "Nobody plays at table 9 in round 1, which has tables 1 to 3."),
        ("report 99999999999 time 1-0", "the table is a number"),
        ("report one time 1-0", "the table is a number, not 'one'"),
        ("report 1", "say how it ended"),
        ("report 1 177-49", "no match ends by '177-49'; choose one of defeated"),
        ("report 1 time", "second: "),
        ("report 1 time 5-5", "second: Both scored 5: say who was the second player."),
        ("report 1 time 1-2 3-4", "one score is enough"),
        ("report 1 time 1:2", "write two whole numbers"),
        ("report 1 time 9999999999-1", "write two whole numbers"),
        ("report 1 time 999999999-1", "destroyed: "),
        ("report 1 time 5-5 second=nobody", "'nobody' is not one of"),
        ("report 1 time 5-5 second=1 first=1", "not both"),
        ("report 1 time 5-5 second=1 second=2", "given twice"),
        ("report 1 time 5-4 games=1", "not asked for here"),
        ("report 1 no-show", "by: Say who did not come."),
        ("confirm 1", "no report"),
        ("dispute 1", "say who disputes it"),
        ("correct 1", "say which round, which table"),
        ("correct 7 1 time 1-0 reason=x", "There is no round 7: only round 1 published so far."),
        ("correct 1 1 time 1-0 reason=x", "no result yet; report it instead"),
        ("drop Zoe", "nobody is called 'Zoe'"),
        ("drop #99", "there is no entry number 99"),
        ("drop", "say who"),
        ("swap Ada, Brian", "no draft"),
        ("forbid Ada", "comma between them"),
        ("enter Ada Lovelace", "#1 is called 'Ada Lovelace' already"),
        ("enter", "say who"),
        ("enter " + "x" * 10_000, "at most 200 characters, not 10,000"),
        ("rename Ada", "a comma, and the new name"),
        ("rename Ada, Brian May", "#2 is called 'Brian May' already"),
        ("amend Ada", "table=7"),
        ("amend Ada bye=perhaps", "bye=yes or bye=no"),
        ("amend Ada bye=yes", "first-round bye can no longer be set"),
        ("amend Ada table=0", "numbered from 1"),
        ("tables 1-x", "tables: "),
        ("structure", "choose one of basic, advanced, custom"),
        ("structure basic 5", "rounds=…"),
        ("structure custom cut-kind=odd", "top-with-ties"),
        ("structure custom rounds=x", "rounds is a number"),
        ("structure custom rounds=3", "fixed"),
        ("announce", "cannot be changed any more"),
        ("announce now", "nothing follows here"),
        ("pair", "Round 1 lacks results at tables 1, 2, 3."),
        ("next", "0 of 3 results in. Still playing: tables 1, 2, 3."),
        ("void", "Give a reason"),
        ("finish", "Give a reason"),
        ("finish " + "x" * 600, "at most 500 characters"),
        ("cut", "no cut"),
        ("reopen x", "not finished"),
        ("standings", "no round is complete yet"),
        ("pairings 2", "there is no round 2"),
        ("pairings two", "write the number of a round"),
        ("fly", "'fly' is no word I know; type help"),
        ('drop "Ada', "quotation mark is not closed"),
        ("drop A\u202eda", "cannot be printed"),
    ],
)
def test_what_is_refused_says_why(tmp_path: Path, line: str, says: str) -> None:
    assert says in refusal(_shared(tmp_path), line)


def test_a_script_stops_at_the_first_refusal_and_keeps_what_came_before(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    ran = run("play", "-j", journal, typed="## a remark\n\nnext\nnext\nfly away\nnext\n")
    refused(ran, 1, "line 5: fly away: ")
    assert kinds(journal)[-1] == "stage.started"


def test_quit_leaves_and_the_rest_is_not_read(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    assert typed_in(journal, "next", "QUIT", "next").code == 0
    assert kinds(journal)[-1] == "plan.announced"


def test_lines_from_other_systems(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    assert run("play", "-j", journal, typed="\ufeffstatus\r\ndrop\tAda\u00a0Lovelace\r\n").code == 0
    assert kinds(journal)[-1] == "player.dropped"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("drop Dmitri O'Hara", ["drop", "Dmitri", "O'Hara"]),
        ("drop #7 ## [x]", ["drop", "#7", "##", "[x]"]),
        (r"drop C:\new \n", ["drop", r"C:\new", r"\n"]),
        ('report 3 time 1-1 second="Ada Lovelace"', ["report", "3", "time", "1-1", "second=Ada Lovelace"]),
    ],
)
def test_split_takes_names_as_they_are(line: str, words: list[str]) -> None:
    assert split(line) == words


@pytest.mark.parametrize("line", ['drop "Ada', "drop \x07", "drop \u200f", "drop \udcff"])
def test_split_refuses(line: str) -> None:
    with pytest.raises(UnclearError):
        split(line)


def test_names_are_shortened_numbered_and_told_apart(tmp_path: Path) -> None:
    journal = begun(tmp_path, names=("Ada", "Ada B", "3", "Jo O'Neil", "Éva", "Yan"))
    assert "Éva has dropped" in typed_in(journal, "drop é").out
    assert "Ada has dropped" in typed_in(journal, "drop ada").out
    assert "'Ad' could be Ada (#1), Ada B (#2)" in refusal(journal, "drop Ad")
    assert "Jo O'Neil has dropped" in typed_in(journal, "drop jo o'n").out
    typed_in(journal, "enter Zed")
    typed_in(journal, "drop zed")
    assert "3 has dropped" in typed_in(journal, "drop #3").out
    typed_in(journal, "rename #1, 2")
    assert "could be 2 (#1), Ada B (#2)" in refusal(journal, "rejoin 2")


def test_refusals_say_who_the_players_are(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    typed_in(journal, "forbid Ada, Brian")
    says = refusal(journal, "forbid Brian, Ada")
    assert "Players Ada Lovelace and Brian May are never paired already." in says
    typed_in(journal, "drop Ada")
    assert "Player Ada Lovelace is not playing any more (dropped)" in refusal(journal, "drop Ada")
    assert "player" not in refusal(journal, "rename Ada, Brian May").split(": ", 2)[2]


def test_seats_of_a_table_are_found_by_number_or_by_the_names_there(tmp_path: Path) -> None:
    journal = begun(tmp_path, names=("Ann A", "Ann B", "Bob A", "Bob B"), typed=STARTED)
    one, two = json.loads(journal.read_text(encoding="utf-8").splitlines()[-1])["data"]["sheet"]["pairings"][
        0
    ]["players"]
    names = {1: "Ann A", 2: "Ann B", 3: "Bob A", 4: "Bob B"}
    assert "is not one of" in refusal(
        journal, f"report 1 time 5-5 second=#{({1, 2, 3, 4} - {one, two}).pop()}"
    )
    typed_in(journal, f'report 1 time 5-5 second="{names[two]}" from=2')
    last = json.loads(journal.read_text(encoding="utf-8").splitlines()[-1])["data"]
    assert (last["report"]["deciding"], last["by"]) == (1, two)
    assert f"The opponent of player {names[two]} must confirm" in refusal(journal, "confirm 1 2")
    typed_in(journal, f"dispute 1 #{one}", "report 1 time 6-5", "correct 1 1 time 7-5 reason=miscounted")
    assert kinds(journal)[-3:] == ["result.disputed", "result.reported", "result.corrected"]


def test_the_structure_can_be_changed_before_the_plan(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    shown = typed_in(journal, "structure custom rounds=2 cut=2 cut-kind=top-with-ties", "next").out
    assert "The structure is custom now, 2 Swiss rounds, cut to 2 and everybody equal" in " ".join(
        shown.split()
    )
    assert "Rounds fixed: 6 players, 2 Swiss rounds, cut to 2 and everybody" in " ".join(shown.split())


def test_undo_takes_back_and_says_what(tmp_path: Path) -> None:
    journal = begun(tmp_path, typed=STARTED)
    typed_in(journal, "report 1 time 177-49")
    assert "Undo would take back: Table 1 (Time 177-49)" in typed_in(journal, "status").out
    assert "Taken back: Table 1 (Time 177-49)" in typed_in(journal, "undo").out
    assert "nothing to undo" in refusal(journal, "undo")


def test_an_undone_entry_frees_its_name(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    typed_in(journal, "enter Zoe", "undo", "enter Zoe")
    assert json.loads(journal.read_text(encoding="utf-8").splitlines()[0])["names"]["7"] == "Zoe"


def test_json_answers_every_line_with_one_line(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    script = "help\nstatus\nplayers\nnext\nnext\nnext\npairings\nnext\n"
    script += "report 1 time 9-1\nreport 2 time 9-1\nreport 3 time 9-1\n"
    script += f"pairings\nstandings\nwhy ada\nrename ada, Ada\nsave {tmp_path / 'copy'}\nreport 9 time 1-0\n"
    ran = run("play", "-j", journal, "--json", typed=script)
    assert ran.code == 1
    assert len(ran.answers) == len(script.splitlines())
    keys = [sorted(answer) for answer in ran.answers]
    assert all(answer["ok"] for answer in ran.answers[:-1])
    assert ran.answers[1]["next"] == {"step": "announce", "says": "6 players are here: fix the rounds."}
    assert [one["name"] for one in ran.answers[2]["players"]] == list(NAMES)
    assert keys[3] == ["facts", "next", "ok"]
    assert ran.answers[3]["facts"][0]["kind"] == "plan.announced"
    assert ran.answers[6]["proposal"] == 1
    assert ran.answers[11]["round"] == 1
    assert ran.answers[11]["matches"][0]["result"] == "time 9-1"
    assert [row["rank"] for row in ran.answers[12]["standings"]] == [1, 2, 3, 4, 5, 6]
    assert "Ada Lovelace is ranked" in " ".join(ran.answers[13]["lines"])
    assert ran.answers[14] == {"ok": True, "player": 1, "name": "Ada"}
    assert ran.answers[15]["facts"] == len(kinds(journal))
    assert keys[-1] == ["clause", "code", "ok", "problems", "says"]
    assert ran.answers[-1]["code"] == "no-table"


def test_json_names_the_fields_at_fault(tmp_path: Path) -> None:
    journal = begun(tmp_path, typed=STARTED)
    answer = run("play", "-j", journal, "--json", typed="report 1 time 5-5").answers[0]
    assert answer["code"] == "bad-result"
    assert answer["problems"][0]["field"] == "deciding"
    assert answer["clause"] == "ARM-END-2"


def test_a_table_of_four_is_told_by_seat_and_takes_names_of_who_left_early(tmp_path: Path) -> None:
    journal = begun(tmp_path, "-r", "twin-suns-1.3", names=NAMES[:4], typed=STARTED)
    shown = typed_in(journal, "pairings").out
    assert "Seat" in shown
    assert all(name in shown for name in NAMES[:4])
    said = refusal(journal, "report 1 decided 12-7-0-3 conceded=Nobody")
    assert "1, 2, 3 and 4 work, too" in said
    third = next(line.split()[1] for line in shown.splitlines() if line.split()[:1] == ["3"])
    typed_in(journal, f"report 1 decided 12-7-0-3 conceded={third}")
    fact = json.loads(journal.read_text(encoding="utf-8").splitlines()[-1])
    assert fact["data"]["report"]["conceded"] == [2]
    assert [side["points"] for side in fact["data"]["outcome"]["sides"]] == [5, 3, 1, 2]
    assert " and " in typed_in(journal, f"why {third}").out
