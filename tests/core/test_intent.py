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


def test_help_nobody_he_knows_of_needs_is_closed() -> None:
    """A hidden one who needs it opens nothing, and what is closed otherwise keeps its own reasons."""
    offer = Offer(form="first_aid", helps=("a", "b"))
    assert offer.seen_by({"a"}.__contains__) is offer
    assert [reason.code for reason in offer.seen_by({"c"}.__contains__).reasons] == ["nobody_needs_it"]
    assert Offer(form="attack").seen_by({"c"}.__contains__).reasons == ()
    closed = Offer(form="first_aid", helps=(), reasons=(Reason("stunned"),))
    assert closed.seen_by({"c"}.__contains__) is closed
