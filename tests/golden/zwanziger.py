"""The adapter of Zwanziger: `given` becomes requests, `expect` is read off events and offers. It contains no rules."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from combat.core.fight import Combatant, Fight
from combat.core.intent import Part
from combat.core.procedure import Answer, Ask, Question
from combat.core.ruleset import Moment
from combat.core.value import Json
from combat.rulesets.zwanziger.words import ATTRIBUTES, LEARNABLE, ZONES
from tests.golden import zwanziger_build as build
from tests.golden.cases import Case
from tests.golden.script import Played
from tests.golden.zwanziger_rounds import ACTIONS as ROUNDS
from tests.golden.zwanziger_run import RULES, Table, by_name

ATTACK = ("actor", "weapon", "target", "defence", "with", "chosen_zone", "backstab", "mounted", "mount_moved", "easier",
          "harder", "advantage", "disadvantage", "then", "distance_m", "damage_bonus", "unaware", "step")  # fmt: skip


# --- values ---------------------------------------------------------------------------------------------------


def mod_table(case: Case) -> Played:
    given = build.taken(case.given, "attributes")
    table = Table(case, build.fight_of(case))
    found = []
    for value in given["attributes"]:
        bonus = table.bill("strength_bonus", build.plain("x", attributes={"strength": value}).sheet)
        found.append(bonus.value)
    return table.played(mods=found)


def damage_bonus_table(case: Case) -> Played:
    given = build.taken(case.given, "pairs")
    table = Table(case, build.fight_of(case))
    found = []
    for modifier, factor in given["pairs"]:
        item = build.item_of({"slot": "main", "attr": "STÄ", "factor": factor}, "x.weapon")
        sheet = build.plain("x", attributes={"strength": 2 * modifier}).sheet
        found.append(table.bill("damage_part", replace(sheet, items=(item,)), "x.weapon").value)
    return table.played(bonus=found)


# --- attacks --------------------------------------------------------------------------------------------------


def _parameters(given: Mapping[str, Any]) -> dict[str, Json]:
    found: dict[str, Json] = {
        "eased": given.get("easier", 0) - given.get("harder", 0),
        "advantage": given.get("advantage", 0) - given.get("disadvantage", 0),
        "backstab": given.get("backstab", False),
    }
    return {key: value for key, value in found.items() if value}


def _fight(case: Case, actor: Combatant, *others: Combatant) -> Fight:
    """The fight with what the case says of mounts, distance and attention."""
    given = case.given
    mounted: dict[str, Json] = {key: True for key in ("mounted", "mount_moved") if given.get(key)}
    rider = replace(actor, flags={**actor.flags, **mounted})
    unaware = [
        replace(each, flags={**each.flags, "unaware": True}) if given.get("unaware") else each for each in others
    ]
    pairs: dict[str, dict[str, Json]] = {}
    if "distance_m" in given:
        pairs = {f"{actor.id}>{each.id}": {"distance": given["distance_m"]} for each in others}
    return build.fight_of(case, rider, *unaware, pairs=pairs)


def attack_roll(case: Case) -> Played:
    given = build.taken(case.given, *ATTACK)
    actor = build.combatant(case, given["actor"], "actor", given["weapon"])
    table = Table(case, _fight(case, actor, build.plain("target")))
    part = Part(form="attack_main", item=f"actor.{given['weapon']}", targets=("target",), parameters=_parameters(given))
    table.do(part, stop=lambda question: question.name != "attack_roll")
    (roll,) = table.rolls("attack_roll")
    score = sum(modifier.value for modifier in roll.modifiers if modifier.kind == "dice")
    return table.played(total=roll.total, advantage=score)


def _choices(given: Mapping[str, Any]) -> dict[str, str]:
    found = {"defence.choice": given.get("defence", "none")}
    if "with" in given:
        found["defence.item"] = f"target.{given['with']}"
    if "chosen_zone" in given:
        found["parry.zone"] = build.named(given["chosen_zone"], ZONES)
    if "then" in given:
        learnt = given["then"] in ("konter", "gegengriff")
        found["after_parry.choice"] = build.named(given["then"], LEARNABLE) if learnt else given["then"]
    if "step" in given:
        found["step.way"] = given["step"]
    return found


def _attacked(case: Case, part: Part, *more: str) -> Played:
    given = case.given
    target = build.combatant(case, given["target"], "target", given.get("with", ""))
    table = Table(case, _fight(case, build.combatant(case, given["actor"], "actor", *more), target))
    refused = table.do(part, choices=_choices(given))
    if refused:
        return table.played(legal=False, reason=refused[0])
    return table.played(**_read_attack(table))


def _read_attack(table: Table) -> dict[str, Any]:
    found: dict[str, Any] = {"attack_total": table.rolls("attack_roll")[0].total, "damage": 0}
    defence = table.rolls("block", "parry", "dodge")
    target = table.fight.combatants["target"]
    found["hit"] = not defence
    if defence:
        found |= {"defence_total": defence[0].total, "defence_success": defence[0].outcome == "success"}
    if defence and defence[0].term == "parry":
        ways = [event.term.removesuffix("_parry") for event in table.happened("perfect_parry", "ordinary_parry")]
        found["parry"] = ways[0] if ways else "failed"
    found["second"] = next((roll.total for roll in table.rolls("second_parry")), None)
    hits = table.happened("hit")
    if hits:
        data = hits[0].data
        found |= {"zone": build.german(str(data["zone"])), "damage": data["damage"], "exploded": data["exploded"]}
        found |= {"wounds": data.get("wounds"), "lost": data.get("lost")}
    states = [build.german(str(event.data["status"])) for event in table.happened("status_set")]
    found |= {"status": states[0] if states else None, "states": states}
    found["exhaustion"] = target.flags.get("exhaustion", 0)
    found["grappled"] = target.sheet.value("statuses.grappled") is True
    found["attacks"] = [roll.total for roll in table.rolls("attack_roll")]
    found["breakouts"] = [roll.total for roll in table.rolls("breakout")]
    found["asked"] = [ask.name for ask in table.asked]
    found["counter_wounds"] = [event.data.get("wounds") for event in hits if event.of == "actor"]
    found["actor_grappled"] = table.fight.combatants["actor"].sheet.value("statuses.grappled") is True
    if any(ask.name == "after_parry.choice" for ask in table.asked):
        found["offers"] = [_offer(key) for key in table.open_choices("after_parry.choice")]
    if any(ask.name == "defence.choice" for ask in table.asked):
        found["defences"] = table.open_choices("defence.choice")
    return found


def _offer(key: str) -> str:
    return build.german(key) if key in ("counter", "counter_grapple") else key


def attack(case: Case) -> Played:
    given = build.taken(case.given, *ATTACK)
    weapon = case.fixtures["weapons"][given["weapon"]]
    form = "attack_off" if weapon.get("slot") == "offhand" else "attack_main"
    parameters = _parameters(given) | ({"damage_bonus": given["damage_bonus"]} if "damage_bonus" in given else {})
    part = Part(form=form, item=f"actor.{given['weapon']}", targets=("target",), parameters=parameters)
    return _attacked(case, part, given["weapon"])


def throw(case: Case) -> Played:
    given = build.taken(case.given, *ATTACK, "item")
    part = Part(form="throw", item=f"actor.{given['item']}", targets=("target",), parameters=_parameters(given))
    return _attacked(case, part, given["item"])


def grapple(case: Case) -> Played:
    given = build.taken(case.given, *ATTACK, "attr")
    parameters = _parameters(given) | {"manipulator": f"{build.named(given['attr'], ATTRIBUTES)}_bonus"}
    return _attacked(case, Part(form="grapple", targets=("target",), parameters=parameters))


def ability(case: Case) -> Played:
    given = build.taken(case.given, *ATTACK, "ability", "form")
    parameters = _parameters(given) | {"ability": given["ability"]}
    targets = ("target",) if "target" in given else ()
    part = Part(form=given["form"], targets=targets, parameters=parameters)
    if targets:
        return _attacked(case, part)
    table = Table(case, build.fight_of(case, build.combatant(case, given["actor"], "actor")))
    refused = table.do(part)
    rolls = [roll.total for roll in table.rolls("ability_roll")]
    actor = table.fight.combatants["actor"]
    left = {key: actor.budget[key] for key in ("attack", "utility", "reaction")}
    return table.played(refused=list(refused), rolls=rolls, left=left, exhaustion=actor.flags.get("exhaustion", 0))


def damage_roll(case: Case) -> Played:
    """A weapon with these dice and this bonus hits somebody bare."""
    given = build.taken(case.given, "expr", "bonus")
    weapon = build.item_of({"slot": "main", "damage": given["expr"], "flat_bonus": given["bonus"]}, "actor.weapon")
    actor = build.plain("actor")
    actor = replace(actor, sheet=replace(actor.sheet, items=(weapon,)))
    table = Table(case, build.fight_of(case, actor, build.plain("target", wound_threshold=999)))
    part = Part(form="attack_main", item="actor.weapon", targets=("target",))
    table.do(part, own=by_name({"attack_roll": 1, "zone": 1}))
    (hit,) = table.happened("hit")
    return table.played(total=hit.data["damage"], exploded=hit.data["exploded"])


def zone_table(case: Case) -> Played:
    given = build.taken(case.given, "faces")
    found = []
    for face in given["faces"]:
        table = Table(case, build.fight_of(case, _with_weapon(case, {"slot": "main"}), build.plain("target")))
        own = by_name({"attack_roll": 1, "zone": face})
        table.do(Part(form="attack_main", item="actor.weapon", targets=("target",)), own=own)
        found.append(build.german(str(table.happened("hit")[0].data["zone"])))
    return table.played(zones=found)


def _with_weapon(case: Case, weapon: Mapping[str, Any]) -> Combatant:
    actor = build.plain("actor")
    return replace(actor, sheet=replace(actor.sheet, items=(build.item_of(weapon, "actor.weapon"),)))


def reduce_table(case: Case) -> Played:
    """Flat damage against a shield that blocks and armour on every zone."""
    given = build.taken(case.given, "tries")
    found = []
    for one in given["tries"]:
        shield = {"slot": "offhand", "block": 50, "block_strength": one["block_strength"]}
        worn = dict.fromkeys(("torso", "arme", "beine", "kopf"), one["armour"])
        target = build.combatant_of(case, {"armour": worn}, "target")
        items = (*target.sheet.items, build.item_of(shield, "target.shield"))
        target = replace(target, sheet=replace(target.sheet, items=items))
        actor = _with_weapon(case, {"slot": "main", "flat_bonus": one["damage"]})
        table = Table(case, build.fight_of(case, actor, target))
        own = by_name({"attack_roll": 1, "defence": 1, "zone": 1})
        part = Part(form="attack_main", item="actor.weapon", targets=("target",))
        table.do(part, choices={"defence.choice": "block"}, own=own)
        found.append(table.happened("hit")[0].data["damage"])
    return table.played(damage=found)


def wounds_sequence(case: Case) -> Played:
    given = build.taken(case.given, "actor", "hits", "then")
    fight = replace(build.fight_of(case, build.combatant(case, given["actor"], "actor")), current="actor")
    table = Table(case, fight)
    wounds, saves = [], []
    for damage in given["hits"]:
        before = len(table.rolls("save"))
        table.do(Part(form="hit", parameters={"damage": damage}))
        wounds.append(table.fight.combatants["actor"].sheet.value("pools.wounds") or 0)
        saves.append(_save(table, before))
    for _ in given.get("then", ()):
        before = len(table.rolls("save"))
        table.tick(Moment.TURN_START)
        saves.append(_save(table, before))
    sheet = table.fight.combatants["actor"].sheet
    held = [build.german(key) for key in RULES.derive(sheet, case.options).statuses]
    left = sheet.value("pools.life_points")
    return table.played(wounds=wounds, saves=saves, status=held, life_points=left)


def _save(table: Table, before: int) -> dict[str, Any] | None:
    rolls = table.rolls("save")[before:]
    if not rolls:
        return None
    value = rolls[0].data["target_number"]
    return {"value": value, "total": rolls[0].total, "success": rolls[0].outcome == "success"}


# --- defences and what follows a parry ------------------------------------------------------------------------


def defences_offered(case: Case) -> Played:
    given = build.taken(case.given, "against", "ranged")
    weapon = {"slot": "main", "parry": 1, "block": 1, "block_strength": 1, "reach_m": 2}
    people = [_with_weapon(case, weapon | {"ranged": given.get("ranged", False)})]
    sheet = replace(build.plain("target").sheet, items=(build.item_of(weapon, "target.weapon"),))
    people.append(replace(build.plain("target"), sheet=sheet))
    table = Table(case, build.fight_of(case, *people))
    form = {"standard_attack": "attack_main", "grapple": "grapple", "breakout": "break_out"}[given["against"]]
    item = "actor.weapon" if form == "attack_main" else ""
    if form == "break_out":
        part, actor = Part(form=form, targets=("actor",)), "target"
    else:
        part, actor = Part(form=form, item=item, targets=("target",)), "actor"
    at = "breakout.1." if form == "break_out" else ""
    answered = []

    def own(question: Question) -> Answer | None:
        """The enemy wins every contest; an answer to the defence is counted."""
        if isinstance(question, Ask):
            if question.name == f"{at}defence.choice":
                answered.append(question.name)
            return None
        return Answer(faces=(20 if question.name.endswith("against") else 1,) * question.dice.count)

    table.do(part, actor, own=own)
    return table.played(defences=table.open_choices(f"{at}defence.choice"), pick=len(answered))


def parry_offers_table(case: Case) -> Played:
    given = build.taken(case.given, "learnt", "reaction_left")
    found = []
    for learnt in given["learnt"]:
        weapon = build.item_of({"slot": "main", "parry": 50}, "target.weapon")
        target = build.combatant_of(case, {"learnt": learnt}, "target")
        left = {**target.budget, "reaction": given.get("reaction_left", 1)}
        target = replace(target, sheet=replace(target.sheet, items=(weapon,)), budget=left)
        table = Table(case, build.fight_of(case, _with_weapon(case, {"slot": "main"}), target))
        part = Part(form="attack_main", item="actor.weapon", targets=("target",))
        table.do(part, choices={"defence.choice": "parry"}, own=by_name({"attack_roll": 1, "defence": 10}))
        found.append([_offer(key) for key in table.open_choices("after_parry.choice")])
    return table.played(offers=found)


def exhaustion_sequence(case: Case) -> Played:
    """Attacks whose total is stated, against somebody who blocks; reactions; turns of his own."""
    given = build.taken(case.given, "actor", "with", "events")
    target = build.combatant(case, given["actor"], "target", given["with"])
    reactive: Any = {"kind": "reactive", "art": "ability"}
    target = replace(target, sheet=replace(target.sheet, body={**target.sheet.body, "abilities": {"quick": reactive}}))
    weapon = build.item_of({"slot": "main", "attack_value": 0}, "actor.weapon")
    attacker = build.plain("actor")
    table = Table(case, build.fight_of(case, attacker, target))
    tired: list[Any] = []
    for event in given["events"]:
        if event == "own_turn":
            table.fight = replace(table.fight, current="target")
            table.tick(Moment.TURN_START)
            table.fight = replace(table.fight, current="")
        elif "reaction" in event:
            table.do(Part(form="ability_reactive", parameters={"ability": "quick"}), "target")
        else:
            armed = replace(weapon, body={**weapon.body, "attack_value": event["block_vs"] - 1})
            ready = replace(attacker, sheet=replace(attacker.sheet, items=(armed,)))
            table.fight = replace(table.fight, combatants={**table.fight.combatants, "actor": ready})
            choices = {"defence.choice": "block", "defence.item": f"target.{given['with']}"}
            part = Part(form="attack_main", item="actor.weapon", targets=("target",))
            table.do(part, choices=choices, own=by_name({"attack_roll": 1, "zone": 1}))
        tired.append(table.fight.combatants["target"].flags.get("exhaustion", 0))
    blocks = table.rolls("block")
    success = [roll.outcome == "success" for roll in blocks]
    return table.played(totals=[roll.total for roll in blocks], success=success, exhaustion_after=tired)


ACTIONS: dict[str, Callable[[Case], Played]] = {
    "mod_table": mod_table,
    "damage_bonus_table": damage_bonus_table,
    "attack_roll": attack_roll,
    "attack": attack,
    "throw": throw,
    "grapple": grapple,
    "ability": ability,
    "damage_roll": damage_roll,
    "zone_table": zone_table,
    "reduce_table": reduce_table,
    "wounds_sequence": wounds_sequence,
    "defences_offered": defences_offered,
    "parry_offers_table": parry_offers_table,
    "exhaustion_sequence": exhaustion_sequence,
    **ROUNDS,
}
