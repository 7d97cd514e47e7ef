"""Sessions in the database, read by a plain statement: every request reads one."""

from __future__ import annotations

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from chaos_sheets.prepared import table_of


class SessionStore(db.SessionStore):
    def _get_session_from_db(self) -> Session | None:
        statement = f"SELECT * FROM {table_of(Session)} WHERE session_key = %s"  # noqa: S608  the name of a table only
        rows = Session.objects.raw(statement, [self.session_key])
        found = next(iter(rows), None)
        if found is not None and found.expire_date > timezone.now():
            return found
        self._session_key = None
        return None
