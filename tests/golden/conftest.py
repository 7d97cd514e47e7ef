"""The option that adds a folder of cases to the project's own."""

from pathlib import Path

import pytest

from tests.golden.cases import HERE, Case, load
from tests.golden.due import DISPUTED, is_due, report


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cases", metavar="DIR", help="run the golden cases of DIR as well")


def all_cases(config: pytest.Config) -> list[Case]:
    """The project's cases and those of ``--cases``."""
    folder = config.getoption("--cases", default=None)
    return [*load(HERE), *(load(Path(folder).resolve()) if folder else ())]


@pytest.fixture(scope="session")
def golden_cases(pytestconfig: pytest.Config) -> list[Case]:
    return all_cases(pytestconfig)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "golden_case" in metafunc.fixturenames:
        cases = [case for case in all_cases(metafunc.config) if not is_due(case) and case.id not in DISPUTED]
        metafunc.parametrize("golden_case", cases, ids=[f"{case.source}-{case.id}" for case in cases])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for line in report(all_cases(terminalreporter.config)):
        terminalreporter.write_line(line)
