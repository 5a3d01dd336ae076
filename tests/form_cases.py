"""What tests of every form share: a crawler that opens pages by their links, and the forms that stand on them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.apps import apps
from django.core.cache import cache
from django.db import connection, models, transaction
from django.db.backends.base.operations import BaseDatabaseOperations
from django.test import Client
from django.urls import Resolver404, resolve

from muster.journal import store

Data = dict[str, list[str]]
PASSING = {"people_change", "people_message", "django_session"}
"""Rows that say no more than that something was done or looked at."""
RANGES = BaseDatabaseOperations.integer_field_ranges
ROOTS = ("/desk/", "/judge/", "/p/")
QUIET = {"text", "search", "email", "url", "tel", "number", "date", "time", "datetime-local", "password", ""}


@dataclass(frozen=True)
class Field:
    """One control of a form: its name, sort, what it holds, and what it could hold."""

    name: str
    sort: str
    values: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    required: bool = False

    @property
    def typed(self) -> bool:
        """Whether one types into it."""
        return self.sort in QUIET or self.sort == "textarea"

    def plausible(self) -> tuple[str, ...]:
        """Something that could stand in it where nothing does."""
        if any(self.values) or self.sort in {"hidden", "file"}:
            return self.values
        if self.choices:
            return next(((one,) for one in self.choices if one), ())
        told = {"number": "1", "email": "a@example.org", "date": "2026-03-07", "time": "10:00"}
        return (told.get(self.sort, "Because of it."),)


@dataclass
class Form:
    """A form to be posted, with one of its buttons pressed."""

    page: str
    action: str
    fields: list[Field] = field(default_factory=list)
    button: tuple[str, str] | None = None

    @cached_property
    def name(self) -> str:
        """The name of the address it is sent to."""
        return resolve(urlsplit(self.action).path).view_name

    @property
    def kind(self) -> tuple[str, ...]:
        """What tells it from another: where it goes, its fields and its button, numbers aside."""
        names = {re.sub(r"\d+", "#", one.name) for one in self.fields}
        pressed = re.sub(r"\d+", "#", "=".join(self.button)) if self.button else ""
        return (self.name, *sorted(names), pressed)

    def data(self, *, filled: bool = False) -> Data:
        """As a browser sends it; what must be filled is, or, if wished, whatever is empty."""
        found: Data = {}
        for one in self.fields:
            values = one.plausible() if filled or (one.required and not any(one.values)) else one.values
            if values or one.typed:
                found.setdefault(one.name, []).extend(values or [""])
        if self.button and self.button[0]:
            found.setdefault(self.button[0], []).append(self.button[1])
        return found


class Reader(HTMLParser):
    """Forms to post and links of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.page, self.links = page, list[str]()
        self.forms, self.buttons = list[Form](), list[tuple[Form, dict[str, str]]]()
        self.by_id, self.apart = dict[str, Form](), list[tuple[str, Field | dict[str, str]]]()
        self.form: Form | None = None
        self.select: dict[str, Any] | None = None
        self.area: dict[str, str] | None = None
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "a" and "href" in found:
            self.links.append(urljoin(self.page, found["href"]).partition("#")[0])
        elif tag == "form":
            self._form(found)
        elif "disabled" in found:
            return
        elif tag == "input":
            self._input(found)
        elif tag == "button" and found.get("type", "submit") == "submit":
            self._put(found, found)
        elif tag == "select":
            self.select = {**found, "choices": [], "chosen": []}
        elif tag == "option" and self.select is not None:
            self.select["choices"].append(found.get("value", ""))
            if "selected" in found:
                self.select["chosen"].append(found.get("value", ""))
        elif tag == "textarea":
            self.area, self.words = found, ""

    def handle_data(self, data: str) -> None:
        if self.area is not None:
            self.words += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = None
        elif tag == "select" and self.select is not None:
            one, self.select = self.select, None
            chosen = one["chosen"] or ([] if "multiple" in one else one["choices"][:1])
            self._put(
                one,
                Field(one.get("name", ""), "select", tuple(chosen), tuple(one["choices"]), "required" in one),
            )
        elif tag == "textarea" and self.area is not None:
            one, self.area = self.area, None
            self._put(
                one, Field(one.get("name", ""), "textarea", (self.words.strip("\n"),), (), "required" in one)
            )

    def _form(self, found: dict[str, str]) -> None:
        self.form = None
        if found.get("method", "").lower() == "post":
            self.form = Form(self.page, urljoin(self.page, found.get("action") or self.page))
            self.forms.append(self.form)
            if "id" in found:
                self.by_id[found["id"]] = self.form

    def _input(self, found: dict[str, str]) -> None:
        sort, name = found.get("type", "text"), found.get("name", "")
        if sort in {"submit", "image"}:
            self._put(found, found)
        elif sort in {"checkbox", "radio"}:
            value = found.get("value", "on")
            values = (value,) if "checked" in found else ()
            self._put(found, Field(name, sort, values, (value,), "required" in found))
        elif sort not in {"button", "reset"}:
            self._put(found, Field(name, sort, (found.get("value", ""),), (), "required" in found))

    def _put(self, attrs: Mapping[str, Any], one: Field | dict[str, str]) -> None:
        if "form" in attrs:
            self.apart.append((attrs["form"], one))
        elif self.form is not None:
            self._add(self.form, one)

    def _add(self, form: Form, one: Field | dict[str, str]) -> None:
        if isinstance(one, dict):
            self.buttons.append((form, one))
        elif one.name:
            form.fields.append(one)

    def ways(self) -> Iterator[Form]:
        """Every form once for each of its buttons."""
        for name, one in self.apart:
            if name in self.by_id:
                self._add(self.by_id[name], one)
        for form in self.forms:
            _one_of_each(form)
            pressed = [button for of, button in self.buttons if of is form] or [{}]
            for button in pressed:
                action = urljoin(self.page, button["formaction"]) if "formaction" in button else form.action
                yield Form(self.page, action, form.fields, (button.get("name", ""), button.get("value", "")))


def _one_of_each(form: Form) -> None:
    """Of radio buttons that must be chosen from, the first carries the wish; of the others none does."""
    chosen = {one.name for one in form.fields if one.sort == "radio" and one.values}
    seen = set[str]()
    for at, one in enumerate(form.fields):
        if one.sort == "radio" and one.name in chosen | seen and not one.values:
            form.fields[at] = replace(one, sort="hidden", required=False)
        seen.add(one.name)


def read(page: str, html: str) -> Reader:
    reader = Reader(page)
    reader.feed(html)
    return reader


def crawl(client: Client, starts: list[str], *, each: int = 2, most: int = 400) -> list[Form]:
    """The forms of all pages that links lead to, one of each kind; of pages of one name so many."""
    found = dict[tuple[str, ...], Form]()
    for url, page in pages(client, starts, each=each, most=most):
        for form in read(url, page).ways():
            if form.action.startswith(ROOTS):
                found.setdefault(form.kind, form)
    return list(found.values())


def pages(
    client: Client, starts: list[str], *, roots: tuple[str, ...] = ROOTS, each: int = 2, most: int = 400
) -> Iterator[tuple[str, str]]:
    """The address and text of every page below `roots` that links lead to; of pages of one name so many."""
    waiting, seen, opened = list(starts), set(starts), dict[tuple[Any, ...], int]()
    asked = 0
    while waiting and asked < most:
        url = waiting.pop(0)
        cache.clear()
        answer: Any = client.get(url)
        asked += 1
        assert answer.status_code < 500, (url, answer.status_code)
        if answer.status_code in {301, 302}:
            links = [urljoin(url, answer.headers["Location"])]
        elif "html" in answer.headers.get("Content-Type", ""):
            page = answer.content.decode()
            yield url, page
            links = read(url, page).links
        else:
            continue
        for link in links:
            sort = _sort(link, roots)
            if sort and link not in seen and opened.get(sort, 0) < each:
                opened[sort] = opened.get(sort, 0) + 1
                seen.add(link)
                waiting.append(link)


def _sort(link: str, roots: tuple[str, ...]) -> tuple[Any, ...] | None:
    """What pages of a name have in common, by the names of what is asked; nothing for pages of others."""
    parts = urlsplit(link)
    if parts.netloc or not parts.path.startswith(roots):
        return None
    try:
        name = resolve(parts.path).view_name
    except Resolver404:
        return None
    return (name, *sorted({one.partition("=")[0] for one in parts.query.split("&")}))


def rows() -> dict[str, list[tuple[Any, ...]]]:
    """Everything on record, times aside."""
    found = {}
    for model in apps.get_models():
        if model._meta.db_table not in PASSING:
            names = [
                one.attname
                for one in model._meta.concrete_fields
                if not isinstance(one, models.DateTimeField)
            ]
            found[model.__name__] = sorted(model.objects.values_list(*names), key=repr)  # type: ignore[attr-defined]
    return found


@dataclass
class Writes:
    """Which tables were written to, as far as they count."""

    tables: list[str] = field(default_factory=list)

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        found = re.match(r'(?:INSERT (?:OR \w+ )?INTO|UPDATE|DELETE FROM) "(\w+)"', sql)
        if found and found[1] not in PASSING:
            self.tables.append(found[1])
        return execute(sql, params, many, context)


@contextmanager
def writes() -> Iterator[Writes]:
    """What is written inside."""
    watched = Writes()
    with connection.execute_wrapper(watched):
        yield watched


def too_much(tables: list[str]) -> list[str]:
    """What these tables hold that PostgreSQL would not take, and SQLite does without a word."""
    found = []
    for model in apps.get_models():
        if model._meta.db_table in tables:
            for one in model._meta.concrete_fields:
                values = model._base_manager.values_list(one.attname, flat=True)
                if any(_too_much(one, value) for value in values):
                    found.append(f"{model.__name__}.{one.attname} holds too much")
    return found


def _too_much(one: Any, value: Any) -> bool:
    if isinstance(value, str):
        return "\0" in value or (one.max_length is not None and len(value) > one.max_length)
    if isinstance(value, int):
        low, high = RANGES.get(one.get_internal_type(), (value, value))
        return not low <= value <= high
    return False


@contextmanager
def moment() -> Iterator[None]:
    """Whatever is recorded inside is undone after it."""
    store.forget()
    cache.clear()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    store.forget()
    cache.clear()
