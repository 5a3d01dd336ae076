"""Every form of staff and player pages: sent twice, from a page out of date, by two at once, and full of nonsense.

Forms are found by following links from the desk, the judge's phone and players' pages at moments of a day. After each
form everything is as it was before, so that the next one finds the same moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache

from form_cases import Data, Form, crawl, moment, rows, too_much, writes
from moment_cases import DAY, judged, starts_of
from muster.app.common.access import Actor
from muster.app.history.reasons import typed
from muster.app.history.submitting import Done, submit
from muster.core.ids import PlayerId
from muster.core.tournament import commands
from muster.web import limits
from muster.web.paper import press
from web_cases import Hall, account

pytestmark = pytest.mark.django_db

MARK, SHOWN = "Typed <b>&it", "Typed &lt;b&gt;&amp;it"
SCRIPT = "<script>alert(1)</script>"
HOSTILE = (SCRIPT, "a\x00b", "x" * 10_000, "-1", "9" * 20, "99999", "3000000000", "½", "nonsense")
ANSWERS = {200, 302, 400, 403, 404, 409, 422}
FILLED = {
    "list": "Zed Zett",
    "line": "1 1",
    "tables": "1-40",
    "one": "Ada A0",
    "two": "Brian A1",
    "minutes": "5",
}


@pytest.fixture(autouse=True)
def _still(monkeypatch: pytest.MonkeyPatch, tmp_path: Any, settings: Any) -> Iterator[None]:
    settings.DATA = tmp_path
    monkeypatch.setattr(press.PRESS, "missing", lambda: "")
    monkeypatch.setattr("muster.web.limits.MOST", dict.fromkeys(limits.MOST, 10**9))
    yield
    cache.clear()


def forms_of(hall: Hall, *, each: int = 2, most: int = 400) -> list[Form]:
    """The forms at this moment: of the organiser, and of the first players as they sit."""
    return crawl(hall.client, starts_of(hall), each=each, most=most)


# What is done with each form --------------------------------------------------------------------------------------


def sent(hall: Hall, form: Form, data: Data) -> Any:
    return hall.client.post(form.action, data)


def going_through(hall: Hall, form: Form) -> Data:
    """The form as it is, if it goes through so; else with something plausible wherever it is empty."""
    as_it_is = form.data()
    with moment():
        if sent(hall, form, as_it_is).status_code in {200, 302}:
            return as_it_is
    typed = {one.name for one in form.fields if one.typed and not any(one.values)}
    filled = form.data(filled=True)
    return filled | {name: [words] for name, words in FILLED.items() if name in typed}


def twice(hall: Hall, form: Form, data: Data) -> list[str]:
    """What is wrong with the second answer, or with what is on record after it."""
    with moment():
        first = sent(hall, form, data)
        with writes() as watched:
            second = sent(hall, form, data)
    page = second.content.decode(errors="replace")
    told = second.status_code == 403 or (second.status_code in {409, 422} and 'role="alert"' in page)
    same = second.status_code == first.status_code or told
    faults = [] if same else [f"{first.status_code}, {second.status_code}"]
    if watched.tables:
        with moment():
            sent(hall, form, data)
            once = rows()
            sent(hall, form, data)
            changed = [name for name, found in rows().items() if found != once[name]]
        faults += [f"recorded twice: {', '.join(changed)}"] if changed else []
    return faults


def by_somebody_else(hall: Hall) -> None:
    """Something that others have done since the page was opened."""
    who = Actor(f"account:{account('Somebody Else').pk}", "organiser")
    players = [PlayerId(number) for number in sorted(hall.state.players, reverse=True)]
    acts = [
        commands.CheckIn(players[0]),
        commands.DropPlayer(players[0]),
        commands.ReopenTournament(typed("Again.")),
    ]
    assert any(isinstance(submit(hall.tournament.pk, act, who), Done) for act in acts)


def stale(hall: Hall, form: Form, data: Data) -> list[str]:
    """What is wrong with the answer to a form from a page that is out of date."""
    texts = {one.name for one in form.fields if one.sort in {"text", "textarea", "search"}}
    marked = {name: [MARK] if name in texts and any(values) else values for name, values in data.items()}
    with moment():
        by_somebody_else(hall)
        answer = sent(hall, form, marked)
        page = answer.content.decode(errors="replace")
        if answer.status_code == 302:
            page = hall.client.get(answer.headers["Location"], follow=True).content.decode(errors="replace")
    faults = [] if answer.status_code in ANSWERS else [f"stale: {answer.status_code}"]
    if "Somebody else has changed" in page and "Meanwhile" not in page:
        faults.append("does not say what happened meanwhile")
    again = f'action="{form.action}"' in page or form.action == form.page
    if answer.status_code in {409, 422} and again and [MARK] in marked.values() and SHOWN not in page:
        faults.append("what was typed is gone")
    return faults


def at_once(hall: Hall, form: Form, data: Data) -> list[str]:
    """What is wrong if two send the same form, each from a page of their own."""
    other = data | {name: [f"{data[name][0]}x"] for name in ("key",) if name in data}
    with moment():
        sent(hall, form, data)
        answer = sent(hall, form, other)
    return [] if answer.status_code in ANSWERS else [f"two at once: {answer.status_code}"]


def hostile(hall: Hall, form: Form, data: Data, text: str, *, hidden: bool) -> list[str]:
    """What is wrong with the answer to nonsense in every field; in the hidden ones, too, if wished."""
    chosen = {one.name for one in form.fields if hidden or one.sort != "hidden"} - {"csrfmiddlewaretoken"}
    with moment():
        with writes() as watched:
            answer = sent(hall, form, {name: [text] if name in chosen else data[name] for name in data})
        full = too_much(watched.tables)
        page = answer.content.decode(errors="replace")
        if answer.status_code == 302:
            page = hall.client.get(answer.headers["Location"], follow=True).content.decode(errors="replace")
    faults = full if answer.status_code in ANSWERS else [f"{text[:12]!r}: {answer.status_code}"]
    return [*faults, "not escaped"] if SCRIPT in page else faults


def faults_of(hall: Hall, forms: list[Form], texts: tuple[str, ...]) -> dict[str, list[str]]:
    """What is wrong with each form."""
    hall.client.raise_request_exception = False
    found = {}
    for form in forms:
        data = going_through(hall, form)
        faults = [*twice(hall, form, data), *stale(hall, form, data), *at_once(hall, form, data)]
        for number, text in enumerate(texts):
            faults += hostile(hall, form, data, text, hidden=False)
            faults += hostile(hall, form, data, text, hidden=True) if number < 4 else []
        if faults:
            found[f"{form.name} {form.kind[-1]} on {form.page}"] = faults
    return found


@pytest.mark.long
@pytest.mark.parametrize("then", DAY)
def test_every_form_at_every_moment(then: Callable[[], Hall]) -> None:
    hall = then()
    forms = forms_of(hall)
    assert len(forms) > 50
    assert faults_of(hall, forms, HOSTILE) == {}


def test_forms_of_the_first_pages_while_a_round_is_played() -> None:
    hall = judged()
    forms = forms_of(hall, each=1, most=24)
    chosen = [form for form in forms if not form.name.startswith("paper:")][::5]
    assert len(chosen) > 5
    assert faults_of(hall, chosen, (SCRIPT,)) == {}
