"""Shots and blows of the Ödland cases. No rules."""

from collections.abc import Mapping
from typing import Any

from combat.core.event import Happened, Rolled
from combat.core.intent import Part
from combat.core.procedure import Ask, Question
from combat.rulesets.oedland.damage import damage_of, hit_points_after
from combat.rulesets.oedland.hit import struck_zone
from combat.rulesets.oedland.melee import parry_closed
from combat.rulesets.oedland.options import house_rules
from combat.rulesets.oedland.shot import SHOOT
from combat.rulesets.oedland.weapon import Weapon, band_at, bands_of, dual_strength, relation, weapon_of
from tests.golden import oedland_build as build
from tests.golden.cases import Case
from tests.golden.oedland_build import ACTOR, COVER, GUN, PLAIN, TARGET, Person, known
from tests.golden.oedland_run import Table, check, codes, factor, intent, modifiers, tables
from tests.golden.script import Played

SHOT_KEYS = {
    "actor", "weapon", "distance_cm", "mode", "attacker_cover", "target_cover", "target_pose", "aim_zone", "extra_ap",
    "reaction", "fatigue", "gm", "target", "target_tp", "target_cover_malus", "ap", "ammo", "perks", "min_strength",
    "condition", "at_nobody",
}  # fmt: skip
WAYS = {"blind": ("single", "blind"), "peek": ("single", "peek")}


def cover_flags(state: str | None, malus: int | None = None) -> dict[str, Any]:
    found = {"cover_state": state, "cover": COVER} if state not in (None, "none") else {}
    return found | {"cover_malus": malus}


def shooter(case: Case, given: Mapping[str, Any], *items: Any) -> Person:
    flags = cover_flags(given.get("attacker_cover")) | {"fatigue": build.fatigue(given.get("fatigue"))}
    if given.get("reaction"):
        flags["watch"] = "interrupting"
    more = {"loaded": given["ammo"]} if "ammo" in given else {}
    arms = tuple(build.weapon(case, each, f"item:{n + 1}", **more) for n, each in enumerate(items))
    perks = tuple(given.get("perks", ()))
    body = {"conditions": {"1": {"value": given.get("condition", 0)}}}
    return Person(sheet=given.get("actor", {}), items=arms, flags=flags, ap=given.get("ap"), perks=perks, body=body)


def victim(given: Mapping[str, Any]) -> Person:
    flags = cover_flags(given.get("target_cover"), given.get("target_cover_malus"))
    flags["pose"] = build.POSES[given.get("target_pose", "aufrecht")]
    return Person(sheet=given.get("target", {}), name=TARGET, party="B", flags=flags, tp=given.get("target_tp"))


def shot_part(given: Mapping[str, Any]) -> Part:
    mode, way = WAYS.get(given.get("mode", "single"), (given.get("mode", "single"), "open"))
    parameters: dict[str, Any] = {"mode": mode, "way": way, "extra_ap": given.get("extra_ap", 0)}
    if given.get("aim_zone"):
        parameters["called_zone"] = build.ZONES[given["aim_zone"]]
        parameters["mode"] = "aimed"
    if "min_strength" in given:
        parameters["weakness"] = given["min_strength"]
    return Part(form=SHOOT, item=GUN, targets=() if given.get("at_nobody") else (TARGET,), parameters=parameters)


def seated(case: Case) -> tuple[Table, Part, int]:
    given = known(case.given, SHOT_KEYS)
    people = (shooter(case, given, given["weapon"]), victim(given))
    fight = build.fight(case, *people, distance=given.get("distance_cm"))
    return Table(case=case, fight=fight), shot_part(given), given.get("gm", 0)


def arm(table: Table, item: str = GUN) -> Weapon:
    found = table.fight.combatants[ACTOR].sheet.item(item)
    assert found is not None
    return weapon_of(found)


def band_of(table: Table, distance: int) -> str | None:
    found = band_at(bands_of(arm(table), table.fight.combatants[ACTOR].sheet), distance)
    return None if found is None else str(build.back(build.BANDS, found.key))


def attack_value(case: Case) -> Played:
    table, part, words = seated(case)
    found = table.preview(intent(part, words=words))
    if found.reasons:
        return table.done(legal=False, reason=codes(found))
    attack = check(found, "attack")
    return table.done(
        legal=True,
        band=band_of(table, case.given["distance_cm"]),
        modifiers=modifiers(attack),
        factor=factor(attack),
        value=attack.target_number,
        crit_chance=critical_chance(found.checks),
        ap=found.cost["action_points"],
    )


def critical_chance(checks: Any) -> int:
    """The critical chance, without the bound that a low hit chance sets."""
    found = next(each for each in checks if each.term == "critical_hit")
    return sum(each.value for each in (*found.base, *found.modifiers) if each.key != "hit_chance")


def target_after(table: Table) -> dict[str, Any]:
    sheet = table.fight.combatants[TARGET].sheet
    terms = {event.term for event in table.happened("dead", "dying")}
    status = "tot" if "dead" in terms else "sterbend" if "dying" in terms else None
    return {"target_tp": sheet.value("pools.hit_points"), "status": status}


def shots_of(table: Table, planned: int) -> dict[str, Any]:
    """Round by round: whether it hit, and what it did; a round not rolled is None and 0."""
    hits: list[bool | None] = []
    damage: list[int] = []
    for event in table.events:
        if isinstance(event, Rolled) and event.term in ("attack", "second_attack"):
            hits.append(event.outcome in ("success", "critical_hit"))
            damage.append(0)
        elif isinstance(event, Happened) and event.term == "hit":
            damage[-1] = int(str(event.data["damage"]))
    missing = planned - len(hits)
    return {"hits": [*hits, *[None] * missing], "damage": [*damage, *[0] * missing]}


def attack(case: Case) -> Played:
    table, part, words = seated(case)
    preview = table.preview(intent(part, words=words))
    if table.perform(intent(part, words=words)) is None:
        return table.refused()
    attack_roll = table.rolled("attack")
    fired = sum(int(str(event.data["shots_fired"])) for event in table.happened("rounds_fired"))
    actual: dict[str, Any] = {
        "legal": True,
        "value": check(preview, "attack").target_number,
        "ap": preview.cost["action_points"],
        "ammo_used": fired,
        **shots_of(table, fired),
        **target_after(table),
    }
    if part.parameters["mode"] != "burst":
        actual |= {"hit": actual.pop("hits")[0], "critical": attack_roll[0].outcome == "critical_hit"}
        actual |= single_hit(table)
    return table.done(**actual)


def single_hit(table: Table) -> dict[str, Any]:
    found: dict[str, Any] = {"zone": None, "rolled": None, "absorbed": 0, "damage": 0, "wound": False}
    for event in table.happened("hit", "weapon_struck"):
        zone = event.data.get("zone")
        found["zone"] = build.back(build.ZONES, zone)
        if event.term == "hit":
            found |= {"rolled": event.data["rolled_damage"], "absorbed": event.data["absorbed"]}
            found |= {"damage": event.data["damage"], "wound": event.data["critical_hit"]}
    return found


# --- small questions about shots ----------------------------------------------------------------------------


def _plain(case: Case, value: int, pose: str) -> tuple[Table, int]:
    sheet = {"skills": {"faustfeuerwaffen": max(value, 0)}}
    people = (Person(sheet=sheet, items=(build.weapon(case, PLAIN, GUN),)), victim({"target_pose": pose}))
    table = Table(case=case, fight=build.fight(case, *people, distance=40))
    found = table.preview(intent(shot_part({}), words=min(value, 0)))
    return table, check(found, "attack").target_number


def pose_value(case: Case) -> Played:
    known(case.given, {"additive_value", "target_pose"})
    table, value = _plain(case, case.given["additive_value"], case.given["target_pose"])
    return table.done(value=value)


def pose_value_table(case: Case) -> Played:
    known(case.given, {"additive_values", "target_pose"})
    found = [_plain(case, value, case.given["target_pose"]) for value in case.given["additive_values"]]
    return tables(case, [table.done() for table, _ in found], values=[value for _, value in found])


def crit_zone_table(case: Case) -> Played:
    known(case.given, {"faces"})
    zones = [build.back(build.ZONES, struck_zone(face)) for face in case.given["faces"]]
    return Played(actual={"zones": zones})


def _is_remap(question: Question) -> bool:
    return isinstance(question, Ask) and question.name.endswith((".remap", ".limb"))


def crit_zone(case: Case) -> Played:
    given = known(case.given, {"target_pose", "target_held"})
    target = victim(given)
    target.items = (build.in_hand("handguns", "item:21"),) if given.get("target_held", True) else ()
    people = (Person(sheet={"skills": {"faustfeuerwaffen": 90}}, items=(build.weapon(case, PLAIN, GUN),)), target)
    table = Table(case=case, fight=build.fight(case, *people, distance=40), own={"attack": 1, "hit.1.damage": 1})
    outcome = table.perform(intent(shot_part({})), until=_is_remap)
    assert outcome is not None
    face = outcome.answers["hit.1.zone"].faces[0]
    decision = None
    if isinstance(outcome.question, Ask):
        asked = outcome.question
        options = [build.back(build.ZONES, choice.key) for choice in asked.choices]
        default = build.back(build.ZONES, asked.default)
        decision = {"kind": "zone_remap", "asked": asked.who, "options": options, "default": default}
    return table.done(rolled_zone=build.back(build.ZONES, struck_zone(face)), decision=decision)


def damage(case: Case) -> Played:
    given = known(case.given, {"rolled", "armour", "critical"})
    found = damage_of(given["rolled"], given["armour"], given["critical"])
    return Played(actual={"absorbed": found.absorbed, "damage": found.damage})


def apply_damage(case: Case) -> Played:
    given = known(case.given, {"tp", "damage"})
    gun = build.weapon(case, PLAIN | {"damage": "1W6"}, GUN)
    people = (Person(sheet={"skills": {"faustfeuerwaffen": 90}}, items=(gun,)), victim({"target_tp": given["tp"]}))
    table = Table(case=case, fight=build.fight(case, *people, distance=40))
    after = hit_points_after(given["tp"], given["damage"])
    if 1 <= given["damage"] <= 6:
        table.own = {"attack": 90, "hit": given["damage"]}
        table.perform(intent(shot_part({})))
        assert target_after(table)["target_tp"] == after
        return table.done(tp=after, status=target_after(table)["status"])
    table.own = {"attack": 90, "hit": 1}
    table.fight = build.fight(case, people[0], victim({"target_tp": min(after + 1, given["tp"])}), distance=40)
    table.perform(intent(shot_part({})))
    return table.done(tp=after, status=target_after(table)["status"])


def aimed_crit_table(case: Case) -> Played:
    given = known(case.given, {"GL", "zones"})
    malus, chances, all_played = [], [], []
    for zone in given["zones"]:
        person = Person(sheet={"GL": given["GL"]}, items=(build.weapon(case, PLAIN, GUN),))
        table = Table(case=case, fight=build.fight(case, person, victim({}), distance=40))
        found = table.preview(intent(shot_part({"aim_zone": zone})))
        malus.append(modifiers(check(found, "attack"))["aim_zone"])
        chances.append(critical_chance(found.checks))
        all_played.append(table.done())
    return tables(case, all_played, malus=malus, crit_chance=chances)


def burst_malus_table(case: Case) -> Played:
    given = known(case.given, {"min_st", "st"})
    malus, all_played = [], []
    for strength in given["st"]:
        gun = PLAIN | {"min_st": given["min_st"], "ap_burst": 5, "full_auto": True}
        person = Person(sheet={"ST": strength}, items=(build.weapon(case, gun, GUN),))
        table = Table(case=case, fight=build.fight(case, person, victim({}), distance=40))
        found = table.preview(intent(shot_part({"mode": "burst"})))
        malus.append(modifiers(check(found, "attack")).get("burst", 0))
        all_played.append(table.done())
    return tables(case, all_played, malus=malus)


# --- two weapons --------------------------------------------------------------------------------------------


DUAL_KEYS = {"actor", "perks", "weapons", "distance_cm", "aim_zone", "target", "target_tp", "ap", "mode", "modes"}
DUAL_KEYS |= {"target_cover", "target_pose", "attacker_cover", "gm", "fatigue"}


def _dual(case: Case) -> tuple[Table, Part, int]:
    given = known(case.given, DUAL_KEYS)
    people = (shooter(case, given, *given["weapons"]), victim(given))
    modes = given.get("modes", [given.get("mode", "single")] * 2)
    parameters = {"off_weapon": "item:2", "mode": modes[0], "off_mode": modes[1], "way": "open"}
    if given.get("aim_zone"):
        parameters["called_zone"] = build.ZONES[given["aim_zone"]]
    part = Part(form="fire_dual", item=GUN, targets=(TARGET,), parameters=parameters)
    return Table(case=case, fight=build.fight(case, *people, distance=given["distance_cm"])), part, given.get("gm", 0)


def _dual_plan(table: Table, part: Part, words: int) -> dict[str, Any]:
    found = table.preview(intent(part, words=words))
    if found.reasons:
        return {"legal": False, "reason": codes(found)}
    checks = [check(found, term) for term in ("attack", "second_attack")]
    return {
        "legal": True,
        "relation": relation_of(table),
        "malus": sum(modifiers(checks[0]).get(key, 0) for key in ("dual", "ambidextrous")),
        "ap": found.cost["action_points"],
        "values": [each.target_number for each in checks],
    }


def relation_of(table: Table) -> str:
    return relation(arm(table), arm(table, "item:2"))


def dual_fire_plan(case: Case) -> Played:
    table, part, words = _dual(case)
    return table.done(**_dual_plan(table, part, words))


def dual_fire(case: Case) -> Played:
    table, part, words = _dual(case)
    actual = _dual_plan(table, part, words)
    if table.perform(intent(part, words=words)) is None:
        return table.refused()
    fired = sum(int(str(event.data["shots_fired"])) for event in table.happened("rounds_fired"))
    return table.done(**actual, **shots_of(table, fired), **target_after(table), ammo_used=fired)


def dual_min_strength_table(case: Case) -> Played:
    known(case.given, {"tries"})
    needed, legal, all_played = [], [], []
    for attempt in case.given["tries"]:
        given = {"actor": {"ST": attempt["ST"]}}
        people = (shooter(case, given, *attempt["weapons"]), victim({}))
        table = Table(case=case, fight=build.fight(case, *people, distance=40))
        part = Part(form="fire_dual", item=GUN, targets=(TARGET,), parameters={"off_weapon": "item:2"})
        found = table.preview(intent(part))
        assert codes(found) in (None, "strength_too_low")
        needed.append([dual_strength(arm(table, item)) for item in (GUN, "item:2")])
        legal.append(not found.reasons)
        all_played.append(table.done())
    return tables(case, all_played, needed=needed, legal=legal)


# --- close combat -------------------------------------------------------------------------------------------


def _gear(skill: str, name: str) -> tuple[Any, ...]:
    found = build.SKILLS[skill]
    return () if found == "unarmed_combat" else (build.in_hand(found, name),)


def _duel(case: Case, attacker: Person, defender: Person, **more: Any) -> tuple[Table, Part]:
    table = Table(case=case, fight=build.fight(case, attacker, defender, distance=3), **more)
    carried = attacker.items[0] if attacker.items else None
    melee = carried is not None and carried.body["weapon_kind"] == "melee"
    part = Part(form="strike", item=carried.id if melee and carried else "", targets=(TARGET,))
    return table, part


def parry_value(case: Case) -> Played:
    given = known(case.given, {"actor", "pose", "held", "attacker_held", "fatigue"})
    flags = {"pose": build.POSES[given.get("pose", "aufrecht")], "fatigue": build.fatigue(given.get("fatigue"))}
    items = _gear(given["held"], "item:21")
    defender = Person(sheet=given["actor"], name=TARGET, party="B", items=items, flags=flags)
    attacker = Person(sheet={}, items=_gear(given["attacker_held"], GUN))
    table, part = _duel(case, attacker, defender)
    found = table.preview(intent(part))
    parry = [each for each in found.checks if each.term == "parry"]
    closed = parry_closed(table.fight.combatants[TARGET], house_rules(table.fight.options))
    assert bool(parry) is not bool(closed)
    if closed:
        return table.done(legal=False, reason=closed[0].code)
    return table.done(legal=True, value=parry[0].target_number)


def parry_malus_table(case: Case) -> Played:
    known(case.given, {"pairs"})
    malus, all_played = [], []
    for defender, attacker in case.given["pairs"]:
        target = Person(sheet={}, name=TARGET, party="B", items=_gear(defender, "item:21"))
        table, part = _duel(case, Person(sheet={}, items=_gear(attacker, GUN)), target)
        malus.append(modifiers(check(table.preview(intent(part)), "parry")).get("parry_gear", 0))
        all_played.append(table.done())
    return tables(case, all_played, malus=malus)


def melee(case: Case) -> Played:
    keys = {"actor", "skill", "attacker_held", "target", "target_pose", "target_held", "target_tp", "gm", "fatigue"}
    given = known(case.given, keys)
    flags = {"fatigue": build.fatigue(given.get("fatigue"))}
    attacker = Person(sheet=given["actor"], items=_gear(given["attacker_held"], GUN), flags=flags)
    target = victim(given)
    target.items = _gear(given.get("target_held", "unbewaffnet"), "item:21")
    parries = "parry_value" in case.expect and case.expect["parry_value"] is not None
    table, part = _duel(case, attacker, target, choices={"parry": "parry"} if parries else {})
    preview = table.preview(intent(part, words=given.get("gm", 0)))
    if table.perform(intent(part, words=given.get("gm", 0))) is None:
        return table.refused()
    attack_roll, parry = table.rolled("attack")[0], table.rolled("parry")
    return table.done(
        legal=True,
        attack_value=check(preview, "attack").target_number,
        attack_success=attack_roll.outcome in ("success", "critical_hit"),
        parry_value=parry[0].data["target_number"] if parry else None,
        parry_success=parry[0].outcome in ("success", "lucky") if parry else None,
        owed=table.fight.combatants[TARGET].flags.get("owed", 0),
        **(single_hit(table) | target_after(table)),
    )


ACTIONS = {
    "attack_value": attack_value, "attack": attack, "pose_value": pose_value, "pose_value_table": pose_value_table,
    "crit_zone_table": crit_zone_table, "crit_zone": crit_zone, "damage": damage, "apply_damage": apply_damage,
    "aimed_crit_table": aimed_crit_table, "burst_malus_table": burst_malus_table, "dual_fire_plan": dual_fire_plan,
    "dual_fire": dual_fire, "dual_min_strength_table": dual_min_strength_table, "parry_value": parry_value,
    "parry_malus_table": parry_malus_table, "melee": melee,
}  # fmt: skip
