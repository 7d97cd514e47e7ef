"""Waffen in der Hand, FHT-2.12, 3.14 und 4.12: reloading, mending, picking up."""

from combat.core.body import text, whole
from combat.core.citation import cite
from combat.core.fight import Combatant
from combat.core.intent import Reason
from combat.core.procedure import Procedure
from combat.core.sheet import Item
from combat.rulesets.fhtagn.act import Act, Deed
from combat.rulesets.fhtagn.data import TABLES
from combat.rulesets.fhtagn.moves import told
from combat.rulesets.fhtagn.scene import Scene, of_item
from combat.rulesets.fhtagn.weapon import weapon_of

RELOADED = cite("FHT-2.12")


def _weapons(actor: Combatant, wanted: str) -> tuple[str, ...]:
    found = []
    for item in actor.sheet.items:
        if item.kind == "weapon":
            states = {
                "reload": whole(item.body.get("magazine")) > 0,
                "repair_weapon": whole(item.body.get("disabled_rounds")) > 0,
                "pick_up": item.body.get("dropped") is True,
            }
            if states.get(wanted, True):
                found.append(item.id)
    return tuple(found)


def _item(deed: Deed) -> Item:
    item = deed.actor.sheet.item(deed.item)
    assert item is not None
    return item


def _full_reasons(scene: Scene, deed: Deed) -> tuple[Reason, ...]:
    weapon = weapon_of(_item(deed))
    full = weapon.loaded is not None and weapon.magazine is not None and weapon.loaded >= weapon.magazine
    return (Reason("magazine_full", {"item": deed.item}, RELOADED),) if full else ()


def _reload(scene: Scene, deed: Deed) -> Procedure:
    """One action of reloading: as many as the class needs, then full; single rounds go in two at a time.

    Rule: FHT-2.12.
    """
    item = _item(deed)
    kind, magazine = text(item.body.get("reload"), "magazine"), whole(item.body.get("magazine"))
    loaded, at_a_time = whole(item.body.get("loaded")), TABLES.number_or(f"reload.{kind}.rounds", 0)
    progress = whole(item.body.get("reload_progress")) + 1
    if at_a_time:
        loaded, progress = min(loaded + at_a_time, magazine), 0
    elif progress >= TABLES.number(f"reload.{kind}.actions"):
        loaded, progress = magazine, 0
    changes = [*of_item(item, "loaded", loaded), *of_item(item, "reload_progress", progress)]
    yield from told(scene, deed, "reloaded", RELOADED, changes, item=item.id, left=loaded, reload_progress=progress)


def _repair(scene: Scene, deed: Deed) -> Procedure:
    """An action of work on a weapon that has failed. Rule: FHT-4.12, FHT-9.40."""
    item = _item(deed)
    left = whole(item.body.get("disabled_rounds")) - 1
    changes = of_item(item, "disabled_rounds", left)
    yield from told(scene, deed, "weapon_repaired", cite("FHT-9.40"), changes, item=item.id, disabled_rounds=left)


def _waits_for_repair(scene: Scene, deed: Deed) -> tuple[Reason, ...]:
    by_itself = scene.house.plays("weapon_failure", "wait")
    return (Reason("repairs_itself", {"item": deed.item}, cite("FHT-9.40")),) if by_itself else ()


def _pick_up(scene: Scene, deed: Deed) -> Procedure:
    item = _item(deed)
    changes = [*of_item(item, "dropped", False), *of_item(item, "in_hand", True)]
    yield from told(scene, deed, "picked_up", cite("FHT-3.8", "FHT-3.14"), changes, item=item.id)


ACTS = (
    Act(
        "reload",
        _reload,
        RELOADED,
        able=_full_reasons,
        costs=True,
        things=lambda actor: _weapons(actor, "reload"),
    ),
    Act(
        "repair_weapon",
        _repair,
        cite("FHT-9.40"),
        _waits_for_repair,
        costs=True,
        things=lambda actor: _weapons(actor, "repair_weapon"),
    ),
    Act("pick_up", _pick_up, cite("FHT-3.14"), costs=True, things=lambda actor: _weapons(actor, "pick_up")),
)
