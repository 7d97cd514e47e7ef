"""What is another now, in words: whose value, what it is called, what it was and what it is, as one viewer may know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from chaos_sheets.fight_words import is_fight, refs_in, spot_of, spot_value
from chaos_sheets.models import Known
from chaos_sheets.trace import Reader
from combat.core.event import Change
from combat.core.schema import Field
from combat.core.value import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeView:
    """One value that is another now. ``hidden`` parts were left out before this was made, never masked here."""

    ref: str
    field: str
    name: str
    label: str
    before: str
    after: str
    about: tuple[str, ...] = ()
    """Whom or what it is about, by ref."""
    side: str = ""
    """On which side somebody comes into a fight."""

    @property
    def is_new(self) -> bool:
        """Whether the whole record was made."""
        return self.field == ""

    @property
    def comes(self) -> bool:
        """Whether somebody or something came into being, or into a fight."""
        return self.is_new or (self.field.startswith(("combatants.", "covers.")) and self.field.count(".") == 1)


COLUMNS = {
    "": gettext_lazy("Eintrag"),
    "name": gettext_lazy("Name"),
    "public_name": gettext_lazy("öffentlicher Name"),
    "known": gettext_lazy("bekannt ist"),
    "notes": gettext_lazy("Notizen"),
    "money": gettext_lazy("Geld"),
    "owner": gettext_lazy("gehört"),
    "character": gettext_lazy("getragen von"),
    "retired": gettext_lazy("stillgelegt"),
    "quantity": gettext_lazy("Anzahl"),
    "price": gettext_lazy("Preis"),
    "repair_cost": gettext_lazy("Reparaturkosten"),
    "fitted_to": gettext_lazy("angebaut an"),
    "source": gettext_lazy("kopiert von"),
    "place": gettext_lazy("Ort"),
    "currency": gettext_lazy("Währung"),
    "rate": gettext_lazy("Kurs"),
    "options": gettext_lazy("Hausregel"),
    "switches": gettext_lazy("Schalter"),
}
"""What columns and whole records are called."""


def _schema_field(reader: Reader, ref: str, path: str) -> Field | None:
    if ref.startswith("character:"):
        return reader.info.sheet.field(path)
    kind = reader.info.kind(reader.kinds.get(ref, ""))
    return kind.schema.field(path) if kind else None


def field_label(reader: Reader, ref: str, path: str) -> str:
    """What a changed value is called: "TP", "Körper, Beschädigungspunkte", "Name"."""
    if path in COLUMNS:
        return str(COLUMNS[path])
    if is_fight(ref):
        return spot_of(reader, path).label
    known = _schema_field(reader, ref, path)
    parts = path.split(".")
    if known is not None:
        label = reader.words.short(known.label)
        # Inside a collection the record has a name of its own: Ausweichen, Rang.
        inner = len(parts) == len(known.path.split(".")) > 2
        return f"{reader.words.word(parts[1])}, {label}" if inner else label
    named = [
        part for part in parts if part not in ("zones", "body", "pools", "statuses", "flags", "budget", "protection")
    ]
    if path.startswith("zones."):
        named = [part for part in parts[1:] if part != "protection"]
    return ", ".join(reader.words.word(part) for part in named) or reader.words.word(parts[-1])


def value_words(reader: Reader, ref: str, path: str, value: Json) -> str:
    """A stored value as people read it."""
    if path == "":
        return _("angelegt") if value is not None else "–"
    if path == "owner":
        return reader.names.get(f"member:{value}", _("jemand")) if value is not None else _("niemand")
    if path == "known":
        return str(dict(Known.choices).get(str(value), value))
    if path in ("character", "fitted_to", "source") and value is not None:
        return reader.name(f"{'character' if path == 'character' else 'item'}:{value}")
    if is_fight(ref) and path not in COLUMNS:
        return spot_value(reader, path, value)
    known = _schema_field(reader, ref, path)
    if value is None and known is not None:
        return default_words(reader, known)
    if isinstance(value, Mapping):
        label = value.get("label") or value.get("name")
        return (
            str(label)
            if label
            else reader.text({key: inner for key, inner in value.items() if inner not in (None, {}, [])})
        )
    if path in ("name", "public_name", "notes", "currency") and value:
        return str(value)
    return reader.text(value) if known is None else _of_field(reader, known, value)


def _of_field(reader: Reader, known: Field, value: Json) -> str:
    """A value of a schema: what somebody wrote as it stands, a choice by its word."""
    if known.kind == "text":
        return str(value) if value else "–"
    if isinstance(value, list | tuple):
        return ", ".join(_of_field(reader, known, each) for each in value) or "–"
    is_choice = isinstance(value, str) and value in known.choices
    return reader.words.choice(known, str(value)) if is_choice else reader.text(value)


def default_words(reader: Reader, known: Field) -> str:
    """What counts where nothing is stored."""
    if known.kind == "boolean":
        return reader.text(known.default is True)
    if known.default is not None:
        return reader.text(known.default) or "–"
    return _("voll") if known.maximum_from else "–"


def subject_name(reader: Reader, ref: str, path: str) -> str:
    """Whose value it is: what stands in a fight belongs to people and covers."""
    named = spot_of(reader, path).refs if is_fight(ref) else ()
    return " – ".join(reader.name(other) for other in named or (ref,))


def change_view(reader: Reader, change: Change) -> ChangeView:
    return ChangeView(
        ref=change.of,
        field=change.field,
        name=subject_name(reader, change.of, change.field),
        label=field_label(reader, change.of, change.field),
        before=value_words(reader, change.of, change.field, change.before),
        after=value_words(reader, change.of, change.field, change.after),
        about=(spot_of(reader, change.field).refs if is_fight(change.of) else ()) or (change.of,),
        side=_side(change),
    )


def _side(change: Change) -> str:
    party = change.after.get("party") if is_fight(change.of) and isinstance(change.after, Mapping) else ""
    return _("Seite %(party)s") % {"party": party} if party else ""


def set_up_words(reader: Reader, views: Iterable[ChangeView]) -> tuple[str, ...]:
    """What was set up for a fight, one thing a line, with its values; that the fight was made goes without saying.

    Who came in on one side stands together: Jonna Velder, Grakh Tolvar: Seite Konvoi.
    """
    sides: dict[str, list[str]] = {}
    covers: dict[str, str] = {}
    stated: list[str] = []
    for view in views:
        if view.is_new and is_fight(view.ref):
            continue
        if view.comes and view.field.startswith("combatants."):
            sides.setdefault(view.side, []).append(view.name)
        elif view.comes:
            covers[view.name] = next((fact for ref in view.about if (fact := reader.facts.get(ref))), "")
        else:
            stated.append(_stated_words(view))
    came = [f"{', '.join(names)}: {side}" if side else ", ".join(names) for side, names in sides.items()]
    placed = [f"{name}: {facts}" if facts else name for name, facts in covers.items()]
    return tuple(dict.fromkeys([*came, *placed, *stated]))


def _stated_words(view: ChangeView) -> str:
    before = "" if view.before in ("–", _("nein"), _("niemand")) else f"{view.before} → "
    return f"{view.name}: {view.label} {before}{view.after}"


def change_views(reader: Reader, changes: Iterable[Change]) -> tuple[ChangeView, ...]:
    """The changes he may see: of people of whom he knows, numbers only of his own; what harms somebody comes first.

    What reads the same before and after is none to him, nor what the rules keep for themselves.
    """
    harm = {pool.current for pool in reader.info.pools if pool.health}
    seen = [
        change
        for change in changes
        if reader.sees(change.of) and _knows_all(reader, change) and not is_inner(reader, change)
    ]
    seen.sort(key=lambda change: (change.field not in harm, not change.of.startswith("character:")))
    views = (change_view(reader, change) for change in seen)
    return tuple(view for view in views if view.comes or view.before != view.after)


def is_inner(reader: Reader, change: Change) -> bool:
    """Whether a change only keeps the course of a fight: that somebody has declared his turn."""
    return is_fight(change.of) and spot_of(reader, change.field).inner


def _knows_all(reader: Reader, change: Change) -> bool:
    """Whether he knows of everybody whom a change of a fight names."""
    return not is_fight(change.of) or all(reader.knows(ref) for ref in refs_in(change))
