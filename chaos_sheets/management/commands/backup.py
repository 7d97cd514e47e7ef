import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection


class Command(BaseCommand):
    help = "Copy the SQLite database to a file, also while it is in use."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError("This database is not SQLite; back it up with pg_dump.")
        if file.exists():
            raise CommandError(f"{file} is there already.")
        connection.ensure_connection()
        with closing(sqlite3.connect(file)) as copy:
            connection.connection.backup(copy)
        self.stdout.write(str(file))
