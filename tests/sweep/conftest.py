"""The end of a run tells how many attacks the sweep resolved."""

import pytest

from tests.sweep.counted import CASES

SWEPT = "test_every_attack_resolves_within_all_bounds"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Only a whole sweep is told."""
    passed = [report for report in terminalreporter.stats.get("passed", []) if SWEPT in report.nodeid]
    failed = [report for report in terminalreporter.stats.get("failed", []) if SWEPT in report.nodeid]
    if passed or failed:
        terminalreporter.write_line(f"Stock sweep: {len(passed)} of 53 weapons, of {CASES:,} attacks in all")
