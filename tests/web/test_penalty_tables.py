"""The table of penalties on the desk: shown, changed by a form or a file, by two at once, and taken along."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from gettext import NullTranslations
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.utils import translation

from catalogue_cases import extracted
from muster.app.judging import tables
from muster.app.site.copying import Copy, copy_event
from muster.core.messages import speak
from muster.people.models import Event, Tournament
from muster.people.models import PenaltyTable as Row
from muster.rules import penalty_files
from muster.rules.penalties import PenaltyTable
from muster.web.desk.penalties import table_forms
from web_cases import Hall

pytestmark = pytest.mark.django_db


def says(answer: HttpResponse) -> str:
    return " ".join(unescape(answer.content.decode()).split())


def table(hall: Hall) -> PenaltyTable:
    return tables.table_of(hall.tournament.pk, hall.state)


def offence(hall: Hall, id_: str, /, **changes: str) -> dict[str, str]:
    """The form of an offence as its page has it, with changes; two underscores stand for a dot."""
    category = table_forms.offence_of(table(hall), id_)
    data = {**table_forms.offence_data(category), "seen": table_forms.offence_digest(category)}
    return data | {name.replace("__", "."): text for name, text in changes.items()}


def heads(hall: Hall, **changes: str) -> dict[str, str]:
    data = {**table_forms.head_data(table(hall)), "seen": table_forms.head_digest(table(hall))}
    return data | {name.replace("__", ".").replace("_loss", "-loss"): text for name, text in changes.items()}


def send(hall: Hall, text: bytes, name: str = "own.toml") -> HttpResponse:
    seen = tables.in_force(hall.tournament.pk, hall.state).digest
    return hall.post("penalties-upload", file=SimpleUploadedFile(name, text), seen=seen)


def test_everybody_of_the_staff_sees_the_table_and_those_who_plan_may_change_it() -> None:
    hall = Hall("unlimited-1.3")
    page = says(hall.get("penalties"))
    assert "Penalties of Unlimited" in page
    assert "It comes along with Muster." in page
    assert "from offence 3 on" in page
    assert "from 5 minutes late on" in page
    assert "Game loss where the deck was played so" in page
    assert hall.url("penalties") in says(hall.get("tournament-settings"))
    scorekeeper = hall.staff("scorekeeper")
    seen = scorekeeper.get(hall.url("penalties"))
    assert "Add an offence" not in seen.content.decode()
    for address in ("penalties-words", "penalties-new"):
        assert scorekeeper.get(hall.url(address)).status_code == 403
    assert scorekeeper.post(hall.url("penalties-reset")).status_code == 403


def test_an_offence_is_changed_by_its_form() -> None:
    hall = Hall("unlimited-1.3")
    assert 'value="5"' in says(hall.get("penalties-offence", "gameplay-error"))
    data = offence(
        hall,
        "gameplay-error",
        name="Slip",
        extension="3",
        step__1__offence="2",
        step__2__kind="match-loss",
        step__2__offence="4",
        step__0__0__when="it was seen at once",
        step__0__0__kind="penalty-point",
    )
    page = says(hall.post("penalties-offence", "gameplay-error", **data))
    assert "Slip is saved." in page
    assert "Changed by <bdi>Olivia Organiser</bdi>" in page
    own = table(hall)
    found = own.category("gameplay-error")
    assert own.id == "own"
    assert (found.name, found.extension, found.reading) == ("Slip", 3, "C9")
    assert [(step.kind, step.offence) for step in found.steps] == [
        ("warning", 1), ("game-loss", 2), ("match-loss", 4),
    ]  # fmt: skip
    assert found.steps[0].instead[0].kind == "penalty-point"
    assert [each.id for each in own.categories] == [
        each.id for each in penalty_files.tables()["unlimited"].categories
    ]
    hall.post(
        "penalties-offence", "gameplay-error", **offence(hall, "gameplay-error", source="Agreed in March.")
    )
    assert table(hall).category("gameplay-error").reading is None


def test_what_would_be_suggested_is_shown_before_it_is_saved() -> None:
    hall = Hall("unlimited-1.3")
    data = offence(hall, "tardiness", step__2__kind="disqualification", step__2__offence="2", look="1")
    page = says(hall.post("penalties-offence", "tardiness", **data))
    assert "<dt>Offence 2</dt><dd>Disqualification</dd>" in page
    assert "<dt>5 minutes late or more</dt><dd>Match loss</dd>" in page
    assert "Step 4" in page
    assert not Row.objects.exists()


def test_every_mistake_is_told_at_its_field_and_nothing_is_lost() -> None:
    hall = Hall("unlimited-1.3")
    data = {
        "seen": table_forms.offence_digest(None),
        "name": "",
        "what": "Too loud",
        "source": "Ours",
        "clause": "somewhere",
        "extension": "soon",
        "step.1.kind": "warning",
        "step.1.offence": "0",
        "step.3.offence": "2",
        "step.3.0.when": "it was very loud",
    }
    answer = hall.post("penalties-new", **data)
    page = says(answer)
    assert answer.status_code == 422
    for name in ("name", "clause", "extension", "step.1.offence", "step.3.kind", "step.3.0.kind"):
        assert f'id="f-{name}-fault"' in page, name
    assert "6 things are to be corrected" in page
    for typed in ("Too loud", "somewhere", 'value="soon"', "it was very loud"):
        assert typed in page
    assert not Row.objects.exists()
    lighter = {**data, "name": "Noise", "clause": "", "extension": "", "step.1.offence": "1"}
    lighter |= {"step.3.kind": "penalty-point", "step.3.0.kind": "warning"}
    assert "A later step is heavier" in says(hall.post("penalties-new", **lighter))
    empty = {"seen": data["seen"], "name": "Noise", "what": "x", "source": "y"}
    assert "Must list at least 1" in says(hall.post("penalties-new", **empty))


def test_offences_are_added_and_removed() -> None:
    hall = Hall("unlimited-1.3")
    new = {
        "seen": table_forms.offence_digest(None),
        "name": "Ärger im Saal!",
        "what": "Noise",
        "source": "Ours",
    }
    new["step.0.kind"] = "warning"
    assert "is saved" in says(hall.post("penalties-new", **new))
    hall.post("penalties-new", **new)
    assert [each.id for each in table(hall).categories][-2:] == ["arger-im-saal", "arger-im-saal-2"]
    hall.post("penalties-new", **(new | {"name": "騒音"}))
    assert table(hall).categories[-1].id == "offence"
    seen = offence(hall, "arger-im-saal")["seen"]
    assert "is removed" in says(hall.post("penalties-remove", "arger-im-saal", seen=seen))
    assert "not in the table any more" in says(hall.post("penalties-remove", "arger-im-saal", seen=seen))
    assert hall.get("penalties-offence", "arger-im-saal").status_code == 404


def test_a_table_keeps_one_offence_and_the_penalties_it_uses() -> None:
    hall = Hall("unlimited-1.3")
    only = penalty_files.to_toml(table(hall)).split("[[categories]]")
    send(hall, "[[categories]]".join(only[:2]).encode())
    assert len(table(hall).categories) == 1
    seen = offence(hall, "gameplay-error")["seen"]
    answer = hall.post("penalties-remove", "gameplay-error", seen=seen)
    assert answer.status_code == 422
    assert "add another" in says(answer)
    page = says(hall.post("penalties-words", **heads(hall, use__warning="", use__game_loss="")))
    assert page.count("Still used by: Gameplay error.") == 2
    none = {name: text for name, text in heads(hall).items() if not name.startswith("use.")}
    assert hall.post("penalties-words", **none).status_code == 422


def test_names_and_kinds_are_changed_by_their_form() -> None:
    hall = Hall("unlimited-1.3")
    assert "Penalties a judge can give" in says(hall.get("penalties-words"))
    data = heads(
        hall, name="House rules", name__warning="Yellow card", use__reminder="yes", use__penalty_point=""
    )
    data["use.penalty-point"] = ""
    page = says(hall.post("penalties-words", **data))
    assert 'id="f-name.reminder-fault"' in page
    hall.post("penalties-words", **(data | {"name.reminder": "A word", "says.reminder": "Nothing more."}))
    own = table(hall)
    assert (own.name, [kind.name for kind in own.kinds][:2]) == ("House rules", ["A word", "Yellow card"])


def test_of_two_who_change_the_same_the_later_is_told_and_loses_nothing() -> None:
    hall = Hall("unlimited-1.3")
    mine = offence(hall, "insult", what="Mine")
    others = offence(hall, "tardiness", what="Another offence")
    marshal = hall.staff("marshal", "Mara Marshal")
    marshal.post(hall.url("penalties-offence", "insult"), offence(hall, "insult", what="Theirs"))
    answer = hall.post("penalties-offence", "insult", **mine)
    page = says(answer)
    assert answer.status_code == 409
    assert "Mara Marshal has changed the table" in page
    assert "Mine</textarea>" in page
    assert table(hall).category("insult").what == "Theirs"
    hall.post("penalties-offence", "tardiness", **others)
    again = page.split('name="seen" value="')[1].split('"')[0]
    hall.post("penalties-offence", "insult", **(mine | {"seen": again}))
    assert table(hall).category("insult").what == "Mine"
    assert table(hall).category("tardiness").what == "Another offence"
    assert hall.post("penalties-reset", seen="old").status_code == 409
    assert hall.post("penalties-words", **heads(hall, seen="old")).status_code == 409


def test_the_file_that_is_downloaded_can_be_sent_in_again_and_thrown_away() -> None:
    hall, other = Hall("unlimited-1.3"), Hall("legion-2.0")
    hall.post("penalties-offence", "insult", **offence(hall, "insult", what="Rude words"))
    answer = hall.get("penalties-file")
    assert answer["Content-Disposition"].endswith('-penalties.toml"')
    assert "The table of the file is in force." in says(send(other, answer.content))
    assert table(other) == table(hall)
    seen = tables.in_force(other.tournament.pk, other.state).digest
    assert "in force again" in says(other.post("penalties-reset", seen=seen))
    assert table(other).id == "miniatures"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "is missing"),
        (b"\xff\xfe", "not UTF-8"),
        (b"{" + b"[" * 90_000, "is not JSON"),
        (b"x" * 100_001, "is longer than"),
        (b'id = "own"\nname = "<b>x</b>"\nkinds = 3\n', "Line 3"),
    ],
)
def test_every_mistake_of_a_file_is_told_and_nothing_is_changed(text: bytes, words: str) -> None:
    hall = Hall()
    answer = send(hall, text)
    assert answer.status_code == 422
    assert words in says(answer)
    assert b"<b>x</b>" not in answer.content
    assert not Row.objects.exists()


def test_without_a_file_one_is_asked_for() -> None:
    assert "Choose a file first." in says(Hall().post("penalties-upload"))


def test_a_copied_tournament_takes_its_table_along() -> None:
    hall = Hall("unlimited-1.3")
    hall.post("penalties-offence", "insult", **offence(hall, "insult", what="Rude words"))
    wanted = Copy(name="Autumn Open", opens_at=datetime(2026, 9, 5, 8, tzinfo=UTC))
    made: Any = copy_event(hall.event, hall.actor, hall.organiser, wanted)
    assert isinstance(made, Event)
    copied = Tournament.objects.get(event=made)
    assert tables.table_of(copied.pk, hall.state) == table(hall)


class Loud(NullTranslations):
    """Says in capitals what is among the sentences to translate."""

    def __init__(self) -> None:
        super().__init__()
        self._known = {text for context, text, _many in extracted() if not context}

    def gettext(self, message: str) -> str:
        return message.upper() if message in self._known and "{" not in message else message


@pytest.fixture
def _spoken() -> Iterator[None]:
    speak(translation)
    yield
    speak(translation)


@pytest.fixture
def _loud() -> Iterator[None]:
    speak(Loud())
    yield
    speak(translation)


@pytest.mark.usefixtures("_loud")
@pytest.mark.parametrize("regulations", ["armada-4.0", "unlimited-1.3"])
def test_the_table_that_comes_along_is_told_in_the_readers_language(regulations: str) -> None:
    hall = Hall(regulations)
    found, page = table(hall), says(hall.get("penalties"))
    for words in (
        found.name,
        found.source,
        *(one.name for one in found.kinds),
        *(one.what for one in found.categories),
    ):
        assert words.upper() in page
    instead = [one.when for each in found.categories for step in each.steps for one in step.instead]
    assert instead
    assert [when for when in instead if when.upper() not in page] == []


@pytest.mark.usefixtures("_spoken")
def test_a_table_changed_in_polish_is_found_in_polish_and_the_rest_stays_in_every_language() -> None:
    hall = Hall("unlimited-1.3")
    polish = {"accept-language": "pl"}
    before = table(hall)
    address = hall.url("penalties-offence", "gameplay-error")
    with translation.override("pl"):
        shown = table_forms.offence_data(before.category("gameplay-error"), table_forms.as_read)
        heads_shown = table_forms.head_data(before, table_forms.as_read)
    page = unescape(hall.client.get(address, headers=polish).content.decode())
    assert shown["name"] != before.category("gameplay-error").name
    assert f'value="{shown["name"]}"' in page
    seen = table_forms.offence_digest(before.category("gameplay-error"))
    sent = {**shown, "what": "Po naszemu.", "seen": seen}
    assert hall.client.post(address, sent, headers=polish).status_code == 302
    changed = table(hall).category("gameplay-error")
    assert (changed.name, changed.what) == (before.category("gameplay-error").name, "Po naszemu.")
    assert changed.steps == before.category("gameplay-error").steps
    sent = {**heads_shown, "name": "Nasze kary", "seen": table_forms.head_digest(table(hall))}
    assert hall.client.post(hall.url("penalties-words"), sent, headers=polish).status_code == 302
    assert (table(hall).name, table(hall).kinds) == ("Nasze kary", before.kinds)
