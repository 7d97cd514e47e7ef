"""The catalogue over the API: read by all members, changed by the game master, once for each key."""

from __future__ import annotations

from chaos_sheets import journal, services
from tests import builders
from tests.cast import Cast
from tests.web.caller import Caller, gm, owner

__all__ = ["gm", "owner"]


def test_stock_stays_as_shipped_when_a_gm_edits_it(cast: Cast, gm: Caller) -> None:
    path = f"campaigns/{cast.campaign.pk}/catalogue"
    stock = next(each for each in gm("get", f"{path}/?kind=weapon&q=lotse")[1] if not each["own"])
    edits = {
        "price": {"shown": stock["price"], "value": 9999},
        "traits.accurate": {"shown": None, "value": True},
    }
    status, said = gm("patch", f"{path}/{stock['id']}/", {"key": "e1", "edits": edits})
    assert status == 200
    assert (said["own"], said["price"], said["traits"].get("accurate")) == (True, 9999, True)
    assert builders.stock("weapon", "lotse").price == stock["price"]


def test_players_read_and_do_not_write(cast: Cast, owner: Caller) -> None:
    path = f"campaigns/{cast.campaign.pk}/catalogue"
    entry = owner("get", f"{path}/?kind=armour")[1][0]
    assert owner("get", f"{path}/{entry['id']}/")[0] == 200
    assert (
        owner(
            "patch",
            f"{path}/{entry['id']}/",
            {"key": "e1", "edits": {"price": {"shown": entry["price"], "value": 1}}},
        )[0]
        == 403
    )


def test_an_entry_is_copied_retired_and_restored(cast: Cast, gm: Caller) -> None:
    path = f"campaigns/{cast.campaign.pk}/catalogue"
    entry = gm("get", f"{path}/?kind=weapon")[1][0]
    copy = gm("post", f"{path}/{entry['id']}/copy/", {"key": "c1", "name": "Zweites"})[1]
    assert copy["id"] != entry["id"]
    assert copy["name"] == "Zweites"
    assert gm("post", f"{path}/{copy['id']}/retire/", {"key": "r1"})[1]["retired"] is True
    assert gm("post", f"{path}/{copy['id']}/restore/", {"key": "r2"})[1]["retired"] is False
    assert gm("post", f"{path}/{copy['id']}/burn/", {"key": "r3"})[0] == 404
    assert gm("post", f"{path}/{copy['id']}/retire/", {})[0] == 400


def test_what_is_no_entry_here_is_not_there_whatever_is_sent(cast: Cast, gm: Caller) -> None:
    """A body that is refused for its form would tell that there is something of this number."""
    carried, elsewhere = cast.weapon(cast.kind), builders.campaign(cast.gm, name="Andere")
    own = services.catalogue_item_create(
        campaign=elsewhere, user=cast.gm, key="n", kind="weapon", name="Anderswo", values={"damage": "2W10"}
    )
    for number in (carried.pk, own.pk, 10**6):
        path = f"campaigns/{cast.campaign.pk}/catalogue/{number}/"
        assert gm("patch", path, {})[0] == 404
        assert gm("post", f"{path}retire/", {})[0] == 404


def test_the_catalogue_is_changed_once_for_each_key_and_by_who_saw_it(cast: Cast, gm: Caller) -> None:
    """The same key makes one entry; an edit names what it saw; the journal folds."""
    path = f"campaigns/{cast.campaign.pk}/catalogue"
    new = {"key": "n1", "kind": "weapon", "name": "Probe", "values": {"damage": "2W10"}}
    made = [gm("post", f"{path}/", new)[1]["id"] for _ in range(2)]
    assert made[0] == made[1]
    assert gm("post", f"{path}/", new | {"name": "Andere"})[1]["code"] == "key_reused"
    copies = [gm("post", f"{path}/{made[0]}/copy/", {"key": "c1"})[1]["id"] for _ in range(2)]
    assert copies[0] == copies[1]
    edit = {"key": "e1", "edits": {"damage": {"shown": "2W10", "value": "3W10"}}}
    assert [gm("patch", f"{path}/{made[0]}/", edit)[0] for _ in range(2)] == [200, 200]
    status, said = gm("patch", f"{path}/{made[0]}/", edit | {"key": "e2"})
    assert (status, said["code"], said["conflicts"][0]["stored"]) == (409, "stale", "3W10")
    assert journal.fold(cast.campaign) == journal.stored(cast.campaign)


def test_a_new_entry_with_a_wrong_value_names_the_field(cast: Cast, gm: Caller) -> None:
    body = {"key": "n1", "kind": "weapon", "name": "Probe", "values": {"damage": "viel"}}
    status, said = gm("post", f"campaigns/{cast.campaign.pk}/catalogue/", body)
    assert status == 400
    assert [(error["field"], error["code"]) for error in said["errors"]] == [("damage", "not_dice")]
