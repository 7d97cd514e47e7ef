"""Runs the import contracts of pyproject.toml (the linter's own command has no module form)."""

import sys

from importlinter.cli import lint_imports

if __name__ == "__main__":
    sys.exit(lint_imports(no_cache=False))
