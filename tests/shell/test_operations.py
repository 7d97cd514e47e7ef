"""What the operator does: start, back up."""

import socket
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from chaos_sheets.models import User
from chaos_sheets.settings import kept_secret


@pytest.mark.django_db(transaction=True)
def test_a_backup_holds_everything_and_overwrites_nothing(tmp_path: Path) -> None:
    User.objects.create_user("anna")
    copy = tmp_path / "copy.sqlite3"
    if connection.vendor != "sqlite":
        with pytest.raises(CommandError, match="pg_dump"):
            call_command("backup", str(copy))
        return
    call_command("backup", str(copy), verbosity=0)
    with closing(sqlite3.connect(copy)) as opened:
        assert ("anna",) in opened.execute(f"SELECT username FROM {User._meta.db_table}").fetchall()
    with pytest.raises(CommandError, match="already"):
        call_command("backup", str(copy))


def test_a_taken_port_is_named_before_anything_is_done() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(CommandError, match=f"--port {port + 1}"):
            call_command("serve", port=port)


def test_the_secret_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    file = tmp_path / "new" / "secret-key"
    first = kept_secret(file)
    assert len(first) >= 50
    assert kept_secret(file) == first
    assert file.stat().st_mode & 0o777 == 0o600
