import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection


def made(file: Path) -> None:
    """The file, empty and its owner's alone; raises CommandError where it is there already or cannot be."""
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError as error:
        raise CommandError(f"{file} is there already.") from error
    except FileNotFoundError as error:
        raise CommandError(f"There is no folder {file.parent}; make it first.") from error
    except OSError as error:
        raise CommandError(f"{file} cannot be made: {error.strerror}.") from error


class Command(BaseCommand):
    help = "Copy the SQLite database to a file, also while it is in use."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError("This database is not SQLite; back it up with pg_dump.")
        made(file)
        connection.ensure_connection()
        try:
            with closing(sqlite3.connect(file)) as copy:
                connection.connection.backup(copy)
        except sqlite3.Error as error:
            file.unlink(missing_ok=True)
            raise CommandError(f"{file} could not be written: {error}.") from error
        self.stdout.write(str(file))
