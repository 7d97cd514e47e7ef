"""The first line of an attack that was answered: what the one aimed at did stands between the rolls and the hit."""

from tests.web.test_headlines import GUARD, JONNA, asked, happened, line, reader, rolled


def test_whoever_parries_and_strikes_back_is_told_before_the_hit() -> None:
    """W20-6.14: the attack is warded off; the hit is that of the counter, on the one who attacked."""
    told = (
        rolled("attack_roll", JONNA, 16, [None, None], "stands", dice="W20+8"),
        rolled("parry", GUARD, 16, [16, None], "success", dice="W12+6", target_number=16),
        happened("perfect_parry", GUARD, who=GUARD),
        happened("warded_off", GUARD, target=GUARD),
        happened("exhausted", GUARD, ("flags.exhaustion", 0, 1), who=GUARD, exhaustion=1),
        happened("counter_made", GUARD, who=GUARD, target=JONNA),
        rolled("attack_roll", GUARD, 18, [None, None], "stands", dice="W20+9"),
        happened("hit", JONNA, ("pools.wounds", 0, 1), hit=1, zone="torso"),
    )
    assert line(reader("zwanziger"), asked("attack_main", GUARD), *told) == (
        "Jonna Velder greift Panzerjäger 1 an — Jonna Velder: Angriffswurf 16, Parade 16 gegen 16: gelungen. "
        "Perfekte Parade von Panzerjäger 1. Panzerjäger 1 wehrt den Angriff ab. "
        "Panzerjäger 1 kontert gegen Jonna Velder. "
        "Panzerjäger 1: Angriffswurf 18, 1 Treffer an Jonna Velder (Torso). Jonna Velder +1 WU."
    )


def test_a_free_attack_is_told_after_what_led_to_it() -> None:
    """W20-6.14, W20-7.3: he parries, steps out of reach, loses the contest and is struck."""
    told = (
        rolled("attack_roll", JONNA, 19, [None, None], "stands", dice="W20+9"),
        rolled("parry", GUARD, 19, [19, None], "success", dice="W12+7", target_number=19),
        happened("warded_off", GUARD, target=GUARD),
        rolled("breakout", GUARD, 13, [None, None], "stands", dice="W20+3"),
        rolled("breakout", JONNA, 20, [14, None], "success", dice="W20+5", target_number=13),
        happened("free_attack", JONNA, who=JONNA, target=GUARD),
        rolled("attack_roll", JONNA, 23, [None, None], "stands", dice="W20+9"),
        happened("hit", GUARD, ("pools.wounds", 0, 3), hit=1, zone="head"),
    )
    assert line(reader("zwanziger"), asked("attack_main", GUARD), *told) == (
        "Jonna Velder greift Panzerjäger 1 an — Angriffswurf 19, Parade 19 gegen 19: gelungen. "
        "Panzerjäger 1 wehrt den Angriff ab. Panzerjäger 1: Ausbruchswurf 13, "
        "Jonna Velder: Ausbruchswurf 20 gegen 13: gelungen, Angriffswurf 23, 1 Treffer (Kopf). +3 WU."
    )


def test_that_a_defence_tires_is_not_the_news() -> None:
    """W20-6.5, W20-3.7: how it was warded off is."""
    told = (
        rolled("attack_roll", JONNA, 19, [None, None], "stands", dice="W20+9"),
        rolled("parry", GUARD, 19, [19, None], "success", dice="W12+7", target_number=19),
        happened("perfect_parry", GUARD, who=GUARD),
        happened("exhausted", GUARD, ("flags.exhaustion", 0, 1), who=GUARD, exhaustion=1),
        happened("warded_off", GUARD, target=GUARD),
    )
    assert line(reader("zwanziger"), asked("attack_main", GUARD), *told).endswith(
        "Perfekte Parade von Panzerjäger 1. Panzerjäger 1 wehrt den Angriff ab."
    )


def test_a_free_attack_after_a_hit_stands_behind_the_contest_that_allowed_it() -> None:
    """W20-6.5, W20-6.14, W20-7.3: struck on the arms in spite of the parry, he steps away and is struck again."""
    told = (
        rolled("attack_roll", JONNA, 19, [None, None], "stands", dice="W20+9", target=GUARD),
        rolled("parry", GUARD, 19, [19, None], "success", dice="W12+7", target_number=19),
        happened("ordinary_parry", GUARD, who=GUARD),
        rolled("second_parry", GUARD, 3, [9, None], "failure", dice="W12", target_number=9),
        happened("hit", GUARD, ("pools.wounds", 0, 1), hit=1, zone="arms"),
        rolled("breakout", GUARD, 8, [None, None], "stands", dice="W20+3"),
        rolled("breakout", JONNA, 20, [9, None], "success", dice="W20+5", target_number=9),
        happened("free_attack", JONNA, who=JONNA, target=GUARD),
        rolled("attack_roll", JONNA, 27, [None, None], "stands", dice="W20+9", target=GUARD),
        happened("hit", GUARD, ("pools.wounds", 1, 3), hit=2, zone="torso"),
    )
    said = line(reader("zwanziger"), asked("attack_main", GUARD), *told)
    assert "Zweiter Paradewürfel" in said
    assert said.endswith(
        "2 Treffer (Arme, Torso). +1 WU, +2 WU. Panzerjäger 1: Ausbruchswurf 8. "
        "Jonna Velder: Ausbruchswurf 20 gegen 9: gelungen. Angriffswurf 27."
    ), said
