"""Handlungen ohne Angriff, FAL-3: how they are offered, previewed, refused, paid for, and what then happens."""

from collections.abc import Callable
from typing import NamedTuple

from combat.core.announce import Asked
from combat.core.citation import Citations
from combat.core.event import Change, Event
from combat.core.fight import Combatant, Fight
from combat.core.form import Form
from combat.core.intent import Check, Intent, Offer, Part, Preview, Reason, Refused
from combat.core.procedure import Procedure, Step
from combat.core.schema import Field
from combat.rulesets.oedland.announce import asked, target_reasons
from combat.rulesets.oedland.options import House
from combat.rulesets.oedland.pay import POINTS, not_now, paid, too_dear
from combat.rulesets.oedland.scene import Scene


class Act(NamedTuple):
    """A deed as it would come out: its price, why it is refused, its rolls, what changes with the price, what follows.

    ``free``: it is nobody's turn that matters (the game master orders it). ``notes``: what is certain beforehand.
    """

    cost: int = 0
    reasons: tuple[Reason, ...] = ()
    checks: tuple[Check, ...] = ()
    changes: tuple[Change, ...] = ()
    then: Callable[[Scene], Step[None]] | None = None
    free: bool = False
    keeps_turning: bool = False
    warnings: tuple[Reason, ...] = ()
    notes: tuple[Reason, ...] = ()

    @property
    def terms(self) -> tuple[int, tuple[Reason, ...], tuple[Change, ...]]:
        """On what terms it is done: its price, why not, what changes with the price."""
        return self.cost, self.reasons, self.changes


class Deed(NamedTuple):
    """A form of deed. ``read`` works it out for an actor; ``items`` names the things it is offered for.

    ``fights_only``: only a fight keeps what it sets, so elsewhere it is neither offered nor done. ``untargeted``: its
    price and what forbids it whoever its target is, known before one is named.
    """

    name: str
    read: Callable[[Fight, Combatant, Asked, Intent], Act]
    fields: Callable[[Fight, Combatant], tuple[Field, ...]]
    rules: Citations
    items: Callable[[Fight, Combatant], tuple[str, ...]] = lambda fight, actor: ("",)
    needs_target: bool = False
    by: str = "actor"
    fights_only: bool = False
    untargeted: Callable[[Fight, Combatant, Asked], Act] = lambda fight, actor, request: Act(free=True)


def told(event: Event) -> Callable[[Scene], Step[None]]:
    """What follows is this and nothing else."""

    def then(scene: Scene) -> Step[None]:
        yield scene.tell(event)

    return then


def not_played(house: House, block: str, cited: Citations) -> tuple[Reason, ...]:
    """Why an action of an optional block is refused: the house does not play it."""
    return () if house.has(block) else (Reason("not_played", {"option": f"opt_{block}"}, cited),)


def nothing(fight: Fight, actor: Combatant) -> tuple[Field, ...]:
    """A deed without parameters."""
    return ()


def form_of(deed: Deed) -> Form:
    """The three questions that can be asked of a deed."""

    def act(fight: Fight, intent: Intent) -> tuple[Combatant | None, Act]:
        actor = fight.combatants.get(intent.actor)
        request = asked(fight, intent, () if actor is None else deed.fields(fight, actor))
        if actor is None or request.reasons:
            return actor, Act(reasons=request.reasons)
        wrong = target_reasons(fight, actor.id, request.part.targets) if deed.needs_target else ()
        found = deed.untargeted(fight, actor, request) if wrong else deed.read(fight, actor, request, intent)
        found = found._replace(reasons=found.reasons + wrong)
        now = () if found.free else not_now(fight, actor)
        if deed.fights_only and not fight.round:
            now += (Reason("only_in_fights", {}, deed.rules),)
        return actor, found._replace(reasons=now + found.reasons + too_dear(fight, actor, found.cost))

    def preview(fight: Fight, intent: Intent) -> Preview:
        _, found = act(fight, intent)
        cost = {POINTS: found.cost} if found.cost else {}
        notes = () if found.reasons else found.notes
        return Preview(checks=found.checks, cost=cost, reasons=found.reasons, warnings=found.warnings, notes=notes)

    def offers(fight: Fight, actor: str) -> tuple[Offer, ...]:
        who = fight.combatants[actor]
        if deed.fights_only and not fight.round:
            return ()
        return tuple([_offer(deed, fight, who, item, preview) for item in deed.items(fight, who)])

    def perform(fight: Fight, intent: Intent) -> Procedure:
        actor, found = act(fight, intent)
        if actor is None or found.reasons:
            raise Refused(found.reasons)
        scene = Scene(fight)
        scene.by_house(lambda other: act(other, intent)[1].terms)
        return _done(scene, actor, deed.name, found)

    return Form(offers, preview, perform)


UNSAID = ("no_target", "no_length", "no_description", "one_thing_to_test")
"""What an offer cannot know yet: everything of this is only said when the deed is announced."""


def _offer(deed: Deed, fight: Fight, who: Combatant, item: str, preview: Callable[[Fight, Intent], Preview]) -> Offer:
    """An offer with the price and the reasons of its defaults, without those that only an announcement can settle."""
    found = preview(fight, Intent(actor=who.id, parts=(Part(form=deed.name, item=item),)))
    return Offer(
        form=deed.name,
        item=item,
        by=deed.by,
        cost=found.cost,
        reasons=tuple([reason for reason in found.reasons if reason.code not in UNSAID]),
        parameters=deed.fields(fight, who),
        needs_target=deed.needs_target,
        rules=deed.rules,
    )


def _done(scene: Scene, actor: Combatant, name: str, act: Act) -> Procedure:
    """Pay, and let it happen. Rule: FAL-3.3."""
    if not act.free:
        event = paid(scene.fight, actor, name, act.cost, *act.changes, keeps_turning=act.keeps_turning)
        if act.cost or event.changes:
            yield scene.tell(event)
    assert act.then is not None
    yield from act.then(scene)
