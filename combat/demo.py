"""The demo's fight, ready to begin: made by the services like everything in the demo."""

from __future__ import annotations

from typing import Any

from chaos_sheets.models import Campaign, Character, Item, Place, User
from combat.core.value import Json
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
    refs: dict[str, str] = {}
    for number, (party, names) in enumerate(wanted["sides"].items()):
        rows = [Character.objects.get(campaign=campaign, template=False, name=name) for name in names]
        refs |= {row.name: row.ref for row in rows}
        encounter_join(encounter=made, user=gm, key=f"demo-side-{number}", characters=rows, party=party)
    people: dict[str, dict[str, Json]] = {}
    for number, cover in enumerate(wanted["covers"]):
        row = Item.objects.get(campaign=campaign, place=Place.TABLE, key=cover["cover"])
        encounter_cover_place(encounter=made, user=gm, key=f"demo-cover-in-{number}", source=row)
        for name in cover["behind"]:
            people[refs[name]] = {ruleset_info(campaign.ruleset).cover_flag: row.ref}
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
