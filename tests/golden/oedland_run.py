"""How an Ödland case is run: its dice, its refusals, what its events say. It contains no rules."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from combat.core.derived import Derived
from combat.core.event import Event, Happened, Rolled, changes_in
from combat.core.fight import Fight, apply
from combat.core.intent import Check, GmModifier, Intent, Part, Preview, Refused
from combat.core.procedure import Answer, Ask, Outcome, Provider, Question, run
from combat.core.ruleset import Moment
from combat.registry import ruleset
from tests.golden import oedland_build as build
from tests.golden.cases import Case
from tests.golden.script import KindScripted, Played

OEDLAND = ruleset("oedland")


def _going_on(script: KindScripted) -> Provider:
    """The dice of a case, and a middling face for what it leaves open: a case may only ask what would be rolled."""

    def provide(question: Question) -> Answer | None:
        if isinstance(question, Ask) or len(script.left) >= question.dice.count:
            return script(question)
        return Answer(faces=(max(question.dice.sides // 2, 1),) * question.dice.count)

    return provide


def gm(value: int) -> tuple[GmModifier, ...]:
    return (GmModifier(value=value, reason="as the case says"),) if value else ()


def intent(part: Part, actor: str = build.ACTOR, words: int = 0) -> Intent:
    return Intent(actor=actor, parts=(part,), gm_modifiers=gm(words))


@dataclass(slots=True, kw_only=True)
class Table:
    """A case being played: the fight as it stands, the dice, the answers to choices, the requests made.

    ``own`` answers dice the case leaves open, by the beginning of the question's name.
    """

    case: Case
    fight: Fight
    choices: Mapping[str, str] = field(default_factory=dict)
    own: Mapping[str, int] = field(default_factory=dict)
    script: KindScripted = field(init=False)
    played: Played = field(init=False)

    def __post_init__(self) -> None:
        self.script = KindScripted(self.case)
        self.played = Played(actual={})

    def _provider(self, script: Provider) -> Provider:
        choices, own = dict(self.choices), dict(self.own)

        def provide(question: Question) -> Answer | None:
            if isinstance(question, Ask):
                self.asked.append(question)
                chosen = next((word for name, word in choices.items() if question.name.endswith(name)), None)
                return Answer(choice=question.default if chosen is None else chosen)
            face = next((face for name, face in own.items() if question.name.startswith(name)), None)
            if face is not None:
                return Answer(faces=(face,) * question.dice.count)
            return script(question)

        return provide

    def _noted(self, request: Intent) -> None:
        fight, left, kinds = self.fight, tuple(self.script.left), tuple(self.script.kinds)
        make = self._provider

        def fresh() -> Provider:
            script = KindScripted(self.case)
            script.left, script.kinds = list(left), list(kinds)
            return make(_going_on(script))

        self.played.requests.append((fight, request, fresh))

    def preview(self, request: Intent) -> Preview:
        self._noted(request)
        return OEDLAND.preview(self.fight, request)

    def perform(self, request: Intent, until: Callable[[Question], bool] | None = None) -> Outcome | None:
        """Do it; None if it is refused. ``until``: the question at which to stop."""
        self._noted(request)
        provider = self._provider(self.script)

        def provide(question: Question) -> Answer | None:
            if until is not None and until(question):
                self.asked += [question] if isinstance(question, Ask) else []
                return None
            return provider(question)

        left = list(self.script.left)
        try:
            outcome = run(OEDLAND.perform(self.fight, request), provide)
        except Refused as refused:
            assert self.script.left == left, "refused after the first die"
            self.reasons = [reason.code for reason in refused.reasons]
            return None
        self.events += outcome.events
        self.fight = apply(self.fight, changes_in(outcome.events))
        return outcome

    def tick(self, *moments: Moment) -> None:
        for moment in moments:
            outcome = run(OEDLAND.tick(self.fight, moment), self._provider(self.script))
            self.events += outcome.events
            self.fight = apply(self.fight, changes_in(outcome.events))

    events: tuple[Event, ...] = ()
    reasons: list[str] = field(default_factory=list)
    asked: list[Ask] = field(default_factory=list)
    """What people were asked on the way."""

    def done(self, **actual: Any) -> Played:
        """What came of it; every die has been asked for."""
        self.script.finish()
        self.played.actual = actual
        self.played.events = self.events
        self.played.told = (self.events, self.asked, self._bills())
        return self.played

    def _bills(self) -> tuple[Derived, ...]:
        """What the sheet of whoever acts says of these rules."""
        actor = self.fight.combatants[build.ACTOR]
        return (OEDLAND.derive(actor.sheet, self.fight.options),)

    def refused(self) -> Played:
        return self.done(legal=False, reason=self.reasons[0] if len(self.reasons) == 1 else self.reasons)

    def left(self) -> Played:
        """Refused, or what it left of action points and of the rounds in the weapon in hand."""
        if self.reasons:
            return self.refused()
        actor = self.fight.combatants[build.ACTOR]
        gun = actor.sheet.item(build.GUN)
        assert gun is not None
        return self.done(legal=True, ap_left=actor.budget["action_points"], ammo_left=gun.value("loaded"))

    def happened(self, *terms: str) -> list[Happened]:
        return [event for event in self.events if isinstance(event, Happened) and event.term in terms]

    def rolled(self, *terms: str) -> list[Rolled]:
        return [event for event in self.events if isinstance(event, Rolled) and event.term in terms]


def codes(preview: Preview) -> str | list[str] | None:
    """The one reason of a refusal, None if there is none."""
    found = [reason.code for reason in preview.reasons]
    return found[0] if len(found) == 1 else found or None


def check(preview: Preview, term: str) -> Check:
    return next(each for each in preview.checks if each.term == term)


def modifiers(found: Check) -> dict[str, int]:
    """What is added, by key; a range of 0 is told too."""
    return {each.key: each.value for each in found.modifiers if each.kind == "add"}


def factor(found: Check) -> str | None:
    return next((f"1/{each.value}" for each in found.modifiers if each.kind == "divisor"), None)


def tables(case: Case, players: Iterable[Played], **actual: Any) -> Played:
    """One answer out of several small questions."""
    found = list(players)
    requests = [request for played in found for request in played.requests]
    return Played(actual=actual, requests=requests, told=[played.told for played in found])
