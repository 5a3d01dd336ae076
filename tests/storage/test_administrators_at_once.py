"""A site never loses its last administrator, whoever presses at the same moment."""

from __future__ import annotations

from functools import partial

from muster.app.accounts.managing import do
from muster.app.accounts.standing import NotOnThisSiteError
from muster.people.models import Account
from storage_cases import Base, together
from web_cases import account


def test_two_who_take_the_role_from_each_other_leave_one(base: Base) -> None:
    one, two = account("Ada"), account("Björn")
    for _ in range(20):
        Account.objects.filter(pk__in=(one.pk, two.pk)).update(administers=True)
        pair = [Account.objects.get(pk=each.pk) for each in (one, two)]
        answers = together(partial(do, pair[0], pair[1], "unname"), partial(do, pair[1], pair[0], "unname"))
        assert Account.objects.filter(administers=True).count() == 1
        assert sorted(type(answer).__name__ for answer in answers) == [
            "NoneType",
            NotOnThisSiteError.__name__,
        ]
