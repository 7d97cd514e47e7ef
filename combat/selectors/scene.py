"""What an announcement is about, looked up: who is here, who may be seen, what the rules offer. For the panel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from django.utils.translation import gettext as _

from chaos_sheets import policy
from chaos_sheets.models import Character, Item
from chaos_sheets.numbers import count_in
from chaos_sheets.selectors.known import Known
from chaos_sheets.trace import Reader
from combat.core.description import COVER, PERSON, POINTING
from combat.core.fight import Fight
from combat.core.intent import INSTEAD, Intent, Offer, Part, Reason
from combat.core.ruleset import Ruleset
from combat.core.schema import Field, FieldKind, only_asked
from combat.core.value import Json, value_at
from combat.mapping import Table, read_table
from combat.models import Encounter
from combat.registry import ruleset, ruleset_info
from combat.requests import HOUSE
from combat.selectors.announce import Typed
from combat.selectors.draft import Draft, is_said, parameter_name
from combat.selectors.offered import offered_to
from combat.selectors.parts import earlier_parts

FEW = 12
"""Among so many the one possible target is looked for."""


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
    def row(self) -> Encounter | None:
        """The fight that is asked for, if it still goes on."""
        number = count_in(self.typed.one("encounter"))
        if number is None:
            return None
        rows = Encounter.objects.filter(campaign=self.who.campaign, closed=False, pk=number)
        found = rows.prefetch_related("combatants").first()
        if found is not None and not policy.may_see_encounter(self.who, started=int(found.body.get("round", 0)) > 0):
            found = None
        if found is None:
            self.refuse("encounter", _("Kampf"), _("Diesen Kampf gibt es nicht, oder er ist zu Ende."))
        return found

    @cached_property
    def encounter(self) -> int | None:
        return self.row.pk if self.row is not None else None

    @cached_property
    def here(self) -> tuple[Character, ...]:
        """Everybody who can take part: of a fight those who are in it."""
        rows = [row for row in self.known.characters.values() if not row.retired]
        if self.row is None:
            return tuple(rows)
        inside = {one.character_id for one in self.row.combatants.all() if not one.left}
        return tuple(row for row in rows if row.pk in inside)

    @cached_property
    def attackers(self) -> dict[str, Character]:
        """Those he may act for, his own first."""
        rows = [row for row in self.here if policy.may_act(self.who, row)]
        rows.sort(key=lambda row: (not self.who.owns(row), row.owner_id is None, row.name.casefold()))
        return {row.ref: row for row in rows}

    @cached_property
    def actor(self) -> Character | None:
        wanted = self.typed.one("actor")
        if wanted and wanted not in self.attackers:
            self.refuse("actor", _("Wer"), _("Diese Figur gibt es nicht, oder du darfst nicht für sie handeln."))
        turn = str(self.row.body.get("current", "")) if self.row is not None else ""
        first = next(iter(self.attackers.values()), None)
        return self.attackers.get(wanted) or self.attackers.get(turn) or first

    @property
    def actor_ref(self) -> str:
        return self.actor.ref if self.actor else ""

    @cached_property
    def possible_targets(self) -> dict[str, Character]:
        rows = [row for row in self.here if row is not self.actor and policy.may_target(self.who, row)]
        rows.sort(key=lambda row: self.known.name(row.ref).casefold())
        return {row.ref: row for row in rows}

    @cached_property
    def targets(self) -> tuple[str, ...]:
        found = []
        # An action that takes no target keeps in mind whom the one before was for.
        for ref in dict.fromkeys(self.typed.many("target") or self.typed.many("mark")):
            if ref in self.possible_targets or (ref == self.actor_ref and ref):
                found.append(ref)
            else:
                self.refuse("target", _("Ziel"), _("Dieses Ziel gibt es nicht, oder du darfst es nicht sehen."))
        return tuple(found if self.several else found[:1])

    @cached_property
    def earlier(self) -> tuple[Part, ...]:
        """The parts before, as far as they are for people he sees; another's turn is not whoever acts now's."""
        if self._is_new("was", self.actor_ref):
            return ()
        seen = {*self.possible_targets, self.actor_ref}
        found = earlier_parts(self.typed)
        shown = tuple(part for part in found if seen.issuperset(part.targets))
        if shown != found:
            said = _("Was schon angesagt war, gilt jemandem, den es nicht gibt oder den du nicht sehen darfst.")
            self.refuse("ansage", _("Ansage"), said)
        return shown

    def with_only_target(self) -> Scene:
        """The same with the one target the rules leave open, where nobody was chosen in a fight of a few."""
        few = self.row is not None and 1 < len(self.possible_targets) <= FEW
        if not few or not self.needs_target or self.typed.many("target"):
            return self
        found = [ref for ref in self.possible_targets if ref in self.fight.combatants and self._is_open(ref)]
        if len(found) != 1:
            return self
        return Scene.of(self.who, replace(self.typed, values={**self.typed.values, "target": found}))

    def _is_open(self, ref: str) -> bool:
        part = replace(self.part, targets=(ref,))
        return not self.rules.preview(self.fight, Intent(actor=self.actor_ref, parts=(*self.earlier, part))).reasons

    @property
    def aimed_at(self) -> tuple[str, ...]:
        """Those the announced action is for, the actor himself left out."""
        return tuple(ref for ref in self.targets if ref != self.actor_ref) if self.may_target else ()

    @cached_property
    def payer(self) -> str:
        named = super().payer
        if named and named not in self.attackers and not (named == HOUSE and self.is_gm):
            self.refuse("payer", _("Wer bezahlt"), _("Für diese Figur darfst du nicht bezahlen."))
            return ""
        return named

    # --- stated facts ---------------------------------------------------------------------------------------

    def pointed_at(self, of: str, known: Field) -> tuple[str, ...]:
        """What a fact about somebody may point at: things on the table, then, for all but covers, everybody else."""
        people = () if known.unit == COVER else (self.actor_ref, *self.possible_targets)
        return (*self.covers, *(ref for ref in people if ref and ref != of))

    def stated_value(self, name: str, known: Field, of: str) -> Json:
        """A stated fact as it was typed; one that points at something points at what he sees."""
        value = self.typed.value(name, known, self.word(known.label))
        if known.unit == PERSON and value is None and not self.typed.sent and of == self.actor_ref:
            return self.targets[0] if self.targets and self.goes_with_choice else None
        if known.unit in POINTING and value is not None and value not in self.pointed_at(of, known):
            self.refuse(name, self.word(known.label), _("Das gibt es hier nicht, oder du darfst es nicht sehen."))
            return None
        return value

    @cached_property
    def goes_with_choice(self) -> bool:
        """Whether somebody who is named of the actor belongs to a choice (an aim): then he is whom it is about."""
        return any(flag.field.kind is FieldKind.CHOICE for flag in self.stated("combatant"))

    @cached_property
    def table(self) -> Table:
        """The fight as it stands, without what is announced."""
        return read_table(self.who.campaign, self.request_for(Part(form="")), self.info)

    @property
    def fight(self) -> Fight:
        return self.table.fight

    def may_state(self, scope: str, of: str) -> bool:
        """Whether it is his to say: in a fight the game master says what is so, a player of his own characters."""
        if self.row is None or self.who.is_gm or scope == "pair":
            return True
        return scope == "combatant" and of in self.attackers

    def kept(self, scope: str, of: str, path: str) -> Json:
        """What the fight itself holds of a fact; None in free play and where it holds nothing."""
        found = self.table.encounter
        if found is None:
            return None
        if scope == "combatant":
            one = found.parts.get(of.partition(":")[2])
            return value_at(one.body, f"flags.{path}") if one is not None else None
        if scope == "fight":
            return value_at(found.row.body, f"flags.{path}")
        names = (f"{self.actor_ref}>{of}", f"{of}>{self.actor_ref}")
        pairs = found.row.body.get("pairs", {})
        return next((pairs[name][path] for name in names if path in pairs.get(name, {})), None)

    # --- what is announced ----------------------------------------------------------------------------------

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """What the actor may do; what only the game master may order is offered to him alone."""
        if self.actor is None:
            return ()
        found = offered_to(self.known, self.rules.offers(self.fight, self.actor_ref))
        return tuple(offer for offer in found if offer.joins or not self.earlier)

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
        """The form that is announced: the one asked for, else the first for this thing that is possible or mends it."""
        here = [offer for offer in self.offers if offer.item == self.item]
        wanted = self.typed.one("form")
        found = next((offer for offer in here if offer.form == wanted), None)
        known = any(offer.form == wanted for offer in self.offers)
        if wanted and not known and not self._is_new("was", self.actor_ref):
            self.refuse("form", _("Handlung"), _("Diese Handlung gibt es hier nicht."))
        return found or self._proposed([offer for offer in here if offer.by != "gm"] or here)

    def _proposed(self, here: list[Offer]) -> Offer | None:
        """The first, or what would mend it where it is refused: an empty weapon is reloaded before it shoots."""
        first = next(iter(here), None)
        return (self.instead(first.reasons) if first is not None else None) or first

    def instead(self, reasons: Iterable[Reason]) -> Offer | None:
        """What the rules propose where something is refused, if it is possible now."""
        wanted = {reason.data.get(INSTEAD) for reason in reasons}
        return next(
            (each for each in self.offers if each.item == self.item and each.form in wanted and not each.reasons), None
        )

    @property
    def may_target(self) -> bool:
        """Whether what is announced is for somebody."""
        return self.offer is not None and self.offer.may_target

    @property
    def needs_target(self) -> bool:
        return self.offer is not None and self.offer.needs_target

    def _is_new(self, name: str, value: str) -> bool:
        """Whether the choice on which others rest was just changed, or something was just done: what no longer fits
        is dropped, not told.
        """
        return self.typed.one("fresh") == "1" or self.typed.one(name, value) != value

    def parameter_fields(self, index: int) -> tuple[Field, ...]:
        """What the form of one of the parts may carry; the last one is being announced."""
        part = self.earlier[index] if index < len(self.earlier) else self.part
        offers = (each for each in self.offers if (each.form, each.item) == (part.form, part.item))
        return next((each.parameters for each in offers), ())

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
            if is_said(known, value):
                named[known.path] = value
        return only_asked(self.offer.parameters, named)

    @cached_property
    def part(self) -> Part:
        form = self.offer.form if self.offer else ""
        targets = self.targets if self.may_target else ()
        return Part(form=form, item=self.item, targets=targets, parameters=self.parameters)

    @property
    def standing(self) -> Part | None:
        """What is announced, if it says all that belongs to it."""
        part = self.part
        return part if self.offer is not None and (part.targets or not self.needs_target) else None
