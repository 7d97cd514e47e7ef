"""What can go wrong in a service, as exceptions that carry codes and data, and one sentence for each code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, NamedTuple

from django.utils.translation import gettext_lazy as _

from chaos_sheets.numbers import whole_in
from combat.core.schema import Field
from combat.core.value import Json

MOST_READ = 100
"""Digits that are read to tell what is wrong with a number."""

SENTENCES = {
    "wrong_type": _("Dieser Wert passt nicht in das Feld."),
    "not_a_number": _("Gib eine ganze Zahl ein, zum Beispiel 12 oder −3."),
    "too_many_digits": _("Die Zahl ist zu lang: höchstens %(digits)s Stellen."),
    "not_a_decimal": _("Gib eine Zahl ein, höchstens eine Stelle nach dem Komma: 3 oder 4,5."),
    "too_small": _("Der Wert ist zu klein: mindestens %(minimum)s."),
    "too_large": _("Der Wert ist zu groß: höchstens %(maximum)s."),
    "too_long": _("Der Text ist zu lang: höchstens %(maximum)s Zeichen. Kürz ihn."),
    "too_many": _("Das ist zu viel auf einmal: höchstens %(maximum)s."),
    "not_a_choice": _("Diesen Wert gibt es hier nicht. Wähl einen aus der Liste."),
    "not_dice": _("Das ist kein Würfelausdruck. Schreib zum Beispiel 2W10+4."),
    "not_a_length": _("Das ist keine Strecke. Schreib eine Zahl wie 9, 4,5 oder 27/2."),
    "forbidden_character": _("Der Text enthält unsichtbare Steuerzeichen. Lösch sie oder tipp den Text neu ein."),
    "unknown_field": _("Dieses Feld gibt es nicht."),
    "bad_key": _("Ein Schlüssel besteht aus kleinen Buchstaben, Ziffern, Strichen und Unterstrichen, höchstens 80."),
    "required": _("Füll dieses Feld aus."),
    "not_found": _("Das gibt es nicht, oder du darfst es nicht sehen."),
    "not_allowed": _("Das darfst du hier nicht. Frag deine Spielleitung."),
    "stale": _("Der Wert wurde inzwischen geändert. Es ist nichts gespeichert; beide Werte stehen hier."),
    "key_reused": _("Diese Eingabe wurde schon mit anderem Inhalt abgeschickt. Lade die Seite neu."),
    "bad_one_time_key": _("Dieses Formular ist veraltet. Lade die Seite neu."),
    "already_undone": _("Dieser Eintrag ist schon zurückgenommen."),
    "nothing_to_undo": _(
        "Hier ist nichts zurückzunehmen: Nichts hatte sich geändert, oder alles wurde seither anders gesetzt."
    ),
    "has_the_turn": _("Wer am Zug ist, bleibt im Kampf. Beende zuerst den Zug."),
    "not_enough_money": _("So viel Geld ist nicht da: vorhanden sind %(available)s, nötig %(needed)s."),
    "not_enough_points": _("So viele Punkte sind nicht da: vorhanden sind %(available)s."),
    "pool_full": _("Mehr als %(maximum)s geht nicht."),
    "retired": _("Das ist stillgelegt. Hol es zuerst zurück."),
    "campaign_retired": _("Die Kampagne ist stillgelegt; es lässt sich nichts ändern, bis sie zurückgeholt ist."),
    "does_not_fit": _("Das lässt sich hier nicht anbauen."),
    "already_fitted": _("Das ist schon angebaut."),
    "spectator_plays_nobody": _("Wer nur zuschaut, führt keine Figur. Wähl die Rolle Spieler oder lass die Figur weg."),
    "invitation_invalid": _("Diese Einladung gilt nicht mehr. Bitte deine Spielleitung um eine neue."),
    "invitation_character_taken": _(
        "Die Figur dieser Einladung spielt inzwischen jemand anderes. Bitte deine Spielleitung um eine neue Einladung."
    ),
    "link_invalid": _("Dieser Link gilt nicht mehr. Bitte deine Spielleitung um einen neuen."),
    "bad_user_name": _(
        "Ein Name zum Anmelden besteht aus Buchstaben, Ziffern und @ . + - _, ohne Leerzeichen oder andere Zeichen."
    ),
    "template_stale": _(
        "Die Vorlage ist inzwischen geändert: Es gilt %(stored)s, du wolltest %(wanted)s. Nichts ist gespeichert."
    ),
    "template_name_taken": _("So heißt schon eine Vorlage. Gib dieser einen anderen Namen."),
    "name_taken": _("Diesen Namen hat schon jemand. Wähl einen anderen."),
    "wrong_password": _("Das ist nicht dein bisheriges Passwort."),
    "weak_password": _("Dieses Passwort ist zu leicht zu erraten. Nimm ein längeres."),
    "last_gm": _("Eine Kampagne braucht eine Spielleitung. Ernenne zuerst jemand anderen."),
    "leads_elsewhere": _(
        "Dieses Mitglied spielt auch in einer Kampagne, die du nicht leitest. Ein neues Passwort kann ihm "
        "nur geben, wer die Anlage betreibt."
    ),
    "already_member": _("Du bist schon Mitglied dieser Kampagne."),
    "unknown_ruleset": _("Dieses Regelwerk gibt es hier nicht."),
    "other_ruleset": _("„%(name)s“ gehört zu %(theirs)s; diese Runde spielt %(ours)s. Wähl etwas aus ihrem Bestand."),
    "open_question": _("Hier wartet noch eine Handlung auf eine Antwort. Beantworte oder verwirf sie zuerst."),
    "encounter_running": _("Der Kampf läuft schon."),
    "encounter_empty": _("Zu einem Kampf gehören mindestens zwei. Nimm zuerst Beteiligte auf."),
    "encounter_not_started": _("Der Kampf hat noch nicht begonnen."),
    "encounter_closed": _("Dieser Kampf ist zu Ende. Nimm sein Ende im Protokoll zurück, um weiterzuspielen."),
    "nobody_has_the_turn": _("Niemand ist am Zug: Alle waren in dieser Runde dran. Beende die Runde."),
    "turn_is_over": _("Der Kampf ist schon weiter als diese Seite. Schau, wer jetzt am Zug ist, und sag neu an."),
    "not_in_encounter": _("%(name)s gehört nicht mehr zu diesem Kampf."),
    "already_in_encounter": _("%(name)s ist schon dabei."),
    "no_open_question": _("Diese Handlung ist schon abgeschlossen oder verworfen."),
    "action_impossible": _(
        "Diese Handlung geht so nicht mehr: Wer oder was dazugehört, ist nicht mehr dabei. Verwirf sie."
    ),
    "already_answered": _("Schon beantwortet: %(answer)s. Deine Eingabe zählt nicht mehr."),
    "already_rolled": _("Es ist schon gewürfelt. Verwerfen kann das nur noch die Spielleitung."),
    "not_your_question": _("Diese Antwort gibt jemand anderes."),
    "bad_request": _("Die Anfrage ist unvollständig oder passt nicht zusammen."),
    "too_much": _("Das ist zu viel auf einmal: höchstens 1 MB. Kürz den Text."),
    "face_not_on_die": _("Diese Zahl zeigt der Würfel nicht."),
    "nobody_needs_it": _("Hier braucht das gerade niemand."),
    "choice_not_open": _("Diese Wahl ist hier nicht möglich."),
}


def sentence(code: str, data: Mapping[str, Json] | None = None) -> str:
    """The sentence for a code in the reader's language; the code itself where there is none."""
    pattern = SENTENCES.get(code)
    return code if pattern is None else str(pattern) % (data or {})


class Fault(NamedTuple):
    """A code with its data."""

    code: str
    data: Mapping[str, Json] = {}

    @property
    def sentence(self) -> str:
        return sentence(self.code, self.data)


def number_fault(text: str, digits: int, known: Field | None = None) -> Fault:
    """Why a text could not be read as a number of so many digits: it is none, beyond the field's bounds, too long."""
    found = whole_in(text, MOST_READ)
    if found is None:
        return Fault("not_a_number")
    error = known.check(found) if known is not None else None
    return Fault("too_many_digits", {"digits": digits}) if error is None else Fault(error.code, error.data)


class FieldError(NamedTuple):
    """What is wrong with one field: its address, a code, and the bounds or choices the code speaks of."""

    field: str
    code: str
    data: Mapping[str, Json] = {}

    @property
    def sentence(self) -> str:
        return sentence(self.code, self.data)


class ServiceError(Exception):
    """Nothing was saved. `code` is for programs, `sentence` for people, `status` for HTTP."""

    status: ClassVar[int] = 400

    def __init__(self, code: str, **data: Json) -> None:
        super().__init__(code)
        self.code = code
        self.data = data

    @property
    def sentence(self) -> str:
        return sentence(self.code, self.data)


class NotVisible(ServiceError):
    """It is not there, or the asker may not know that it is: both are told apart nowhere."""

    status = 404

    def __init__(self) -> None:
        super().__init__("not_found")


class NotAllowed(ServiceError):
    status = 403

    def __init__(self, code: str = "not_allowed", **data: Json) -> None:
        super().__init__(code, **data)


class Invalid(ServiceError):
    """Input outside its bounds, one error per field."""

    def __init__(self, errors: Iterable[FieldError]) -> None:
        self.errors = tuple(errors)
        super().__init__(self.errors[0].code, **self.errors[0].data)

    @classmethod
    def of(cls, field: str, code: str, **data: Json) -> Invalid:
        return cls([FieldError(field, code, data)])


class Conflict(NamedTuple):
    """A value that no longer stands: what the form showed, what stands now, what should have been saved."""

    ref: str
    field: str
    shown: Json
    stored: Json
    wanted: Json


class StaleEdit(ServiceError):
    """The world changed under an edit; both values are carried, nothing was saved."""

    status = 409

    def __init__(self, conflicts: Iterable[Conflict]) -> None:
        super().__init__("stale")
        self.conflicts = tuple(conflicts)


class KeyReused(ServiceError):
    """The one-time key was used for something else."""

    status = 409

    def __init__(self) -> None:
        super().__init__("key_reused")


class AlreadyUndone(ServiceError):
    status = 409

    def __init__(self) -> None:
        super().__init__("already_undone")


class NotYet(ServiceError):
    """It cannot be taken back while something goes on."""

    status = 409


class NothingToUndo(ServiceError):
    status = 409

    def __init__(self) -> None:
        super().__init__("nothing_to_undo")
