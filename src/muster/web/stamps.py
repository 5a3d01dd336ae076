"""Settings are not changed back unseen: a form of a page that is out of date says what somebody else has set since."""

from __future__ import annotations

from hashlib import sha256

from django import forms
from django.utils.translation import gettext as _


def stamp(kept: object) -> str:
    """What tells one set of values from another; forms send it back as `was`."""
    return sha256(repr(kept).encode()).hexdigest()[:16]


class Stamped(forms.Form):
    """A form of settings that stand already, as its initial values.

    Sent as `was` with the stamp of other values than stand now, and typed otherwise than they stand, it is refused
    once, with the fields that differ. A form sent without a stamp is taken as it is.
    """

    @property
    def stamp(self) -> str:
        """The stamp of what stands."""
        return stamp(sorted((name, str(value)) for name, value in self.initial.items()))

    def full_clean(self) -> None:
        """Whatever else is wrong, and that the page was out of date."""
        super().full_clean()
        if self.is_bound and self.data.get("was", self.stamp) != self.stamp and self.changed_data:
            names = ", ".join(str(self[name].label) for name in self.changed_data)
            says = _(
                "Somebody else has changed these settings since you opened the page. Nothing is changed yet. What is "
                "typed here differs from what is kept now in: %(fields)s. Send it again to keep it as typed."
            )
            self.add_error(None, says % {"fields": names})
