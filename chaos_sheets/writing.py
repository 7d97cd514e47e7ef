"""One writer at a time.

SQLite has one write lock, and waiting for it is unfair and slow: so writers queue here, in the process by a lock
and between processes by a locked file beside the database. PostgreSQL locks rows, and one key at a time.
"""

import fcntl
import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection, transaction

_thread_lock = threading.RLock()


@contextmanager
def writing(*, campaign: int, key: str = "") -> Iterator[None]:
    """A transaction that sees the last word and has it; with a key, nobody else is at work with that key."""
    if connection.in_atomic_block:
        # Whoever is inside a transaction has the database's write lock already; to queue now could block both.
        with transaction.atomic():
            _lock_key(campaign, key)
            yield
    elif connection.vendor == "sqlite":
        with _queue(), transaction.atomic():
            yield
    else:
        with transaction.atomic():
            _lock_key(campaign, key)
            yield


@contextmanager
def _queue() -> Iterator[None]:
    name = str(connection.settings_dict["NAME"])
    with _thread_lock:
        if "mode=memory" in name or name == ":memory:":
            yield
            return
        with Path(f"{name}.writer").open("a") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield


def _lock_key(campaign: int, key: str) -> None:
    if key and connection.vendor == "postgresql":
        digest = hashlib.blake2b(f"{campaign}:{key}".encode(), digest_size=8).digest()
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [int.from_bytes(digest, signed=True)])
