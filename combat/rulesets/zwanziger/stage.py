"""Ein laufender Vorgang: the fight as it stands now, so that every step works on what the earlier ones left."""

from combat.core.citation import Citations
from combat.core.event import Change, Happened
from combat.core.fight import Combatant, Fight
from combat.core.procedure import Step
from combat.core.stage import Stage as CoreStage
from combat.core.standing import has_status
from combat.core.value import Json, value_at
from combat.rulesets.zwanziger.options import BY_THE_BOOK, House, house_rules
from combat.rulesets.zwanziger.person import can_act


def standing(combatant: Combatant, path: str) -> Json:
    """What stands with a combatant at ``flags.…`` or a path of his sheet."""
    head, _, rest = path.partition(".")
    return value_at(combatant.flags, rest) if head == "flags" else combatant.sheet.value(path)


class Stage(CoreStage):
    """The fight while something happens in it, with the switches of its campaign."""

    __slots__ = ("house",)

    def __init__(self, fight: Fight) -> None:
        super().__init__(fight)
        self.house: House = house_rules(fight.options)

    def decided[T](self, option: str, played: T, usual: T) -> T:
        """What comes of it as the house plays; its rule acted where that is not what comes of it by the book."""
        if played != usual:
            self.acted(option)
        return played

    def able(self, name: str) -> bool:
        """Whether somebody can act; life points may say otherwise than wounds.

        Rule: W20-3.9, W20-9.12.
        """
        sheet = self.who(name).sheet
        return self.decided("life_model", can_act(sheet, self.house), can_act(sheet, BY_THE_BOOK))

    def change(self, of: str, path: str, after: Json, usual: Json = None) -> tuple[Change, ...]:
        """A value that becomes another; nothing if it is that already. ``usual`` counts where nothing stands."""
        before = standing(self.who(of), path)
        before = usual if before is None else before
        return () if before == after else (Change(of, path, before, after),)

    def set_status(self, who: str, key: str, cited: Citations) -> Step[None]:
        """A state begins; nothing is told of one that holds already."""
        if has_status(self.who(who).sheet, key):
            return
        data: dict[str, Json] = {"who": who, "status": key}
        yield self.tell(Happened("status_set", who, data, self.change(who, f"statuses.{key}", True), cited))

    def end_status(self, who: str, key: str, cited: Citations) -> Step[None]:
        """A state ends; nothing is told of one that does not hold."""
        if not has_status(self.who(who).sheet, key):
            return
        data: dict[str, Json] = {"who": who, "status": key}
        yield self.tell(Happened("status_ended", who, data, self.change(who, f"statuses.{key}", None), cited))
