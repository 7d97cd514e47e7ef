"""A fight of the cast: hero and fellow against the mercenary and the one nobody knows, made by the services."""

from __future__ import annotations

from chaos_sheets import journal, services
from chaos_sheets.models import Character, JournalEntry, User
from combat import services as combat
from combat.core.value import Json
from combat.models import Combatant, Encounter
from combat.steps import Step
from tests import builders
from tests.builders import key
from tests.cast import Cast

OURS, THEIRS = "Konvoi", "Plünderer"


def prepared(cast: Cast, *, hidden: bool = True) -> Encounter:
    """Two against two, nobody has acted yet."""
    made = combat.encounter_create(campaign=cast.campaign, user=cast.gm, key=key(), name="Am Tor")
    theirs = [cast.kind, cast.hidden] if hidden else [cast.kind, cast.named]
    for characters, party in (([cast.hero, cast.other], OURS), (theirs, THEIRS)):
        combat.encounter_join(encounter=made, user=cast.gm, key=key(), characters=characters, party=party)
    return fresh(made)


def folds(cast: Cast) -> bool:
    return journal.fold(cast.campaign) == journal.stored(cast.campaign)


def undo_newest(cast: Cast) -> None:
    newest = JournalEntry.objects.filter(campaign=cast.campaign).latest("pk")
    services.entry_undo(entry=newest, user=cast.gm, key=key())


def fresh(encounter: Encounter) -> Encounter:
    return Encounter.objects.get(pk=encounter.pk)


def step(encounter: Encounter, user: User, step: Step, **other: object) -> Encounter:
    """One step, with system dice and every choice at its default."""
    acted = combat.encounter_step(encounter=encounter, user=user, key=key(), step=step, decline=True, **other)  # type: ignore[arg-type]
    assert acted.entry is not None
    return fresh(encounter)


def running(cast: Cast, *, hidden: bool = True, first: Character | None = None) -> Encounter:
    """Started, and somebody's turn."""
    made = step(prepared(cast, hidden=hidden), cast.gm, Step.START)
    wanted = (first or cast.hero).ref
    order = [wanted, *(name for name in made.body["order"] if name != wanted)]
    combat.encounter_order_set(encounter=made, user=cast.gm, key=key(), order=order, current=wanted)
    full: dict[str, dict[str, int]] = {wanted: {"action_units": 10}}
    combat.encounter_state_set(encounter=fresh(made), user=cast.gm, key=key(), budgets=full)
    return fresh(made)


def one(encounter: Encounter, character: Character) -> Combatant:
    return Combatant.objects.get(encounter=encounter, character=character)


def apart(one: Character, other: Character, metres: int = 45) -> dict[str, Json]:
    """How far two are apart, as a request states it."""
    return {"pairs": {f"{one.ref}>{other.ref}": {"distance": metres}}}


def shot(encounter: Encounter, shooter: Character, target: Character, **fight: Json) -> dict[str, Json]:
    """A single shot inside the encounter."""
    return {
        "fight": {"encounter": encounter.pk, **fight},
        "intent": {
            "actor": shooter.ref,
            "parts": [
                {
                    "form": "shoot",
                    "item": builders.carried(shooter, "faehrmann").ref,
                    "targets": [target.ref],
                    "parameters": {"mode": "single"},
                }
            ],
        },
    }
