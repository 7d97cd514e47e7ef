"""What every ruleset tells can be read: every id has words, every citation a rule, every event is JSON."""

import json
from dataclasses import replace
from itertools import pairwise

import pytest

from combat.core.citation import Citation
from combat.core.dice import Dice
from combat.core.event import Rolled, event_to_json
from combat.core.procedure import Answer, Ask, Question, run
from combat.core.ruleset import Moment
from combat.registry import ruleset, ruleset_info
from tests.golden.due import UNTOLD
from tests.rulesets.requests import all_events, every_ruleset, own_cases, tried
from tests.rulesets.told import told_by_cases

# --- Trace ----------------------------------------------------------------------------------------------------


@every_ruleset
def test_every_event_cites_rules_that_exist(ruleset_id: str) -> None:
    known = set(ruleset_info(ruleset_id).rules)
    for request, event in all_events(ruleset_id):
        assert event.rules, (request.case, event.term)
        assert set(event.rules) <= known, (request.case, event.term)
        for modifier in event.modifiers if isinstance(event, Rolled) else ():
            assert modifier.rules, (request.case, modifier)
            assert set(modifier.rules) <= known, (request.case, modifier)


@every_ruleset
def test_every_number_of_a_rule_that_is_told_exists(ruleset_id: str) -> None:
    """In events, previews and offers, however deep it stands: in a step, a modifier, a reason, a field to fill in."""
    told = told_by_cases(ruleset_id)
    assert all(told[request.case] for request in tried(ruleset_id))
    assert sorted(frozenset().union(*told.values()) - set(ruleset_info(ruleset_id).rules)) == []


@pytest.mark.parametrize("ruleset_id", UNTOLD)
def test_every_rule_is_told_by_a_case_worked_out_by_hand_for_it(ruleset_id: str) -> None:
    """The run itself has to name the number: in an event, a step of a bill, the preview, an offer or a refusal."""
    told = told_by_cases(ruleset_id)
    shown = {rule for case in own_cases(ruleset_id) for rule in case.rules if rule in told[case.id]}
    assert set(ruleset_info(ruleset_id).rules) - shown == set(UNTOLD[ruleset_id])


@every_ruleset
def test_every_question_is_put_to_somebody(ruleset_id: str) -> None:
    """Dice typed from the table wait for him."""
    nobodys = {q.name for request in tried(ruleset_id) for q in request.questions() if not q.who}
    assert nobodys == set()


@every_ruleset
def test_every_id_of_an_event_is_in_the_glossary(ruleset_id: str) -> None:
    known = set(ruleset_info(ruleset_id).glossary.terms)
    missing = set()
    for _, event in all_events(ruleset_id):
        missing |= {event.term, *event.data} - known
        if isinstance(event, Rolled):
            missing |= {event.outcome, *(modifier.key for modifier in event.modifiers)} - known
    assert sorted(missing) == []


@every_ruleset
def test_every_id_of_a_bill_is_in_the_glossary(ruleset_id: str) -> None:
    known = set(ruleset_info(ruleset_id).glossary.terms)
    missing = set()
    for request in tried(ruleset_id):
        for combatant in request.fight.combatants.values():
            derived = ruleset(ruleset_id).derive(combatant.sheet, request.fight.options)
            values = [
                *derived.values.values(),
                *(one for each in derived.item_values.values() for one in each.values()),
            ]
            missing |= {value.key for value in values if "." not in value.key}
            missing |= {step.term for value in values for step in value.steps}
            missing |= {unit for value in values if (unit := value.unit)}
            for table in derived.tables:
                missing |= {table.form, *(column.term for column in table.columns), *(row.term for row in table.rows)}
                missing |= {step.term for row in table.rows for cell in row.cells for step in cell.steps}
            missing |= set(derived.statuses) | {f"problem.{reason.code}" for _, reason in derived.problems}
    assert sorted(missing - known) == []


@every_ruleset
def test_every_step_of_an_event_is_in_the_glossary(ruleset_id: str) -> None:
    info = ruleset_info(ruleset_id)
    for request, event in all_events(ruleset_id):
        steps = event.data.get("steps", ())
        for step in steps if isinstance(steps, list | tuple) else ():
            assert isinstance(step, dict), request.case
            assert step["term"] in info.glossary.terms, (request.case, step)
            assert set(step["rules"]) <= set(info.rules), (request.case, step)


@every_ruleset
def test_every_reason_has_a_sentence_and_a_rule(ruleset_id: str) -> None:
    info = ruleset_info(ruleset_id)
    for request in tried(ruleset_id):
        preview = request.preview
        for reason in preview.reasons:
            assert info.glossary.terms[f"reason.{reason.code}"].says, reason.code
        for warning in (*preview.warnings, *preview.notes):
            assert info.glossary.terms[warning.code].says, warning.code
        for told in (*preview.reasons, *preview.warnings, *preview.notes):
            assert told.rules, told
            assert set(told.rules) <= set(info.rules), told


@every_ruleset
def test_whatever_is_done_to_somebody_is_told_in_a_clause(ruleset_id: str) -> None:
    """Whoever is asked is spoken to in it: jemand schießt auf dich."""
    terms = ruleset_info(ruleset_id).glossary.terms
    forms = {offer.form for request in tried(ruleset_id) for offer in request.offers if offer.may_target}
    forms |= {part.form for request in tried(ruleset_id) for part in request.intent.parts if part.targets}
    told = {form: terms[form].does for form in forms if form}
    assert told
    wanting = [
        form for form, does in told.items() if not all("{target}" in does.get(each, "") for each in ("de", "en"))
    ]
    assert sorted(wanting) == []


@every_ruleset
def test_every_id_of_a_schema_is_in_the_glossary(ruleset_id: str) -> None:
    info = ruleset_info(ruleset_id)
    schemas = (info.sheet, *(kind.schema for kind in info.kinds))
    fields = [field for schema in schemas for field in schema.fields]
    fields += [field for schema in schemas for collection in schema.collections for field in collection.fields]
    fields += [flag.field for flag in info.flags]
    found = {collection.label for schema in schemas for collection in schema.collections}
    found |= {collection.group for schema in schemas for collection in schema.collections if collection.group}
    found |= {field.label for field in fields} | {field.group for field in fields if field.group}
    found |= {field.choice_label(choice) for field in fields for choice in field.choices}
    found |= {kind.key for kind in info.kinds} | {trait.label for kind in info.kinds for trait in kind.traits}
    found |= {pool.key for pool in info.pools} | {budget.key for budget in info.budgets}
    found |= {status.key for status in info.statuses} | {zone.key for zone in info.zones}
    found |= {mark.term for pool in info.pools for mark in pool.marks(15)}
    assert sorted(found - set(info.glossary.terms)) == []


@every_ruleset
def test_a_system_says_in_a_sentence_what_it_is_like(ruleset_id: str) -> None:
    term = ruleset_info(ruleset_id).glossary.terms["ruleset"]
    assert all(term.means.get(language) for language in ("de", "en"))


@every_ruleset
def test_every_chapter_has_a_heading(ruleset_id: str) -> None:
    info = ruleset_info(ruleset_id)
    wanted = {f"chapter.{Citation(rule).chapter}" for rule in info.rules}
    assert sorted(wanted - set(info.glossary.terms)) == []


@every_ruleset
def test_the_numbers_of_a_system_are_handed_over_and_cite_its_rules(ruleset_id: str) -> None:
    info = ruleset_info(ruleset_id)
    assert info.tables.entries
    assert {rule for entry in info.tables.entries.values() for rule in entry.rules} <= set(info.rules)


@every_ruleset
def test_the_figure_has_a_part_for_every_zone(ruleset_id: str) -> None:
    info = ruleset_info(ruleset_id)
    for zone in info.zones if info.figure else ():
        assert f'id="{zone.key}"' in info.figure


@every_ruleset
def test_every_face_of_the_zone_dice_strikes_exactly_one_zone(ruleset_id: str) -> None:
    info = ruleset_info(ruleset_id)
    if info.zone_dice:
        struck = sorted(face for zone in info.zones if zone.faces for face in range(zone.faces[0], zone.faces[1] + 1))
        assert struck == list(range(1, Dice.parse(info.zone_dice).sides + 1))


@every_ruleset
def test_marks_of_a_pool_fall_from_the_maximum(ruleset_id: str) -> None:
    for pool in ruleset_info(ruleset_id).pools:
        for maximum in range(1, 120):
            points = [mark.at for mark in pool.marks(maximum)]
            assert points == sorted(points, reverse=True)
            assert all(point <= maximum for point in points)


@every_ruleset
def test_everything_described_cites_rules_that_exist(ruleset_id: str) -> None:
    info = ruleset_info(ruleset_id)
    cited: set[str] = {rule for pool in info.pools for rule in pool.rules}
    cited |= {rule for budget in info.budgets for rule in budget.rules}
    cited |= {rule for status in info.statuses for rule in status.rules}
    cited |= {rule for option in info.options for rule in option.rules}
    cited |= {rule for ruling in info.rulings for rule in ruling.rules}
    cited |= {rule for kind in info.kinds for trait in kind.traits for rule in trait.rules}
    for schema in (info.sheet, *(kind.schema for kind in info.kinds)):
        cited |= {rule for field in schema.fields for rule in field.rules}
    assert sorted(cited - set(info.rules)) == []


# --- Serialisation --------------------------------------------------------------------------------------------


@every_ruleset
def test_events_survive_json(ruleset_id: str) -> None:
    for request, event in all_events(ruleset_id):
        written = event_to_json(event)
        assert json.loads(json.dumps(written)) == written, (request.case, event.term)


@every_ruleset
def test_a_schema_accepts_its_own_defaults(ruleset_id: str) -> None:
    info = ruleset_info(ruleset_id)
    for schema in (info.sheet, *(kind.schema for kind in info.kinds)):
        assert schema.check(schema.complete({})) == ()


# --- Options --------------------------------------------------------------------------------------------------


@every_ruleset
def test_every_value_of_every_house_rule_is_pinned_down_by_a_golden_case(ruleset_id: str) -> None:
    tried_values = {(key, str(value)) for case in own_cases(ruleset_id) for key, value in case.options.items()}
    for option in ruleset_info(ruleset_id).options:
        if not option.values:
            assert any(key == option.key for key, _ in tried_values), option.key
        for value in option.values:
            assert value.value == option.default or (option.key, str(value.value)) in tried_values, option.key


# --- Questions ------------------------------------------------------------------------------------------------


@every_ruleset
def test_every_question_has_a_name_in_words(ruleset_id: str) -> None:
    """Whoever is asked for a die reads its name: each part of it is a word, or the glossary has one for its end."""
    known = set(ruleset_info(ruleset_id).glossary.terms)
    asked: set[str] = set()
    for request in tried(ruleset_id):
        asked |= {".".join(part for part in name.split(".") if not part.isdigit()) for name in request.asked()}
    assert asked
    assert sorted(name for name in asked if not _is_named(name, known)) == []


@every_ruleset
def test_every_question_that_comes_by_itself_has_a_name_in_words(ruleset_id: str) -> None:
    """When a fight, a round or a turn begins or ends; among people who are all alike, so that ties are rolled again."""
    known, asked = set(ruleset_info(ruleset_id).glossary.terms), set()

    def noted(question: Question) -> Answer:
        asked.add(".".join(part for part in question.name.split(".") if not part.isdigit()))
        return (
            Answer(choice=question.default) if isinstance(question, Ask) else Answer(faces=(1,) * question.dice.count)
        )

    for request in tried(ruleset_id):
        people = request.fight.combatants
        alike = next(iter(people.values())).sheet
        fight = replace(request.fight, combatants={key: replace(each, sheet=alike) for key, each in people.items()})
        for moment in Moment:
            run(ruleset(ruleset_id).tick(fight, moment), noted)
    assert sorted(name for name in asked if not _is_named(name, known)) == []


def _is_named(name: str, known: set[str]) -> bool:
    parts = name.split(".")
    ends = {f"roll.{'.'.join(parts[first:])}" for first in range(len(parts))}
    return bool(ends & known) or set(parts) <= known | {"choice"}


@every_ruleset
def test_the_numbers_in_the_names_of_dice_count_from_one(ruleset_id: str) -> None:
    """People count so: the first attack is attack 1. A number that only tells who is asked is never read."""
    terms = ruleset_info(ruleset_id).glossary.terms
    names = {name for request in tried(ruleset_id) for name in request.asked()}
    wrong = {
        name
        for name in names
        for word, part in pairwise(name.split("."))
        if part == "0" and not (word in terms and terms[word].per_person)
    }
    assert sorted(wrong) == []
