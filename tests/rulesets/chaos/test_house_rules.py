"""A house rule that deviates is told where it decides: in the events, or in the reason of a refusal."""

from collections.abc import Iterator

import pytest

from combat.core.event import Event
from combat.core.value import Json
from combat.registry import ruleset, ruleset_info
from tests.rulesets.requests import Tried, tried

DECIDED = {
    "strict_under": "cha-more-equal-roll-counts-01",
    "recoil_cumulative": "cha-more-recoil-growing-01",
    "aim_disturbed": "cha-more-aim-elsewhere-lost-01",
    "laser_marker": "cha-more-laser-aimed-01",
    "jam_from": "cha-more-jam-98-01",
    "auto_split": "cha-more-auto-split-refused-01",
    "dodge_equal": "cha-more-equal-dodge-evades-01",
    "pierced_extras": "cha-more-pierced-extras-01",
    "critical_rule": "cha-more-critical-surplus2-01",
}
BY_THE_BOOK = (
    "cha-more-equal-roll-fails-01", "cha-more-recoil-flat-01", "cha-more-aim-elsewhere-kept-01",
    "cha-more-laser-called-01", "cha-more-jam-96-01", "cha-more-auto-split-01", "cha-more-equal-dodge-hits-01",
    "cha-more-pierced-plain-01", "cha-more-critical-surplus3-01",
)  # fmt: skip


def request_of(case: str) -> Tried:
    return next(request for request in tried("chaos") if request.case == case)


def told(events: tuple[Event, ...]) -> Iterator[Json]:
    for event in events:
        found = event.data.get("option")
        yield from found if isinstance(found, list | tuple) else ()


def test_every_house_rule_is_tried_here() -> None:
    assert set(DECIDED) == {option.key for option in ruleset_info("chaos").options}


@pytest.mark.parametrize(("option", "case"), DECIDED.items())
def test_what_a_house_rule_decides_names_it(option: str, case: str) -> None:
    request = request_of(case)
    assert option in request.fight.options
    reasons = ruleset("chaos").preview(request.fight, request.intent).reasons
    named = {*told(request.story), *[reason.data.get("option") for reason in reasons]}
    assert option in named


@pytest.mark.parametrize("case", BY_THE_BOOK)
def test_nothing_is_named_where_the_default_decides(case: str) -> None:
    assert list(told(request_of(case).story)) == []
