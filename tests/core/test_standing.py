"""Stored states, and values the game master has set."""

from combat.core.derived import DerivedStep
from combat.core.sheet import Sheet
from combat.core.standing import derived_value, has_status, override, override_reason

BILL = (DerivedStep("skill", 40), DerivedStep("rank", -5))
SET = Sheet(body={"overrides": {"dodge": {"value": 50, "reason": "Segen"}, "parry": {"value": "viel"}}})


def test_a_state_holds_only_if_it_is_set() -> None:
    sheet = Sheet(body={"statuses": {"prone": True, "burning": False, "shaken": 1}})
    assert [has_status(sheet, key) for key in ("prone", "burning", "shaken", "dead")] == [True, False, False, False]


def test_what_the_game_master_set_is_a_number_with_his_reason() -> None:
    assert (override(SET, "dodge"), override_reason(SET, "dodge")) == (50, "Segen")
    assert [override(SET, "parry"), override(SET, "cover"), override(Sheet(body={}), "dodge")] == [None, None, None]


def test_a_value_set_keeps_its_bill() -> None:
    plain, by_hand = (derived_value(sheet, "dodge", BILL, "percent") for sheet in (Sheet(body={}), SET))
    assert (plain.value, plain.overridden, plain.unit) == (35, None, "percent")
    assert (by_hand.value, by_hand.overridden, by_hand.steps) == (50, "Segen", BILL)
