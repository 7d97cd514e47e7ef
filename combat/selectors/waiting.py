"""Actions that wait for an answer: what is asked, whose answer it is, and what has happened so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from chaos_sheets import policy
from chaos_sheets.errors import NotVisible, ServiceError, sentence
from chaos_sheets.selectors.cause import cause_word
from chaos_sheets.selectors.known import Known
from chaos_sheets.selectors.log import question_label
from chaos_sheets.story import Story, tell
from chaos_sheets.trace import Reader, reason_views
from combat.core.event import Event, event_to_json
from combat.core.intent import Refused
from combat.core.procedure import Ask, BadAnswer, Outcome, Question, recorded, run
from combat.mapping import read_table
from combat.models import Resolution
from combat.registry import ruleset, ruleset_info
from combat.requests import answers_kept, procedure_of, request_from_json
from combat.selectors.announce import Typed
from combat.selectors.panel_view import DieField, Option


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionView:
    """The question an action waits for. ``options`` of a choice, ``die`` of dice; neither: somebody else answers."""

    id: int
    name: str
    title: str
    text: str
    who: str
    action: str
    waits_for: str = ""
    options: tuple[Option, ...] = ()
    die: DieField | None = None
    story: Story | None = None
    refused: tuple[str, ...] = ()
    may_cancel: bool = False
    own_dice: bool = False


def resolutions(who: policy.Viewer) -> list[Resolution]:
    """Every action of the campaign that waits, the oldest first."""
    return list(Resolution.objects.filter(campaign=who.campaign).select_related("user").order_by("pk"))


def resolution_of(who: policy.Viewer, number: int) -> Resolution:
    """An action that waits; raises NotVisible where there is none, or none he has a part in."""
    found = Resolution.objects.filter(campaign=who.campaign, pk=number).select_related("user", "campaign").first()
    if found is None:
        raise NotVisible
    return found


def is_his(who: policy.Viewer, known: Known, row: Resolution) -> bool:
    """Whether the viewer answers: for his own characters, the game master for everybody."""
    character = known.characters.get(row.waits_for)
    if row.waits_for and character is None:
        return who.is_gm
    return policy.may_answer(who, character)


def rolls_by_app(row: Resolution) -> bool:
    """Whether the app rolls what is still open: as the first die fell, else as whoever began it wants it."""
    sources = [answer.source for answer in answers_kept(row.answers).values() if answer.faces]
    return sources[0] == "app" if sources else not row.user.own_dice


def state_of(rows: Sequence[Resolution]) -> str:
    """Tells whether the same is waiting as before."""
    return ".".join(f"{row.pk}-{len(row.answers)}-{row.waits_for.partition(':')[2]}" for row in rows)


def waiting_views(who: policy.Viewer, known: Known, rows: Sequence[Resolution]) -> tuple[QuestionView, ...]:
    """What waits in this campaign: questions to the viewer in full, the others by whom they wait for."""
    found = []
    for row in rows:
        if is_his(who, known, row):
            found.append(question_view(who, known, row))
        elif row.user_id == who.user.pk:
            found.append(_somebody_else(who, known, row))
    return tuple(found)


def question_view(who: policy.Viewer, known: Known, row: Resolution, typed: Typed | None = None) -> QuestionView:
    """An open question as it stands now: the action is run again with what was answered so far."""
    info = ruleset_info(who.campaign.ruleset)
    try:
        asked = request_from_json(row.request, info)
        table = read_table(who.campaign, asked, info)
    except ServiceError:
        # Somebody or something that belongs to it was put away meanwhile, or the rules read it otherwise now.
        return _without_question(who, known.reader(), row, (sentence("action_impossible"),))
    known.items |= {ref: record.row for ref, record in table.records.items() if ref.startswith("item:")}
    reader = known.reader()
    try:
        rules = ruleset(who.campaign.ruleset)
        outcome = run(procedure_of(rules, table.fight, asked), recorded(answers_kept(row.answers)))
    except (Refused, BadAnswer) as error:
        reasons = tuple(reason.text for reason in reason_views(reader, error.reasons))
        return _without_question(who, reader, row, reasons)
    if outcome.question is None:
        return _without_question(who, reader, row, ())
    return _asked(who, known, reader, row, outcome, outcome.question, typed or Typed({}))


def asked_view(
    who: policy.Viewer, known: Known, row: Resolution, question: Question, events: tuple[Event, ...]
) -> QuestionView:
    """The question an action has just stopped at, without running it again."""
    outcome = Outcome(events=events)
    parts = row.request.get("intent", {}).get("parts", ())
    needed = {part["item"] for part in parts} | set(row.request["fight"]["things"])
    if isinstance(question, Ask):
        needed |= {part for choice in question.choices for part in choice.key.split("+")}
    known.read_items(needed)
    if not is_his(who, known, row):
        return _somebody_else(who, known, row)
    return _asked(who, known, known.reader(), row, outcome, question, Typed({}))


def _asked(
    who: policy.Viewer,
    known: Known,
    reader: Reader,
    row: Resolution,
    outcome: Outcome,
    question: Question,
    typed: Typed,
) -> QuestionView:
    words, name = reader.words, question.name
    title = question_label(name, reader)
    options: tuple[Option, ...] = ()
    die = None
    says = ""
    if isinstance(question, Ask):
        says = words.says(name.partition(".")[0], {}) if name.endswith(".choice") else ""
        options = tuple(
            Option(
                value=choice.key,
                label=reader.choice(choice.key),
                chosen=choice.key == question.default,
                reasons=reason_views(reader, choice.reasons),
            )
            for choice in question.choices
        )
    else:
        field_name = f"die.{name}"
        die = DieField(
            name=name,
            label=title,
            dice=str(question.dice),
            count=question.dice.count,
            sides=question.dice.sides,
            values=tuple(typed.many(field_name)),
            error=typed.error(field_name),
        )
    return QuestionView(
        id=row.pk,
        name=name,
        title=title,
        text=says or title,
        who=reader.name(question.who) if question.who else "",
        action=_action(reader, row),
        options=options,
        die=die,
        story=tell(reader, [event_to_json(event) for event in outcome.events], ()),
        may_cancel=row.user_id == who.user.pk or who.is_gm,
        own_dice=who.user.own_dice or not rolls_by_app(row),
    )


def _without_question(who: policy.Viewer, reader: Reader, row: Resolution, refused: tuple[str, ...]) -> QuestionView:
    """What happened since has made the action impossible, or it needs nothing more: it can be taken up or given up."""
    return QuestionView(
        id=row.pk,
        name="",
        title=_action(reader, row),
        text="",
        who="",
        action=_action(reader, row),
        refused=refused,
        may_cancel=row.user_id == who.user.pk or who.is_gm,
    )


def _somebody_else(who: policy.Viewer, known: Known, row: Resolution) -> QuestionView:
    reader = known.reader()
    character = known.characters.get(row.waits_for)
    owned = character is not None and character.owner_id is not None
    return QuestionView(
        id=row.pk,
        name="",
        title=_action(reader, row),
        text="",
        who=reader.name(row.waits_for) if row.waits_for else "",
        action=_action(reader, row),
        waits_for=known.name(row.waits_for) if owned else _("Spielleitung"),
        may_cancel=row.user_id == who.user.pk or who.is_gm,
    )


def _action(reader: Reader, row: Resolution) -> str:
    """What was begun, in a few words."""
    if "step" in row.request:
        return cause_word(row.request["step"], reader)
    intent = row.request["intent"]
    part = intent["parts"][0]
    who = reader.name(intent["actor"])
    targets = ", ".join(reader.name(ref) for ref in part["targets"])
    said = f"{who}: {reader.words.word(part['form'])}"
    return f"{said} → {targets}" if targets else said
