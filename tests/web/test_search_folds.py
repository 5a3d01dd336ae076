"""Names are found as people type them, also where the database folds the capitals of English letters alone."""

from __future__ import annotations

from typing import Final

import pytest

from muster.app.accounts.managing import accounts_found
from muster.app.common.search import Texts
from muster.app.organisations.administering import organisations_found, owners_to_name
from muster.app.site.transfer import events_found, heirs
from muster.people.models import Account, Membership, Organisation
from web_cases import Hall, account

pytestmark = pytest.mark.django_db

TYPED: Final = ("zofia", "ŚLĘZAK", "ślęzak", "slezak", "śl zof")


def boss() -> Account:
    made = account("The administrator")
    made.administers = True
    made.save()
    return made


@pytest.mark.parametrize("q", TYPED)
def test_people_are_found_whatever_letters_are_typed(q: str) -> None:
    asker, zofia = boss(), account("Zofia Ślęzak")
    hall = Hall()
    shop = Organisation.objects.create(slug="shop", name="Sklep", kind="shop")
    assert list(accounts_found(asker, q)) == [zofia]
    assert list(heirs(asker, hall.event, q)) == [zofia]
    assert list(owners_to_name(asker, shop, q)) == [zofia]
    assert not accounts_found(asker, f"{q} nobody")


@pytest.mark.parametrize("q", ["łódź", "ŁÓDŹ", "lodz", "slezak", "ślęzak@", "Łódź slezak"])
def test_events_and_organisations_by_their_names_and_whose_they_are(q: str) -> None:
    asker, zofia, other = boss(), account("Zofia Ślęzak"), Organisation
    hall = Hall()
    hall.event.name = "Łódź Open"
    hall.event.save()
    hall.event.staff.filter(role="organiser").update(account=zofia)
    shop = other.objects.create(slug="shop", name="Łódź", kind="shop")
    other.objects.create(slug="other", name="Kraków", kind="shop")
    Membership.objects.create(organisation=shop, account=zofia, role="owner")
    assert list(events_found(asker, q)) == [hall.event]
    assert list(organisations_found(asker, q)) == [shop]


def test_a_code_is_found_whole_only() -> None:
    asker, hall = boss(), Hall()
    assert list(events_found(asker, hall.event.code.lower())) == [hall.event]
    assert not events_found(asker, hall.event.code[:3])


def test_every_word_has_to_be_there() -> None:
    texts = Texts([(1, "Łukasz Żółć", None), (2, "Anna Żółć", "anna@example.org")])
    assert texts.fitting("zolc") == texts.fitting("  ") == {1, 2}
    assert texts.fitting("ŻÓŁĆ łuk") == {1}
    assert texts.fitting("zolc example") == {2}
