"""The adapter of Zwanziger, second part: order, turns, mounts, movement, jumps, throws, contests and saves."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from combat.core.bill import total
from combat.core.fight import Combatant
from combat.core.intent import Part
from combat.core.procedure import Answer, Ask, Question
from combat.core.ruleset import Moment
from combat.core.value import Json
from combat.rulesets.zwanziger.options import house_rules
from combat.rulesets.zwanziger.throw import row_of, throw_bonus, throw_dice
from combat.rulesets.zwanziger.turn import slots_of
from combat.rulesets.zwanziger.words import ATTRIBUTES
from tests.golden import zwanziger_build as build
from tests.golden.cases import Case
from tests.golden.script import Played
from tests.golden.zwanziger_run import Table, lowest

# --- order and rounds -----------------------------------------------------------------------------------------


def initiative(case: Case) -> Played:
    given = build.taken(case.given, "actor")
    table = Table(case, build.fight_of(case, build.combatant(case, given["actor"], "actor")))
    table.tick(Moment.ROUND_START)
    return table.played(total=table.rolls("initiative")[0].total)


def turn_order(case: Case) -> Played:
    """Everybody shows a 1 and has the rest of his total from his speed; ties fall as the case says."""
    given = build.taken(case.given, "totals", "rounds")
    people = [build.plain(name, attributes={"speed": 2 * (total - 1)}) for name, total in given["totals"].items()]
    table = Table(case, build.fight_of(case, *people))

    def own(question: Question) -> Answer | None:
        tie = ".tie." in question.name
        return None if tie or isinstance(question, Ask) else Answer(faces=(1,))

    for _ in range(given.get("rounds", 1)):
        table.tick(Moment.ROUND_START, own)
    return table.played(order=list(table.fight.order), rolls=len(table.rolls("initiative")))


def round_end_table(case: Case) -> Played:
    given = build.taken(case.given, "parties_able")
    found = []
    for able in given["parties_able"]:
        people = [build.plain(f"p{n}", party=f"party {n}", maxima={"wounds": 1}) for n in range(3)]
        down = [
            replace(each, sheet=replace(each.sheet, body={**each.sheet.body, "pools": {"wounds": int(n >= able)}}))
            for n, each in enumerate(people)
        ]
        table = Table(case, build.fight_of(case, *down))
        table.tick(Moment.ROUND_END)
        found.append(table.happened("round_ended")[0].data["new_round"])
    return table.played(new_round=found)


def reactions(case: Case) -> Played:
    given = build.taken(case.given, "actor", "events")
    actor = build.combatant(case, given["actor"], "actor")
    body = {**actor.sheet.body, "abilities": {"quick": {"kind": "reactive", "art": "spell"}}}
    actor = replace(actor, sheet=replace(actor.sheet, body=body))
    table = Table(case, build.fight_of(case, actor, build.plain("A"), build.plain("B")))
    legal = []
    for event in given["events"]:
        if event == "react":
            legal.append(not table.do(Part(form="spell_reactive", parameters={"ability": "quick"})))
        else:
            table.fight = replace(table.fight, current=event.removeprefix("turn_of_"))
            table.tick(Moment.TURN_START)
    return table.played(legal=legal, exhaustion=table.fight.combatants["actor"].flags.get("exhaustion", 0))


# --- turns ----------------------------------------------------------------------------------------------------


def action_slots_table(case: Case) -> Played:
    given = build.taken(case.given, "forms")
    fits = {slot: [slot in slots_of(form) for form in given["forms"]] for slot in ("attack", "utility")}
    return Table(case, build.fight_of(case)).played(**fits)


def _asked(table: Table, part: Part, actor: str = "actor") -> dict[str, Any]:
    """What an action costs, or why it is refused; it is done on the lowest dice."""
    preview = table.preview(part, actor)
    refused = table.do(part, actor, own=lowest)
    if refused:
        return {"legal": False, "reason": refused[0]}
    return {"legal": True, "cost": next(iter(preview.cost), "free")}


def turn(case: Case) -> Played:
    given = build.taken(case.given, "actor", "requests")
    actor = build.combatant(case, given["actor"], "actor")
    weapons = case.fixtures["characters"][given["actor"]]
    table = Table(case, build.fight_of(case, actor, build.plain("target", wound_threshold=999)))
    results = []
    for one in given["requests"]:
        form, parameters = one["form"], {}
        if "m" in one:
            parameters["metres"] = one["m"]
        if "slot" in one:
            parameters["slot"] = one["slot"]
        if "height" in one:
            parameters["height"] = one["height"]
        hand = {"attack_main": "weapon", "attack_off": "offhand"}.get(form, "")
        item = f"actor.{weapons[hand]}" if hand else ""
        targets = ("target",) if hand or form in ("grapple", "break_free") else ()
        results.append(_asked(table, Part(form=form, item=item, targets=targets, parameters=parameters)))
    return table.played(results=results)


MOUNTED = {
    "mount_move": (Part(form="move"), "mount"),
    "mount_sprint": (Part(form="sprint"), "mount"),
    "mount_attack": (Part(form="attack_main", item="mount.weapon", targets=("target",)), "mount"),
    "rider_main_attack": (Part(form="attack_main", item="actor.weapon", targets=("target",)), "actor"),
}


def mount_turn(case: Case) -> Played:
    given = build.taken(case.given, "requests")

    def armed(who: str, flags: Mapping[str, Json]) -> Combatant:
        found = build.plain(who)
        item = build.item_of({"slot": "main"}, f"{who}.weapon")
        return replace(found, sheet=replace(found.sheet, items=(item,)), flags=flags)

    people = (armed("actor", {}), armed("mount", {"rider": "actor"}), build.plain("target", wound_threshold=999))
    table = Table(case, build.fight_of(case, *people, current="actor", round=1))
    results = [_asked(table, *MOUNTED[request]) for request in given["requests"]]
    scores = [
        sum(modifier.value for modifier in roll.modifiers if modifier.kind == "dice")
        for roll in table.rolls("attack_roll")
        if roll.who == "actor"
    ]
    return table.played(results=results, advantage=scores)


# --- breakout, hold -------------------------------------------------------------------------------------------


def breakout(case: Case) -> Played:
    """The contest from the case; then the enemy's attack as far as the defence, on the lowest face."""
    given = build.taken(case.given, "fleeing", "enemy", "answer")
    people = (build.combatant(case, given["fleeing"], "actor"), build.combatant(case, given["enemy"], "enemy"))
    table = Table(case, build.fight_of(case, *people))

    def own(question: Question) -> Answer | None:
        contest = ".contest." in question.name
        return None if contest or isinstance(question, Ask) else lowest(question)

    choices = {"breakout.1.demand": given.get("answer", "demand")}
    table.do(Part(form="break_out", targets=("enemy",)), choices=choices, own=own)
    rolls = table.rolls("breakout")
    found: dict[str, Any] = {"free_attack": bool(table.happened("free_attack")), "moved": bool(table.happened("moved"))}
    if rolls:
        won = bool(table.happened("broke_out"))
        found |= {"fleeing_total": rolls[-2].total, "enemy_total": rolls[-1].total, "rerolls": len(rolls) // 2 - 1}
        found["winner"] = "fleeing" if won else "enemy"
    if found["free_attack"]:
        found["defences"] = table.open_choices("breakout.1.defence.choice")
    return table.played(**found)


def break_free(case: Case) -> Played:
    given = build.taken(case.given, "actor", "enemy", "held_by")
    actor = build.combatant(case, given["actor"], "actor")
    held = replace(actor, flags={"held_by": given.get("held_by", "enemy")})
    table = Table(case, build.fight_of(case, held, build.combatant(case, given["enemy"], "enemy")))
    refused = table.do(Part(form="break_free", targets=("enemy",)))
    free = table.fight.combatants["actor"].sheet.value("statuses.grappled") is not True
    return table.played(free=free, totals=[roll.total for roll in table.rolls("wrestle")], refused=list(refused))


# --- jump, throw tables ---------------------------------------------------------------------------------------


def jump(case: Case) -> Played:
    given = build.taken(case.given, "actor", "height_m", "distance_m", "advantage")
    table = Table(case, build.fight_of(case, build.combatant(case, given["actor"], "actor")))
    parameters: dict[str, Json] = {"height": str(given["height_m"]), "distance_jumped": str(given["distance_m"])}
    if "advantage" in given:
        parameters["advantage"] = given["advantage"]
    table.do(Part(form="jump", parameters=parameters))
    (roll,) = table.rolls("jump")
    threshold = roll.data["threshold"]
    lost = table.fight.combatants["actor"].sheet.value("statuses.off_balance") is True
    success = bool(table.happened("jumped"))
    return table.played(threshold=threshold, total=roll.total, success=success, balance_lost=lost)


def _thrower(case: Case, strength: int, kilograms: Any) -> Combatant:
    person = build.plain("actor", attributes={"strength": strength})
    thing = build.item_of({"weight_kg": kilograms}, "actor.thing")
    return replace(person, sheet=replace(person.sheet, items=(thing,)))


def throw_table(case: Case) -> Played:
    """Range and damage as the sheet and the throw take them, also of what is too heavy to be thrown at anybody."""
    given = build.taken(case.given, "STÄ", "weights_kg")
    table = Table(case, build.fight_of(case))
    reach, damage = [], []
    house = house_rules(case.options)
    for weight in given["weights_kg"]:
        sheet = _thrower(case, given["STÄ"], weight).sheet
        reach.append(table.bill("throw_range", sheet, "actor.thing").value)
        dice, bonus = throw_dice(sheet.items[0]), total(throw_bonus(sheet, sheet.items[0], house))
        damage.append(f"{'1' if str(dice).startswith('W') else ''}{dice}+{bonus}")
    return table.played(max_m=reach, damage=damage)


def throw_row_table(case: Case) -> Played:
    given = build.taken(case.given, "weights_kg")
    rows = [row_of(Fraction(str(weight))) for weight in given["weights_kg"]]
    return Table(case, build.fight_of(case)).played(rows=rows)


def throw_legality_table(case: Case) -> Played:
    given = build.taken(case.given, "actor", "weight_kg", "distances_m", "can_throw")
    found: list[Any] = []
    character = build.body_of(case.fixtures["characters"][given["actor"]])
    for away in given["distances_m"]:
        actor = _thrower(case, character["attributes"]["strength"], given["weight_kg"])
        if "can_throw" in given:
            actor = replace(actor, sheet=replace(actor.sheet, body={**actor.sheet.body, "can_throw": False}))
        pairs: dict[str, dict[str, Json]] = {"actor>target": {"distance": away}} if away is not None else {}
        table = Table(case, build.fight_of(case, actor, build.plain("target", wound_threshold=999), pairs=pairs))
        refused = table.do(Part(form="throw", item="actor.thing", targets=("target",)), own=lowest)
        found.append(refused[0] if refused else None)
    return table.played(legal=[reason is None for reason in found], reasons=found)


# --- contests and saves ---------------------------------------------------------------------------------------


def _mods(mods: list[int]) -> tuple[dict[str, int], list[str]]:
    keys = ATTRIBUTES[: len(mods)]
    return {key: 2 * mod for key, mod in zip(keys, mods, strict=True)}, [f"{key}_bonus" for key in keys]


def duel(case: Case) -> Played:
    given = build.taken(case.given, "a_mods", "b_mods")
    (own, own_keys), (their, their_keys) = _mods(given["a_mods"]), _mods(given["b_mods"])
    people = (build.plain("actor", attributes=own), build.plain("b", attributes=their))
    table = Table(case, build.fight_of(case, *people))
    parameters: dict[str, Json] = {"own_attributes": own_keys, "their_attributes": their_keys}
    table.do(Part(form="contest", targets=("b",), parameters=parameters))
    rolls = table.rolls("contest")
    winner = "a" if table.happened("contest_won")[0].of == "actor" else "b"
    totals = {"a_total": rolls[-2].total, "b_total": rolls[-1].total}
    return table.played(**totals, winner=winner, rerolls=len(rolls) // 2 - 1)


def item_save(case: Case) -> Played:
    given = build.taken(case.given, "user", "user_attr", "uw", "target", "target_attr")
    people = (build.combatant(case, given["user"], "actor"), build.combatant(case, given["target"], "target"))
    table = Table(case, build.fight_of(case, *people))
    parameters: dict[str, Json] = {
        "user_attribute": f"{build.named(given['user_attr'], ATTRIBUTES)}_bonus",
        "save_attribute": f"{build.named(given['target_attr'], ATTRIBUTES)}_bonus",
    }
    if given["uw"] is not None:
        parameters["origin_value"] = given["uw"]
    table.do(Part(form="item_save", targets=("target",), parameters=parameters))
    (roll,) = table.rolls("save")
    return table.played(value=roll.data["target_number"], total=roll.total, success=roll.outcome == "success")


ACTIONS: dict[str, Callable[[Case], Played]] = {
    "initiative": initiative,
    "turn_order": turn_order,
    "round_end_table": round_end_table,
    "reactions": reactions,
    "action_slots_table": action_slots_table,
    "turn": turn,
    "mount_turn": mount_turn,
    "breakout": breakout,
    "break_free": break_free,
    "jump": jump,
    "throw_table": throw_table,
    "throw_row_table": throw_row_table,
    "throw_legality_table": throw_legality_table,
    "duel": duel,
    "item_save": item_save,
}
