"""What an announcement is about, looked up: who is here, who may be seen, what the rules offer. For the panel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from django.utils.translation import gettext as _

from chaos_sheets import policy
from chaos_sheets.models import Character, Item
from chaos_sheets.selectors.known import Known
from chaos_sheets.trace import Reader
from combat.core.fight import Fight
from combat.core.intent import Offer, Part
from combat.core.ruleset import Ruleset
from combat.core.schema import Field
from combat.core.value import Json
from combat.mapping import Table, read_table
from combat.registry import ruleset, ruleset_info
from combat.selectors.announce import Typed
from combat.selectors.draft import PERSON, THING, Draft, parameter_name


def draft_of(who: policy.Viewer, typed: Typed) -> Draft:
    """An announcement as it was sent, ready to be done."""
    return Draft(typed=typed, info=ruleset_info(who.campaign.ruleset), is_gm=who.is_gm)


@dataclass(kw_only=True)
class Scene(Draft):
    """An announcement in its surroundings. Everything is worked out when it is first needed.

    ``unknown``: something was named that is not there for this viewer.
    """

    who: policy.Viewer
    known: Known
    covers: Mapping[str, Item] = field(default_factory=dict)
    unknown: bool = False

    @classmethod
    def of(cls, who: policy.Viewer, typed: Typed) -> Scene:
        known = Known.of(who)
        seen = {row.ref: row for row in Item.objects.on_table(who.campaign) if policy.may_see_cover(who, row)}
        known.items |= seen
        info = ruleset_info(who.campaign.ruleset)
        return cls(who=who, typed=typed, info=info, is_gm=who.is_gm, known=known, covers=seen)

    @cached_property
    def rules(self) -> Ruleset:
        return ruleset(self.who.campaign.ruleset)

    @cached_property
    def reader(self) -> Reader:
        """What the viewer knows of everybody here and of what they carry."""
        rows = [record.row for record in self.table.records.values()] if self.actor else []
        self.known.items |= {row.ref: row for row in rows if isinstance(row, Item)}
        return self.known.reader()

    def refuse(self, name: str, label: str, text: str) -> None:
        """Something that is not there for him was named: told where it was named."""
        self.unknown = True
        self.typed.wrong(name, label, text)

    # --- who and whom ---------------------------------------------------------------------------------------

    @cached_property
    def attackers(self) -> dict[str, Character]:
        """Those he may act for, his own first."""
        rows = [row for row in self.known.characters.values() if not row.retired and policy.may_act(self.who, row)]
        rows.sort(key=lambda row: (not self.who.owns(row), row.owner_id is None, row.name.casefold()))
        return {row.ref: row for row in rows}

    @cached_property
    def actor(self) -> Character | None:
        wanted = self.typed.one("actor")
        if wanted and wanted not in self.attackers:
            self.refuse("actor", _("Wer"), _("Diese Figur gibt es nicht, oder du darfst nicht für sie handeln."))
        return self.attackers.get(wanted) or next(iter(self.attackers.values()), None)

    @property
    def actor_ref(self) -> str:
        return self.actor.ref if self.actor else ""

    @cached_property
    def possible_targets(self) -> dict[str, Character]:
        here = [row for row in self.known.characters.values() if not row.retired and row is not self.actor]
        rows = [row for row in here if policy.may_target(self.who, row)]
        rows.sort(key=lambda row: self.known.name(row.ref).casefold())
        return {row.ref: row for row in rows}

    @cached_property
    def targets(self) -> tuple[str, ...]:
        found = []
        for ref in dict.fromkeys(self.typed.many("target")):
            if ref in self.possible_targets:
                found.append(ref)
            else:
                self.refuse("target", _("Ziel"), _("Dieses Ziel gibt es nicht, oder du darfst es nicht sehen."))
        return tuple(found if self.several else found[:1])

    # --- stated facts ---------------------------------------------------------------------------------------

    def pointed_at(self, of: str) -> tuple[str, ...]:
        """What a fact about somebody may point at: things on the table, then everybody else."""
        people = (self.actor_ref, *self.possible_targets)
        return (*self.covers, *(ref for ref in people if ref and ref != of))

    def stated_value(self, name: str, known: Field, of: str) -> Json:
        """A stated fact as it was typed; one that points at something points at what he sees."""
        value = self.typed.value(name, known, self.word(known.label))
        if known.unit == PERSON and value is None and not self.typed.sent and of == self.actor_ref:
            return self.targets[0] if self.targets else None
        if known.unit in (THING, PERSON) and value is not None and value not in self.pointed_at(of):
            self.refuse(name, self.word(known.label), _("Das gibt es hier nicht, oder du darfst es nicht sehen."))
            return None
        return value

    @cached_property
    def table(self) -> Table:
        """The fight as it stands, without what is announced."""
        return read_table(self.who.campaign, self.request_for(Part(form="")), self.info)

    @property
    def fight(self) -> Fight:
        return self.table.fight

    # --- what is announced ----------------------------------------------------------------------------------

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """What the actor may do to somebody; what only the game master may order is offered to him alone."""
        if self.actor is None:
            return ()
        found = self.rules.offers(self.fight, self.actor_ref)
        return tuple(offer for offer in found if offer.needs_target and (offer.by != "gm" or self.who.is_gm))

    @cached_property
    def items(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(offer.item for offer in self.offers))

    @cached_property
    def item(self) -> str:
        wanted = self.typed.one("item")
        # Bare hands have no number; they are chosen only where somebody chose them.
        if wanted in self.items and (wanted or "item" in self.typed.values):
            return wanted
        if wanted and not self._is_new("was", self.actor_ref):
            self.refuse("item", _("Womit"), _("Das hat diese Figur nicht bei sich."))
        usable = [offer.item for offer in self.offers if not offer.reasons and offer.by != "gm"]
        return next(iter(usable), next(iter(self.items), ""))

    @cached_property
    def offer(self) -> Offer | None:
        """The form that is announced: the one asked for, else the first for this thing."""
        here = [offer for offer in self.offers if offer.item == self.item]
        wanted = self.typed.one("form")
        found = next((offer for offer in here if offer.form == wanted), None)
        known = any(offer.form == wanted for offer in self.offers)
        if wanted and not known and not self._is_new("was", self.actor_ref):
            self.refuse("form", _("Handlung"), _("Diese Handlung gibt es hier nicht."))
        return found or next((offer for offer in here if offer.by != "gm"), next(iter(here), None))

    def _is_new(self, name: str, value: str) -> bool:
        """Whether the choice on which others rest has just been changed: what no longer fits is dropped, not told."""
        return self.typed.one(name, value) != value

    def parameter_field(self, known: Field) -> str:
        """Where a parameter was typed; links name every kind alike."""
        name = parameter_name(known)
        return name if name in self.typed.values or f"p.{known.path}" not in self.typed.values else f"p.{known.path}"

    @cached_property
    def parameters(self) -> dict[str, Json]:
        if self.offer is None:
            return {}
        named: dict[str, Json] = {}
        for known in self.offer.parameters:
            name = self.parameter_field(known)
            if (
                known.choices
                and self._is_new("with", self.item)
                and not set(self.typed.many(name)) <= set(known.choices)
            ):
                continue
            value = self.typed.value(name, known, self.word(known.label))
            if value not in (None, False, []):
                named[known.path] = value
        return named

    @cached_property
    def part(self) -> Part:
        form = self.offer.form if self.offer else ""
        return Part(form=form, item=self.item, targets=self.targets, parameters=self.parameters)
