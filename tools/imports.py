"""Runs the import contracts of pyproject.toml (the linter's own command has no module form)."""

import sys

from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports


def run() -> int:
    return int(lint_imports(no_cache=True) != EXIT_STATUS_SUCCESS)


if __name__ == "__main__":
    sys.exit(run())
