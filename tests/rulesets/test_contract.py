"""What every ruleset keeps, whatever its rules: tried on the requests of its golden cases."""

import re
from dataclasses import replace
from functools import cache

import pytest

from combat.core.dice import chance
from combat.core.event import Change, Event, Happened, Rolled
from combat.core.fight import FIGHT, Combatant, Fight, apply
from combat.core.intent import Check, Intent, Part, Refused
from combat.core.procedure import Answer, Provider, Question, Roll, chained, defaults, run
from combat.core.ruleset import Moment
from combat.core.schema import Field
from combat.core.sheet import Item
from combat.core.value import Json, thawed, value_at
from combat.registry import UnknownRuleset, ruleset, ruleset_ids, ruleset_info
from tests.rulesets.requests import Tried, all_events, every_ruleset, tried


@cache
def reasons_of(request: Tried) -> tuple[str, ...]:
    """The codes for which a request is refused; none: it is legal."""
    try:
        run(ruleset(request.ruleset).perform(request.fight, request.intent), defaults)
    except Refused as refused:
        return tuple(reason.code for reason in refused.reasons)
    return ()


def rolling(face: str) -> Provider:
    """Every die on its lowest or its highest face."""

    def provide(question: Question) -> Answer | None:
        if not isinstance(question, Roll):
            return None
        return Answer(faces=(1 if face == "low" else question.dice.sides,) * question.dice.count)

    return provide


def test_there_is_a_ruleset_and_an_unknown_one_is_refused() -> None:
    assert ruleset_ids()
    with pytest.raises(UnknownRuleset):
        ruleset("nothing")


FEW = 5
KINDS = {"weapon", "armour", "cover", "modification", "gear", "skill", "talent", "spell", "species", "class"}
"""The kinds of things that the administration has a page for."""


@every_ruleset
def test_every_kind_of_thing_has_a_page_in_the_administration(ruleset_id: str) -> None:
    assert {kind.key for kind in ruleset_info(ruleset_id).kinds} <= KINDS


@every_ruleset
def test_where_cover_stands_about_a_stated_fact_names_it(ruleset_id: str) -> None:
    info = ruleset_info(ruleset_id)
    named = [flag for flag in info.flags if flag.field.path == info.cover_flag]
    assert all((flag.scope, flag.stated) == ("combatant", True) for flag in named)
    # Behind somebody else, too, where the rules know hostages; else behind things alone.
    assert [flag.field.unit for flag in named] in ([], ["thing"], ["cover"])
    assert bool(named) == bool(info.cover_flag) == any(kind.use == "cover" for kind in info.kinds)


def test_whoever_only_stands_at_a_cover_has_not_taken_it() -> None:
    """FAL-1.9, FAL-3.7: behind a thing is who has taken cover; where the rules know no such step, who is there."""
    info = ruleset_info("oedland")
    states = [(None, False), ("uncovered", False), ("partial", True), ("full", True)]
    assert [(state, info.is_behind_cover({"cover": "item:1", "cover_state": state})) for state, _is in states] == states
    assert ruleset_info("chaos").is_behind_cover({"cover": "item:1"})


@every_ruleset
def test_the_whole_figure_lies_inside_its_frame(ruleset_id: str) -> None:
    """Paper cuts off what lies outside: a hand, the outline of an arm."""
    drawn = ruleset_info(ruleset_id).figure
    for box in re.findall(r'viewBox="(\d+) \d+ (\d+) \d+"', drawn):
        left, width = map(float, box)
        outlines = re.findall(r' d="([^"]+)"', drawn)
        across = [float(x) for line in outlines for x in re.findall(r"-?\d+(?:\.\d+)?", line)[::2]]
        assert left < min(across)
        assert max(across) < left + width


# --- Purity ---------------------------------------------------------------------------------------------------


@every_ruleset
def test_the_same_request_and_answers_give_the_same_events_and_change_no_input(ruleset_id: str) -> None:
    for request in tried(ruleset_id):
        before = repr((request.fight, request.intent))
        assert (request.events() or ()) == request.story, request.case
        assert repr((request.fight, request.intent)) == before, request.case


# --- Preview equals performance -------------------------------------------------------------------------------


@every_ruleset
def test_modifiers_and_windows_of_the_preview_are_those_of_the_roll(ruleset_id: str) -> None:
    compared = 0
    for request in tried(ruleset_id):
        checks: dict[tuple[str, str], list[Check]] = {}
        for check in request.preview.checks:
            checks.setdefault((check.who, check.term), []).append(check)
        for event in request.story:
            known = checks.get((event.who, event.term), []) if isinstance(event, Rolled) else []
            if isinstance(event, Rolled) and known:
                compared += 1
                # Several attacks of one turn have a check each, in their order.
                check = known.pop(0) if len(known) > 1 else known[0]
                assert event.dice == check.dice, (request.case, event.term)
                # What somebody chose after the announcement (points on a roll) comes last and is not in the preview.
                assert event.modifiers[: len(check.modifiers)] == check.modifiers, (request.case, event.term)
                if event.modifiers == check.modifiers:
                    assert event.window == check.window, (request.case, event.term)
    assert compared


@every_ruleset
def test_every_chance_equals_counting_the_faces(ruleset_id: str) -> None:
    for request in tried(ruleset_id):
        for check in request.preview.checks:
            assert check.chance == chance(check.dice, check.window), (request.case, check.term)


@every_ruleset
def test_the_first_roll_of_an_action_is_in_its_preview(ruleset_id: str) -> None:
    for request in tried(ruleset_id):
        rolled = [event for event in request.story if isinstance(event, Rolled)]
        if rolled:
            checks = request.preview.checks
            assert rolled[0].term in {check.term for check in checks}, request.case


# --- Legality -------------------------------------------------------------------------------------------------


@every_ruleset
def test_the_preview_refuses_for_the_reasons_of_the_performance(ruleset_id: str) -> None:
    for request in tried(ruleset_id):
        told = request.preview.reasons
        assert tuple(reason.code for reason in told) == reasons_of(request), request.case


@every_ruleset
def test_what_is_refused_changes_nothing_and_asks_for_no_die(ruleset_id: str) -> None:
    for request in tried(ruleset_id):
        if reasons_of(request):
            with pytest.raises(Refused):
                run(ruleset(ruleset_id).perform(request.fight, request.intent), rolling("low"))


@every_ruleset
def test_what_is_offered_is_accepted_and_what_is_not_is_refused_for_the_same_reasons(ruleset_id: str) -> None:
    offered = 0
    for request in tried(ruleset_id):
        part = request.intent.parts[0]
        for offer in request.offers:
            if (offer.form, offer.item) != (part.form, part.item):
                continue
            offered += 1
            needed = _needed(part, offer.parameters)
            plain = Part(form=part.form, item=part.item, targets=part.targets[:1], parameters=needed)
            preview = ruleset(ruleset_id).preview(request.fight, Intent(actor=request.intent.actor, parts=(plain,)))
            codes = {reason.code for reason in preview.reasons}
            told = {reason.code for reason in offer.reasons}
            assert told <= codes, (request.case, offer.form)
            # An offer names no target: what a target brings with it only the announcement can tell.
            assert codes - told <= set(reasons_of(request)), (request.case, offer.form)
    assert offered


@every_ruleset
def test_offers_of_some_forms_are_those_among_all(ruleset_id: str) -> None:
    """Whoever asks for one form is told what he would find under it, for each form that anybody is offered."""
    one_of_each = {frozenset(offer.form for offer in request.offers): request for request in tried(ruleset_id)}
    for forms, request in one_of_each.items():
        for asked in ({form} for form in forms):
            found = ruleset(ruleset_id).offers(request.fight, request.intent.actor, asked)
            assert found == tuple(offer for offer in request.offers if offer.form in asked), (request.case, asked)
        found = ruleset(ruleset_id).offers(request.fight, request.intent.actor, forms | {"no_such_form"})
        assert found == request.offers, request.case


@every_ruleset
def test_what_costs_points_says_of_which_pool(ruleset_id: str) -> None:
    info = ruleset_info(ruleset_id)
    pools, bought = {pool.key for pool in info.pools}, [each.bought for each in info.budgets if each.bought]
    assert all(how.price > 0 and how.field.pool in pools for how in bought)
    fields = {known for request in tried(ruleset_id)[::7] for offer in request.offers for known in offer.parameters}
    assert [known.path for known in fields if known.pool not in pools and (known.pool or known.prices)] == []


@every_ruleset
def test_a_refused_offer_is_refused_by_perform_for_the_same_reasons(ruleset_id: str) -> None:
    """Whatever is offered and closed, of any form: announced with its defaults it is refused for these reasons too."""
    closed = 0
    requests = tried(ruleset_id)
    for request in requests:
        fight, actor = request.fight, request.intent.actor
        others = [name for name in fight.combatants if name != actor]
        for offer in request.offers:
            if not offer.reasons or (offer.needs_target and not others):
                continue
            closed += 1
            targets = tuple(others[:1]) if offer.may_target else ()
            plain = Intent(actor=actor, parts=(Part(form=offer.form, item=offer.item, targets=targets),))
            with pytest.raises(Refused) as refused:
                run(ruleset(ruleset_id).perform(fight, plain), defaults)
            codes = {reason.code for reason in refused.value.reasons}
            # Who has not said how far away the target is, is told just that first.
            if "distance_missing" not in codes:
                assert {reason.code for reason in offer.reasons} <= codes, (request.case, offer.form)
    # A system of a few cases may close nothing.
    assert closed or len(requests) < FEW


def _needed(part: Part, fields: tuple[Field, ...]) -> dict[str, Json]:
    """The part's own values of the parameters that have no default."""
    return {
        field.path: part.parameters[field.path]
        for field in fields
        if field.default is None and part.parameters.get(field.path) is not None and field.path != "called_zone"
    }


# --- Progress -------------------------------------------------------------------------------------------------


@every_ruleset
@pytest.mark.parametrize("face", ["low", "high"])
def test_every_procedure_ends_with_default_choices(ruleset_id: str, face: str) -> None:
    for request in tried(ruleset_id):
        if not reasons_of(request):
            procedure = ruleset(ruleset_id).perform(request.fight, request.intent)
            assert run(procedure, chained(rolling(face), defaults)).question is None, request.case


@every_ruleset
def test_nothing_that_happens_by_itself_waits_for_anybody(ruleset_id: str) -> None:
    for request in tried(ruleset_id):
        for moment in Moment:
            assert (
                run(ruleset(ruleset_id).tick(request.fight, moment), chained(rolling("low"), defaults)).question is None
            )


@every_ruleset
def test_an_unknown_form_is_refused_and_not_offered(ruleset_id: str) -> None:
    request = tried(ruleset_id)[0]
    intent = Intent(actor=request.intent.actor, parts=(Part(form="no_such_form"),))
    assert ruleset(ruleset_id).preview(request.fight, intent).reasons
    with pytest.raises(Refused):
        run(ruleset(ruleset_id).perform(request.fight, intent), defaults)


# --- Bounds ---------------------------------------------------------------------------------------------------


def _standing(fight: Fight, change: Change) -> Json:
    """What stands where a change is made."""
    combatant = fight.combatants.get(change.of)
    if combatant is not None:
        return _of_combatant(combatant, change.field)
    if change.of == FIGHT:
        own: dict[str, Json] = {
            "flags": fight.flags,
            "round": fight.round,
            "current": fight.current,
            "order": fight.order,
        }
        return value_at(own, change.field)
    return _of_item(_item(fight, change.of), change.field)


def _of_combatant(combatant: Combatant, path: str) -> Json:
    head, _, rest = path.partition(".")
    if head == "budget":
        return combatant.budget.get(rest)
    return value_at(combatant.flags, rest) if head == "flags" else combatant.sheet.value(path)


def _item(fight: Fight, item_id: str) -> Item:
    if item_id in fight.things:
        return fight.things[item_id]
    found = [combatant.sheet.item(item_id) for combatant in fight.combatants.values()]
    (item,) = [one for one in found if one is not None]
    return item


def _of_item(item: Item, path: str) -> Json:
    head, _, rest = path.partition(".")
    if head == "zones":
        return item.zones[rest.partition(".")[0]].damage_points
    return item.quantity if head == "quantity" else item.value(path)


def _described(ruleset_id: str, fight: Fight, change: Change) -> Field | None:
    """The field a change names, None for numbers that are no field (budget, damage points, quantity)."""
    info = ruleset_info(ruleset_id)
    head, _, rest = change.field.partition(".")
    if change.of in fight.combatants:
        if head == "budget":
            assert rest in {budget.key for budget in info.budgets}
            return None
        if head == "flags":
            return next(flag.field for flag in info.flags if flag.scope == "combatant" and flag.field.path == rest)
        return info.sheet.field(change.field)
    if change.of == FIGHT:
        known = (flag.field for flag in info.flags if flag.scope == "fight" and flag.field.path == rest)
        return next(known) if head == "flags" else None
    kind = info.kind(_item(fight, change.of).kind)
    assert kind is not None
    if head == "zones":
        zone, _, key = rest.partition(".")
        assert (key, zone in {known.key for known in info.zones}) == ("damage_points", True)
        return None
    return None if head == "quantity" else next(field for field in kind.schema.fields if field.path == change.field)


@every_ruleset
def test_every_change_names_a_described_field_and_the_value_that_stood_there(ruleset_id: str) -> None:
    for request in tried(ruleset_id):
        fight = request.fight
        for event in request.story:
            for change in event.changes if isinstance(event, Happened) else ():
                field = _described(ruleset_id, fight, change)
                stands = _standing(fight, change)
                if stands is None and field is not None and change.before is not None:
                    stands = field.default
                assert thawed(stands) == thawed(change.before), (request.case, change)
                assert change.before != change.after, (request.case, change)
                if field is not None and change.after is not None:
                    assert field.check(change.after) is None, (request.case, change)
                fight = apply(fight, [change])


@every_ruleset
def test_budgets_never_go_below_nothing(ruleset_id: str) -> None:
    for request, event in all_events(ruleset_id):
        for change in event.changes if isinstance(event, Happened) else ():
            if change.field.startswith("budget."):
                assert isinstance(change.after, int), request.case
                assert change.after >= 0, (request.case, change)


@every_ruleset
def test_no_hit_gives_anybody_health_back(ruleset_id: str) -> None:
    """A hit is called so or carries its number; wounds rise, everything else that counts health falls."""
    rising = {pool.current: pool.rising for pool in ruleset_info(ruleset_id).pools if pool.health}
    struck = 0
    for request, event in all_events(ruleset_id):
        hits = isinstance(event, Happened) and (event.term == "hit" or "hit" in event.data)
        for change in event.changes if isinstance(event, Happened) and hits else ():
            if change.field in rising and isinstance(change.after, int):
                before = change.before if isinstance(change.before, int) else 0
                struck += 1
                assert change.after >= before if rising[change.field] else change.after <= before, (
                    request.case,
                    change,
                )
    assert struck


# --- House rules ----------------------------------------------------------------------------------------------


def _named(events: tuple[Event, ...]) -> set[str]:
    """The house rules that events say acted."""
    found: set[str] = set()
    for event in events:
        option = event.data.get("option", ())
        assert isinstance(option, list | tuple), event
        found |= {str(key) for key in option}
    return found


@every_ruleset
def test_a_house_rule_that_made_a_difference_is_named_where_it_acted(ruleset_id: str) -> None:
    missing = []
    for request in tried(ruleset_id):
        if not request.fight.options or not request.story:
            continue
        usual = replace(request, fight=replace(request.fight, options={}))
        try:
            told = usual.events()
        except AssertionError:
            told = ()
        # What only the house rule allows at all is named by its being possible.
        if told not in (None, request.story) and not _named(request.story) & set(request.fight.options):
            missing.append((request.case, *request.fight.options))
    assert missing == []
