"""What the golden cases leave open, each with its reason: the one place that says so. Every run ends with it."""

from collections import Counter
from collections.abc import Iterable

from tests.golden.cases import Case

DUE: dict[str, dict[str, str]] = {"chaos": {}}
"""What is not built yet: actions by ruleset, each with the part of the work it comes with."""

DISPUTED: dict[str, str] = {}
"""Cases of others that the rule text contradicts, by id, each with the reason."""

UNTOLD: dict[str, dict[str, str]] = {
    "chaos": {
        "CHA-0.6": "says how to read W3 and W5 off other dice; the app rolls them directly",
        "CHA-2.7": "says that refusals give their reason; each reason names the rule that forbids",
        "CHA-5.9": "its case reads the stock of covers; every cover roll names it",
    },
    "zwanziger": {
        "W20-1.1": "names the attributes of the sheet",
        "W20-1.9": "notes two pools that no rule of the fight uses",
        "W20-2.3": "says which values a shield has; each is told as any weapon's",
        "W20-4.7": "says in which order dice are asked for; the script of every case holds it",
        "W20-4.10": "says what a roll does not have: criticals and fumbles",
    },
    "xian": {"XIAN-4.6": "says that there are no criticals, no fumbles, nothing automatic: nothing is computed"},
    "oedland": {
        "FAL-4.7": "says that there are no opposed tests; a parry is a test of its own",
        "FAL-9.16": "says that breath takes nothing off a test of a statistic: nothing is added, so nothing names it",
    },
    "fhtagn": {
        "FHT-4.14": "says what the trace shows; every event of every case is one",
        "FHT-6.20": "says in which words others see harm: pages show them as a state, no event tells them",
        "FHT-8.12": "leaves to the game master whom he rolls for; nobody else is a target",
        "FHT-9.33": "reads a word of other publications; both actions it may mean have numbers of their own",
    },
}
"""Rules whose number no run of their own cases tells, each with the reason."""


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
    lines += [f"  {case_id}: {reason}" for case_id, reason in DISPUTED.items()]
    lines.append(f"Rules told by none of their cases: {sum(map(len, UNTOLD.values()))}")
    return lines + [f"  {number}: {reason}" for numbers in UNTOLD.values() for number, reason in numbers.items()]
