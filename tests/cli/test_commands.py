"""Every command and every option: what it answers, in words and in JSON, and with which exit code."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from rich.text import Text

from cli_cases import begun, entry_list, process, refused, run, typed_in
from muster import __version__
from muster.cli.commands import app_for

COMPETITIVE = ("--tier", "competitive")


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of a simulated event with a cut."""
    path = tmp_path_factory.mktemp("event") / "event.muster"
    ran = run(
        "simulate", "-r", "unlimited-1.3", "-n", 12, "--structure", "advanced", *COMPETITIVE, "-o", path
    )
    assert (ran.code, ran.err) == (0, "")
    return path


def test_help_and_version() -> None:
    assert run("--version").out == f"muster {__version__}\n"
    assert "Commands" in run("--help").out
    assert run().code == 2
    for command in ("play", "simulate", "standings", "verify", "replay", "regulations"):
        ran = run(command, "--help")
        assert ran.code == 0
        assert "--json" in ran.out or command == "regulations"


def test_simulate_writes_what_verify_proves(event: Path) -> None:
    proven = run("verify", event)
    assert proven.code == 0
    assert "facts hold" in proven.out
    proof = json.loads(run("verify", event, "--json").out)
    assert proof["holds"] is True
    assert proof["findings"] == []
    assert set(proof) == {"holds", "facts", "head", "same_head", "proven", "findings"}
    assert proof["head"] in proven.out


def test_simulate_in_json() -> None:
    options = ("--tier", "formal", "--match", "single-game", "--day", "2026-01-02", "--drops", 10)
    ran = run("simulate", "-r", "armada-4.0", "-n", 9, "--seed", "x", *options, "--json")
    assert (ran.code, ran.err) == (0, "")
    answer = json.loads(ran.out)
    assert set(answer) == {"title", "regulations", "plan", "rounds", "facts", "head", "places", "standings"}
    assert len(answer["places"]) == len(answer["standings"]) == 9


def test_simulate_custom_and_elimination() -> None:
    custom = run(
        "simulate", "-r", "legion-2.0", "-n", 8, "--structure", "custom", "--rounds", 2, "--cut", 2, "--json"
    )
    assert json.loads(custom.out)["plan"] == {"attendance": 8, "rounds": 2, "cut": 2, "cut_kind": "top"}
    only = run("simulate", "-r", "legion-2.0", "-n", 6, "--elimination")
    assert only.code == 0
    assert "5–6" in only.out


def test_standings_after_every_round_and_at_the_end(event: Path) -> None:
    for after in (1, 4):
        answer = json.loads(run("standings", event, "--after", after, "--json").out)
        assert set(answer) == {"title", "after", "standings"}
        assert [row["rank"] for row in answer["standings"]] == list(range(1, 13))
    assert "after round 4" in run("standings", event).out
    final = run("standings", event, "--final")
    assert final.out.splitlines()[0].endswith("final places")
    assert json.loads(run("standings", event, "--final", "--json").out)["places"][0]["first"] == 1


@pytest.mark.parametrize("after", [-1, 0, 5, 10**30])
def test_standings_after_a_round_that_is_none(event: Path, after: int) -> None:
    ran = run("standings", event, "--after", after)
    refused(ran, 1, "not a complete round; rounds 1 to 4 are")


def test_standings_of_what_has_not_begun_or_ended(tmp_path: Path, event: Path) -> None:
    journal = begun(tmp_path)
    refused(run("standings", journal), 1, "no Swiss round is published yet")
    typed_in(journal, "next\nnext\nnext\nnext")
    refused(run("standings", journal), 1, "no round is complete yet")
    refused(run("standings", journal, "--final"), 1, "not finished")
    refused(run("standings", event, "--final", "--after", 1), 2, "choose one")


def test_standings_where_there_is_no_swiss(tmp_path: Path) -> None:
    path = tmp_path / "only.muster"
    run("simulate", "-r", "armada-4.0", "-n", 4, "--elimination", "-o", path)
    refused(run("standings", path), 1, "no Swiss round")
    assert json.loads(run("standings", path, "--final", "--json").out)["standings"] == []


def test_every_option_of_play(tmp_path: Path) -> None:
    entries, journal = entry_list(tmp_path), tmp_path / "other.muster"
    ran = run(
        *("play", entries, "--regulations", "armada-4.0", "--journal", journal, "--structure", "custom"),
        *(
            "--tier",
            "premier",
            "--match",
            "single-game",
            "--rounds",
            3,
            "--cut",
            2,
            "--cut-kind",
            "top-with-ties",
        ),
        *("--variant", "rank-by=match-wins", "--check-in", "--tables", "3-8", "--day", "2025-01-31"),
        *("--title", "The [bold]Cup", "--json"),
        typed="status\n",
    )
    assert (ran.code, ran.err) == (0, "")
    created = json.loads(journal.read_text(encoding="utf-8").splitlines()[1])["data"]
    wanted = {"structure": "custom", "tier": "premier", "swiss_match": "single-game", "rounds": 3, "cut": 2}
    wanted |= {"cut_kind": "top-with-ties", "check_in": True, "tables": "3-8", "day": "2025-01-31"}
    assert {name: created[name] for name in wanted} == wanted
    assert created["variants"]["rank_by"] == "match-wins"
    assert ran.answers[0]["title"] == "The [bold]Cup"
    assert "Not checked in yet: Ada Lovelace, Brian May" in ran.answers[0]["lines"][1]


def test_play_by_elimination_only(tmp_path: Path) -> None:
    journal = begun(tmp_path, "--elimination")
    assert "elimination only" in typed_in(journal, "next", "status").out


def test_play_needs_to_know_what_to_play(tmp_path: Path) -> None:
    refused(run("play"), 2, "--journal FILE")
    refused(run("play", entry_list(tmp_path)), 2, "--regulations ID")
    journal = begun(tmp_path)
    refused(run("play", journal), 2, f"muster play --journal {journal}")
    refused(run("play", entry_list(tmp_path), "-r", "armada-4.0", "--mend"), 2, "--mend")


def test_going_on_refuses_what_was_fixed_at_the_start(tmp_path: Path) -> None:
    journal = begun(tmp_path)
    ran = run("play", "-j", journal, "--rounds", 5, "--cut-kind", "top", "--check-in")
    refused(ran, 2, "--rounds, --cut-kind, --check-in: set when a tournament begins")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--structure", "odd"), "'odd' is none of basic, advanced, custom"),
        (("--cut-kind", "odd"), "'odd' is none of top"),
        (("--day", "2025-02-30"), "'2025-02-30' is not a day"),
        (("--variant", "odd"), "write name=value"),
        (("--variant", "odd=1"), "--variant odd: "),
        (("--variant", "rank_by=odd"), "--variant rank_by: "),
        (("--tier", "odd", "--match", "odder"), "--match: 'odder' is not played here"),
        (("--rounds", "3"), "--rounds: Leave this empty"),
        (("--structure", "custom"), "--rounds: Enter the number"),
        (("--structure", "custom", "--rounds", str(10**20)), "--rounds: Enter the number"),
        (("--tables", "9-1"), "--tables: "),
        (("--tables", "1-" + "9" * 400), "--tables: "),
    ],
)
def test_a_set_up_that_cannot_be_is_refused_and_nothing_is_written(
    tmp_path: Path, options: tuple[str, ...], says: str
) -> None:
    entries = entry_list(tmp_path)
    refused(run("play", entries, "-r", "armada-4.0", *options), 2, says)
    assert list(tmp_path.iterdir()) == [entries]


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_regulations_nobody_knows(tmp_path: Path, command: str) -> None:
    what = (entry_list(tmp_path),) if command == "play" else ("-n", 8)
    refused(run(command, *what, "-r", "[red]chess\x1b[31m"), 2, "'[red]chess [31m'", "armada-4.0")


def test_ones_own_regulations(tmp_path: Path) -> None:
    source = Path(__file__).parents[2] / "src/muster/rules/data/legion-2.0.toml"
    own = tmp_path / "own rules.toml"
    own.write_bytes(source.read_bytes())
    assert run("simulate", "-r", own, "-n", 8).code == 0
    for content, says in ((b"\xff", "UTF-8"), (b"= [", "own rules.toml"), (b"", "is missing")):
        own.write_bytes(content)
        ran = run("simulate", "-r", own, "-n", 8)
        assert (ran.code, ran.out) == (2, "")
        assert says in ran.err
        assert "Traceback" not in ran.err
    refused(run("simulate", "-r", tmp_path / "none.toml", "-n", 8), 2, "No such file")


def test_simulate_refuses_in_one_line(tmp_path: Path) -> None:
    refused(run("simulate", "-r", "armada-4.0", "-n", 3), 1, "needs at least 4 players", "[ARM-STR-1]")
    refused(run("simulate", "-r", "armada-4.0", "-n", 8, "--tier", "odd"), 1, "--tier: 'odd'")
    refused(run("simulate", "-r", "armada-4.0", "-n", 8, "-o", tmp_path / "no" / "file"), 2, "No such file")
    for least in ("-1", str(10**20), "many"):
        assert run("simulate", "-r", "armada-4.0", "-n", least).code == 2


@pytest.mark.parametrize("command", ["standings", "verify"])
def test_a_file_that_is_no_journal(tmp_path: Path, command: str) -> None:
    refused(run(command, tmp_path), 2, "Is a directory")
    refused(run(command, tmp_path / "none"), 2, "No such file")
    for content, says in (
        (b"", "line 1"),
        (b"{}\n", "not the header"),
        (b"\xff\n", "not UTF-8"),
        (b"[" * 99999 + b"\n", "not JSON"),
    ):
        (tmp_path / "file").write_bytes(content)
        refused(run(command, tmp_path / "file"), 2, says)
        refused(run(command, tmp_path / "file", "--json"), 2, says)


def test_replay_of_what_is_no_event(tmp_path: Path) -> None:
    refused(run("replay", tmp_path / "none.jsonl"), 2, "cannot be read")
    (tmp_path / "odd.jsonl").write_bytes(b"\xff\n")
    ran = run("replay", tmp_path / "odd.jsonl", "--json")
    assert ran.code == 2
    assert json.loads(ran.out)[0]["problems"]


def test_regulations_in_words_and_json() -> None:
    assert "armada-4.0" in run("regulations").out
    assert len(json.loads(run("regulations", "list", "--json").out)) == 6
    assert json.loads(run("regulations", "show", "armada-4.0", "--json").out)["id"] == "armada-4.0"
    refused(run("regulations", "show", "chess"), 1, "chess")


def test_verify_finds_what_does_not_hold(event: Path, tmp_path: Path) -> None:
    from muster.core.tournament.journal import Journal
    from muster.exchange.journal import JournalFile, read, write

    forged = Journal()
    for entry in read(event.read_bytes()).journal.entries:
        if entry.fact.kind != "round.started":
            forged.record(entry.fact)
    forged.record(forged.entries[1].fact)
    path = tmp_path / "forged.muster"
    path.write_text(write(JournalFile(forged)), encoding="utf-8")
    ran = run("verify", path)
    assert ran.code == 1
    assert "do not hold" in ran.err
    assert json.loads(run("verify", path, "--json").out)["holds"] is False


def test_verify_compares_the_head_with_the_one_noted(event: Path) -> None:
    proof = json.loads(run("verify", event, "--json").out)
    head = proof["head"]
    assert proof["same_head"] is None
    assert (
        "It is the head you gave." in run("verify", event, "--head", f"{head[:8].upper()} {head[8:20]}").out
    )
    other = "0" * 16 if head[0] != "0" else "1" * 16
    ran = run("verify", event, "--head", other, "--json")
    assert (ran.code, json.loads(ran.out)["same_head"]) == (1, False)
    assert "not the one you gave" in ran.err
    refused(run("verify", event, "--head", head[:15]), 2, "16 to 64 digits")


def test_one_seed_is_one_event_byte_for_byte(tmp_path: Path) -> None:
    made = []
    for hash_seed in ("0", "1", "random"):
        path = tmp_path / "same.muster"
        ran = process(
            *("simulate", "-r", "legion-2.0", "-n", 16, "--structure", "advanced", "--drops", 10),
            *("--seed", "7", "-o", path),
            env={"PYTHONHASHSEED": hash_seed},
        )
        assert (ran.code, ran.err) == (0, "")
        made.append((ran.out, path.read_bytes()))
        path.unlink()
    assert made[0] == made[1] == made[2]
    assert run("simulate", "-r", "legion-2.0", "-n", 16, "--seed", "8").out != made[0][0]


def test_simulate_says_what_to_mind_about_the_plan() -> None:
    ran = run("simulate", "-r", "unlimited-1.3", "-n", 12, "--structure", "advanced")
    assert ran.code == 0
    assert ran.err.startswith("Mind: Competitive makes a cut to 4 only for other kinds of event")
    assert run("simulate", "-r", "legion-2.0", "-n", 12).err == ""


def _helps(command: Any) -> Iterator[str]:
    yield command.help or ""
    for one in command.params:
        yield getattr(one, "help", "") or ""
    for one in getattr(command, "commands", {}).values():
        yield from _helps(one)


def test_help_is_shown_as_it_is_written() -> None:
    """What stands between two colons is no picture: the terminal's help takes `:top:` for one."""
    texts = [*_helps(typer.main.get_command(app_for()))]
    assert len(texts) > 100
    assert [text for text in texts if Text.from_markup(text).plain != text] == []


def test_names_are_shown_as_they_are_written(tmp_path: Path) -> None:
    names = ["Ada :top: [red]", "Bo [/] :smile:", "Cy", "Di"]
    entries = tmp_path / "names.csv"
    entries.write_text("\n".join(["name", *names]), encoding="utf-8")
    results = "report 1 decided 2-0\nreport 2 decided 2-0\n"
    words = f"players\nannounce\nstart\npair\npublish\n{results}standings\npairings 1\n"
    ran = run(
        "play", entries, "-r", "unlimited-1.3", "-j", tmp_path / "event.muster", *COMPETITIVE, typed=words
    )
    assert ran.code == 0
    for name in names:
        assert ran.out.count(name) >= 3, ran.out
