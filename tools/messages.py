"""Texts and their translations, without gettext's programs: collect or check.

The texts in code and templates are German; every other language is a catalogue under chaos_sheets/locale.
"""

import io
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "chaos_sheets" / "locale"
CODE = ("chaos_sheets", "combat")
TEMPLATES = ("templates", "chaos_sheets/templates", "combat/templates")
PYTHON_KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w*\}")
# Dates in a catalogue change with every run and make conflicts; one fixed day says as much.
FIXED = datetime(2026, 1, 1, tzinfo=UTC)


def python_sources() -> Iterator[tuple[str, str]]:
    """File name and Python text of everything that may hold texts; templates are turned into such text."""
    if not settings.configured:
        settings.configure()
    for folder in CODE:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), path.read_text("utf-8")
    for folder in TEMPLATES:
        for path in sorted((ROOT / folder).rglob("*.*")):
            if path.suffix in {".html", ".txt", ".svg"}:
                text = templatize(path.read_text("utf-8"), origin=str(path))
                yield path.relative_to(ROOT).as_posix(), "\n".join(line.strip() for line in text.splitlines())


def collected() -> Catalog:
    found = Catalog(charset="utf-8", fuzzy=False)
    for name, text in python_sources():
        for _line, message, comments, context in extract(
            "python", io.BytesIO(text.encode()), keywords=PYTHON_KEYWORDS, options={"encoding": "utf-8"}
        ):
            found.add(message, None, [(name, 0)], auto_comments=comments, context=context)
    return found


def catalogues() -> Iterator[tuple[Path, Catalog]]:
    for path in sorted(LOCALE.glob("*/LC_MESSAGES/django.po")):
        with path.open("rb") as file:
            yield path, read_po(file, locale=path.parts[-3], abort_invalid=True)


def collect() -> int:
    found = collected()
    for path, catalogue in catalogues():
        catalogue.update(found, no_fuzzy_matching=True, update_header_comment=False, keep_user_comments=True)
        catalogue.obsolete.clear()
        for message in catalogue:
            if message.id and message.fuzzy:
                # Its text has changed: what was the translation is only a guess now.
                message.flags.discard("fuzzy")
                message.string = ("", "") if message.pluralizable else ""
        catalogue.fuzzy = False
        catalogue.creation_date = catalogue.revision_date = FIXED
        catalogue.project, catalogue.version = "chaos-sheets", "1"
        catalogue.last_translator = catalogue.language_team = catalogue.msgid_bugs_address = ""
        out = io.BytesIO()
        write_po(out, catalogue, width=0, sort_output=True, include_lineno=False, ignore_obsolete=True)
        path.write_bytes(out.getvalue())
        missing = sum(not translated(message) for message in catalogue if message.id)
        print(f"{path.relative_to(ROOT)}: {len(catalogue)} texts, {missing} without a translation")
    return 0


def strings(value: object) -> tuple[str, ...]:
    return tuple(value) if isinstance(value, (tuple, list)) else (str(value),)


def translated(message: Message) -> bool:
    return bool(message.string) and all(strings(message.string))


def problem(message: Message, entry: Message | None) -> str:
    if entry is None or not translated(entry):
        return "no translation"
    if entry.fuzzy:
        return "marked as guessed"
    # A singular may leave its number out ("one hit"); the last form has everything.
    wanted, got = (set(PLACEHOLDER.findall(strings(text)[-1])) for text in (message.id, entry.string))
    return "" if wanted == got else "placeholders differ"


def problems(found: Catalog, catalogue: Catalog) -> Iterator[str]:
    for message in filter(lambda message: message.id, found):
        what = problem(message, catalogue.get(strings(message.id)[0], message.context))
        if what:
            yield f"{what}: {message.id!r} ({message.locations[0][0]})"
    for message in filter(lambda message: message.id, catalogue):
        if found.get(strings(message.id)[0], message.context) is None:
            yield f"no longer used: {message.id!r}"


def check() -> int:
    found = collected()
    wrong = [f"{path.parts[-3]}: {line}" for path, catalogue in catalogues() for line in problems(found, catalogue)]
    print("\n".join(wrong))
    return bool(wrong)


def main(arguments: list[str]) -> int:
    match arguments:
        case ["collect"]:
            return collect()
        case ["check"]:
            return check()
    print("collect or check?")
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
