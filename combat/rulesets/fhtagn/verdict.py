"""Kommt der Angriff durch?, FHT-4.9: a roll against what defends, cover found in time, an escape that decides."""

from typing import NamedTuple

from combat.core.citation import cite
from combat.core.event import Happened
from combat.core.fight import Combatant
from combat.core.procedure import Step
from combat.core.value import Json
from combat.rulesets.fhtagn import reaction as reactions
from combat.rulesets.fhtagn.contest import Settled, settle
from combat.rulesets.fhtagn.plan import Plan
from combat.rulesets.fhtagn.protection import cover_of
from combat.rulesets.fhtagn.reaction import ESCAPE, FIGHT_BACK, is_blockable, is_evaded
from combat.rulesets.fhtagn.roll import TIERS, Die
from combat.rulesets.fhtagn.scene import Scene, flags
from combat.rulesets.fhtagn.states import freed, leave_standing, origin_of, token_of

CONTEXTS = {"attack": "token", "escape": "token", "dodge": "dodge", "fight_back": "fight_back"}
"""How a standing roll is compared, by what it was."""
IGNORED = cite("FHT-2.1", "FHT-3.15")


class Verdict(NamedTuple):
    """Whether an attack gets through to somebody, and whether he strikes back."""

    hit: bool
    strikes_back: bool = False


def judge(scene: Scene, plan: Plan, target: Combatant, die: Die, escape: Die | None) -> Step[Verdict]:
    """Whether an attack gets through to somebody.

    Rule: FHT-4.9.
    """
    if escape is not None:
        return (yield from _escaped(scene, target, die, escape))
    standing, origin = token_of(target), origin_of(target)
    dives = origin == "dodge" and standing is not None and standing.succeeds and not plan.by_hand
    opposed = standing is not None and not _suspects_nothing(target) and defends(scene, plan, target, origin)
    if not opposed or standing is None:
        if standing is not None and _ignores(plan, target, die, standing):
            yield scene.tell(Happened("roll_ignored", target.id, {"target": target.id}, (), IGNORED))
        if dives:
            yield from dive(scene, target)
        return Verdict(die.succeeds)
    settled = settle(die, standing, CONTEXTS[origin], scene.house, _tier(plan, die))
    hit = die.succeeds and settled.winner == "attacker"
    if dives and hit:
        yield from dive(scene, target)
    if die.succeeds:
        yield scene.tell(measured(target.id, standing, origin, settled))
    won = origin == FIGHT_BACK and settled.winner == "defender"
    return Verdict(hit, won and reactions.prepared(scene.who(target.id)) is not None)


def measured(who: str, standing: Die, origin: str, settled: Settled) -> Happened:
    """An attack that succeeded against what defends: it is warded off, or gets past.

    Rule: FHT-4.9.
    """
    through = settled.winner == "attacker"
    key = "got_past" if through else "blocked_by"
    data: dict[str, Json] = {"target": who, key: standing.face, "token_origin": f"origin.{origin}"}
    if not through:
        data["winner"] = f"winner.{settled.winner}"
    return Happened("outdone" if through else "blocked", who, data, (), settled.cited)


def _suspects_nothing(target: Combatant) -> bool:
    """Whoever does not know that he is attacked defends himself with nothing.

    Rule: FHT-3.15, FHT-3.16.
    """
    return target.flags.get("unaware") is True


def _ignores(plan: Plan, target: Combatant, die: Die, standing: Die) -> bool:
    """Whether a blow gets through although a roll stands that would have counted against another weapon.

    Rule: FHT-2.1, FHT-3.15.
    """
    counted = die.succeeds and standing.succeeds
    return counted and plan.by_hand and not _suspects_nothing(target)


def defends(scene: Scene, plan: Plan, target: Combatant, origin: str) -> bool:
    """Whether a standing roll counts against an attack at all.

    Rule: FHT-3.15, FHT-9.8.
    """
    if origin == "dodge":
        near = cover_of(scene.fight, target, "cover_in_reach") is not None
        return is_evaded(plan) or (near and not plan.radius and scene.house.plays("firearm_dodge", "opposed"))
    if origin == FIGHT_BACK and plan.said.touching:
        return True
    return plan.by_hand and is_blockable(plan)


def _tier(plan: Plan, die: Die) -> int:
    """What an attack counts as at least: a success at a vulnerable spot is a critical one.

    Rule: FHT-9.13.
    """
    if not die.succeeds or "vulnerable" not in plan.said.called:
        return 0
    return 0 if plan.house.plays("vulnerable_tier_in_contest", "natural") else TIERS["critical"]


def dive(scene: Scene, target: Combatant) -> Step[None]:
    """A dodge that succeeded finds cover within reach before the shot lands.

    Rule: FHT-3.11.
    """
    cover = cover_of(scene.fight, target, "cover_in_reach")
    if cover is None or target.flags.get("cover") == cover.id:
        return
    data: dict[str, Json] = {"who": target.id, "item": cover.id}
    changes = flags(target, cover=cover.id)
    yield scene.tell(Happened("dived_into_cover", target.id, data, tuple(changes), cite("FHT-3.11")))


def _escaped(scene: Scene, target: Combatant, die: Die, escape: Die) -> Step[Verdict]:
    """An escape as the answer to the holder's attack decides about freedom and about the harm.

    Rule: FHT-3.10.
    """
    settled = settle(die, escape, "escape", scene.house)
    hit = die.succeeds and settled.winner == "attacker"
    if die.succeeds:
        yield scene.tell(measured(target.id, escape, ESCAPE, settled))
    if settled.winner == "defender":
        yield from comes_free(scene, target.id, escape)
    return Verdict(hit)


def comes_free(scene: Scene, who: str, escape: Die) -> Step[None]:
    """Somebody is free; his roll stands until his next own action.

    Rule: FHT-3.10.
    """
    yield scene.tell(
        Happened("came_free", who, {"who": who}, tuple(freed(scene.fight, who)), cite("FHT-3.10")),
    )
    yield scene.tell(*leave_standing(scene, who, escape, ESCAPE))
