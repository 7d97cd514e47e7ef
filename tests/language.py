"""In which language a test begins."""

import pytest
from django.utils import translation


@pytest.fixture(autouse=True)
def german_first() -> None:
    """A request in English leaves its language to whatever runs next in the same thread: each test begins in German."""
    translation.activate("de")
