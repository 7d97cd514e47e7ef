"""How a FHTAGN case is run and what is read off it. It contains no rules."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from combat.core.event import Event, Happened, Rolled, changes_in
from combat.core.fight import Fight, apply
from combat.core.intent import Intent, Part, Refused
from combat.core.procedure import Answer, Ask, BadAnswer, Procedure, Provider, Question, run
from combat.core.ruleset import Moment
from combat.registry import ruleset
from tests.golden.cases import Case
from tests.golden.fhtagn_build import ATTRIBUTES, CONDITIONS, RULES
from tests.golden.script import Played, answering

HITS = ("hit", "disarmed", "empty_handed", "pinned_down", "helpless_struck", "irritated_by")
SHORT = {key: short for short, key in ATTRIBUTES.items()}
GERMAN = {key: name for name, key in CONDITIONS.items()}


@dataclass(slots=True, kw_only=True)
class Step:
    """What one intent or moment of a case came to."""

    events: tuple[Event, ...] = ()
    error: str | list[str] = ""
    used: int = 0
    warnings: list[str] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Table:
    """A case while it is played: the fight as it is now, and how many of its dice are used."""

    case: Case
    fight: Fight
    used: int = 0
    requests: list[tuple[Fight, Intent, Callable[[], Provider]]] = field(default_factory=list)
    told: list[object] = field(default_factory=list)

    def left(self) -> Case:
        """The case with the dice that are left."""
        return replace(self.case, dice=self.case.dice[self.used :], kinds=self.case.kinds[self.used :])

    def do(self, intent: Intent, choices: Mapping[str, str] | None = None) -> Step:
        """Perform an intent; a refusal changes nothing and asks for no die."""
        before, left, told = self.fight, self.left(), dict(choices or {})

        def part_of_script() -> Provider:
            return answering(told, left)[1]

        self.requests.append((before, intent, part_of_script))
        preview = ruleset(RULES).preview(before, intent)
        step = self._run(lambda: ruleset(RULES).perform(before, intent), told)
        if preview.reasons:
            assert step.error, "preview refuses what is performed"
        step.warnings = [warning.code for warning in preview.warnings]
        return step

    def tick(self, moment: Moment) -> Step:
        """What happens by itself."""
        return self._run(lambda: ruleset(RULES).tick(self.fight, moment), {})

    def _run(self, procedure: Callable[[], Procedure], choices: Mapping[str, str]) -> Step:
        script, provider = answering(choices, self.left())
        before = len(script.left)
        try:
            outcome = run(procedure(), provider)
        except (Refused, BadAnswer) as wrong:
            self.told.append(wrong.reasons)
            codes = [reason.code for reason in wrong.reasons] or [getattr(wrong, "code", "")]
        else:
            used = before - len(script.left)
            self.used += used
            self.told.append(outcome.events)
            self.fight = apply(self.fight, changes_in(outcome.events))
            return Step(events=outcome.events, used=used)
        assert len(script.left) == before, "refused after the first die"
        return Step(error=codes[0] if len(codes) == 1 else codes)

    def played(self, actual: dict[str, Any], events: tuple[Event, ...] = ()) -> Played:
        """The end of a case: every die has been used."""
        assert self.used == len(self.case.dice), f"{len(self.case.dice) - self.used} dice are left"
        return Played(actual=actual, requests=self.requests, events=events, told=self.told)


def intent(actor: str, form: str, *targets: str, item: str = "", **parameters: Any) -> Intent:
    """An intent of one part; parameters that are None are left out."""
    given = {key: value for key, value in parameters.items() if value is not None}
    return Intent(actor=actor, parts=(Part(form=form, item=item, targets=targets, parameters=given),))


def without_dice(question: Question) -> Answer | None:
    """Defaults for choices; whatever needs a die stays open."""
    return Answer(choice=question.default) if isinstance(question, Ask) else None


# --- Reading --------------------------------------------------------------------------------------------------


def rolled(events: Iterable[Event], *terms: str) -> list[Rolled]:
    """The rolls of these terms."""
    return [event for event in events if isinstance(event, Rolled) and event.term in terms]


def happened(events: Iterable[Event], *terms: str) -> list[Happened]:
    """What happened under these terms."""
    return [event for event in events if isinstance(event, Happened) and event.term in terms]


def points(fight: Fight, who: str) -> Any:
    """Somebody's hit points."""
    return fight.combatants[who].sheet.value("pools.hit_points")


def conditions(fight: Fight, who: str) -> list[str]:
    """What holds of somebody, in the words of the cases."""
    statuses = ruleset(RULES).derive(fight.combatants[who].sheet, fight.options).statuses
    return [GERMAN[key] for key in statuses if key in GERMAN]


def roll_of(events: Iterable[Event], term: str, who: str | None = None) -> Rolled | None:
    """The first roll of a term, by somebody if he is named."""
    return next((event for event in rolled(events, term) if who in (None, event.who)), None)


def injury(events: Iterable[Event], who: str) -> Any:
    """None: no test; "none": passed; else what was lost for good."""
    events = tuple(events)
    if roll_of(events, "injury_test", who) is None:
        return None
    found = [event for event in happened(events, "injured") if event.of == who]
    if not found:
        return "none"
    data = found[0].data
    return {
        "attribute": SHORT[str(data["attribute"])],
        "rolled": data["injury_die"],
        "loss": data["loss"],
        "new_value": data["new_value"],
        "tp_max": data["hit_points_maximum"],
    }


def struck(events: Iterable[Event], who: str) -> dict[str, Any]:
    """What a hit did to somebody."""
    found = [event for event in happened(events, "hit") if event.of == who]
    if not found:
        return {"damage": 0, "lethal": False}
    data = found[0].data
    actual: dict[str, Any] = {
        "damage": data["damage"],
        "damage_raw": data["rolled_damage"],
        "armour": data["armour"],
        "critical_hit": data["critical_hit"],
    }
    if "lethality" in data:
        actual |= {"t_effective": data["lethality"], "lethal": data["lethal"]}
    return actual


def attacked(events: tuple[Event, ...], actor: str, target: str) -> dict[str, Any]:
    """What an attack came to."""
    roll = next((event for event in rolled(events, "attack", "disarm", "pin", "escape") if event.who == actor), None)
    actual: dict[str, Any] = {"outcome": roll.outcome if roll else "automatic"}
    if roll is not None:
        actual["effective_target"] = roll.data["target_number"]
    actual["hit"] = any(event.of == target for event in happened(events, *HITS))
    actual |= struck(events, target)
    for event in happened(events, "blocked"):
        if event.of == target:
            actual["blocked_by"] = event.data["blocked_by"]
    actual["dropped"] = any(event.of == target for event in happened(events, "disarmed"))
    for event in happened(events, "fumbled"):
        if "disabled_rounds" in event.data:
            actual["weapon_disabled_rounds"] = event.data["disabled_rounds"]
    return actual
