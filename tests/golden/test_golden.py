"""Every golden case comes out as worked out by hand; what is due or disputed is told."""

from collections import Counter

import pytest

from combat.registry import ruleset_ids, ruleset_info
from tests.golden.cases import Case, same
from tests.golden.conftest import is_due
from tests.golden.due import DISPUTED, DUE
from tests.golden.play import actions_of, played


def test_a_golden_case_comes_out_as_worked_out_by_hand(golden_case: Case) -> None:
    assert not golden_case.broken, golden_case.broken
    assert golden_case.ruleset in ruleset_ids(), f"no ruleset {golden_case.ruleset!r}"
    known = {option.key for option in ruleset_info(golden_case.ruleset).options}
    assert set(golden_case.options) <= known, "unknown house rules"
    assert golden_case.action in actions_of(golden_case.ruleset), f"no action {golden_case.action!r}"
    differences = same(golden_case.expect, played(golden_case).actual)
    assert not differences, "\n".join(differences)


def test_what_is_due_is_told(golden_cases: list[Case], capsys: pytest.CaptureFixture[str]) -> None:
    due = [case for case in golden_cases if is_due(case)]
    counted = Counter((case.ruleset, case.action) for case in due)
    with capsys.disabled():
        print(f"\nGolden cases due: {len(due)}")
        for (ruleset_id, action), number in sorted(counted.items()):
            print(f"  {ruleset_id} {action}: {number} (with {DUE[ruleset_id][action]})")


def test_nothing_that_is_built_is_listed_as_due() -> None:
    for ruleset_id, actions in DUE.items():
        assert not set(actions) & set(actions_of(ruleset_id))


def test_disputed_cases_are_told_with_their_reasons(
    golden_cases: list[Case], capsys: pytest.CaptureFixture[str]
) -> None:
    assert set(DISPUTED) <= {case.id for case in golden_cases}
    with capsys.disabled():
        for case_id, reason in DISPUTED.items():
            print(f"\nGolden case disputed: {case_id}: {reason}")


def test_every_case_has_an_id_of_its_own_within_its_file(golden_cases: list[Case]) -> None:
    counted = Counter((case.source, case.id) for case in golden_cases)
    assert [name for name, number in counted.items() if number > 1] == []
