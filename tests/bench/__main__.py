"""`./dev bench [id …]`: every row of the modules named rows_*.py, measured and set beside its goal."""

import importlib
import json
import os
import pkgutil
import platform
import sys
from collections.abc import Iterator
from pathlib import Path

import django
from django.test.utils import setup_databases, setup_test_environment, teardown_databases

from tests import bench
from tests.bench.harness import Result, Row, measure

LATEST = Path(__file__).resolve().parents[2] / "bench" / "latest.json"


def all_rows(wanted: set[str]) -> Iterator[Row]:
    for module in pkgutil.iter_modules(bench.__path__):
        if module.name.startswith("rows_"):
            for row in importlib.import_module(f"tests.bench.{module.name}").rows():
                if not wanted or row.id in wanted:
                    yield row


def write(results: list[Result]) -> None:
    LATEST.parent.mkdir(exist_ok=True)
    rows = [
        {
            "id": one.id,
            "title": one.title,
            "measured": one.measured,
            "unit": one.unit,
            "goal": one.goal,
            "limit": one.fault,
            "verdict": one.verdict,
        }
        for one in results
    ]
    machine = {"python": platform.python_version(), "cores": os.cpu_count()}
    LATEST.write_text(json.dumps({"machine": machine, "rows": rows}, indent=1, ensure_ascii=False) + "\n")


def main(arguments: list[str]) -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    setup_test_environment(debug=False)
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        results = []
        for row in all_rows(set(arguments)):
            results.append(measure(row))
            print(results[-1].line(), flush=True)
    finally:
        teardown_databases(databases, verbosity=0)
    write(results)
    return any(one.verdict == "FAULT" for one in results)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
