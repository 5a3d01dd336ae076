"""Journals out of the database and into it, checked, and true even after a person is erased."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli_cases import refused, run
from muster.app.history.latest import undo
from muster.app.history.submitting import next_link
from muster.app.registration.erasing import erase
from muster.app.site import journal_files as keeping
from muster.core.draws import ChainLink
from muster.core.ids import PlayerId
from muster.core.tournament import commands, engine
from muster.core.tournament.engine import chained, joined
from muster.core.tournament.journal import Entry as Recorded
from muster.core.tournament.journal import Journal
from muster.core.tournament.proof.verify import verify
from muster.core.tournament.state import GENESIS
from muster.exchange.journal import JournalFile, read, write
from muster.journal import secrets, store
from muster.journal.models import DrawSecret, FactRow
from muster.people.models import Entry, Event, Person, Tournament
from tournament_cases import Desk, desk, secret
from web_cases import Hall, account

pytestmark = pytest.mark.usefixtures("base")


def day(players: int = 8) -> Hall:
    """A round is played, the next one is drawn."""
    hall = Hall()
    hall.begin(players)
    hall.publish()
    hall.play()
    hall.propose()
    return hall


def code(hall: Hall) -> str:
    return f"{hall.event.code}/1"


def findings(hall: Hall) -> list[str]:
    store.forget()
    return list(map(str, keeping.checked(hall.tournament).findings))


def test_an_exported_journal_is_what_is_on_record() -> None:
    hall = day()
    content = write(keeping.exported(hall.tournament)).encode()
    file = read(content)
    assert file.journal.state == hall.state
    assert file.title == "Spring Open: Main"
    assert file.names[PlayerId(1)] == Entry.objects.get(player=1).person.name
    assert verify(file.journal.entries).holds
    assert DrawSecret.objects.get().secret.encode() not in content


def test_an_imported_journal_is_the_same_fact_by_fact_and_goes_on() -> None:
    hall = day()
    file, own = keeping.exported(hall.tournament), secrets.kept(hall.tournament.pk)
    made = keeping.imported(account("Somebody else"), file, own)
    assert made.pk != hall.tournament.pk
    assert not made.event.listed
    now, before = store.load(made.pk), store.load(hall.tournament.pk)
    assert [(one.text, one.head) for one in now.entries] == [(one.text, one.head) for one in before.entries]
    assert keeping.exported(made).names == file.names
    assert keeping.checked(made).findings == ()
    hall.tournament = made
    hall.do(commands.Retract(), next_link(made.pk, hall.state), commands.PublishRound())
    assert len(hall.state.rounds) == 2


def test_an_imported_journal_keeps_acts_together_that_were_one() -> None:
    at = desk("armada-4.0", 8, structure="custom", rounds=2, cut=4).rounds(2).cut()
    assert at.state.seeds is not None
    at.drop(at.state.seeds[0])
    made = keeping.imported(account(), JournalFile(at.journal), secret(1))
    marks = store.load(made.pk).marks
    assert [entry.fact.kind for entry in at.journal.entries[-2:]] == ["player.dropped", "cut.replaced"]
    assert marks[-1].act == marks[-2].act == len(marks) - 1
    assert keeping.checked(made).findings == ()


def test_whoever_has_no_name_in_a_file_is_registered_without_one() -> None:
    at = desk("armada-4.0", 5)
    at.enter(6).do(commands.Retract())
    made = keeping.imported(account(), JournalFile(at.journal, "", {PlayerId(2): "Zoë \u202e"}))
    assert made.name == "Imported tournament"
    named = Entry.objects.filter(tournament=made).order_by("player").values_list("player", "person__name")
    assert list(named) == [(1, ""), (2, "Zoë"), (3, ""), (4, ""), (5, ""), (6, "")]


def test_a_journal_that_makes_no_sense_is_not_taken_over() -> None:
    at = desk("armada-4.0", 5).pair()
    table = min(at.round.matches)
    wrong = at.win(table, 0)
    at.report(table, wrong)
    entries, last = list(at.journal.entries), at.journal.entries[-1]
    text = last.text.replace('"points":', '"points":1')
    kind, version, data = engine.parted(text)
    head = chained(entries[-2].head, last.seq, text)
    entries[-1] = Recorded(last.seq, engine.decode(kind, version, data), text, head)
    with pytest.raises(keeping.UnfitJournalError, match="not honest: fact"):
        keeping.imported(account(), JournalFile(Journal(entries, at.state)))
    with pytest.raises(keeping.UnfitJournalError, match="is empty"):
        keeping.imported(account(), JournalFile())
    with pytest.raises(keeping.UnfitJournalError, match="not the one that was announced"):
        keeping.imported(account(), JournalFile(desk("armada-4.0", 5).pair().journal), ChainLink("0" * 64))
    assert not Event.objects.exists()
    assert not FactRow.objects.exists()


def test_a_journal_of_an_older_release_is_taken_over_letter_for_letter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A made-up older shape: entry numbers were called `number`."""
    monkeypatch.setitem(engine.STEPS, ("player.entered", 0), lambda old: {"player": old["number"]})
    at = Desk().create()
    text = joined("player.entered", 0, '{"number":1}')
    at.journal.record(engine.decode("player.entered", 0, '{"number":1}'), text=text)
    at.enter(2, 3)
    content = write(JournalFile(at.journal, "old"))
    made = keeping.imported(account(), read(content.encode()))
    assert '"kind":"player.entered","seq":2,"v":0}' in content
    again = keeping.exported(made)
    assert write(again).splitlines()[1:] == content.splitlines()[1:]
    assert keeping.checked(made).findings == ()


def test_every_released_journal_is_taken_over_and_comes_out_again() -> None:
    released = sorted(Path(__file__).parents[1].glob("journals/*/*.muster"))
    assert released
    for path in released:
        file = read(path.read_bytes())
        made = keeping.imported(account(), file)
        assert made.name == file.title
        store.forget()
        assert write(keeping.exported(made)).splitlines()[1:] == write(file).splitlines()[1:]
        assert keeping.exported(made).names == file.names


def test_a_day_in_order_has_no_findings() -> None:
    hall = day()
    undo(store.load(hall.tournament.pk), hall.actor, expected_version=hall.state.version)
    assert findings(hall) == []
    checked = keeping.checked(hall.tournament)
    assert (str(checked.name), checked.facts, checked.head) == (
        code(hall),
        hall.state.version,
        hall.state.head,
    )


def test_everything_that_is_wrong_with_a_journal_is_found() -> None:
    hall = day()
    rows = FactRow.objects.filter(tournament=hall.tournament.pk)
    rows.filter(seq=5).update(act=1)
    torn = "it is marked as part of act {}, which is not the one before it"
    assert findings(hall) == [f"fact 5: {torn.format(1)}", f"fact 6: {torn.format(2)}"]
    rows.filter(seq=5).update(act=2)
    rows.filter(seq=6).update(key="tap")
    assert findings(hall) == ["fact 6: it carries a key, but is not the first of its act"]
    rows.filter(seq=6).update(key=None)
    Entry.objects.filter(player=7).delete()
    assert findings(hall) == ["player 7 is in the journal, but is not registered"]
    DrawSecret.objects.update(secret="0" * 64)
    assert "not the one that was announced" in findings(hall)[-1]
    DrawSecret.objects.all().delete()
    assert "is gone" in findings(hall)[-1]
    rows.filter(seq=4).delete()
    assert findings(hall) == [f"tournament {hall.tournament.pk}, fact 5: fact 4 is missing"]
    rows.delete()
    assert findings(hall)[0] == "no fact is on record"


def test_a_fact_nobody_could_have_decided_is_found() -> None:
    """Whoever changes a row and mends every hash after it is found out by deciding anew."""
    hall = day()
    rows = FactRow.objects.filter(tournament=hall.tournament.pk).order_by("seq")
    changed = rows.filter(kind="result.reported").values_list("seq", flat=True)[0]
    head = GENESIS
    for row in rows:
        if row.seq == changed:
            row.data = row.data.replace('"points":', '"points":1')
        row.head = head = chained(head, row.seq, joined(row.kind, row.version, row.data))
        row.save()
    assert findings(hall)[0].startswith(f"fact {changed}: decision: result.reported should be")


def test_a_journal_of_nobody_is_found() -> None:
    hall = day()
    FactRow.objects.filter(tournament=hall.tournament.pk).update(tournament=99)
    DrawSecret.objects.update(tournament=99)
    found = {str(one.name): tuple(map(str, one.findings)) for one in keeping.all_checked()}
    assert found == {code(hall): ("no fact is on record",), "journal 99": ("it belongs to no tournament",)}


def test_erasing_a_person_leaves_the_journal_true() -> None:
    hall = day()
    before = keeping.exported(hall.tournament)
    person = Entry.objects.get(tournament=hall.tournament, player=3).person
    name = person.name
    erase(person, hall.actor)
    after = keeping.exported(hall.tournament)
    assert before.names[PlayerId(3)] == name
    assert PlayerId(3) not in after.names
    assert name not in write(after)
    assert [entry.text for entry in after.journal.entries] == [entry.text for entry in before.journal.entries]
    assert after.journal.state == before.journal.state
    assert verify(after.journal.entries).holds
    assert findings(hall) == []
    hall.do(commands.PublishRound())
    assert not Person.objects.filter(name=name).exists()


def test_the_terminal_exports_checks_and_imports(tmp_path: Path) -> None:
    hall, file = day(), tmp_path / "day.muster"
    ran = run("journal", "export", hall.event.code, file, "--secret")
    assert (ran.code, ran.err) == (0, "")
    assert f"{hall.state.version} facts written to" in ran.out.replace("\n", "")
    assert (tmp_path / "day.muster.secret").stat().st_mode & 0o077 == 0
    assert run("verify", file).code == 0
    refused(run("journal", "export", code(hall), file), 2, "File exists")
    assert run("journal", "check", code(hall)).code == 0
    ran = run("journal", "import", file)
    assert (ran.code, ran.err) == (0, "")
    made = Tournament.objects.exclude(pk=hall.tournament.pk).get()
    assert keeping.name_of(made) in ran.out
    assert secrets.kept(made.pk) == secrets.kept(hall.tournament.pk)
    (tmp_path / "day.muster.secret").unlink()
    ran = run("journal", "import", file)
    assert ran.code == 0
    assert "no further round can be drawn" in ran.err


def test_a_tournament_goes_on_in_the_terminal_where_the_site_left_it(tmp_path: Path) -> None:
    hall, file = day(), tmp_path / "day.muster"
    assert run("journal", "export", hall.event.code, file, "--secret").code == 0
    ran = run("play", "-j", file, "--json", typed="publish\nundo\n")
    assert ran.answers[0]["ok"]
    assert not ran.answers[1]["ok"]


def test_what_is_wrong_is_told_in_the_terminal_with_exit_code_1() -> None:
    hall = day()
    DrawSecret.objects.all().delete()
    ran = run("journal", "check", "--all")
    assert ran.code == 1
    assert "the secret of the draws is gone" in ran.err
    ran = run("journal", "check", hall.event.code.lower(), "--json")
    assert ran.code == 1
    (found,) = json.loads(ran.out)
    assert found["name"] == code(hall)
    assert found["facts"] == hall.state.version
    assert "is gone" in found["findings"][0]


def test_a_damaged_journal_is_not_exported(tmp_path: Path) -> None:
    hall = day()
    FactRow.objects.filter(seq=2).update(data="{}")
    refused(run("journal", "export", code(hall), tmp_path / "x.muster"), 1, "fact 2")
    assert not (tmp_path / "x.muster").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("export", "NONE", "x.muster"), 1, "no event with the code 'NONE'"),
        (("check", "NONE/1"), 1, "no event with the code"),
        (("check",), 2, "--all"),
        (("check", "NONE", "--all"), 2, "--all"),
        (("import", "nothing.muster"), 2, "No such file"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(arguments: tuple[str, ...], code: int, words: str) -> None:
    refused(run("journal", *arguments), code, words)


def test_a_number_an_event_does_not_have_is_refused(tmp_path: Path) -> None:
    hall = Hall()
    refused(run("journal", "check", f"{hall.event.code}/2"), 1, "has no tournament 2")
    refused(run("journal", "export", code(hall), tmp_path / "x", "--secret"), 1, "no secret yet")


def test_an_account_nobody_has_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "x.muster"
    file.write_text(write(JournalFile(desk("armada-4.0", 4).journal)))
    refused(run("journal", "import", file, "--account", "no@example.org"), 2, "o account has")
    account("Someone Else")
    assert run("journal", "import", file, "--account", "someone-else@example.org").code == 0
    assert Event.objects.get().staff.get().account.name == "Someone Else"
