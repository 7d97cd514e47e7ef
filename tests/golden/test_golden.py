"""Every golden case comes out as worked out by hand; what is due or disputed is told."""

from collections import Counter

from combat.registry import ruleset_ids, ruleset_info
from tests.golden.cases import Case, same
from tests.golden.due import DISPUTED, DUE, UNTOLD, is_due, report
from tests.golden.play import actions_of, played


def test_a_golden_case_comes_out_as_worked_out_by_hand(golden_case: Case) -> None:
    assert not golden_case.broken, golden_case.broken
    assert golden_case.ruleset in ruleset_ids(), f"no ruleset {golden_case.ruleset!r}"
    known = {option.key for option in ruleset_info(golden_case.ruleset).options}
    assert set(golden_case.options) <= known, "unknown house rules"
    assert golden_case.action in actions_of(golden_case.ruleset), f"no action {golden_case.action!r}"
    differences = same(golden_case.expect, played(golden_case).actual)
    assert not differences, "\n".join(differences)


def test_what_is_due_is_told_at_the_end_of_every_run(golden_cases: list[Case]) -> None:
    lines = report(golden_cases)
    due = {(case.ruleset, case.action) for case in golden_cases if is_due(case)}
    for ruleset_id, action in due:
        assert any(line.startswith(f"  {ruleset_id} {action}: ") for line in lines)
    assert set(DISPUTED) <= {case.id for case in golden_cases}
    for numbers in UNTOLD.values():
        assert {f"  {number}: {reason}" for number, reason in numbers.items()} <= set(lines)


def test_nothing_that_is_built_is_listed_as_due() -> None:
    for ruleset_id, actions in DUE.items():
        assert not set(actions) & set(actions_of(ruleset_id))


def test_nothing_is_due() -> None:
    """Every system is built: no case of any of them may wait for anything."""
    assert [(ruleset_id, action) for ruleset_id, actions in DUE.items() for action in actions] == []


def test_every_case_has_an_id_of_its_own_within_its_file(golden_cases: list[Case]) -> None:
    counted = Counter((case.source, case.id) for case in golden_cases)
    assert [name for name, number in counted.items() if number > 1] == []
