"""Records that pages are made of: whole when they are made, and never changed afterwards."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import dataclass_transform


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def shown[T](made: type[T]) -> type[T]:
    """A frozen dataclass with names for all its values; that it is frozen the type checker watches over.

    One that is frozen at run time takes several times as long to fill, and a page is made of a thousand.
    """
    return dataclass(slots=True, unsafe_hash=True, kw_only=True)(made)
