"""What more units of a budget cost: the price that the field says which announces them, from the pool it names."""

from __future__ import annotations

from dataclasses import replace

from combat.core.description import Bought, Budget, RulesetInfo
from combat.core.fields import choices
from combat.core.fight import Combatant
from combat.core.intent import Offer, Reason
from combat.core.sheet import Sheet
from combat.registry import ruleset_info
from combat.selectors.bought import buyable, mended, owned, price_of, times_of
from tests import builders

DEAR = choices(
    "spend", ("more", "other"), group="action_points", pool="spell_points", prices=(("more", 3), ("other", 1))
)
HOW = Bought(field=DEAR, choice="more", each=2, most=6, flag="bought_units")
BUDGET = Budget(key="action_units", per_round=10, bought=HOW)


def dear() -> RulesetInfo:
    """Two units cost three spell points, at most six of them in a round."""
    return replace(ruleset_info(builders.RULESET), budgets=(BUDGET,))


def having(points: int) -> Combatant:
    return Combatant(id="character:1", sheet=Sheet(body={"pools": {"spell_points": points, "action_points": 9}}))


def test_what_is_bought_costs_the_price_of_its_choice_each_time() -> None:
    assert price_of(dear(), {"spend": ["more", "other", "more"]}) == {"spell_points": 6}
    assert price_of(dear(), {"spend": ["other"]}) == {}


def test_as_many_can_be_bought_as_the_points_pay_for() -> None:
    assert [
        (owned(dear(), BUDGET, having(points)), buyable(dear(), BUDGET, having(points))) for points in (2, 8, 99)
    ] == [
        (2, 0),
        (8, 4),
        (99, 6),
    ]
    assert times_of(dear(), DEAR, "more", having(8), 0) == 2


def test_what_mends_a_refusal_says_how_often_it_is_bought() -> None:
    offer = Offer(form="shoot", parameters=(DEAR,))
    missing = (Reason("not_enough_action_units", {"needed": 5, "left": 2}),)
    assert mended(dear(), having(8), offer, missing) == (DEAR, HOW, 2)
    assert mended(dear(), having(5), offer, missing) is None
