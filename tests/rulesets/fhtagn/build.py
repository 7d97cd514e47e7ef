"""People and things for tests, with only what the test is about written out, and a way to run them."""

from collections.abc import Mapping
from typing import Any

from combat.core.event import Event, Happened, Rolled, changes_in
from combat.core.fight import Combatant, Fight, apply
from combat.core.intent import Intent, Part, Refused
from combat.core.procedure import Answer, Ask, Procedure, Question, Scripted, run
from combat.core.ruleset import Moment
from combat.core.sheet import Item, Sheet
from combat.core.value import Json
from combat.registry import ruleset, ruleset_info

RULES = ruleset("fhtagn")


def weapon(item_id: str = "item:1", *, traits: tuple[str, ...] = (), **body: Json) -> Item:
    """A pistol with 15 rounds, unless said otherwise."""
    usual: dict[str, Json] = {
        "weapon_class": "firearm",
        "skill": "firearms",
        "damage": "1W10",
        "base_range": 15,
        "magazine": 15,
        "loaded": 15,
        "modes": ["single"],
    }
    known = {key: value for key, value in (usual | body).items() if value is not None}
    return Item(id=item_id, kind="weapon", body=known, traits=dict.fromkeys(traits, True))


def knife(item_id: str = "item:1", **body: Json) -> Item:
    """A blade for close combat."""
    usual: dict[str, Json] = {"weapon_class": "melee", "skill": "melee_weapons", "damage": "1W4", "st_bonus": True}
    return Item(id=item_id, kind="weapon", body=usual | body)


def sheet(*items: Item, **body: Any) -> Sheet:
    """Somebody with tens in everything, so 10 hit points, completed as the shell does it."""
    return Sheet(body=ruleset_info("fhtagn").sheet.complete(body), items=items)


def person(name: str, *items: Item, flags: Mapping[str, Any] | None = None, **body: Any) -> Combatant:
    """Somebody in a fight."""
    return Combatant(id=name, sheet=sheet(*items, **body), budget={"action": 1}, flags=flags or {})


def fight(*people: Combatant, things: tuple[Item, ...] = (), distance: int = 3, **more: Any) -> Fight:
    """A fight of those people; everybody is as far from everybody else."""
    names = [each.id for each in people]
    pairs = {f"{one}>{other}": {"distance": distance} for one in names for other in names if one < other}
    known: dict[str, Any] = {"round": 1, "pairs": pairs} | more
    return Fight(
        ruleset="fhtagn",
        combatants={each.id: each for each in people},
        things={thing.id: thing for thing in things},
        **known,
    )


def intent(actor: str, form: str, *targets: str, item: str = "", **parameters: Json) -> Intent:
    """An intent of one part."""
    return Intent(actor=actor, parts=(Part(form=form, item=item, targets=targets, parameters=parameters),))


def done(at: Fight, wanted: Intent | Moment, *faces: int, **choices: str) -> tuple[tuple[Event, ...], Fight]:
    """What happens with these dice and choices (``reaction_0_choice`` for reaction.0.choice), and the fight after."""
    procedure: Procedure = RULES.tick(at, wanted) if isinstance(wanted, Moment) else RULES.perform(at, wanted)
    script = Scripted(faces)
    told = {key.replace("__", ".") if "__" in key else key: value for key, value in choices.items()}

    def provide(question: Question) -> Answer | None:
        if isinstance(question, Ask) and question.name in told:
            return Answer(choice=told[question.name])
        return script(question)

    outcome = run(procedure, provide)
    script.finish()
    return outcome.events, apply(at, changes_in(outcome.events))


def questions(at: Fight, wanted: Intent, **choices: str) -> list[Ask]:
    """The choices that come before the first die, answered as told."""
    asks: list[Ask] = []

    def provide(question: Question) -> Answer | None:
        if not isinstance(question, Ask):
            return None
        asks.append(question)
        return Answer(choice=choices.get(question.name.replace(".", "__"), question.default))

    run(RULES.perform(at, wanted), provide)
    return asks


def refused(at: Fight, wanted: Intent) -> list[str]:
    """The codes for which an intent is refused, the same from preview and performance."""
    told = [reason.code for reason in RULES.preview(at, wanted).reasons]
    assert _performed(at, wanted) == told
    return told


def _performed(at: Fight, wanted: Intent) -> list[str]:
    try:
        RULES.perform(at, wanted)
    except Refused as found:
        return [reason.code for reason in found.reasons]
    return []


def terms(events: tuple[Event, ...]) -> list[str]:
    """The terms of the events in order."""
    return [event.term for event in events]


def happened(events: tuple[Event, ...], term: str) -> Happened:
    """The one event of a term."""
    (found,) = [event for event in events if isinstance(event, Happened) and event.term == term]
    return found


def rolled(events: tuple[Event, ...], term: str) -> Rolled:
    """The one roll of a term."""
    (found,) = [event for event in events if isinstance(event, Rolled) and event.term == term]
    return found


def points(at: Fight, who: str) -> int:
    """Somebody's hit points."""
    found = at.combatants[who].sheet.value("pools.hit_points")
    assert isinstance(found, int)
    return found


def states(at: Fight, who: str) -> tuple[str, ...]:
    """What holds of somebody."""
    return RULES.derive(at.combatants[who].sheet, at.options).statuses
