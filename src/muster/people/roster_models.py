"""Records of rosters: catalogues of cards, what players bring in every version, and what judges found."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class CatalogueVersion(models.Model):
    """A catalogue as it was loaded at one time; never changed, only followed by a higher number.

    Attributes:
        game: `armada`, `legion`, `runewars` or `unlimited`.
        owner: the token of the organiser whose it is, such as `account:7`; empty for the site's own.
        edition: which of several side by side, such as `2025-06`; a name among those of one owner.
        number: from 1 within game, owner and edition.
        source: where it came from, in words.
        note: what was changed and why.
        cards: how many there are.
        digest: SHA-256 of the text, in hexadecimal.
        content: the catalogue in its file form, deflated.
    """

    game = models.CharField(max_length=20)
    owner = models.CharField(max_length=40, blank=True, default="")
    edition = models.CharField(max_length=60)
    number = models.PositiveIntegerField()
    source = models.CharField(max_length=300, blank=True)
    note = models.CharField(max_length=500, blank=True)
    cards = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    content = models.BinaryField()
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey("people.Account", models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "owner", "edition", "number"], name="catalogue_number")
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.edition} ({self.number})"


class RosterPlan(models.Model):
    """How rosters are handled in one tournament; without a row, as the regulations have it.

    Whether one is asked for at all is `Tournament.rosters`.

    Attributes:
        construction: the id of the way of building; the regulations' first one if empty.
        most: the limit of points, in place of the regulations' own.
        season: the id of the season that stands in for clauses of the printed text; the text alone if empty.
        season_on: the day on which that was chosen.
        season_by: the token of whoever chose it, such as `account:7`; empty where that was not kept.
        figures: what is asked of single limits in place of text and season: `{"battle-cards": [9, 9]}`, least and
            most, null for no upper bound.
        figures_why: why this event has figures of its own, `most` among them; everybody can read it.
        figures_on: the day on which they were set.
        figures_by: the token of whoever set them.
        edition: the edition of the catalogue; the site's newest of the game if empty.
        owner: whose edition that is: the token of the event's organiser, such as `account:7`; the site's if empty.
        deadline: until when players may hand in; the start of the tournament if none.
        seen: who sees rosters besides player and staff: `staff` (nobody), `opponents`, `cut`; "" by the regulations.
        public_after: whether everybody sees all of them once the tournament is over.
        second_list: whether a second list for opponents is printed; none by the regulations.
        later: days by which products come out later in this region.
        pools: who registers the pools that decks are built from: `opposite`, or "" for nobody (`F24`).
    """

    POOLS: ClassVar = [("", _("nobody")), ("opposite", _("the player opposite"))]

    tournament = models.OneToOneField(
        "people.Tournament", models.CASCADE, primary_key=True, related_name="roster_plan"
    )
    construction = models.CharField(max_length=60, blank=True)
    most = models.PositiveIntegerField(null=True, blank=True)
    season = models.CharField(max_length=60, blank=True)
    season_on = models.DateField(null=True, blank=True)
    season_by = models.CharField(max_length=40, blank=True, default="")
    figures = models.JSONField(default=dict, blank=True)
    figures_why = models.CharField(max_length=300, blank=True, default="")
    figures_on = models.DateField(null=True, blank=True)
    figures_by = models.CharField(max_length=40, blank=True, default="")
    edition = models.CharField(max_length=60, blank=True)
    owner = models.CharField(max_length=40, blank=True, default="")
    deadline = models.DateTimeField(null=True, blank=True)
    seen = models.CharField(max_length=10, blank=True)
    public_after = models.BooleanField(default=False)
    second_list = models.BooleanField(null=True, blank=True)
    later = models.PositiveSmallIntegerField(default=0)
    pools = models.CharField(max_length=10, blank=True, default="", choices=POOLS)

    def __str__(self) -> str:
        return f"rosters of {self.tournament_id}"


class RosterVersion(models.Model):
    """A roster as it was handed in, or amended; never changed but for the draft.

    Attributes:
        number: 0 for the draft, which is written over; from 1 for what was handed in. The highest is the one
            that counts.
        state: `draft`, `submitted`, `amended` (by a leader, COM-LIST-3) or `rebuilt` (between games, SWU-LIM-1). A
            draft that came after its time and waits for a leader is `late`, and `approved` once it counts.
        by: the token of whoever did it, such as `account:7` or `entry:12`.
        format: the id of the format it was read from; `form` if it was built on the page.
        text: what was pasted.
        roster: as `muster.exchange.rosters.muster_json` writes it.
        checked: what the check found, for lists: `{"problems": [...], "remarks": [...]}`.
        legal: whether nothing found forbids it.
        whole: whether all of it was understood and everything could be checked: only then is what is legal in order.
        total: what it is worth, the number that counts.
        faction: for lists and breakdowns.
        note: a leader's reason.
        advantageous: a leader found the change significant and potentially advantageous (COM-LIST-3).
    """

    STATES: ClassVar = [
        ("draft", pgettext_lazy("a roster", "Draft")),
        ("submitted", _("Submitted")),
        ("amended", _("Amended")),
        ("rebuilt", _("Rebuilt")),
        ("late", _("Late")),
        ("approved", _("Approved")),
    ]

    entry = models.ForeignKey("people.Entry", models.CASCADE, related_name="rosters")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=STATES)
    at = models.DateTimeField()
    by = models.CharField(max_length=60)
    format = models.CharField(max_length=40, blank=True)
    text = models.TextField(blank=True)
    roster = models.JSONField()
    checked = models.JSONField(default=dict)
    catalogue = models.ForeignKey(CatalogueVersion, models.SET_NULL, null=True, blank=True, related_name="+")
    legal = models.BooleanField()
    whole = models.BooleanField(default=False)
    total = models.IntegerField(null=True, blank=True)
    faction = models.CharField(max_length=40, blank=True)
    note = models.CharField(max_length=500, blank=True)
    advantageous = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["entry", "number"], name="roster_number")]

    def __str__(self) -> str:
        return f"roster {self.number} of entry {self.entry_id}"


class PoolVersion(models.Model):
    """A player's pool as it was registered; never changed, only followed by a higher number, which counts (`F24`).

    Attributes:
        entry: whose pool it is.
        number: from 1.
        registrar: who saw the packs opened and signed what they held: the player opposite; None where the staff did.
        by: the token of whoever typed it, such as `entry:12`, or `account:7` for a sheet typed at the desk.
        format: the id of the format it was read from.
        text: what was typed.
        roster: as `muster.exchange.rosters.muster_json` writes it.
        leaders: how many leaders it has.
        cards: how many other cards, bases left out.
        doubtful: something in it was not understood, or is not what six packs hold.
    """

    entry = models.ForeignKey("people.Entry", models.CASCADE, related_name="pools")
    number = models.PositiveIntegerField()
    registrar = models.ForeignKey("people.Entry", models.SET_NULL, null=True, blank=True, related_name="+")
    by = models.CharField(max_length=60)
    at = models.DateTimeField()
    format = models.CharField(max_length=40, blank=True)
    text = models.TextField(blank=True)
    roster = models.JSONField()
    leaders = models.PositiveIntegerField()
    cards = models.PositiveIntegerField()
    doubtful = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["entry", "number"], name="pool_number")]

    def __str__(self) -> str:
        return f"pool {self.number} of entry {self.entry_id}"


class RosterLine(models.Model):
    """A card of the roster that counts, for finding who plays it; written anew with every version.

    Attributes:
        name: as shown; with its subtitle.
        plain: letters and digits of it alone, for searching.
        key: the catalogue's key, where the card is known.
        section: where it stands; `upgrades` for an upgrade.
        count: copies over the roster.
    """

    tournament = models.ForeignKey("people.Tournament", models.CASCADE, related_name="+")
    entry = models.ForeignKey("people.Entry", models.CASCADE, related_name="roster_lines")
    name = models.CharField(max_length=250)
    plain = models.CharField(max_length=250)
    key = models.CharField(max_length=120, blank=True)
    section = models.CharField(max_length=40)
    count = models.PositiveIntegerField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["tournament", "plain"], name="roster_line_plain")]

    def __str__(self) -> str:
        return f"{self.count} {self.name}"


class RosterInspection(models.Model):
    """A judge's check of a roster against what lies on the table.

    Attributes:
        version: the number of the roster's version that was checked.
        round_no: the running round; 0 before the first.
        marks: what was ticked or marked: `{"<path>": "seen" | "missing" | "wrong", ...}`.
        result: `running`, `in-order`, `amended` or `problem`.
    """

    RESULTS: ClassVar = [
        ("running", _("Running")),
        ("in-order", _("In order")),
        ("amended", _("Amended")),
        ("problem", _("Problem")),
    ]

    entry = models.ForeignKey("people.Entry", models.CASCADE, related_name="inspections")
    version = models.PositiveIntegerField()
    round_no = models.PositiveSmallIntegerField(default=0)
    marks = models.JSONField(default=dict)
    result = models.CharField(max_length=10, choices=RESULTS, default="running")
    note = models.CharField(max_length=1000, blank=True)
    by = models.ForeignKey("people.Account", models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"check of {self.entry_id}: {self.result}"
