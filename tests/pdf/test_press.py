"""The press is a process of its own: it may hang, die or be asked for nonsense, and the server goes on."""

from __future__ import annotations

import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from chaos_sheets.printing import worker
from chaos_sheets.printing.glyphs import printable
from chaos_sheets.printing.press import COMMAND, PrintFailed
from chaos_sheets.printing.press import Press as Process
from chaos_sheets.printing.worker import OwnFiles

PAGE = (
    '<html lang="de"><head><title>Ä</title></head><body><p class="foot">Fuß</p><main><p>Größe</p></main></body></html>'
)


@pytest.fixture(scope="module")
def process() -> Iterator[Process]:
    process = Process(time_out=120)
    process.start()
    yield process
    process.stop()


def alive(process: Process) -> int:
    assert process._process is not None
    return process._process.pid


def test_one_process_prints_again_and_again(process: Process) -> None:
    first, number = process.pdf(PAGE), alive(process)
    second = process.pdf(PAGE)
    assert first.startswith(b"%PDF-")
    assert second.startswith(b"%PDF-")
    assert alive(process) == number


def test_a_process_that_died_is_replaced(process: Process) -> None:
    process.pdf(PAGE)
    number = alive(process)
    assert process._process is not None
    process._process.kill()
    process._process.wait()
    assert process.pdf(PAGE).startswith(b"%PDF-")
    assert alive(process) != number


def test_a_page_that_cannot_be_laid_out_fails_alone(process: Process) -> None:
    number = alive(process)
    with pytest.raises(PrintFailed):
        process.pdf("<html><p>not closed")
    assert process.pdf(PAGE).startswith(b"%PDF-")
    assert alive(process) == number


def test_prints_at_the_same_time_wait_for_their_turn(process: Process) -> None:
    found: list[bytes] = []
    threads = [threading.Thread(target=lambda: found.append(process.pdf(PAGE))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [content[:5] for content in found] == [b"%PDF-"] * 3


def test_nothing_is_left_of_a_process_however_it_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A press is ended without being asked; the fonts it unpacked for itself go with it."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    unpacks = "import tempfile, sys; print(tempfile.mkdtemp(), flush=True); sys.stdin.read()"
    process = Process((sys.executable, "-c", unpacks), time_out=30)
    process.start()
    assert process._process is not None
    assert process._process.stdout is not None
    fonts = Path(process._process.stdout.readline().decode().strip())
    assert fonts.is_relative_to(tmp_path)
    process.stop()
    assert list(tmp_path.iterdir()) == []


def test_a_press_that_hangs_is_given_up_in_time() -> None:
    process = Process((sys.executable, "-c", "import time; time.sleep(60)"), time_out=0.5)
    began = time.monotonic()
    with pytest.raises(PrintFailed, match="too long"):
        process.pdf(PAGE)
    assert time.monotonic() - began < 20
    assert process._process is None


def test_a_press_that_dies_every_time_is_tried_twice() -> None:
    process = Process((sys.executable, "-c", "import sys; sys.stdin.buffer.read(1)"))
    with pytest.raises(PrintFailed, match="twice"):
        process.pdf(PAGE)


def test_a_press_whose_turn_never_comes_says_so() -> None:
    process = Process(COMMAND, time_out=0.1)
    with process._turn, pytest.raises(PrintFailed, match="waiting"):
        process.pdf(PAGE)


def test_only_our_own_static_files_are_fetched(tmp_path: Path) -> None:
    fetcher = OwnFiles()
    assert fetcher.fetch(worker.STYLE.as_uri()).read()
    secret = tmp_path / "secret.png"
    secret.write_text("x")
    outside = (worker.STATIC / ".." / "settings.py").as_posix()
    for address in ("http://example.org/a.png", "https://example.org", secret.as_uri(), f"file://{outside}", "data:,x"):
        with pytest.raises(ValueError, match="our own"):
            fetcher.fetch(address)


def test_characters_without_a_glyph_become_one_mark() -> None:
    """Of private characters no font has any: a run of them is one mark, with what followed it unseen."""
    assert printable("ein \U000f0000\ufe0f\U000f0001 Schild") == "ein ◆ Schild"
    assert printable("Ä – „ß“ ■□ €") == "Ä – „ß“ ■□ €"
