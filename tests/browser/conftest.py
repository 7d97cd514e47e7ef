"""Real pages in a real browser. Whatever a page does wrong on the side fails the test that opened it."""

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Response, expect
from pytest_django.live_server_helper import LiveServer

from chaos_sheets.management.commands.load_demo import make_demo
from chaos_sheets.models import User
from tests import builders

# Playwright's synchronous interface runs a loop in the test's thread; Django would take that for an async view.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# A busy machine is slow without anything being wrong.
PATIENCE = 30_000
expect.set_options(timeout=PATIENCE)

VIEWPORTS = {"phone": {"width": 360, "height": 740}, "laptop": {"width": 1280, "height": 800}}
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Nothing leaves this machine, and no request is held up to see to it: what is intercepted is also never cached.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost",
)


@dataclass
class Watch:
    """Collects what no page of ours may do. Statuses that a story provokes on purpose are announced first."""

    home: str
    seen: list[str] = field(default_factory=list)
    expected: set[int] = field(default_factory=set)

    def expect(self, *statuses: int) -> None:
        self.expected.update(statuses)

    def console(self, message: ConsoleMessage) -> None:
        # The browser repeats each failed load in the console; the response itself is judged below.
        # htmx says so once more; what was announced is no fault there either.
        told = [f"Response Status Error Code {status} " for status in self.expected]
        if message.type in {"error", "warning"} and not message.text.startswith(("Failed to load resource", *told)):
            self.seen.append(f"console: {message.text}")

    def response(self, response: Response) -> None:
        if response.status >= 400 and response.status not in self.expected:
            self.seen.append(f"{response.status}: {response.request.method} {response.url}")

    def failed(self, request: Request) -> None:
        # A page that is left while it still loads something is no fault.
        if "ERR_ABORTED" not in (request.failure or ""):
            self.seen.append(f"{request.failure}: {request.url}")

    def request(self, request: Request) -> None:
        if not request.url.startswith((self.home, "data:", "blob:")):
            self.seen.append(f"request to another host: {request.url}")

    def watch(self, context: BrowserContext) -> None:
        context.on("request", self.request)
        context.on("console", self.console)
        context.on("response", self.response)
        context.on("requestfailed", self.failed)
        context.on("weberror", lambda error: self.seen.append(f"script: {error.error}"))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")
    return {**browser_type_launch_args, "executable_path": chromium, "args": list(QUIET)}


@pytest.fixture(params=VIEWPORTS)
def viewport(request: pytest.FixtureRequest) -> dict[str, int]:
    return VIEWPORTS[request.param]


@pytest.fixture
def watch(live_server: LiveServer) -> Iterator[Watch]:
    watching = Watch(home=live_server.url)
    yield watching
    assert watching.seen == []


@pytest.fixture
def open_page(
    browser: Browser, live_server: LiveServer, watch: Watch, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Page]]:
    """`open_page("/path/", user)`: a page in a browser of its own, signed in as the user if one is given.

    It has the size of the test's `viewport`, else a laptop's; further settings go to the browser's context.
    """
    size = request.getfixturevalue("viewport") if "viewport" in request.fixturenames else VIEWPORTS["laptop"]
    contexts: list[BrowserContext] = []

    def opened(path: str, user: User | None = None, **context_settings: Any) -> Page:
        context = browser.new_context(
            **{
                "base_url": live_server.url,
                "viewport": size,
                "locale": "de-DE",
                "reduced_motion": "reduce",
                **context_settings,
            }
        )
        contexts.append(context)
        watch.watch(context)
        if user is not None:
            client = Client()
            client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
            value = client.cookies[settings.SESSION_COOKIE_NAME].value
            context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": live_server.url}])
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def made_once() -> Iterator[dict[str, sqlite3.Connection]]:
    """Copies of the database with a demo in it: to make it anew for each test would cost most of its time."""
    kept: dict[str, sqlite3.Connection] = {}
    yield kept
    for database in kept.values():
        database.close()


@pytest.fixture
def demo_of(
    live_server: LiveServer, tmp_path: Any, settings: Any, made_once: dict[str, sqlite3.Connection]
) -> Callable[[str], None]:
    """`demo_of("chaos")`: the stock and the demo campaign of one system, as `./dev run` makes them for all."""
    settings.DATA_DIR = tmp_path

    def make(ruleset: str) -> None:
        connection.ensure_connection()
        database: Any = connection.connection
        if ruleset in made_once:
            made_once[ruleset].backup(database)
            return
        # The first test with real transactions finds what all others share.
        call_command("flush", verbosity=0, interactive=False)
        make_demo(ruleset)
        made_once[ruleset] = sqlite3.connect(":memory:")
        database.backup(made_once[ruleset])

    return make


@pytest.fixture
def demo(demo_of: Callable[[str], None]) -> None:
    """The demo of the main system."""
    demo_of(builders.RULESET)


@pytest.fixture(scope="session")
def assert_accessible() -> Callable[[Page], None]:
    """Fails on anything that axe calls serious or critical."""
    axe = Axe()

    def check(page: Page) -> None:
        violations = axe.run(page).response["violations"]
        found = [
            f"{violation['id']}: {node['target']} {node['html'][:120]}"
            for violation in violations
            if violation["impact"] in {"serious", "critical"}
            for node in violation["nodes"]
        ]
        assert found == []

    return check


@pytest.fixture(scope="session")
def assert_fits() -> Callable[[Page], None]:
    """No page scrolls sideways."""

    def check(page: Page) -> None:
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{page.url} is {wide} pixels wider than the window"

    return check
