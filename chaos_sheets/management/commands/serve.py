import os
import socket
import sys
from typing import Any

import environ
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104  # compared with, not bound by default

env = environ.Env()


def own_names() -> list[str]:
    """Under which names other machines of the same network may reach this one."""
    names = {"localhost", "127.0.0.1", "[::1]", socket.gethostname()}
    # Connecting a datagram socket sends nothing; it only tells which address would be used.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            names.add(probe.getsockname()[0])
        except OSError:
            pass
    return sorted(names)


def assert_free(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(f"{host}:{port} cannot be used ({error.strerror}); try --port {port + 1}") from error


class Command(BaseCommand):
    help = "Prepare everything and serve the pages until Ctrl-C."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default=env.str("HOST", default="127.0.0.1"))
        parser.add_argument("--port", type=int, default=env.int("PORT", default=8000))
        parser.add_argument("--workers", type=int, default=env.int("WORKERS", default=1))
        parser.add_argument(
            "--demo", action="store_true", help="also make a demo campaign of every system and print the log-ins"
        )

    def handle(self, *args: Any, host: str, port: int, workers: int, demo: bool, **options: Any) -> None:
        assert_free(host, port)
        call_command("prepare", demo=demo, stdout=self.stdout)
        shown = [name for name in own_names() if name != "[::1]"] if host in EVERYWHERE else [host]
        if host in EVERYWHERE:
            os.environ.setdefault("ALLOWED_HOSTS", ",".join(own_names()))
        elif host not in {"127.0.0.1", "localhost", "::1"}:
            os.environ.setdefault("ALLOWED_HOSTS", f"localhost,127.0.0.1,{host}")
        for name in shown:
            self.stdout.write(f"http://{f'[{name}]' if ':' in name else name}:{port}/")
        self.stdout.write("Ctrl-C stops it.")
        self.stdout.flush()
        # Several blocking threads in one process: readers go on while a writer waits for its turn.
        os.execv(  # noqa: S606
            sys.executable,
            [
                sys.executable,
                *("-m", "granian", "--interface", "wsgi", "--host", host, "--port", str(port)),
                *("--workers", str(workers), "--blocking-threads", "4", "--backlog", "1024"),
                *("--no-ws", "--log-level", "warning", "--workers-kill-timeout", "5"),
                "chaos_sheets.wsgi:application",
            ],
        )
