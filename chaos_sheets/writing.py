"""One writer at a time.

SQLite has one write lock, and waiting for it is unfair and slow: so writers queue here, in the process by a lock
and between processes by a locked file beside the database. PostgreSQL has one writer per campaign, so that the
entries of a journal are committed in the order of their numbers: whoever asks what is new since one misses none.
"""

import fcntl
import hashlib
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

_thread_lock = threading.RLock()


@contextmanager
def writing(*, campaign: int, key: str = "") -> Iterator[None]:
    """A transaction that sees the last word and has it: nobody else is at work on the campaign.

    What belongs to no campaign (0) has a key, and nobody else is at work with that key.
    """
    if connection.in_atomic_block:
        # Whoever is inside a transaction has the database's write lock already; to queue now could block both.
        with transaction.atomic():
            _lock(campaign, key)
            yield
    elif connection.vendor == "sqlite":
        with _queue(), transaction.atomic():
            yield
    else:
        with transaction.atomic():
            _lock(campaign, key)
            yield


@contextmanager
def _queue() -> Iterator[None]:
    name = str(connection.settings_dict["NAME"])
    with _thread_lock:
        if "mode=memory" in name or name == ":memory:":
            yield
            return
        with os.fdopen(os.open(f"{name}.writer", os.O_CREAT | os.O_RDWR, 0o600), "r+") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield


def _lock(campaign: int, key: str) -> None:
    if (campaign or key) and connection.vendor == "postgresql":
        name = f"campaign:{campaign}" if campaign else f"key:{key}"
        digest = hashlib.blake2b(name.encode(), digest_size=8).digest()
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [int.from_bytes(digest, signed=True)])
