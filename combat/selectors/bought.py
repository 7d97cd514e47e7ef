"""Units of a budget bought for points of a pool, as the rules of some systems allow it in one's own turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from combat.core.body import whole
from combat.core.description import Bought, Budget, RulesetInfo
from combat.core.fight import Combatant
from combat.core.intent import Offer, Reason
from combat.core.schema import Field, FieldKind
from combat.core.value import Json, JsonMap


def buyable(info: RulesetInfo, budget: Budget, one: Combatant) -> int:
    """How many more units he can buy in this round, with the points he has."""
    how = budget.bought
    return min(_unbought(budget, one), owned(info, budget, one) // how.price * how.each) if how else 0


def _unbought(budget: Budget, one: Combatant) -> int:
    if budget.bought is None:
        return 0
    return max(budget.bought.most - whole(one.flags.get(budget.bought.flag)), 0)


def owned(info: RulesetInfo, budget: Budget, one: Combatant) -> int:
    """The points that pay for it."""
    return points_left(info, budget.bought.field, one) if budget.bought else 0


def points_left(info: RulesetInfo, known: Field, one: Combatant) -> int:
    """The points of the pool that a field spends, as many as he has."""
    pool = next((each for each in info.pools if each.key == known.pool), None)
    return max(whole(one.sheet.value(pool.current)), 0) if pool else 0


def times_of(info: RulesetInfo, known: Field, choice: str, one: Combatant, chosen: int) -> int:
    """How often a choice can be named: as often as it still buys something, at least once; 0: a plain yes or no."""
    for budget in info.budgets:
        if budget.bought is not None and budget.bought.choice == choice and known.kind is FieldKind.CHOICES:
            return max(buyable(info, budget, one) // budget.bought.each, chosen, 1)
    return 0


def bought_by(budget: Budget, parameters: JsonMap) -> int:
    """The units that an announcement buys before it is paid."""
    if budget.bought is None:
        return 0
    named: list[Json] = [one for each in parameters.values() if isinstance(each, list | tuple) for one in each]
    return named.count(budget.bought.choice) * budget.bought.each


def price_of(info: RulesetInfo, parameters: JsonMap) -> dict[str, int]:
    """The points of each pool that pay for the units bought with an announcement."""
    found = [(each.bought, bought_by(each, parameters)) for each in info.budgets if each.bought is not None]
    return {how.field.pool: units // how.each * how.price for how, units in found if units}


class Mended(NamedTuple):
    """What buys the units an action lacks: the field of its announcement, and how often that has to be named."""

    known: Field
    how: Bought
    times: int


def mended(info: RulesetInfo, one: Combatant, offer: Offer, reasons: Sequence[Reason]) -> Mended | None:
    """What has to be named, if buying units is all that is needed; else None."""
    for budget in info.budgets:
        known, missing = _field(offer.parameters, budget), _missing(budget, reasons)
        if budget.bought is not None and known is not None and 0 < missing <= buyable(info, budget, one):
            return Mended(known, budget.bought, -(-missing // budget.bought.each))
    return None


def _missing(budget: Budget, reasons: Sequence[Reason]) -> int:
    """Units that are missing, where nothing else speaks against it."""
    data = reasons[0].data if [each.code for each in reasons] == [f"not_enough_{budget.key}"] else {}
    return whole(data.get("needed")) - whole(data.get("left"))


def _field(fields: Iterable[Field], budget: Budget) -> Field | None:
    return next((each for each in fields if budget.bought and budget.bought.choice in each.choices), None)
