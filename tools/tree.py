"""What must not lie in the repository: other people's files, left-over notes, addresses of one machine."""

import re
import sys
from collections.abc import Iterator

from tools.listing import ROOT, project_files

FOREIGN = re.compile(
    r"\.(min\.(js|css)|woff2?|ttf|otf|eot|map|pyc|mo|sqlite3|whl|jar|zip|gz)$"
    r"|(^|/)(node_modules|vendor|htmx[^/]*\.js|axe[^/]*\.js|uv\.lock|package-lock\.json)"
)
# Written in pieces where plain words would be found in this file too.
NOTES = re.compile("|".join(("TO" + "DO", "FIX" + "ME", "XX" + "X", "NotImplemented" + "Error")))
SKIPS = re.compile(r"pytest\.mark\.(" + r"skip|xfail)|pytest\.(" + r"skip|xfail|importorskip)\(")
# Somebody's home folder, or a folder that is gone tomorrow.
FOLDERS = "|".join(("root", "home", "Users", "tmp", "var/tmp", "var/folders", "private"))
MACHINES = re.compile(rf"(?<![\w.:/-])/({FOLDERS})/[\w.]|\b[A-Z]:\\+Users\b")
REGISTRIES = re.compile(
    "|".join((r"pypi\.(org|python)", "python" + "hosted", "npm" + "js", r"deb\.debian", "js" + "delivr", "un" + "pkg"))
)
LARGEST = 600_000


def in_text(name: str, text: str) -> Iterator[str]:
    for number, line in enumerate(text.splitlines(), 1):
        for what, pattern in (
            ("left-over note", NOTES),
            ("skipped test", SKIPS),
            ("path of one machine", MACHINES),
            ("registry host", REGISTRIES),
        ):
            if pattern.search(line):
                yield f"{name}:{number}: {what}: {line.strip()[:100]}"


def findings() -> Iterator[str]:
    for path in project_files():
        name = path.relative_to(ROOT).as_posix()
        if FOREIGN.search(name):
            yield f"{name}: a third-party or generated file"
        if path.stat().st_size > LARGEST:
            yield f"{name}: {path.stat().st_size} bytes (limit {LARGEST})"
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            if path.suffix not in {".png", ".ico"}:
                yield f"{name}: not a text"
            continue
        yield from in_text(name, text)


if __name__ == "__main__":
    found = list(findings())
    print("\n".join(found))
    sys.exit(bool(found))
