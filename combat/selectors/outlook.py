"""What an offer would come to: its ways with price and number to reach, as the announcement it leads to will show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from chaos_sheets import policy
from chaos_sheets.trace import check_view, reason_views
from chaos_sheets.words import listed, number, signed, unit_word
from combat.core.dice import OPEN
from combat.core.intent import Check, Intent, Offer, Part, Preview, Reason
from combat.core.schema import Field, FieldKind
from combat.core.value import Json
from combat.registry import ruleset
from combat.selectors.encounter_rows import OUT_OF_IT, Look

MOST_WAYS = 6
MOST_MODIFIERS = 3
LONGEST_NOTE = 60
FARTHEST = 64
"""So far a price is followed to find how far one unit of it carries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One way to do what is offered: ``choice`` of ``known`` if there are several; ``text``: what it comes to."""

    known: Field | None = None
    choice: str = ""
    cost: Mapping[str, int] = field(default_factory=dict)
    text: str = ""
    reasons: tuple[Reason, ...] = ()
    target: str = ""
    lead: str = ""
    """What it comes to without a roll, in a sentence."""


@dataclass(kw_only=True)
class Outlook:
    """What one of the fighters could do now. ``mark``: whom the numbers are for; empty if there is nobody."""

    look: Look
    actor: str
    mark: str = ""

    @classmethod
    def of(cls, look: Look, actor: str) -> Outlook:
        return cls(look=look, actor=actor, mark=_mark(look, actor))

    def ways(self, offer: Offer) -> tuple[Way, ...]:
        """The ways that differ in his own rolls, each for itself; those that are closed carry the reasons."""
        if offer.helps is not None:
            # The numbers are for somebody who needs it, one of his own side where there is one.
            sides, needy = self.look.table.fight.combatants, filter(self.look.known.name, offer.helps)
            mark = min(needy, key=lambda ref: sides[ref].party != sides[self.actor].party, default="")
            return replace(self, mark=mark).ways(replace(offer, helps=None))
        if offer.reasons or offer.by == "gm":
            return (Way(cost=offer.cost, reasons=offer.reasons),)
        known = self._choice(offer)
        if known is None:
            preview = self._preview(offer, {})
            return (self._way(offer, preview) if offer.may_target else self._plain(offer, preview),)
        found = {choice: self._preview(offer, {known.path: choice}) for choice in known.choices}
        common = set.intersection(*({reason.code for reason in each.reasons} for each in found.values()))
        if not (offer.needs_target and offer.item and self._rolls(found.values()) and _differ(found.values())):
            return (self._either(offer, known, found, common),)
        return tuple(self._way(offer, each, known, choice, common) for choice, each in found.items())

    def _rolls(self, previews: Iterable[Preview]) -> bool:
        """Whether it is he who rolls: what others roll against is asked for with the announcement."""
        return all(check.who == self.actor for each in previews for check in each.checks[:1])

    def _choice(self, offer: Offer) -> Field | None:
        """The choice that has to be made, if there are few answers and they are no places on a body."""
        zones = {zone.key for zone in self.look.info.zones}
        for known in offer.parameters:
            is_choice = known.kind is FieldKind.CHOICE and not known.optional
            if is_choice and 0 < len(known.choices) <= MOST_WAYS and not zones.intersection(known.choices):
                return known
        return None

    def _preview(self, offer: Offer, parameters: Mapping[str, Json]) -> Preview:
        fight = self.look.table.fight
        targets = (self.mark,) if offer.needs_target and self.mark else ()
        part = Part(form=offer.form, item=offer.item, targets=targets, parameters=parameters)
        return ruleset(self.look.who.campaign.ruleset).preview(fight, Intent(actor=self.actor, parts=(part,)))

    # --- in words -------------------------------------------------------------------------------------------

    def _way(
        self,
        offer: Offer,
        preview: Preview,
        known: Field | None = None,
        choice: str = "",
        common: Iterable[str] = (),
    ) -> Way:
        is_known = bool(preview.checks) and not preview.reasons
        return Way(
            known=known,
            choice=choice,
            cost=preview.cost or offer.cost,
            text=self._numbers(preview) if is_known else "",
            reasons=tuple(reason for reason in preview.reasons if known and reason.code not in common),
            target=self.mark if is_known and offer.needs_target else "",
        )

    def _either(self, offer: Offer, known: Field, found: Mapping[str, Preview], common: Iterable[str]) -> Way:
        """Ways that need no line of their own: at another price, or just what there is to choose from."""
        words = self.look.reader.words
        still = {key: each for key, each in found.items() if all(reason.code in common for reason in each.reasons)}
        ways = tuple((still or found).values())
        way, same = self._way(offer, ways[0]), not _differ(ways)
        if len({_cost_text(self.look, each.cost) for each in found.values()}) > 1:
            prices = dict.fromkeys(_cost_text(self.look, each.cost) for each in ways[1:])
            also = _("auch für %(prices)s") % {"prices": _(" oder ").join(prices)} if prices else ""
            text = listed([way.text if same else "", also])
            return replace(way, text=text, target=way.target if same else "")
        if way.text and same:
            return way
        return replace(way, text=" / ".join(words.choice(known, key) for key in still), target="")

    def _plain(self, offer: Offer, preview: Preview) -> Way:
        """What is done without anybody else: its price, or how far each unit of it carries."""
        if offer.cost or not self.look.info.budgets:
            is_open = any(known.optional and known.kind is FieldKind.CHOICE for known in offer.parameters)
            is_known = bool(preview.checks) and not preview.reasons and not is_open
            lead = "" if preview.checks or preview.reasons else " ".join(self._notes(preview))
            return Way(cost=offer.cost, text=self._numbers(preview) if is_known else "", lead=lead)
        known = next((each for each in offer.parameters if each.unit and not each.choices), None)
        return Way(cost=offer.cost) if known is None else self._rate(offer, known)

    def _rate(self, offer: Offer, known: Field) -> Way:
        """What the first step costs, and how many more cost no more than it."""
        first = self._cost_at(offer, known, 1)
        if not first:
            return Way(cost=offer.cost)
        far = 1
        while far < FARTHEST and self._cost_at(offer, known, far + 1) == first:
            far += 1
        unit = unit_word(self.look.reader.words, known.unit)
        length = f"{far} {unit}" if far > 1 else unit
        return Way(cost=first, text=_("je %(length)s") % {"length": length})

    def _cost_at(self, offer: Offer, known: Field, amount: int) -> Mapping[str, int]:
        value: Json = amount if known.kind is FieldKind.INTEGER else str(amount)
        return self._preview(offer, {known.path: value}).cost

    def _numbers(self, preview: Preview) -> str:
        """The number of the first roll, for whom, what makes it harder, and what is certain beforehand."""
        look, check = self.look, preview.checks[0]
        if not look.reader.sees(check.who):
            return ""
        view = check_view(look.reader, check)
        is_sum = look.info.adds_to_roll or check.window == OPEN
        found = number(view.sum) if isinstance(view.sum, int) else view.sum
        said = view.dice if is_sum else ", ".join(filter(None, [f"{view.sum_label} {found}", view.over]))
        said = f"{said} · {view.chance}" if check.chance == 0 and not view.over else said
        harder = _hindering(look, check)
        said = f"{said}: {', '.join(harder)}" if harder else said
        return " · ".join([said, *self._notes(preview)])

    def _notes(self, preview: Preview) -> list[str]:
        views = reason_views(self.look.reader, preview.notes)
        return [note.text for note in views if len(note.text) <= LONGEST_NOTE]


def _hindering(look: Look, check: Check) -> Sequence[str]:
    """What takes most from the roll: from the number to reach, or by a bound that has to be exceeded."""
    found = [each for each in check.modifiers if each.value < 0 and each.kind not in ("factor", "divisor", "bound")]
    found += [each for each in check.modifiers if each.value > 0 and each.kind == "bound"]
    found.sort(key=lambda each: -abs(each.value))
    return [f"{look.reader.words.word(each.key)} {_less(each.value, each.kind)}" for each in found[:MOST_MODIFIERS]]


def _less(value: int, kind: str) -> str:
    """Points that are taken off, or dice more of which the worst counts, as the bill shows them."""
    return f"↓{-value}" if kind == "dice" else signed(value)


def _differ(previews: Iterable[Preview]) -> bool:
    """Whether the choice decides about the roll or what is certain of it."""
    rolled = [(each.checks[:1], each.notes) for each in previews]
    return any(each != rolled[0] for each in rolled)


def _cost_text(look: Look, cost: Mapping[str, int]) -> str:
    return ", ".join(f"{units}\N{NO-BREAK SPACE}{look.reader.words.short(key)}" for key, units in cost.items() if units)


def _mark(look: Look, actor: str) -> str:
    """Whom the numbers are for: of the other sides the nearest he may aim at, as far as that was stated."""
    return min(_aimable(look, actor), key=lambda ref: look.distance(actor, ref), default="")


def _aimable(look: Look, actor: str) -> Iterator[str]:
    sides = look.table.fight.combatants
    for ref in look.order:
        is_other = ref != actor and (sides[ref].party != sides[actor].party or not sides[ref].party)
        is_up = all(state.severity < OUT_OF_IT for state in look.states(ref))
        if is_other and is_up and policy.may_target(look.who, look.table.characters[ref]):
            yield ref
