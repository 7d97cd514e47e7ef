"""One open question as one reader may know it: what is asked, what each answer would mean, what happened so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from chaos_sheets import policy
from chaos_sheets.beats import Story
from chaos_sheets.headline import as_sentence, deed_words, headline
from chaos_sheets.netting import net_changes
from chaos_sheets.selectors.cause import cause_word
from chaos_sheets.selectors.known import Known
from chaos_sheets.selectors.log import question_label
from chaos_sheets.story import tell
from chaos_sheets.trace import NOTHING, Reader, ReasonView, reason_views
from chaos_sheets.words import listed, named_parts
from combat.core.event import changes_in, event_to_json
from combat.core.intent import Check
from combat.core.procedure import Answer, Ask, Outcome, Procedure, Question, Roll, chained, recorded, run
from combat.core.ruleset import Ruleset
from combat.mapping import Table
from combat.models import Resolution
from combat.requests import Request, actor_of, answers_kept, has_rolled, procedure_of
from combat.selectors.announce import Typed
from combat.selectors.foreseen import dice_foreseen
from combat.selectors.panel_view import Announced, DieField
from combat.selectors.panel_words import choice_options, die_field
from combat.steps import Step

NUMBER_IN_FIGHT = 2
"""Which field of a fight's page holds what it asks."""
TOGETHER = 6
"""So many choices of one person that belong together are put to him at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionView:
    """The question an action waits for. ``asks`` are choices, ``dice`` are dice; neither: somebody else answers."""

    id: int
    name: str
    title: str
    text: str
    who: str
    action: str
    waits_for: str = ""
    asks: tuple[Announced, ...] = ()
    dice: tuple[DieField, ...] = ()
    """The dice that are asked for now, and those that follow whatever they show."""
    notes: tuple[ReasonView, ...] = ()
    """What was announced and hangs on the answer."""
    story: Story | None = None
    refused: tuple[str, ...] = ()
    may_cancel: bool = False
    gives_up: str = ""
    """What is given up with it; empty: this action."""
    own_dice: bool = False

    @property
    def without(self) -> str:
        """What counts if nobody answers, by the word of its button; nothing where that is no point, or for dice."""
        first = self.asks[0] if self.asks and self.asks[0].default != "0" else None
        return next((each.label for each in first.options if each.value == first.default), "") if first else ""

    @property
    def ask(self) -> Announced | None:
        """The only choice, if there is just one: each answer is a button of its own."""
        return self.asks[0] if len(self.asks) == 1 and self.asks[0].is_few else None


@dataclass(kw_only=True)
class Pending:
    """An action that waits, as it was read: it can be played again with what was answered so far."""

    row: Resolution
    asked: Request
    table: Table
    rules: Ruleset

    def begun(self) -> Procedure:
        return procedure_of(self.rules, self.table.fight, self.asked)

    def outcome(self) -> Outcome:
        """Raises Refused and BadAnswer like any action."""
        return run(self.begun(), recorded(answers_kept(self.row.answers)))

    def checks(self) -> tuple[Check, ...]:
        """The rolls the action may ask for, each with its chance; a step of a fight announces none."""
        if self.asked.step is not None:
            return ()
        return self.rules.preview(self.table.fight, self.asked.intent).checks

    def together(self, first: Ask) -> tuple[Ask, ...]:
        """The choices that belong to this one and are the same person's, as long as no die falls between."""
        found: list[Ask] = []
        about = first.name.rpartition(".")[0]

        def further(question: Question) -> Answer | None:
            if not isinstance(question, Ask) or question.who != first.who or len(found) >= TOGETHER:
                return None
            if not about or question.name.rpartition(".")[0] != about or not _is_open(question):
                return None
            found.append(question)
            return Answer(choice=question.default)

        run(self.begun(), chained(recorded(answers_kept(self.row.answers)), further))
        return tuple(found) or (first,)

    def dice(self, who: policy.Viewer) -> tuple[Roll, ...]:
        """The open roll and those of his that will follow it in any case."""

        def his(ref: str) -> bool:
            # The game master may roll for a player, but is not asked to: each rolls for his own.
            row = self.table.characters.get(ref)
            is_anothers = row is not None and row.owner_id is not None and not who.owns(row)
            return policy.may_answer(who, ref, self.table.characters) and not is_anothers

        return dice_foreseen(self.begun, recorded(answers_kept(self.row.answers)), his)


def _is_open(question: Ask) -> bool:
    """Whether anything but the default can be chosen."""
    return any(choice.key != question.default and not choice.reasons for choice in question.choices)


def asked_of_him(
    who: policy.Viewer, known: Known, pending: Pending, outcome: Outcome, question: Question, typed: Typed
) -> QuestionView:
    """A question that is put to this viewer."""
    row, asks = pending.row, (pending.together(question) if isinstance(question, Ask) else ())
    known.read_items({part for ask in asks for choice in ask.choices for part in choice.key.split("+")})
    reader = known.reader()
    rolls = () if isinstance(question, Ask) else (pending.dice(who) or (question,))
    title = _label(".".join(_shared(rolls)) or question.name, reader, outcome.answers)
    dice = _dice(reader, rolls, typed, outcome.answers)
    says = asked_words(reader, question) if isinstance(question, Ask) else _rolled_words(title, dice)
    checks = pending.checks() if asks else ()
    place = f"q{row.pk}."
    return QuestionView(
        id=row.pk,
        name=question.name,
        title=title,
        text=says or title,
        who=reader.name(question.who) if question.who else "",
        action=told_action(who, known, reader, row, outcome, question.who),
        asks=tuple(
            replace(_announced(reader, ask, checks, is_first=ask.name == question.name, typed=typed), place=place)
            for ask in asks
        ),
        dice=tuple(replace(die, place=place) for die in dice),
        notes=reason_views(reader, question.notes) if isinstance(question, Ask) else (),
        story=_story_so_far(reader, row, outcome),
        may_cancel=may_cancel(who, known, row),
        gives_up=gives_up(row),
        own_dice=who.user.own_dice or not rolls_by_app(row),
    )


def _label(name: str, reader: Reader, answers: Mapping[str, Answer]) -> str:
    """The name of a question in words; of a roll that was chosen, what was chosen: Ausweichen, not Reaktion."""
    chosen = answers.get(f"{name}.choice", Answer()).choice
    is_word = chosen != NOTHING and chosen in reader.info.glossary.terms
    return reader.words.word(chosen) if is_word else question_label(name, reader)


def _dice(reader: Reader, rolls: tuple[Roll, ...], typed: Typed, answers: Mapping[str, Answer]) -> tuple[DieField, ...]:
    """A field for each, named by what sets it apart; where one hand types several people's dice it says whose it is."""
    fields = [die_field(reader, roll, typed) for roll in rolls]
    known, people = len(_shared(rolls)), {roll.who for roll in rolls}
    found = []
    for roll, each in zip(rolls, fields, strict=True):
        rest = roll.name.split(".")[known:]
        # A number belongs to the word before it: the second of several hits.
        is_named = known and rest and not rest[0].isdigit()
        label = question_label(".".join(rest), reader) if is_named else _label(roll.name, reader, answers)
        found.append(replace(each, label=f"{label}: {reader.name(roll.who)}" if len(people) > 1 else label))
    return tuple(found)


def _rolled_words(title: str, dice: tuple[DieField, ...]) -> str:
    """What is to be diced, and what it needs; of several dice each says it at its own place."""
    needed = dice[0].needed if len(dice) == 1 else ""
    return f"{title}: {needed}" if needed else title


def _shared(rolls: Sequence[Roll]) -> list[str]:
    """What the names of several dice begin with: the hit they belong to."""
    if len(rolls) < 2:
        return []
    names = [roll.name.split(".") for roll in rolls]
    return [parts[0] for parts in takewhile(lambda parts: len(set(parts)) == 1, zip(*names, strict=False))]


def _announced(reader: Reader, ask: Ask, checks: tuple[Check, ...], *, is_first: bool, typed: Typed) -> Announced:
    """The first has to be chosen; what hangs on it starts with its default."""
    chosen = typed.one(f"choose.{ask.name}") or ("" if is_first else ask.default)
    return Announced(
        name=ask.name,
        title=question_label(ask.name, reader),
        who=reader.name(ask.who),
        options=choice_options(reader, ask, (*checks, *ask.checks), chosen),
        default=ask.default,
        cites=tuple(ask.rules),
    )


def without_question(who: policy.Viewer, known: Known, row: Resolution, refused: tuple[str, ...]) -> QuestionView:
    """What happened since has made the action impossible, or it needs nothing more: it can be taken up or given up."""
    said = action_words(known.reader(), row)
    return QuestionView(
        id=row.pk,
        name="",
        title=said,
        text="",
        who="",
        action=said,
        refused=refused,
        may_cancel=may_cancel(who, known, row),
        gives_up=gives_up(row),
    )


def somebody_else(who: policy.Viewer, known: Known, row: Resolution, outcome: Outcome | None = None) -> QuestionView:
    """Whom it waits for; whoever began it reads what fell so far, as far as he may know."""
    reader = known.reader({part["item"] for part in row.request.get("intent", {}).get("parts", ())} - {""})
    said = action_words(reader, row) if outcome is None else told_action(who, known, reader, row, outcome, "")
    return QuestionView(
        id=row.pk,
        name="",
        title=said,
        text="",
        who=reader.name(row.waits_for) if reader.knows(row.waits_for) else "",
        action=said,
        waits_for=waits_for(known, row),
        may_cancel=may_cancel(who, known, row),
        gives_up=gives_up(row),
    )


def asked_words(reader: Reader, question: Ask) -> str:
    """The sentence that puts a question: the rules' own for its name or what it ends in, else that of its subject."""
    parts = named_parts(question.name)
    told = {key: reader.text(value) for key, value in question.data.items()}
    term = reader.words.ending("ask", question.name)
    if term:
        return capfirst(reader.words.says(term, told) if told else "") or reader.words.word(term)
    says = reader.words.asks(parts[-2] if parts[-1] == "choice" and parts[1:] else parts[-1])
    return says or (reader.words.says(parts[-1], told) if told else "")


def told_action(who: policy.Viewer, known: Known, reader: Reader, row: Resolution, outcome: Outcome, asked: str) -> str:
    """What was announced and what came of it so far: whoever is asked and plays the target himself is spoken to."""
    if "step" in row.request:
        return step_words(reader, row)
    mine = known.characters.get(asked)
    you = asked if mine is not None and who.owns(mine) else ""
    deed = listed_with(deed_words(reader, row.request, you=you), means_words(reader, row))
    events = [event_to_json(event) for event in outcome.events]
    so_far = headline(reader, events, net_changes(changes_in(outcome.events)), row.request).outcome
    return f"{as_sentence(deed)} {capfirst(so_far)}".strip()


def means_words(reader: Reader, row: Resolution) -> str:
    """With what and how, as far as he may know: Einzelschuss mit Fährmann."""
    intent = row.request["intent"]
    part = intent["parts"][0]
    words: list[str] = []
    if reader.sees(intent["actor"]):
        chosen = ((path, value) for path, value in part.get("parameters", {}).items() if isinstance(value, str))
        words = [
            reader.words.word(value)
            for path, value in chosen
            if value in reader.info.glossary.terms and not reader.is_own(path)
        ]
    said = ", ".join(words)
    if reader.names.get(part["item"]):
        said = _("%(action)s mit %(thing)s") % {"action": said, "thing": reader.name(part["item"])}
    return said.strip()


def listed_with(deed: str, means: str) -> str:
    return f"{deed}: {means}" if means else deed


def action_words(reader: Reader, row: Resolution) -> str:
    """What was begun, in a few words: who does what, with what as far as it is known, to whom."""
    if "step" in row.request:
        return step_words(reader, row)
    return listed_with(deed_words(reader, row.request), means_words(reader, row))


def step_words(reader: Reader, row: Resolution) -> str:
    """Which fight it is that goes on, and how."""
    name = row.encounter.name if row.encounter is not None else ""
    if is_start(row):
        return _("Der Kampf „%(fight)s“ beginnt") % {"fight": name}
    return listed([name, cause_word(row.request["step"], reader)])


def is_start(row: Resolution) -> bool:
    """Whether it is the beginning of a fight that waits."""
    return str(row.request.get("step")) == Step.START


def gives_up(row: Resolution) -> str:
    return _("Kampfbeginn aufgeben") if is_start(row) else ""


def waits_for(known: Known, row: Resolution) -> str:
    """Who has to answer, as everybody may know: whoever a player plays; for all others the game master."""
    character = known.characters.get(row.waits_for)
    owned = character is not None and character.owner_id is not None
    return known.name(row.waits_for) if owned else _("Spielleitung")


def _story_so_far(reader: Reader, row: Resolution, outcome: Outcome) -> Story:
    """What happened so far; a fight that waits to begin has no round yet: only its rolls stand."""
    events = [event_to_json(event) for event in outcome.events]
    return tell(reader, [event for event in events if event["kind"] == "rolled" or not is_start(row)], ())


def may_cancel(who: policy.Viewer, known: Known, row: Resolution) -> bool:
    """Whoever began it and whoever plays the one who acts by now, until a die fell; the game master always."""
    if has_rolled(row.answers) and not who.is_gm:
        return False
    return row.user_id == who.user.pk or policy.may_answer(who, actor_of(row.request), known.characters)


def rolls_by_app(row: Resolution) -> bool:
    """Whether the app rolls what is still open: as the first die fell, else as whoever began it wants it."""
    sources = [answer.source for answer in answers_kept(row.answers).values() if answer.faces]
    return sources[0] == "app" if sources else not row.user.own_dice
