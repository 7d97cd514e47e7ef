"""Ein Angriff und wer ihm im Weg steht: what all hits of one attack have in common."""

from combat.core.bill import Bill, total
from combat.core.citation import Citations
from combat.core.fight import Combatant, Fight
from combat.rulesets.chaos.cover import Barrier, Shelter
from combat.rulesets.chaos.critical import Criticals
from combat.rulesets.chaos.damage import Effect, Victim
from combat.rulesets.chaos.options import House
from combat.rulesets.chaos.traits import trait_rule
from combat.rulesets.chaos.weapon import Weapon
from combat.rulesets.chaos.weapon_bills import barrier_step, penetration_at


def _rules(bill: Bill, primitive: bool) -> Citations:
    """Where it is written how armour meets a weapon: penetration, what changed it, armour that counts double."""
    cited = [rule for step in bill for rule in step.rules]
    return (*cited, *trait_rule("primitive")) if primitive else tuple(cited)


class Scene:
    """Everything one attack's hits have in common: the weapon, who and what stands in its way, and their state.

    ``clears``: once a cover is destroyed the remaining hits meet none (semi and full automatic fire).
    """

    __slots__ = (
        "actor", "against_cover", "barrier_penetration", "barriers", "called", "clears", "dice", "effect", "explosive",
        "fight", "flame", "house", "victims", "weapon",
    )  # fmt: skip

    def __init__(
        self, fight: Fight, actor: str, weapon: Weapon, *, distance: int | None, called: str, clears: bool, house: House
    ) -> None:
        traits = weapon.traits
        bill = penetration_at(weapon.item, distance)
        penetration = total(bill)
        self.against_cover = barrier_step(weapon.item)
        self.fight, self.actor, self.weapon, self.called, self.house = fight, actor, weapon, called, house
        self.clears = clears
        self.dice = weapon.damage
        self.flame = "flame" in traits
        self.explosive = "explosive" in traits
        primitive, warp = "primitive" in traits, "warp" in traits
        rules = trait_rule("warp") if warp else _rules(bill, primitive)
        self.effect = Effect(weapon.damage_type, penetration, primitive, warp, "stun" in traits, rules)
        more = 0 if self.against_cover is None else self.against_cover.amount
        self.barrier_penetration = penetration + more
        self.victims: dict[str, Victim] = {}
        self.barriers: dict[str, Barrier] = {}

    def victim(self, combatant: Combatant) -> Victim:
        """The person as this attack finds him, the same one for every hit."""
        found = self.victims.get(combatant.id)
        if found is None:
            found = self.victims[combatant.id] = Victim(combatant, self.weapon.damage_type)
        return found

    def shelter(self, combatant: Combatant) -> Shelter | None:
        """What protects a person; nothing after a sprint, against warp, or if he stands in the open.

        Rule: CHA-5.11.
        """
        cover = combatant.flags.get("cover")
        if not isinstance(cover, str) or self.effect.warp or combatant.flags.get("sprinted") is True:
            return None
        barrier = self._barrier(cover)
        if barrier is None or barrier.destroyed:
            return None
        more = self.against_cover if barrier.hostage is None else None
        cited = () if more is None else more.rules
        penetration = self.barrier_penetration if barrier.hostage is None else self.effect.penetration
        return Shelter(barrier, combatant, penetration, self.explosive, self.house, cited)

    def _barrier(self, cover: str) -> Barrier | None:
        found = self.barriers.get(cover)
        source = self.fight.things.get(cover) or self._hostage(cover)
        if found is None and source is not None:
            found = self.barriers[cover] = Barrier(source, self.weapon.damage_type, self.weapon.element)
        return found

    def _hostage(self, cover: str) -> Victim | None:
        held = self.fight.combatants.get(cover)
        return None if held is None else self.victim(held)


class Mark:
    """One whom hits of an attack are meant for; ``dodged``: he turned aside from flames, which halves them;
    ``degrees`` of the attack are left against him.
    """

    __slots__ = ("criticals", "degrees", "dodged", "index", "shelter", "victim")

    def __init__(self, scene: Scene, combatant: Combatant, index: int) -> None:
        self.index = index
        self.degrees = 0
        self.victim = scene.victim(combatant)
        self.shelter = scene.shelter(combatant)
        self.dodged = False
        self.criticals: Criticals = Criticals(())
