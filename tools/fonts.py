"""Cuts the packaged fonts down to what pages use: WOFF2 for browsers, TTF for the PDF."""

import importlib
import importlib.metadata
from pathlib import Path

TARGET = Path(__file__).resolve().parent.parent / "chaos_sheets" / "static" / "fonts"
FAMILIES = {
    "barlow-condensed": ("fontpkg_barlow_condensed", "BarlowCondensed"),
    "barlow-semi-condensed": ("fontpkg_barlow_semi_condensed", "BarlowSemiCondensed"),
}
WEIGHTS = {400: "Regular", 500: "Medium", 600: "SemiBold"}
# Latin with all its accents, punctuation, currency, letter-like signs, arrows, mathematics, boxes.
RANGES = ((0x20, 0x24F), (0x1E00, 0x206F), (0x20A0, 0x20BF), (0x2100, 0x22FF), (0x25A0, 0x25FF))


def cut(source: Path, target: Path) -> None:
    from fontTools import subset  # costs half a second, and usually nothing is left to do

    for flavour, suffix in (("woff2", ".woff2"), (None, ".ttf")):
        options = subset.Options(flavor=flavour, layout_features=["*"], notdef_outline=True)
        font = subset.load_font(str(source), options)
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=[c for first, last in RANGES for c in range(first, last + 1)])
        cutter.subset(font)
        subset.save_font(font, str(target.with_suffix(suffix)), options)


def main() -> None:
    versions = " ".join(f"{name}=={importlib.metadata.version(name)}" for name, _ in FAMILIES.values())
    stamp = TARGET / "made-from.txt"
    if stamp.is_file() and stamp.read_text() == versions:
        return
    TARGET.mkdir(parents=True, exist_ok=True)
    for family, (package, stem) in FAMILIES.items():
        files = Path(str(importlib.import_module(package).__file__)).parent / "files"
        for weight, name in WEIGHTS.items():
            cut(files / f"{stem}-{name}.ttf", TARGET / f"{family}-{weight}.ttf")
    stamp.write_text(versions)


if __name__ == "__main__":
    main()
