"""What is not built yet: the one place that says so. Cases of these actions are listed by a test and nowhere else."""

from collections import Counter
from collections.abc import Iterable

from tests.golden.cases import Case

DUE: dict[str, dict[str, str]] = {"chaos": {}}
"""Actions by ruleset, each with the part of the work it comes with."""

DISPUTED: dict[str, str] = {}
"""Cases of others that the rule text contradicts, by id, each with the reason."""


def is_due(case: Case) -> bool:
    """Whether a case waits for an action that is not built yet."""
    return case.action in DUE.get(case.ruleset, {})


def report(cases: Iterable[Case]) -> list[str]:
    """The lines that end every run: what is due, by action, and what is disputed, with its reason."""
    counted = Counter((case.ruleset, case.action) for case in cases if is_due(case))
    lines = [f"Golden cases due: {counted.total()}"]
    lines += [
        f"  {ruleset_id} {action}: {number} (with {DUE[ruleset_id][action]})"
        for (ruleset_id, action), number in sorted(counted.items())
    ]
    lines.append(f"Golden cases disputed: {len(DISPUTED)}")
    return lines + [f"  {case_id}: {reason}" for case_id, reason in DISPUTED.items()]
