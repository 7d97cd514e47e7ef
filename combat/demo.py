"""The demo's fight, ready to begin: made by the services like everything in the demo."""

from __future__ import annotations

from typing import Any

from chaos_sheets.models import Campaign, Character, Item, Place, User
from combat.core.value import Json
from combat.models import Encounter
from combat.registry import ruleset_info
from combat.services import encounter_cover_place, encounter_create, encounter_join, encounter_state_set


def furnish(campaign: Campaign, gm: User, demo: dict[str, Any]) -> None:
    """The fight that a ruleset's demo describes, if it does: sides, covers with who is behind them, distances, and
    what else is stated: of somebody (a name among it is whom it points at), of all pairs, of the fight itself.
    """
    wanted = demo.get("encounter")
    if wanted is None:
        return
    made = encounter_create(campaign=campaign, user=gm, key="demo-encounter", name=wanted["name"])
    refs = _take_sides(made, gm, wanted["sides"])
    people = _place_covers(made, gm, wanted["covers"], refs)
    for name, flags in wanted.get("stated", {}).items():
        people.setdefault(refs[name], {}).update({flag: refs.get(value, value) for flag, value in flags.items()})
    common = wanted.get("of_pairs", {})
    stated: dict[str, Json] = {
        "combatants": {ref: {"flags": flags} for ref, flags in people.items()},
        "pairs": {
            f"{refs[one]}>{refs[other]}": {wanted["pair_flag"]: metres, **common}
            for one, other, metres in wanted["pairs"]
        },
        "flags": wanted.get("fight", {}),
    }
    encounter_state_set(encounter=made, user=gm, key="demo-stated", stated=stated)


def _take_sides(made: Encounter, gm: User, sides: dict[str, list[str]]) -> dict[str, str]:
    """Everybody joins on his side; who is who, by name."""
    refs: dict[str, str] = {}
    for number, (party, names) in enumerate(sides.items()):
        rows = [Character.objects.get(campaign=made.campaign, template=False, name=name) for name in names]
        refs |= {row.name: row.ref for row in rows}
        encounter_join(encounter=made, user=gm, key=f"demo-side-{number}", characters=rows, party=party)
    return refs


def _place_covers(
    made: Encounter, gm: User, covers: list[dict[str, Any]], refs: dict[str, str]
) -> dict[str, dict[str, Json]]:
    """Each cover is put into the fight; what that makes true of whoever is behind it."""
    behind: dict[str, dict[str, Json]] = {}
    for number, cover in enumerate(covers):
        row = Item.objects.get(campaign=made.campaign, place=Place.TABLE, key=cover["cover"])
        encounter_cover_place(encounter=made, user=gm, key=f"demo-cover-in-{number}", source=row)
        for name in cover["behind"]:
            behind[refs[name]] = {ruleset_info(made.campaign.ruleset).cover_flag: row.ref}
    return behind
