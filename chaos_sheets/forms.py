"""Short forms of accounts and campaigns. What is wrong is said by the services; the forms keep what was typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.account.forms import LoginForm
from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from chaos_sheets.errors import FieldError, Invalid, ServiceError, sentence
from chaos_sheets.models import Known, Language, Look, Role, User
from chaos_sheets.models.text import NAME_LENGTH, one_line
from chaos_sheets.numbers import count_in
from chaos_sheets.selectors.campaign import RulesetLine, TemplateLine

PASSWORD_LENGTH = 128
_REQUIRED = {"required": _("Bitte fülle dieses Feld aus.")}


class Plain(forms.Form):
    """A form in the product's look, which takes what a service refused beside the field it is about."""

    # Where a service calls a field otherwise than the form.
    names: dict[str, str] = {}

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        style(self)

    def refuse(self, error: ServiceError) -> None:
        wrong = error.errors if isinstance(error, Invalid) else (FieldError("", error.code, error.data),)
        for each in wrong:
            name = self.names.get(each.field, each.field)
            self.add_error(name if name in self.fields else None, ValidationError(each.sentence, code=each.code))


def style(form: forms.BaseForm) -> None:
    for field in form.fields.values():
        if isinstance(field.widget, forms.TextInput | forms.PasswordInput | forms.NumberInput | forms.Select):
            field.widget.attrs.setdefault("class", "input")
        if isinstance(field, forms.ChoiceField):
            field.error_messages["invalid_choice"] = sentence("not_a_choice")


def name_field(label: Any, **options: Any) -> forms.CharField:
    return forms.CharField(label=label, max_length=NAME_LENGTH, validators=[one_line], **options)


def new_password_field() -> forms.CharField:
    return forms.CharField(
        label=_("Neues Passwort"),
        max_length=PASSWORD_LENGTH,
        strip=False,
        error_messages=_REQUIRED,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("Mindestens 8 Zeichen und nichts, was oft benutzt wird."),
    )


# --- accounts -------------------------------------------------------------------------------------------------


class SignInForm(LoginForm):  # type: ignore[misc]  # allauth ships no types
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["login"].label = _("Name")
        self.fields["password"].label = _("Passwort")
        self.fields["password"].help_text = ""
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
        style(self)


class JoinForm(Plain):
    """A new account by an invitation: a name and a password, no address."""

    names = {"username": "name"}

    name = forms.CharField(
        label=_("Name zum Anmelden"),
        max_length=150,
        error_messages=_REQUIRED,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
        help_text=_("Buchstaben, Ziffern und @ . + - _, keine Leerzeichen. Die anderen sehen ihn."),
    )
    password = new_password_field()

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["password"].label = _("Passwort")


class NewPasswordForm(Plain):
    password = new_password_field()


class PasswordChangeForm(Plain):
    old = forms.CharField(
        label=_("Bisheriges Passwort"),
        max_length=PASSWORD_LENGTH,
        strip=False,
        error_messages=_REQUIRED,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    password = new_password_field()


if TYPE_CHECKING:
    _UserForm = forms.ModelForm[User]
else:
    _UserForm = forms.ModelForm


class SettingsForm(_UserForm):
    class Meta:
        model = User
        fields = ("first_name", "language", "look", "own_dice", "letter_keys")
        labels = {
            "first_name": _("Anzeigename"),
            "own_dice": _("Ich würfle mit eigenen Würfeln und tippe das Ergebnis ein"),
            "letter_keys": _("Einzelne Buchstaben und Ziffern sind Tasten für Handlungen und Felder einer Seite"),
        }
        help_texts = {"first_name": _("So siehst du dich selbst im Menü. Zum Anmelden gilt dein Name.")}
        widgets = {"language": forms.RadioSelect, "look": forms.RadioSelect}

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["first_name"].validators.append(one_line)
        self.fields["language"].choices = Language.choices  # type: ignore[attr-defined]
        self.fields["look"].choices = Look.choices  # type: ignore[attr-defined]
        style(self)


# --- campaigns ------------------------------------------------------------------------------------------------


class CampaignForm(Plain):
    name = name_field(_("Name der Runde"), error_messages=_REQUIRED)
    currency = forms.CharField(
        label=_("Währung"),
        max_length=20,
        required=False,
        validators=[one_line],
        help_text=_("Leer: die Währung des Regelwerks."),
    )
    rate = forms.CharField(
        label=_("Kurs"),
        max_length=20,
        initial="1",
        error_messages=_REQUIRED,
        widget=forms.TextInput(attrs={"inputmode": "decimal"}),
        help_text=_("So viel ist eine Einheit der Regelwerkswährung in eurer Währung wert, zum Beispiel 0,13."),
    )


class NewCampaignForm(CampaignForm):
    ruleset = forms.ChoiceField(label=_("Regelwerk"), widget=forms.RadioSelect, error_messages=_REQUIRED)

    field_order = ("name", "ruleset", "currency", "rate")

    def __init__(self, *args: Any, rulesets: list[RulesetLine], **options: Any) -> None:
        super().__init__(*args, **options)
        named = [(one.id, format_html("{}<small>{}</small>", one.name, one.about)) for one in rulesets]
        self.fields["ruleset"].choices = named  # type: ignore[attr-defined]
        if len(rulesets) == 1:
            self.fields["ruleset"].initial = rulesets[0].id


class InviteForm(Plain):
    role = forms.ChoiceField(
        label=_("Rolle"), choices=[(role.value, role.label) for role in (Role.PLAYER, Role.SPECTATOR, Role.GM)]
    )
    character = forms.ChoiceField(
        label=_("Figur"), required=False, help_text=_("Wer einlöst, übernimmt diese Figur. Dann gilt der Link einmal.")
    )
    uses = forms.IntegerField(label=_("Gilt so viele Male"), min_value=1, max_value=50, initial=1)
    days = forms.IntegerField(label=_("Gilt so viele Tage"), min_value=1, max_value=365, initial=14)

    def __init__(self, *args: Any, characters: list[tuple[int, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        free = [(str(number), name) for number, name in characters]
        self.fields["character"].choices = [("", _("keine")), *free]  # type: ignore[attr-defined]


class _TemplateField(forms.ChoiceField):
    """One of those shown; of any other number the service says why it cannot be had here."""

    def valid_value(self, value: Any) -> bool:
        return super().valid_value(value) or count_in(str(value)) is not None


class NewCharacterForm(Plain):
    """A sheet, blank or after a template; what only the GM may say is asked of the GM alone."""

    names = {"owner": "owner", "public_name": "public_name"}

    name = name_field(_("Name"), required=False)
    template = _TemplateField(label=_("Vorlage"), required=False, widget=forms.RadioSelect)
    owner = forms.ChoiceField(label=_("Gehört"), required=False)
    known = forms.ChoiceField(label=_("Bekannt ist den Spielern"), required=False, choices=Known.choices)
    public_name = name_field(
        _("Öffentlicher Name"), required=False, help_text=_("Sehen die Spieler, solange nur die Art bekannt ist.")
    )

    def __init__(
        self, *args: Any, templates: list[TemplateLine], owners: list[tuple[int, str]] | None, **options: Any
    ) -> None:
        super().__init__(*args, **options)
        named = [(str(each.id), each.label) for each in templates]
        self.fields["template"].choices = [("", _("leerer Bogen")), *named]  # type: ignore[attr-defined]
        if owners is None:
            for name in ("owner", "known", "public_name"):
                del self.fields[name]
            return
        members = [(str(number), name) for number, name in owners]
        self.fields["owner"].choices = [("", _("Spielleitung (Nichtspielerfigur)")), *members]  # type: ignore[attr-defined]
