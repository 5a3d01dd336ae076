"""What somebody new is asked; allauth adds it to its own form."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from muster.app.accounts.accounts import made_up_username
from muster.people.models import LONGEST_NAME, Account
from muster.web.fields import OneLine


class SignupForm(forms.Form):
    """What a new account is asked besides e-mail address and password."""

    name = OneLine(
        label=gettext_lazy("Your name"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text=gettext_lazy("As the others on the staff of your events see it."),
    )
    field_order = ("name", "email", "password1")

    def signup(self, request: HttpRequest, account: Account) -> None:
        """Keep the name; the username is made up, so that it gives no address away."""
        del request
        account.name = self.cleaned_data["name"]
        account.username = made_up_username()
        account.save(update_fields=["name", "username"])
