"""One warm press beside every server process: a page goes in as HTML and comes back as PDF.

Printing costs a second of computing and may crash a library written in C; neither must ever hold up or end a server.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from shutil import rmtree
from typing import IO

from chaos_sheets.printing.wire import DONE, LENGTH

ROOT = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, "-m", "chaos_sheets.printing.worker")
TIME_OUT = 30.0
"""Seconds after which a print is given up, waiting for the others included."""


class PrintFailed(Exception):
    """The sheet could not be printed now; nothing else is lost."""


class Died(Exception):
    """The process ended before it answered."""


class Press:
    """The process and the way to it. One print at a time; the others wait for their turn."""

    def __init__(self, command: tuple[str, ...] = COMMAND, time_out: float = TIME_OUT) -> None:
        self.command = command
        self.time_out = time_out
        self._turn = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0
        self._folder = ""
        """What the process writes to keep for itself; it is gone with it, however it ends."""

    def start(self) -> None:
        """Start the process if none is running; it warms up by itself while others go on."""
        with self._turn:
            self._running()

    def stop(self) -> None:
        """End the process; the next print starts another."""
        process, self._process = self._process, None
        if process is not None and self._owner == os.getpid():
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):  # what was not read any more cannot be flushed
                    if pipe is not None:
                        pipe.close()
            rmtree(self._folder, ignore_errors=True)

    def pdf(self, html: str) -> bytes:
        """Print a page. A process that died is replaced once; raises PrintFailed when that is not enough."""
        until = time.monotonic() + self.time_out
        if not self._turn.acquire(timeout=self.time_out):
            raise PrintFailed("too many prints are waiting")
        try:
            try:
                return self._ask(html, until)
            except Died:
                return self._ask(html, until)
        except Died as error:
            raise PrintFailed("the press died twice") from error
        finally:
            self._turn.release()

    def _running(self) -> subprocess.Popen[bytes]:
        process = self._process
        # A process that was inherited by a fork belongs to the parent.
        if process is None or process.poll() is not None or self._owner != os.getpid():
            self.stop()
            self._folder = tempfile.mkdtemp(prefix="chaos-sheets-press-")
            process = subprocess.Popen(  # noqa: S603
                self.command,
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "TMPDIR": self._folder},
            )
            self._process, self._owner = process, os.getpid()
        return process

    def _ask(self, html: str, until: float) -> bytes:
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        late = threading.Event()

        def give_up() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(max(0.0, until - time.monotonic()), give_up)
        timer.daemon = True
        timer.start()
        try:
            return _exchange(html.encode(), process.stdin, process.stdout)
        except (OSError, Died) as error:
            self.stop()
            if late.is_set():
                raise PrintFailed("the print took too long") from error
            raise Died from error
        finally:
            timer.cancel()


def _exchange(page: bytes, target: IO[bytes], source: IO[bytes]) -> bytes:
    target.write(LENGTH.pack(len(page)) + page)
    target.flush()
    mark = source.read(1)
    head = source.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise Died
    (length,) = LENGTH.unpack(head)
    answer = source.read(length)
    if len(answer) < length:
        raise Died
    if mark != DONE:
        raise PrintFailed("the page could not be laid out")
    return answer


press = Press()
atexit.register(press.stop)
