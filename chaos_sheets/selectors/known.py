"""Names: what one viewer knows of the people and things of a campaign."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from django.apps import apps
from django.utils.translation import gettext as _

from chaos_sheets import policy
from chaos_sheets.fight_words import is_fight, refs_in
from chaos_sheets.models import Character, Item, JournalEntry, Place
from chaos_sheets.prepared import Prepared
from chaos_sheets.records import split_ref
from chaos_sheets.trace import Reader
from chaos_sheets.words import Words, measured
from combat.core.description import RulesetInfo
from combat.core.event import Change
from combat.registry import ruleset_info


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A ref and the name under which this viewer knows it."""

    ref: str
    name: str


_characters = Prepared(
    lambda campaign: (
        Character.objects.filter(campaign=campaign, template=False).select_related("owner__user").defer("body", "notes")
    )
)


@dataclass(slots=True)
class Known:
    """The characters and things of a campaign that have been read already, and what the viewer knows of them."""

    who: policy.Viewer
    characters: dict[str, Character] = field(default_factory=dict)
    items: dict[str, Item] = field(default_factory=dict)
    templates: dict[str, Character] = field(default_factory=dict)
    """The campaign's own; only those that something speaks of."""
    fights: dict[str, str] = field(default_factory=dict)
    """Names of encounters of which he may know."""

    @classmethod
    def of(cls, who: policy.Viewer) -> Known:
        return cls(who, {row.ref: row for row in _characters(who.campaign.pk)})

    def read_fights(self, refs: Iterable[str]) -> None:
        """The names of the encounters among the refs, by one query if there are any."""
        wanted = {ref for ref in refs if ref.startswith("encounter:")} - self.fights.keys()
        if wanted:
            # They belong to the app of fights, which this one does not know; like the journal it finds them by Django.
            rows = apps.get_model("combat", "Encounter").objects.filter(campaign=self.who.campaign)
            rows = rows.filter(pk__in=[number for ref in wanted if (number := number_of(ref)) is not None])
            for pk, name, body in rows.values_list("pk", "name", "body"):
                seen = policy.may_see_encounter(self.who, started=bool(body.get("round")))
                self.fights[f"encounter:{pk}"] = name if seen else ""

    def read_templates(self, refs: Iterable[str]) -> None:
        """The templates among the refs, by one query if there may be any."""
        wanted = {ref for ref in refs if ref.startswith("character:")} - self.characters.keys() - self.templates.keys()
        if wanted and self.who.is_gm:
            numbers = [number for ref in wanted if (number := number_of(ref)) is not None]
            rows = Character.objects.filter(campaign=self.who.campaign, template=True, pk__in=numbers)
            self.templates |= {row.ref: row for row in rows.defer("body", "notes")}

    def read_items(self, refs: Iterable[str]) -> None:
        """The things among the refs that are not here yet, by one query."""
        wanted = {ref for ref in refs if ref.startswith("item:")} - self.items.keys()
        if wanted:
            numbers = [number for ref in wanted if (number := number_of(ref)) is not None]
            rows = Item.objects.filter(campaign=self.who.campaign, pk__in=numbers).defer("traits")
            self.items |= {row.ref: row for row in rows}

    def name(self, ref: str) -> str:
        """The name he may know; empty if none."""
        if ref in self.characters:
            row = self.characters[ref]
            name = policy.shown_name(self.who, row)
            return name or (_("eine Figur") if policy.sight(self.who, row) > policy.Sight.NOTHING else "")
        if ref in self.templates:
            return self.templates[ref].name
        if ref in self.items:
            return self.items[ref].name if self._may_see(self.items[ref]) else ""
        if ref == f"campaign:{self.who.campaign.pk}":
            return self.who.campaign.name
        return self.fights.get(ref, "")

    def sees_numbers(self, ref: str) -> bool:
        if self.who.is_gm:
            return True
        if ref in self.items:
            item = self.items[ref]
            return item.character_id is not None and self.sees_numbers(f"character:{item.character_id}")
        if ref in self.characters:
            return policy.may_see_entry_numbers(self.who, self.characters[ref])
        return ref == f"campaign:{self.who.campaign.pk}"

    def _may_see(self, item: Item) -> bool:
        if item.place == Place.TABLE:
            return policy.may_see_cover(self.who, item)
        carrier = self.characters.get(f"character:{item.character_id}")
        return self.who.is_gm or (carrier is not None and policy.sight(self.who, carrier) == policy.Sight.ALL)

    def reader(self, refs: Collection[str] = ()) -> Reader:
        """What he knows of these refs and of every character."""
        self.read_items(refs)
        self.read_templates(refs)
        self.read_fights(refs)
        info = ruleset_info(self.who.campaign.ruleset)
        every = {*self.characters, *self.items, *refs}
        owners = [row.owner for row in self.characters.values() if row.owner is not None]
        members = {f"member:{owner.pk}": owner.user.get_username() for owner in owners}
        return Reader(
            info=info,
            words=Words.of(info.glossary),
            names={ref: name for ref in every if (name := self.name(ref))} | members,
            whole=frozenset(ref for ref in every if self.sees_numbers(ref)),
            kinds={ref: item.kind for ref, item in self.items.items()},
            everything=self.who.is_gm,
            facts={ref: self._facts(info, row) for ref, row in self.items.items() if row.place == Place.TABLE},
            opened=frozenset(
                ref for ref, row in self.characters.items() if policy.sight(self.who, row) is policy.Sight.ALL
            ),
            played={row.ref: row.owner.user_id for row in self.characters.values() if row.owner is not None},
        )

    def _facts(self, info: RulesetInfo, row: Item) -> str:
        """What a cover is worth: everybody sees the first number, the others are the game master's."""
        kind = info.kind(row.kind)
        if kind is None or not self._may_see(row):
            return ""
        words = Words.of(info.glossary)
        fields = [each for path in kind.summary if (each := kind.schema.field(path)) is not None]
        stored = row.body if isinstance(row.body, dict) else {}
        numbers = [(each, stored.get(each.path, each.default)) for each in fields[: None if self.who.is_gm else 1]]
        return ", ".join(
            f"{words.word(each.label)} {measured(info, words, value, each.unit)}"
            for each, value in numbers
            if isinstance(value, int) and not isinstance(value, bool)
        )

    def people(self) -> tuple[Named, ...]:
        """Everybody he knows of, for the filter."""
        named = (Named(ref=ref, name=self.name(ref)) for ref in self.characters)
        return tuple(sorted((each for each in named if each.name), key=lambda each: each.name.casefold()))


def number_of(ref: str) -> int | None:
    try:
        return split_ref(ref)[1]
    except ValueError:
        return None


def refs_of(entry: JournalEntry) -> set[str]:
    """Everybody and everything an entry speaks of."""
    refs = {change["of"] for change in entry.changes}
    for event in entry.events:
        refs.add(event.get("who") or event.get("of") or "")
        refs |= {value for value in event["data"].values() if isinstance(value, str)}
    return {ref for ref in refs if number_of(ref) is not None}


def refs_named(entry: JournalEntry) -> set[str]:
    """Everybody and everything the lines of an entry name: those its changes of a fight point at too."""
    changes = [
        Change(change["of"], change["field"], change["before"], change["after"])
        for change in entry.changes
        if is_fight(change["of"])
    ]
    return refs_of(entry) | {ref for change in changes for ref in refs_in(change) if number_of(ref) is not None}
