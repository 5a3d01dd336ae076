"""One card, typed anew or corrected: what that would change is looked at, then it is kept as a new version."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.http import Http404, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from muster.app.rosters import catalogues, own_cards
from muster.app.rosters.catalogues import LONGEST_EDITION, Imported, OvertakenError
from muster.app.rosters.own_cards import Proposal
from muster.app.rosters.terms import plan_of
from muster.core.messages import Message
from muster.core.roster.catalogue import Card
from muster.core.roster.words import kind_words
from muster.exchange.catalogues import price_lines
from muster.exchange.catalogues.csv_form import KINDS
from muster.exchange.catalogues.entries import LONGEST, LONGEST_KEY, CatalogueProblem, slug, words
from muster.exchange.whole import number_of
from muster.people.models import CatalogueVersion
from muster.rules.rosters import Game
from muster.web.desk.catalogue.load_view import told
from muster.web.desk.catalogue.page import CardPage, value_of
from muster.web.desk.catalogue.view import edition_of
from muster.web.desk.context import Desk, account_of, desk_page
from muster.web.desk.rosters.one_view import rules_or_404
from muster.web.fields import Day, Lines, OneLine

_TEXTS: Final = ("name", "subtitle", "slot", "group", "needs", "set")
_LISTS: Final = ("factions", "flags", "aliases")


class CardForm(forms.Form):
    """All that a catalogue knows of a card, and the edition it goes into."""

    edition = OneLine(
        label=gettext_lazy("Name of your edition"),
        max_length=LONGEST_EDITION,
        help_text=gettext_lazy(
            "A new name begins an edition with all cards of the one you look at; one you have gets a version."
        ),
    )
    kind = forms.ChoiceField(label=gettext_lazy("Kind"))
    name = OneLine(label=gettext_lazy("Name"), max_length=LONGEST)
    subtitle = OneLine(label=gettext_lazy("Subtitle"), max_length=LONGEST, required=False)
    prices = Lines(
        label=gettext_lazy("Points"),
        widget=forms.Textarea(attrs={"rows": 2}),
        max_length=2000,
        required=False,
        help_text=gettext_lazy(
            "One a line: 36, or 3x2: 40, or 34 from 2025-06-20. Empty if it costs nothing."
        ),
    )
    factions = OneLine(
        label=gettext_lazy("Factions"),
        max_length=400,
        required=False,
        help_text=gettext_lazy("Separated by commas; empty if any may take it."),
    )
    slot = OneLine(
        label=gettext_lazy("Type, rank or category"),
        max_length=LONGEST,
        required=False,
        help_text=gettext_lazy("Such as commander, officer, corps, assault."),
    )
    unique = forms.BooleanField(label=gettext_lazy("Unique: once in a roster"), required=False)
    group = OneLine(
        label=gettext_lazy("What is unique"),
        max_length=LONGEST,
        required=False,
        help_text=gettext_lazy("The character, if it is not the card's name."),
    )
    flags = OneLine(
        label=gettext_lazy("Limits and marks"),
        max_length=1000,
        required=False,
        help_text=gettext_lazy("Such as flotilla, modification, campaign, most:2, capacity:4."),
    )
    needs = OneLine(
        label=gettext_lazy("Character it belongs to"),
        max_length=LONGEST,
        required=False,
        help_text=gettext_lazy("Whose command card it is."),
    )
    set = OneLine(label=gettext_lazy("Set or product"), max_length=LONGEST, required=False)
    released = Day(label=gettext_lazy("Released on"), required=False)
    aliases = OneLine(
        label=gettext_lazy("Other names in list builders"),
        max_length=4000,
        required=False,
        help_text=gettext_lazy("Separated by semicolons."),
    )
    key = OneLine(
        label=gettext_lazy("Key"),
        max_length=LONGEST_KEY,
        required=False,
        help_text=gettext_lazy("What list builders call it, such as SOR_017; made from the name if empty."),
    )
    note = OneLine(label=gettext_lazy("What was changed and why"), max_length=300, required=False)
    use = forms.BooleanField(
        label=gettext_lazy("This tournament's rosters are checked by this edition"), required=False
    )

    def __init__(self, *args: Any, game: Game, card: Card | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.card = card
        kind = self.fields["kind"]
        assert isinstance(kind, forms.ChoiceField)  # noqa: S101  (declared so above)
        kind.choices = [(each, str(kind_words(each, game))) for each in KINDS[game]]
        if card is not None:
            del self.fields["key"]

    def clean_prices(self) -> str:
        """Prices that can be read."""
        text: str = self.cleaned_data["prices"]
        found = price_lines.read(text)
        if isinstance(found, Message):
            raise forms.ValidationError(str(found))
        return text

    def wanted(self) -> Card:
        """The card as typed."""
        data = self.cleaned_data
        prices = price_lines.read(data["prices"])
        assert not isinstance(prices, Message)  # noqa: S101  (`clean_prices` has refused it)
        key = self.card.key if self.card else data["key"]
        texts = {name: data[name].replace(";", ",") for name in _TEXTS}
        return Card(
            key=key or slug(data["kind"], data["name"], data["subtitle"]),
            kind=data["kind"],
            factions=_listed(data["factions"].casefold()),
            unique=data["unique"],
            flags=frozenset(_listed(data["flags"])),
            released=data["released"],
            aliases=words(data["aliases"].split(";")),
            prices=prices,
            **texts,
        )


def _listed(text: str) -> tuple[str, ...]:
    return words(text.replace(";", ",").split(","))


def initial(card: Card) -> dict[str, Any]:
    """A card as its form shows it."""
    return {
        **{name: getattr(card, name) for name in _TEXTS},
        "kind": card.kind,
        "prices": price_lines.written(card.prices),
        "factions": ", ".join(card.factions),
        "flags": ", ".join(sorted(card.flags)),
        "aliases": "; ".join(card.aliases),
        "unique": card.unique,
        "released": card.released,
    }


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page("manage-event")
def card(desk: Desk) -> HttpResponse:
    """The form of a card; sent, what it would change; sent again, keep it."""
    game = rules_or_404(desk).game
    base = _base(desk, game)
    known = _known(desk, base)
    if desk.request.method != "POST":
        own = base is not None and bool(base.owner)
        edition = base.edition if base and own else _("Corrected cards")
        typed = {"edition": edition, "use": True, **(initial(known) if known else {})}
        return _page(desk, CardForm(game=game, card=known, initial=typed), base, known)
    sent = desk.request.POST
    form = CardForm(sent, game=game, card=known)
    if not form.is_valid():
        return _page(desk, form, base, known, status=422)
    proposal = _proposed(desk, form, game, base)
    if isinstance(proposal, tuple):
        return _page(desk, form, base, known, problems=proposal, status=422)
    if sent.get("act") not in ("keep", "keep-out"):
        return _page(desk, form, base, known, proposal)
    return _kept(desk, form, base, proposal)


def _kept(desk: Desk, form: CardForm, base: CatalogueVersion | None, proposal: Proposal) -> HttpResponse:
    data = form.cleaned_data
    try:
        done = own_cards.keep(
            proposal,
            desk.tournament,
            desk.actor,
            account_of(desk.request),
            seen=number_of(desk.request.POST.get("seen", "")),
            note=data["note"] or form.wanted().full_name,
            use=data["use"],
        )
    except OvertakenError:
        return _page(desk, form, base, form.card, proposal, stale=True, status=409)
    if isinstance(done, Imported):
        return told(desk, done)
    return _page(desk, form, base, form.card, problems=done, status=422)


def _proposed(
    desk: Desk, form: CardForm, game: Game, base: CatalogueVersion | None
) -> Proposal | tuple[CatalogueProblem, ...]:
    edition = form.cleaned_data["edition"]
    if form.card and desk.request.POST.get("act") in ("out", "keep-out"):
        return own_cards.proposed_without(desk.tournament, desk.state, game, form.card.key, edition, base)
    return own_cards.proposed_card(desk.tournament, desk.state, game, form.wanted(), edition, base)


def _base(desk: Desk, game: Game) -> CatalogueVersion | None:
    """The edition whose cards are looked at: the one that is named, else the one in force."""
    named = desk.request.GET.get("edition", "")
    return (
        edition_of(desk, game, named) if named else catalogues.planned_version(game, plan_of(desk.tournament))
    )


def _known(desk: Desk, base: CatalogueVersion | None) -> Card | None:
    """The card that is to be corrected; None for a new one."""
    key = desk.request.GET.get("key", "")
    if not key:
        return None
    found = catalogues.ready(base).by_key.get(key) if base else None
    if found is None:
        raise Http404("There is no such card in this edition.")
    return found


def _page(
    desk: Desk,
    form: CardForm,
    base: CatalogueVersion | None,
    known: Card | None,
    proposal: Proposal | None = None,
    *,
    problems: tuple[CatalogueProblem, ...] = (),
    stale: bool = False,
    status: int = 200,
) -> HttpResponse:
    page = CardPage(
        desk,
        form,
        proposal,
        problems,
        stale,
        card=known,
        base=value_of(base) if base else "",
        from_site=base is not None and not base.owner,
    )
    return desk.show(page, status=status)


urlpatterns: list[URLPattern] = [
    path("rosters/catalogue/card", card, name="catalogue-card"),
]
