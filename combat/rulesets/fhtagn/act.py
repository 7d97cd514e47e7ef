"""Handlungen nach einem Muster: read the intent, refuse it with all reasons, else let it happen."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from combat.core.citation import Citations
from combat.core.fight import Combatant, Fight
from combat.core.form import Form
from combat.core.intent import Check, Intent, Offer, Preview, Reason, Refused
from combat.core.procedure import Procedure
from combat.core.schema import Field
from combat.core.value import Json
from combat.rulesets.fhtagn import announce
from combat.rulesets.fhtagn.legality import out_of_touch
from combat.rulesets.fhtagn.scene import Scene
from combat.rulesets.fhtagn.turn import may_act, price


class Deed(NamedTuple):
    """What somebody wants to do: himself, whom it is done to ("" for nobody), with what, and how."""

    actor: Combatant
    target: str
    item: str
    given: Mapping[str, Json]
    intent: Intent


type Reasons = Callable[[Scene, Deed], tuple[Reason, ...]]
type Checks = Callable[[Scene, Deed], tuple[Check, ...]]
type Happens = Callable[[Scene, Deed], Procedure]
type Things = Callable[[Combatant], tuple[str, ...]]


def _nothing(scene: Scene, deed: Deed) -> tuple[Reason, ...]:
    return ()


def note(code: str, cited: Citations, **data: Json) -> tuple[Reason, ...]:
    """What is certain before any die.

    Rule: FHT-4.14.
    """
    return (Reason(code, data, cited),)


def _no_checks(scene: Scene, deed: Deed) -> tuple[Check, ...]:
    return ()


def _bare(actor: Combatant) -> tuple[str, ...]:
    return ("",)


class Act(NamedTuple):
    """A form of action: what speaks against it, the rolls it may need, what then happens.

    ``able``: what keeps the actor himself from it, whoever it is done to; ``reasons``: everything else.
    ``costs``: it takes the action of the round. ``person``: it is done to somebody; ``self_too``: to oneself as well.
    ``notes``: what is certain beforehand. ``things``: the items it can be done with. ``by``: the actor, or the game
    master alone. ``in_peace``: nobody thinks of it while a fight lasts. ``helps``: while one lasts only those it can be
    done to are worth thinking of, and it needs a touch. ``group``: the heading it stands under.
    """

    key: str
    happens: Happens
    rules: Citations
    able: Reasons = _nothing
    reasons: Reasons = _nothing
    checks: Checks = _no_checks
    notes: Reasons = _nothing
    fields: tuple[Field, ...] = ()
    costs: bool = False
    person: bool = False
    self_too: bool = False
    things: Things = _bare
    by: str = "actor"
    in_peace: bool = False
    helps: bool = False
    group: str = ""

    def form(self) -> Form:
        """The three questions that can be asked of it."""
        return Form(self.offers, self.preview, self.perform)

    def read(self, scene: Scene, intent: Intent) -> tuple[Deed | None, tuple[Reason, ...]]:
        """The deed of an intent, or everything that is wrong with it."""
        asked = announce.asked(scene.fight, intent, self.fields)
        if asked.actor is None or asked.reasons:
            return None, asked.reasons
        part = asked.part
        wrong: tuple[Reason, ...] = ()
        if self.person:
            wrong += announce.target_reasons(scene.fight, asked.actor.id, part.targets, oneself=self.self_too)
        if part.item not in self.things(asked.actor):
            wrong += (Reason("unknown_item", {"item": part.item}, announce.ANNOUNCED),)
        if wrong:
            return None, wrong
        target = part.targets[0] if self.person else ""
        return Deed(asked.actor, target, part.item, asked.given, intent), ()

    def refused(self, scene: Scene, deed: Deed) -> tuple[Reason, ...]:
        """All reasons against a deed."""
        turn = may_act(scene.fight, deed.actor, self.key) if self.costs else ()
        far = out_of_touch(scene.fight, deed.actor.id, deed.target) if self.helps else ()
        return turn + self.able(scene, deed) + far + self.reasons(scene, deed)

    def needed_by(self, scene: Scene, deed: Deed) -> tuple[str, ...]:
        """Everybody present to whom it can be done now."""
        others = [name for name in scene.fight.combatants if self.self_too or name != deed.actor.id]
        return tuple([name for name in others if not self.reasons(scene, deed._replace(target=name))])

    def offers(self, fight: Fight, actor: str) -> tuple[Offer, ...]:
        """One offer for each thing it can be done with; what lies with target or parameters is told when they are."""
        if self.in_peace and fight.round:
            return ()
        combatant = fight.combatants[actor]
        return tuple([self._offer(fight, combatant, item) for item in self.things(combatant)])

    def _offer(self, fight: Fight, actor: Combatant, item: str) -> Offer:
        scene = Scene(fight)
        given, _ = announce.checked(self.fields, {})
        turn = may_act(fight, actor, self.key) if self.costs else ()
        deed = Deed(actor, actor.id, item, given, Intent(actor=actor.id, parts=()))
        own = self.able(scene, deed)
        return Offer(
            form=self.key,
            item=item,
            by=self.by,
            cost=price(actor, self.key) if self.costs else {},
            reasons=turn + own,
            parameters=self.fields,
            needs_target=self.person,
            group=self.group,
            helps=self.needed_by(scene, deed) if self.helps and fight.round else None,
            rules=self.rules,
        )

    def preview(self, fight: Fight, intent: Intent) -> Preview:
        """The rolls it may need, its price, all reasons if it is refused."""
        scene = Scene(fight, intent=intent)
        deed, reasons = self.read(scene, intent)
        if deed is None:
            return Preview(reasons=reasons)
        cost = price(deed.actor, self.key) if self.costs else {}
        checks, reasons = self.checks(scene, deed), self.refused(scene, deed)
        return Preview(checks=checks, cost=cost, reasons=reasons, notes=self.notes(scene, deed))

    def perform(self, fight: Fight, intent: Intent) -> Procedure:
        """Do it. Raises Refused with all reasons before the first question."""
        scene = Scene(fight, intent=intent)
        deed, reasons = self.read(scene, intent)
        refused = reasons if deed is None else self.refused(scene, deed)
        if deed is None or refused:
            raise Refused(refused)
        return self.happens(scene, deed)
