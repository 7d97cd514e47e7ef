"""A refusal carries all its reasons."""

from combat.core.intent import Reason, Refused


def test_a_refusal_names_every_reason() -> None:
    refused = Refused((Reason("jammed"), Reason("no_ammunition", {"loaded": 0})))
    assert str(refused) == "jammed, no_ammunition"
    assert [reason.code for reason in refused.reasons] == ["jammed", "no_ammunition"]
