"""Eight people attack at once over HTTP, on a server of one and of two processes with a database of its own."""

import http.client
import os
import secrets
import signal
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from urllib.parse import urlencode

from tests.bench.harness import Figure, Row
from tests.web.attacks import NO_REACTION

ROOT = Path(__file__).resolve().parents[2]
CLIENTS, REQUESTS = 8, 25
FORM = "application/x-www-form-urlencoded"
# The attack roll is typed, so that no rifle jams and every burst is one of ten hits.
BURST = {
    "form": "shoot",
    "p.mode": "auto",
    "pair.distance": "20",
    "dice": "app",
    "die.attack": "1",
    "sides.attack": "100",
}
# Magazines and hit points that outlast the measurement.
PLENTY = {"chaos_sheets_item": "$.capacity", "chaos_sheets_character": "$.maxima.hit_points"}


class Visitor:
    """A browser as far as cookies and forms go."""

    def __init__(self, port: int, cookies: Mapping[str, str] | None = None) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.cookies = dict(cookies or {})

    def ask(self, method: str, path: str, form: Mapping[str, str] | None = None) -> tuple[int, str]:
        """Status and where it leads."""
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if form is not None:
            headers |= {"Content-Type": FORM, "X-CSRFToken": self.cookies["csrftoken"]}
        self.connection.request(method, path, urlencode(form or {}), headers)
        response = self.connection.getresponse()
        for header in response.headers.get_all("Set-Cookie") or ():
            name, _, value = header.split(";")[0].partition("=")
            self.cookies[name] = value
        response.read()
        return response.status, response.headers.get("Location", "")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def server(workers: int) -> Iterator[tuple[int, Path]]:
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        own = {"DATA_DIR": folder, "DATABASE_URL": "", "DJANGO_SETTINGS_MODULE": "chaos_sheets.settings"}
        command = [sys.executable, "manage.py", "serve", "--demo", "--port", str(port), "--workers", str(workers)]
        process = subprocess.Popen(command, cwd=ROOT, env=os.environ | own, stdout=subprocess.DEVNULL)
        try:
            wait_for(port, process)
            yield port, Path(folder)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(timeout=30)


def wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    for _ in range(900):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        if process.poll() is not None:
            break
        time.sleep(0.2)
    raise AssertionError("the server did not start")


def signed_in(port: int, folder: Path) -> Visitor:
    lines = (folder / "demo-logins.txt").read_text().splitlines()
    name, password = lines[0].split()
    visitor = Visitor(port)
    visitor.ask("GET", "/konto/anmelden/")
    status, _ = visitor.ask("POST", "/konto/anmelden/", {"login": name, "password": password})
    assert status == 302
    return visitor


def bursts(folder: Path) -> tuple[str, list[dict[str, str]]]:
    """The panel's address, and for each client a shooter with a rifle and somebody to shoot at."""
    with closing(sqlite3.connect(folder / "chaos.sqlite3")) as database, database:
        for table, path in PLENTY.items():
            statement = f"UPDATE {table} SET body = json_set(body, ?, 1000000) WHERE campaign_id IS NOT NULL"
            database.execute(statement, [path])
        (campaign,) = database.execute("SELECT id FROM chaos_sheets_campaign").fetchone()
        rifles = database.execute(
            "SELECT id, character_id FROM chaos_sheets_item WHERE json_extract(body, '$.shots.auto') > 0"
            " AND place = 'carried' AND campaign_id = ? ORDER BY id",
            [campaign],
        ).fetchall()
        people = database.execute("SELECT id FROM chaos_sheets_character WHERE campaign_id = ?", [campaign]).fetchall()
    forms = []
    for number in range(CLIENTS):
        rifle, shooter = rifles[number % len(rifles)]
        (target,) = [one for one in people if one != (shooter,)][number]
        said = {"actor": f"character:{shooter}", "item": f"item:{rifle}", "target": f"character:{target}"}
        forms.append(said | BURST | NO_REACTION)
    return f"/runde/{campaign}/angriff/", forms


@cache
def load(workers: int) -> tuple[list[float], list[str]]:
    """Milliseconds of every attack, and whatever did not go through."""
    times: list[float] = []
    failed: list[str] = []
    with server(workers) as (port, folder):
        path, forms = bursts(folder)
        cookies = signed_in(port, folder).cookies

        def shoot(form: dict[str, str]) -> None:
            visitor = Visitor(port, cookies)
            for _ in range(REQUESTS):
                began = time.perf_counter()
                status, where = visitor.ask("POST", path, form | {"key": secrets.token_urlsafe(12)})
                times.append((time.perf_counter() - began) * 1000)
                if status != 302 or "entry=" not in where:
                    failed.append(f"{status} {where}")

        clients = [threading.Thread(target=shoot, args=[form]) for form in forms]
        for client in clients:
            client.start()
        for client in clients:
            client.join()
    return times, failed


def share(workers: int, percent: int) -> float:
    return statistics.quantiles(load(workers)[0], n=100)[percent - 1]


def rows_of(workers: int) -> Iterator[Row]:
    of = f"8 clients, {workers} worker{'s' * (workers > 1)}"
    yield Figure(id="G14", title=f"{of}: p95", goal=100, unit="ms", measure=lambda: share(workers, 95))
    yield Figure(id="G14", title=f"{of}: p99", goal=200, unit="ms", measure=lambda: share(workers, 99))
    yield Figure(
        id="G14",
        title=f"{of}: p95 : p50",
        goal=4,
        unit="x",
        measure=lambda: share(workers, 95) / share(workers, 50),
    )
    yield Figure(id="G14", title=f"{of}: failed", goal=0, unit="", measure=lambda: len(load(workers)[1]))


def rows() -> Iterator[Row]:
    yield from rows_of(1)
    yield from rows_of(2)
