"""What the operator does: start, back up."""

import socket
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from chaos_sheets.models import User
from chaos_sheets.settings import for_owner_only, kept_secret
from chaos_sheets.writing import writing


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
    assert copy.stat().st_mode & 0o777 == 0o600
    with pytest.raises(CommandError, match="already"):
        call_command("backup", str(copy))


@pytest.mark.django_db(transaction=True)
def test_a_backup_that_cannot_be_made_is_refused_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.vendor != "sqlite":
        return
    with pytest.raises(CommandError, match=r"There is no folder .*/nowhere; make it first\."):
        call_command("backup", str(tmp_path / "nowhere" / "copy.sqlite3"))
    (tmp_path / "file").touch()
    with pytest.raises(CommandError, match=r"copy cannot be made: Not a directory\."):
        call_command("backup", str(tmp_path / "file" / "copy"))

    def full(_file: Path) -> sqlite3.Connection:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(sqlite3, "connect", full)
    with pytest.raises(CommandError, match=r"could not be written: disk I/O error\."):
        call_command("backup", str(tmp_path / "copy.sqlite3"))
    assert not (tmp_path / "copy.sqlite3").exists()


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


def modes(folder: Path) -> dict[str, int]:
    return {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()}


def test_a_database_is_its_owners_alone_with_all_that_lies_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "new" / "table.sqlite3"
    for_owner_only(file)
    with closing(sqlite3.connect(file)) as opened:
        opened.execute("PRAGMA journal_mode=WAL")
        opened.execute("CREATE TABLE one (id INTEGER)")
        assert modes(file.parent) == {file.name: 0o600, f"{file.name}-wal": 0o600, f"{file.name}-shm": 0o600}


def test_what_an_earlier_version_left_open_to_others_is_closed(tmp_path: Path) -> None:
    file = tmp_path / "table.sqlite3"
    for beside in ("", "-wal", "-shm", ".writer"):
        Path(f"{file}{beside}").touch(0o644)
    for_owner_only(file)
    assert set(modes(tmp_path).values()) == {0o600}


@pytest.mark.django_db(transaction=True)
def test_the_file_at_which_writers_queue_is_its_owners_alone() -> None:
    if connection.vendor != "sqlite":
        return
    queue = Path(f"{connection.settings_dict['NAME']}.writer")
    queue.unlink(missing_ok=True)
    with writing(campaign=0):
        assert queue.stat().st_mode & 0o777 == 0o600


def test_a_start_says_that_there_are_demos_of_several_systems(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        call_command("serve", "--help")
    assert "demo campaign of every system" in " ".join(capsys.readouterr().out.split())
