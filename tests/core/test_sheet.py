"""Sheets and items answer for what they have and say None for what they have not."""

from combat.core.sheet import Item, Sheet


def test_a_sheet_finds_its_items_and_its_values() -> None:
    weapon = Item(id="item:1", kind="weapon", body={"shots": {"single": 1}})
    sheet = Sheet(body={"species": "Mensch"}, items=(weapon,))
    assert sheet.item("item:1") is weapon
    assert sheet.item("item:2") is None
    assert sheet.value("species") == "Mensch"
    assert weapon.value("shots.single") == 1
    assert weapon.value("shots.auto") is None
