from __future__ import annotations

import pytest

from chaos_sheets.printing.worker import Press
from tests.cast import cast, stock, stock_once
from tests.language import german_first

__all__ = ["cast", "german_first", "stock", "stock_once"]


@pytest.fixture(scope="session")
def press() -> Press:
    """Style sheet and fonts, read once for all tests."""
    return Press()
