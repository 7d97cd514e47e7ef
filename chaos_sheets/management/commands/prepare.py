from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser


class Command(BaseCommand):
    help = "Bring database, shared cache, stock and static files to this version; twice is as good as once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--demo", action="store_true", help="also make the demo campaign and print its log-ins")

    def handle(self, *args: Any, demo: bool, **options: Any) -> None:
        call_command("migrate", verbosity=0, interactive=False)
        call_command("createcachetable", verbosity=0)
        call_command("load_stock", verbosity=0)
        if not settings.DEBUG:
            call_command("collectstatic", verbosity=0, interactive=False)
        if demo:
            call_command("load_demo", stdout=self.stdout)
