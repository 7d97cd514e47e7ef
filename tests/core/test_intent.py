"""A refusal carries all its reasons."""

from combat.core.intent import Offer, Reason, Refused


def test_a_refusal_names_every_reason() -> None:
    refused = Refused((Reason("jammed"), Reason("no_ammunition", {"loaded": 0})))
    assert str(refused) == "jammed, no_ammunition"
    assert [reason.code for reason in refused.reasons] == ["jammed", "no_ammunition"]


def test_an_offer_may_take_a_target_without_needing_one() -> None:
    assert not Offer(form="guard").may_target
    assert Offer(form="treat", takes_target=True).may_target
    assert Offer(form="shoot", needs_target=True).may_target
