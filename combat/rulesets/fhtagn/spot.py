"""Die verletzliche Stelle, FHT-3.5 und 3.22: whoever calls it needs the game master's leave, before any die."""

from combat.core.citation import cite
from combat.core.event import Happened
from combat.core.procedure import Ask, Choice, Step
from combat.core.value import Json
from combat.rulesets.fhtagn import person
from combat.rulesets.fhtagn.plan import Plan
from combat.rulesets.fhtagn.roll import goal
from combat.rulesets.fhtagn.scene import Scene
from combat.rulesets.fhtagn.weapon import skill_of

SPOT = cite("FHT-3.5", "FHT-3.22")
VULNERABLE = "vulnerable"
PERMITTED, DENIED = "spot_permitted", "spot_denied"


def permitted(scene: Scene, who: str, target: str) -> Step[bool]:
    """Whether the game master lets a vulnerable spot be called; without an answer he does.

    Rule: FHT-3.5, FHT-3.22.
    """
    data: dict[str, Json] = {"who": who, "target": target}
    question = Ask(scene.named("spot"), "gm", (Choice(PERMITTED), Choice(DENIED)), PERMITTED, SPOT, data)
    return (yield question).choice == PERMITTED


def uncalled(plan: Plan, call: str) -> Plan:
    """The same attack without one of its calls and what that costs.

    Rule: FHT-3.5.
    """
    said = plan.said._replace(called=tuple([each for each in plan.said.called if each != call]))
    kept = tuple([each for each in plan.goal.modifiers if each.kind != "limit" and each.key != f"called_{call}"])
    base = person.skill_bill(plan.actor.sheet, skill_of(plan.weapon, plan.house))
    return plan._replace(said=said, goal=goal(base, kept, plan.house))


def settled(scene: Scene, plan: Plan) -> Step[Plan]:
    """The attack as it is made: without the call the game master denies, and without its penalty.

    Rule: FHT-3.5.
    """
    target = plan.targets[0]
    if VULNERABLE not in plan.said.called or plan.automatic or (yield from permitted(scene, plan.actor.id, target)):
        return plan
    data: dict[str, Json] = {"who": plan.actor.id, "target": target}
    yield scene.tell(Happened("called_in_vain", plan.actor.id, data, (), SPOT))
    return uncalled(plan, VULNERABLE)
