import os
import sys
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# A busy machine is slow without anything being wrong, so no example has a deadline; HYPOTHESIS_EXAMPLES asks for more.
settings.register_profile(
    "table",
    deadline=None,
    max_examples=int(os.environ.get("HYPOTHESIS_EXAMPLES", "40")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("table")

skipped: list[str] = []


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    # Core and ruleset tests run without Django's plugin (-p no:django); its setting must still be known.
    if not pluginmanager.has_plugin("django"):
        parser.addini("DJANGO_SETTINGS_MODULE", "unused without Django")


# Tests with real transactions empty the tables afterwards, and with them what all others share: they come last.
@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=has_real_transactions)


def has_real_transactions(item: pytest.Item) -> bool:
    marked = item.get_closest_marker("django_db")
    named = {"live_server", "transactional_db"} & set(getattr(item, "fixturenames", ()))
    return bool(named or (marked and marked.kwargs.get("transaction")))


# A skipped test proves nothing, and a missing browser or database must not pass for a green run.
def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped:
        skipped.append(report.nodeid)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    if report.skipped:
        skipped.append(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if skipped and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


# The helpers of a parallel run end without a word: what tidies up at the end of a process is not reached there.
@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    if (printing := sys.modules.get("chaos_sheets.printing.press")) is not None:
        printing.press.stop()
    if (shared := sys.modules.get("tests.settings")) is not None:
        shared.clean_up()


@pytest.hookimpl(wrapper=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Iterator[None]:
    yield
    for nodeid in skipped:
        terminalreporter.write_line(f"SKIPPED, which counts as failed: {nodeid}", red=True)
