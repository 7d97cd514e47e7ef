"""Handlungen ohne Angriff, FHT-3.6 bis 3.14: aiming, moving, waiting, getting up and down, weapons in hand."""

from combat.core.bill import words_of_gm
from combat.core.body import text
from combat.core.citation import Citations, cite
from combat.core.event import Change, Happened
from combat.core.fields import choice, yes_no
from combat.core.fight import Combatant
from combat.core.intent import Check, Reason
from combat.core.procedure import Procedure, Step
from combat.core.value import Json
from combat.rulesets.fhtagn import person
from combat.rulesets.fhtagn.act import Act, Deed
from combat.rulesets.fhtagn.data import number
from combat.rulesets.fhtagn.harm import attribute_goal, constitution_goal
from combat.rulesets.fhtagn.modifiers import GM, own_state
from combat.rulesets.fhtagn.protection import cover_of
from combat.rulesets.fhtagn.roll import Goal, check_of, goal
from combat.rulesets.fhtagn.scene import Scene, body, flags, status
from combat.rulesets.fhtagn.states import is_holding, leave_standing, released
from combat.rulesets.fhtagn.strain import strains
from combat.rulesets.fhtagn.turn import spend

SPEEDS = ("jog", "run", "sprint")
METRES = {speed: number(f"{speed}_metres") for speed in SPEEDS}
MOVED = cite("FHT-3.7")
AIMED = cite("FHT-3.6")
OTHER = cite("FHT-3.14")
DODGED = cite("FHT-3.11")


def told(scene: Scene, deed: Deed, term: str, cited: Citations, changes: list[Change], **data: Json) -> Step[None]:
    """The action is used, then what it brings is told."""
    yield scene.tell(*spend(scene, deed.actor.id, deed.intent.parts[0].form, keeps_hold=False))
    found: dict[str, Json] = {"who": deed.actor.id, **data}
    yield scene.tell(Happened(term, deed.actor.id, found, tuple(changes), cited))


# --- 3.6 Aiming, 3.7 moving ---------------------------------------------------------------------------------


def _aim(scene: Scene, deed: Deed) -> Procedure:
    """A whole action; the next attack in the following round gains by it.

    Rule: FHT-3.6.
    """
    changes = flags(deed.actor, aimed=True, aim_round=scene.fight.round or None)
    yield from told(scene, deed, "aimed_at", AIMED, changes)


def obstacle_goal(scene: Scene, deed: Deed) -> Goal:
    """Past obstacles one tests dexterity.

    Rule: FHT-3.7.
    """
    return attribute_goal(scene, deed.actor.id, "dexterity")


def _move_checks(scene: Scene, deed: Deed) -> tuple[Check, ...]:
    if deed.given.get("obstacle") is not True or deed.given.get("speed") == "jog":
        return ()
    return (check_of("obstacle_test", deed.actor.id, obstacle_goal(scene, deed), MOVED),)


def _move_reasons(scene: Scene, deed: Deed) -> tuple[Reason, ...]:
    stiff = person.has(deed.actor.sheet, "immobilised")
    return (Reason("immobilised", {"who": deed.actor.id}, cite("FHT-7.17")),) if stiff else ()


def _move(scene: Scene, deed: Deed) -> Procedure:
    """Metres by speed; past obstacles a failed test at a run means a fall.

    Rule: FHT-3.7.
    """
    who, speed = deed.actor.id, text(deed.given.get("speed"), "jog")
    yield from told(scene, deed, "moved", MOVED, flags(deed.actor, cover=None), metres=METRES[speed])
    if _move_checks(scene, deed):
        die = yield from scene.test("obstacle_test", who, obstacle_goal(scene, deed), MOVED, exertion=True)
        if not die.succeeds:
            changes = status(scene.who(who), "prone", True)
            yield scene.tell(Happened("fell", who, {"who": who}, tuple(changes), MOVED))
    yield from strains(scene)


# --- 3.11 Dodging and 3.13 waiting on one's own turn --------------------------------------------------------


def _dodge_goal(scene: Scene, deed: Deed) -> Goal:
    sheet = deed.actor.sheet
    found = (*own_state(sheet), *words_of_gm(deed.intent.gm_modifiers, GM))
    return goal(person.skill_bill(sheet, "athletics"), found, scene.house)


def _dodge_checks(scene: Scene, deed: Deed) -> tuple[Check, ...]:
    return (check_of("dodge", deed.actor.id, _dodge_goal(scene, deed), DODGED),)


def _dodge(scene: Scene, deed: Deed) -> Procedure:
    """A dodge announced before anybody attacks stands for the whole round.

    Rule: FHT-3.11.
    """
    who = deed.actor.id
    near = cover_of(scene.fight, deed.actor, "cover_in_reach") is not None
    yield scene.tell(*spend(scene, who, "take_cover" if near else "dodge", keeps_hold=False))
    die = yield from scene.test("dodge", who, _dodge_goal(scene, deed), DODGED, exertion=True)
    yield scene.tell(*leave_standing(scene, who, die, "dodge"))
    yield from strains(scene)


def _wait(scene: Scene, deed: Deed) -> Procedure:
    """The action is kept for later in the round.

    Rule: FHT-3.13.
    """
    changes = flags(deed.actor, action_state="waiting")
    yield scene.tell(Happened("waits", deed.actor.id, {"who": deed.actor.id}, tuple(changes), cite("FHT-3.13")))


# --- 3.14 Everything else -----------------------------------------------------------------------------------


def _other(scene: Scene, deed: Deed) -> Procedure:
    yield from told(scene, deed, "did_something", OTHER, [])


def _prone_reasons(scene: Scene, deed: Deed) -> tuple[Reason, ...]:
    prone = person.has(deed.actor.sheet, "prone")
    return () if prone else (Reason("not_prone", {"who": deed.actor.id}, OTHER),)


def _stand_up(scene: Scene, deed: Deed) -> Procedure:
    yield from told(scene, deed, "stood_up", OTHER, status(deed.actor, "prone", False))


def _fire_reasons(scene: Scene, deed: Deed) -> tuple[Reason, ...]:
    burning = person.has(deed.actor.sheet, "burning")
    return () if burning else (Reason("not_burning", {"who": deed.actor.id}, OTHER),)


def _put_out(scene: Scene, deed: Deed) -> Procedure:
    """Flames are put out. Rule: FHT-7.16."""
    yield from told(scene, deed, "flames_out", cite("FHT-7.16"), flames_out(deed.actor))


def flames_out(burning: Combatant) -> list[Change]:
    """Nobody burns any more, nor in any size. Rule: FHT-7.16."""
    return [*status(burning, "burning", False), *body(burning, "burning_size", None)]


def _flames_reasons(scene: Scene, deed: Deed) -> tuple[Reason, ...]:
    burning = person.has(scene.sheet(deed.target), "burning")
    return () if burning else (Reason("not_burning", {"who": deed.target}, cite("FHT-7.16")),)


def _extinguish(scene: Scene, deed: Deed) -> Procedure:
    """Somebody else's flames are put out: who does it the text leaves open. Rule: FHT-3.14, FHT-7.16."""
    yield scene.tell(*spend(scene, deed.actor.id, "extinguish", keeps_hold=False))
    burning, data = scene.who(deed.target), {"who": deed.target}
    yield scene.tell(Happened("flames_out", deed.target, data, tuple(flames_out(burning)), cite("FHT-7.16")))


def _cover_reasons(scene: Scene, deed: Deed) -> tuple[Reason, ...]:
    found = cover_of(scene.fight, deed.actor, "cover_in_reach") or cover_of(scene.fight, deed.actor)
    return () if found is not None else (Reason("no_cover_in_reach", {"who": deed.actor.id}, cite("FHT-8.6")),)


def _take_cover(scene: Scene, deed: Deed) -> Procedure:
    """Into the cover within reach, or farther down behind the one that is there. Rule: FHT-8.6, FHT-8.9."""
    cover = cover_of(scene.fight, deed.actor, "cover_in_reach") or cover_of(scene.fight, deed.actor)
    assert cover is not None
    yield from told(scene, deed, "took_cover", cite("FHT-8.6"), flags(deed.actor, cover=cover.id), item=cover.id)


def _go_prone(scene: Scene, deed: Deed) -> Procedure:
    yield from told(scene, deed, "went_prone", cite("FHT-8.6"), status(deed.actor, "prone", True))


# --- 3.18 Shaking off a stun --------------------------------------------------------------------------------


def _dazed_reasons(scene: Scene, deed: Deed) -> tuple[Reason, ...]:
    dazed = person.has(deed.actor.sheet, "dazed")
    return () if dazed else (Reason("not_dazed", {"who": deed.actor.id}, cite("FHT-3.18")),)


def _shake_checks(scene: Scene, deed: Deed) -> tuple[Check, ...]:
    return (check_of("shake_off", deed.actor.id, constitution_goal(scene, deed.actor.id), cite("FHT-6.14")),)


def _shake_off(scene: Scene, deed: Deed) -> Procedure:
    """A success ends the stun; acting is possible from the next round on. Rule: FHT-3.18, FHT-6.14."""
    who = deed.actor.id
    yield scene.tell(*spend(scene, who, "shake_off"))
    die = yield from scene.test("shake_off", who, constitution_goal(scene, who), cite("FHT-6.14"))
    if die.succeeds:
        changes = status(scene.who(who), "dazed", False)
        yield scene.tell(Happened("stun_ended", who, {"who": who}, tuple(changes), cite("FHT-3.18")))


# --- 3.9 Letting go -----------------------------------------------------------------------------------------


def _hold_reasons(scene: Scene, deed: Deed) -> tuple[Reason, ...]:
    return () if is_holding(deed.actor) else (Reason("not_holding", {"who": deed.actor.id}, cite("FHT-3.9")),)


def _let_go(scene: Scene, deed: Deed) -> Procedure:
    """It costs nothing. Rule: FHT-3.9."""
    yield scene.tell(released(scene.fight, deed.actor))


ACTS = (
    Act("aim", _aim, AIMED, costs=True),
    Act(
        "move",
        _move,
        MOVED,
        _move_reasons,
        checks=_move_checks,
        fields=(choice("speed", SPEEDS, default="jog", rules=MOVED), yes_no("obstacle", rules=MOVED)),
        costs=True,
    ),
    Act("dodge", _dodge, DODGED, checks=_dodge_checks, costs=True),
    Act("wait", _wait, cite("FHT-3.13"), costs=True),
    Act("other", _other, OTHER, costs=True),
    Act("stand_up", _stand_up, OTHER, _prone_reasons, costs=True),
    Act("put_out_fire", _put_out, cite("FHT-7.16"), _fire_reasons, costs=True),
    Act(
        "extinguish",
        _extinguish,
        cite("FHT-3.14", "FHT-7.16"),
        reasons=_flames_reasons,
        costs=True,
        person=True,
        helps=True,
    ),
    Act("take_cover", _take_cover, cite("FHT-3.7", "FHT-8.6"), _cover_reasons, costs=True),
    Act("go_prone", _go_prone, cite("FHT-3.14", "FHT-8.6"), costs=True),
    Act("shake_off", _shake_off, cite("FHT-3.18"), _dazed_reasons, checks=_shake_checks, costs=True),
    Act("let_go", _let_go, cite("FHT-3.9"), _hold_reasons),
)
