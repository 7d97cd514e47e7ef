"""Sessions in the database, read by a plain statement: every request reads one.

Two of Django's own inner methods are put in place of theirs: how a row is read, and what may be a key. If a new Django
calls them no longer, sessions work on, read by its own query, and a test shows that a key is not looked at any more.
"""

from __future__ import annotations

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from chaos_sheets.prepared import table_of

SHORTEST = 8
"""Django's own least length of a key."""


class SessionStore(db.SessionStore):
    def _validate_session_key(self, key: str | None) -> bool:
        """A key of ours holds letters and digits; a database may not even take what else a cookie can hold."""
        return key is not None and len(key) >= SHORTEST and key.isascii() and key.isalnum()

    def _get_session_from_db(self) -> Session | None:
        statement = f"SELECT * FROM {table_of(Session)} WHERE session_key = %s"  # noqa: S608  the name of a table only
        rows = Session.objects.raw(statement, [self.session_key])
        found = next(iter(rows), None)
        if found is not None and found.expire_date > timezone.now():
            return found
        self._session_key = None
        return None
