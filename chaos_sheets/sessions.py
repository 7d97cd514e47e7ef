"""Sessions in the database, read by a plain statement: every request reads one."""

from __future__ import annotations

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone


class SessionStore(db.SessionStore):
    def _get_session_from_db(self) -> Session | None:
        table = connection.ops.quote_name(Session._meta.db_table)
        rows = Session.objects.raw(f"SELECT * FROM {table} WHERE session_key = %s", [self.session_key])  # noqa: S608
        found = next(iter(rows), None)
        if found is not None and found.expire_date > timezone.now():
            return found
        self._session_key = None
        return None
