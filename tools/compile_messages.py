"""Turns the committed translation catalogues into the form that Django reads, wherever they are newer."""

from pathlib import Path

LOCALE = Path(__file__).resolve().parent.parent / "chaos_sheets" / "locale"


def main() -> None:
    for source in LOCALE.glob("*/LC_MESSAGES/django.po"):
        target = source.with_suffix(".mo")
        if target.is_file() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        # Imported here because every start compiles, and mostly there is nothing to do.
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po

        with source.open("rb") as text, target.open("wb") as compiled:
            write_mo(compiled, read_po(text, locale=source.parts[-3], abort_invalid=True))


if __name__ == "__main__":
    main()
