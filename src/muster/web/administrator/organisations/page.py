"""The organisations of the site as the templates of the administrators get them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar
from urllib.parse import urlencode

from django.core.paginator import Page as TablePage

from muster.app.organisations.history import told
from muster.people.models import Account, Organisation, OrganisationAct
from muster.web.page import Page


@dataclass(frozen=True)
class OrganisationsOfSitePage(Page):
    """Every organisation with its owners and size.

    Attributes:
        page: the part of them that is shown.
        owners: who owns each of these.
        q: what was looked for.
    """

    template: ClassVar[str] = "administrator/organisations/organisations.html"
    page: TablePage[Organisation]
    owners: Mapping[int, Sequence[Account]]
    q: str

    @property
    def rows(self) -> list[tuple[Organisation, Sequence[Account]]]:
        """The lines of the table."""
        return [(one, self.owners.get(one.pk, ())) for one in self.page.object_list]

    @property
    def keep(self) -> str:
        """What stays in the address from one page of the list to the next."""
        return urlencode({"q": self.q}) if self.q else ""


@dataclass(frozen=True)
class OrganisationOfSitePage(Page):
    """One organisation, and what administrators may do to it.

    Attributes:
        organisation: which.
        owners: who owns it.
        members, events: how many it has.
        acts: what was done in it, the latest first.
        heirs: who could be made an owner.
        more: whether there are more of them, to be searched for.
        q: what they were searched for.
        fault: why something was not done; empty if it was.
    """

    template: ClassVar[str] = "administrator/organisations/organisation.html"
    organisation: Organisation
    owners: Sequence[Account]
    members: int
    events: int
    acts: Sequence[OrganisationAct]
    heirs: Sequence[Account]
    more: bool
    q: str
    fault: str = ""

    @property
    def lines(self) -> list[tuple[OrganisationAct, str]]:
        """The acts in sentences."""
        return [(one, str(told(one))) for one in self.acts]
