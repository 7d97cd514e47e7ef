import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser

# Nothing of ours shows these, and compressing them takes longer than all the rest.
UNUSED = ["redoc", "rest_framework", "*-es-bundle*"]


def fingerprint() -> str:
    """Changes with every file that would be collected, whether it is changed, new or gone."""

    def files() -> Iterator[str]:
        for finder in get_finders():
            for name, storage in finder.list(UNUSED):
                found = Path(storage.path(name)).stat()
                yield f"{name} {found.st_size} {found.st_mtime_ns}"

    return hashlib.sha256("\n".join(sorted(files())).encode()).hexdigest()


def collect_static() -> None:
    """Compressing takes some ten seconds, so it is done only when a file has changed."""
    root = Path(settings.STATIC_ROOT)
    stamp, now = root / "collected-from.txt", fingerprint()
    if not stamp.is_file() or stamp.read_text() != now:
        call_command("collectstatic", verbosity=0, interactive=False, clear=True, ignore_patterns=UNUSED)
        stamp.write_text(now)


class Command(BaseCommand):
    help = "Bring database, shared cache, stock and static files to this version; twice is as good as once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--demo", action="store_true", help="also make a demo campaign of every system and print the log-ins"
        )

    def handle(self, *args: Any, demo: bool, **options: Any) -> None:
        call_command("migrate", verbosity=0, interactive=False)
        call_command("createcachetable", verbosity=0)
        call_command("load_stock", verbosity=0)
        if not settings.DEBUG:
            collect_static()
        if demo:
            call_command("load_demo", stdout=self.stdout)
