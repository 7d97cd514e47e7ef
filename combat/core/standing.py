"""What stands on every sheet in the same way: stored states, and values that the game master has set."""

from combat.core.bill import Bill, total
from combat.core.body import inner, optional, text
from combat.core.derived import DerivedValue
from combat.core.sheet import Sheet


def has_status(sheet: Sheet, key: str) -> bool:
    """Whether a stored state is set."""
    return inner(sheet.body, "statuses").get(key) is True


def override(sheet: Sheet, key: str) -> int | None:
    """The value the game master set for a derived value, None if he set none."""
    overrides = inner(sheet.body, "overrides")
    return optional(inner(overrides, key).get("value")) if overrides else None


def override_reason(sheet: Sheet, key: str) -> str:
    """Why he set it."""
    return text(inner(inner(sheet.body, "overrides"), key).get("reason"))


def derived_value(sheet: Sheet, key: str, bill: Bill, unit: str = "") -> DerivedValue:
    """A value with its bill; one that the game master set keeps the bill and tells his reason."""
    found = override(sheet, key)
    if found is None:
        return DerivedValue(key=key, value=total(bill), steps=bill, unit=unit)
    return DerivedValue(key=key, value=found, steps=bill, unit=unit, overridden=override_reason(sheet, key))
