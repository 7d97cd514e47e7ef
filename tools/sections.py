"""What became of each section of a rule text, as a page of the docs: `python -m tools.sections` writes them all."""

from collections import Counter

from combat.core.description import RulesetInfo
from combat.registry import ruleset_ids, ruleset_info
from tools.listing import ROOT

STATUSES = {
    "implemented": "implemented",
    "planned": "planned",
    "gm": "the game master's",
    "not_in_text": "not in the text",
}


def path_of(ruleset_id: str) -> str:
    return f"docs/{ruleset_id}-sections.md"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def page(info: RulesetInfo) -> str:
    """The table of one ruleset; a test compares it with the file."""
    counted = Counter(section.status for section in info.sections)
    told = ", ".join(f"{counted[status]} {word}" for status, word in STATUSES.items() if counted[status])
    lines = [
        f"# {info.name}: the text's sections",
        "",
        "Written by `python -m tools.sections` from the ruleset's `sections.toml`; do not edit.",
        "",
        f"{len(info.sections)} sections: {told}. {len(info.rules)} rules, {len(info.rulings)} rulings.",
        "",
        "| section | heading | status | rules | note |",
        "| --- | --- | --- | --- | --- |",
    ]
    for section in info.sections:
        cells = (
            section.number,
            section.title["de"],
            STATUSES[section.status],
            ", ".join(section.rules),
            section.note.get("en", ""),
        )
        lines.append(f"| {' | '.join(_cell(cell) for cell in cells)} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    for ruleset_id in ruleset_ids():
        (ROOT / path_of(ruleset_id)).write_text(page(ruleset_info(ruleset_id)), encoding="utf-8")


if __name__ == "__main__":
    main()
