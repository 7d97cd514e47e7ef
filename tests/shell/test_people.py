"""Campaigns, members, invitations, passwords."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from chaos_sheets import journal, services
from chaos_sheets.errors import Invalid, NotAllowed, NotVisible, ServiceError
from chaos_sheets.models import Campaign, Character, Invitation, Membership, Role, User
from tests import builders
from tests.builders import key
from tests.cast import Cast

GOOD = "drei Kisten Dosenbrot"


def fresh[M: (Campaign, Character, User)](row: M) -> M:
    return type(row)._default_manager.get(pk=row.pk)


class TestCampaign:
    def test_whoever_makes_one_leads_it(self, cast: Cast) -> None:
        made = services.campaign_create(user=cast.stranger, name="Neu", ruleset="chaos", key="k")
        assert Membership.objects.get(campaign=made, user=cast.stranger).role == Role.GM
        assert made.currency == "DKK"

    def test_the_same_key_makes_one(self, cast: Cast) -> None:
        made = [services.campaign_create(user=cast.gm, name="Neu", ruleset="chaos", key="k") for _ in range(2)]
        assert made[0] == made[1]

    @pytest.mark.parametrize(
        ("field", "values"),
        [
            ("name", {"name": ""}),
            ("name", {"name": "x" * 121}),
            ("name", {"name": "nul\0"}),
            ("name", {"name": "rechts\u202elinks"}),
            ("name", {"name": "halb\ud800"}),
            ("ruleset", {"ruleset": "schach"}),
            ("rate", {"rate": "viel"}),
            ("rate", {"rate": 0}),
            ("rate", {"rate": "NaN"}),
            ("currency", {"currency": "x" * 21}),
        ],
    )
    def test_bad_input_is_named_by_its_field(self, cast: Cast, field: str, values: dict[str, str]) -> None:
        whole = {"name": "Neu", "ruleset": "chaos", **values}
        with pytest.raises(Invalid) as error:
            services.campaign_create(user=cast.gm, key=key(), **whole)
        assert [found.field for found in error.value.errors] == [field]
        assert error.value.sentence

    def test_only_deviating_options_are_kept(self, cast: Cast) -> None:
        for value, kept in ((False, {"strict_under": False}), (True, {})):
            services.campaign_options_set(
                campaign=cast.campaign, user=cast.gm, key=key(), options={"strict_under": value}
            )
            assert fresh(cast.campaign).options == kept
        assert journal.fold(cast.campaign) == journal.stored(cast.campaign)

    @pytest.mark.parametrize(
        ("options", "code"),
        [
            ({"strict_under": "ja"}, "not_a_choice"),
            ({"strict_under": 1}, "not_a_choice"),
            ({"jam_from": 0}, "too_small"),
            ({"jam_from": 500}, "too_large"),
            ({"jam_from": True}, "wrong_type"),
            ({"unbekannt": True}, "unknown_field"),
        ],
    )
    def test_options_outside_their_bounds_are_refused(self, cast: Cast, options: dict[str, object], code: str) -> None:
        with pytest.raises(Invalid) as error:
            services.campaign_options_set(
                campaign=cast.campaign,
                user=cast.gm,
                key=key(),
                options=options,  # type: ignore[arg-type]
            )
        assert error.value.code == code

    def test_only_the_gm_sets_options(self, cast: Cast) -> None:
        for user, error in ((cast.owner, NotAllowed), (cast.spectator, NotAllowed), (cast.stranger, NotVisible)):
            with pytest.raises(error):
                services.campaign_options_set(
                    campaign=cast.campaign, user=user, key=key(), switches={"open_sheets": True}
                )

    def test_a_retired_campaign_takes_nothing_until_it_is_back(self, cast: Cast) -> None:
        services.campaign_retire(campaign=cast.campaign, user=cast.gm, key=key())
        with pytest.raises(ServiceError) as error:
            services.money_change(character=cast.hero, user=cast.gm, key=key(), by=1)
        assert error.value.code == "campaign_retired"
        services.campaign_restore(campaign=cast.campaign, user=cast.gm, key=key())
        services.money_change(character=fresh(cast.hero), user=cast.gm, key=key(), by=1)
        assert journal.fold(cast.campaign) == journal.stored(cast.campaign)

    def test_prices_are_rounded_half_up_in_the_campaigns_currency(self, cast: Cast) -> None:
        """E02: rounding at .5."""
        services.campaign_edit(
            campaign=cast.campaign, user=cast.gm, key=key(), name="Neu", currency="Gulden", rate="0,5"
        )
        campaign = fresh(cast.campaign)
        assert [services.price_in(campaign, price) for price in (0, 1, 2, 3, 101)] == [0, 1, 1, 2, 51]
        assert journal.fold(campaign) == journal.stored(campaign)


class TestInvitation:
    def test_one_joins_without_an_address_and_gets_the_character(self, cast: Cast) -> None:
        hero = builders.character(cast.campaign, cast.gm, "saela_nim")
        _, token = services.member_invite(campaign=cast.campaign, user=cast.gm, character=hero)
        user = services.invitation_accept(token=token, name="Neuling", password=GOOD)
        assert fresh(hero).owner == Membership.objects.get(campaign=cast.campaign, user=user)
        assert user.email == ""
        assert user.check_password(GOOD)
        assert journal.fold(cast.campaign) == journal.stored(cast.campaign)

    def test_asked_for_twice_by_one_key_it_is_one_and_has_one_link(self, cast: Cast) -> None:
        """A double click leaves no second link open that nobody ever saw."""
        first, again = (services.member_invite(campaign=cast.campaign, user=cast.gm, key="one") for _ in range(2))
        assert first == again
        assert services.invitation_find(token=again[1]) == first[0]
        others: list[dict[str, Any]] = [{"key": "other"}, {"key": "one", "role": Role.SPECTATOR}, {}, {}]
        for other in others:
            assert services.member_invite(campaign=cast.campaign, user=cast.gm, **other)[0] != first[0]
        assert cast.campaign.invitations.count() == 5

    def test_the_token_is_stored_nowhere(self, cast: Cast) -> None:
        row, token = services.member_invite(campaign=cast.campaign, user=cast.gm)
        assert token not in str(Invitation.objects.filter(pk=row.pk).values())

    def test_it_works_as_often_as_it_says(self, cast: Cast) -> None:
        _, token = services.member_invite(campaign=cast.campaign, user=cast.gm, uses=2)
        services.invitation_accept(token=token, name="eins", password=GOOD)
        services.invitation_accept(token=token, name="zwei", password=GOOD)
        with pytest.raises(ServiceError) as error:
            services.invitation_accept(token=token, name="drei", password=GOOD)
        assert error.value.code == "invitation_invalid"
        assert not User.objects.filter(username="drei").exists()

    def test_too_old_withdrawn_or_made_up_it_is_refused(self, cast: Cast) -> None:
        old, old_token = services.member_invite(campaign=cast.campaign, user=cast.gm)
        Invitation.objects.filter(pk=old.pk).update(expiry=timezone.now() - timedelta(seconds=1))
        gone, gone_token = services.member_invite(campaign=cast.campaign, user=cast.gm)
        services.invitation_withdraw(invitation=gone, user=cast.gm)
        for token in (old_token, gone_token, "erfunden", "", "\ud800"):
            with pytest.raises(ServiceError) as error:
                services.invitation_find(token=token)
            assert error.value.code == "invitation_invalid"

    @pytest.mark.parametrize(
        ("name", "password", "code"),
        [
            ("GM", GOOD, "name_taken"),
            ("", GOOD, "required"),
            ("mit\0null", GOOD, "bad_user_name"),
            ("x" * 200, GOOD, "too_long"),
            ("neu", "12345678", "weak_password"),
            ("neu", "kurz", "weak_password"),
        ],
    )
    def test_a_bad_account_uses_nothing_up(self, cast: Cast, name: str, password: str, code: str) -> None:
        row, token = services.member_invite(campaign=cast.campaign, user=cast.gm)
        with pytest.raises(Invalid) as error:
            services.invitation_accept(token=token, name=name, password=password)
        assert error.value.code == code
        row.refresh_from_db()
        assert row.uses_left == 1

    def test_a_member_joins_no_second_time(self, cast: Cast) -> None:
        _, token = services.member_invite(campaign=cast.campaign, user=cast.gm)
        with pytest.raises(ServiceError) as error:
            services.invitation_accept(token=token, user=cast.owner)
        assert error.value.code == "already_member"

    def test_only_the_gm_invites(self, cast: Cast) -> None:
        for user, error in ((cast.owner, NotAllowed), (cast.spectator, NotAllowed), (cast.stranger, NotVisible)):
            with pytest.raises(error):
                services.member_invite(campaign=cast.campaign, user=user)


class TestMembers:
    def test_the_characters_of_one_who_leaves_stay(self, cast: Cast) -> None:
        services.member_remove(membership=cast.member(cast.owner), user=cast.gm, key=key())
        assert fresh(cast.hero).owner is None
        assert not fresh(cast.hero).retired
        assert journal.fold(cast.campaign) == journal.stored(cast.campaign)

    def test_one_may_leave_but_send_nobody_away(self, cast: Cast) -> None:
        with pytest.raises(NotAllowed):
            services.member_remove(membership=cast.member(cast.fellow), user=cast.owner, key=key())
        services.member_remove(membership=cast.member(cast.spectator), user=cast.spectator, key=key())

    def test_the_last_gm_stays(self, cast: Cast) -> None:
        with pytest.raises(ServiceError) as error:
            services.member_remove(membership=cast.member(cast.gm), user=cast.gm, key=key())
        assert error.value.code == "last_gm"
        with pytest.raises(ServiceError) as error:
            services.member_role_set(membership=cast.member(cast.gm), user=cast.gm, role=Role.PLAYER)
        assert error.value.code == "last_gm"

    def test_whoever_only_watches_plays_nobody(self, cast: Cast) -> None:
        """A spectator with a character would see its numbers and could do nothing with them."""
        with pytest.raises(Invalid) as invited:
            services.member_invite(campaign=cast.campaign, user=cast.gm, role=Role.SPECTATOR, character=cast.kind)
        with pytest.raises(Invalid) as handed:
            services.character_hand_over(character=cast.kind, user=cast.gm, to=cast.member(cast.spectator), key=key())
        told = [error.code for refused in (invited, handed) for error in refused.value.errors]
        assert told == ["spectator_plays_nobody"] * 2
        assert not Invitation.objects.exists()
        assert fresh(cast.kind).owner is None

    def test_a_character_is_handed_to_another_member_only(self, cast: Cast) -> None:
        services.character_hand_over(character=cast.hero, user=cast.gm, to=cast.member(cast.fellow), key=key())
        assert fresh(cast.hero).owner == cast.member(cast.fellow)
        foreign = Membership.objects.get(user=cast.stranger)
        with pytest.raises(NotVisible):
            services.character_hand_over(character=cast.hero, user=cast.gm, to=foreign, key=key())


class TestPasswordLink:
    def test_it_sets_a_password_once(self, cast: Cast) -> None:
        token = services.password_link_create(membership=cast.member(cast.owner), user=cast.gm)
        with pytest.raises(Invalid):
            services.password_link_redeem(token=token, password="kurz")
        assert services.password_link_redeem(token=token, password=GOOD) == cast.owner
        assert fresh(cast.owner).check_password(GOOD)
        with pytest.raises(ServiceError) as error:
            services.password_link_redeem(token=token, password=GOOD)
        assert error.value.code == "link_invalid"

    def test_no_link_into_other_peoples_campaigns(self, cast: Cast) -> None:
        elsewhere = builders.campaign(cast.stranger, "Anderswo")
        Membership.objects.create(campaign=elsewhere, user=cast.owner, role=Role.PLAYER)
        with pytest.raises(NotAllowed) as error:
            services.password_link_create(membership=cast.member(cast.owner), user=cast.gm)
        assert error.value.code == "leads_elsewhere"

    def test_none_for_operators_or_by_players(self, cast: Cast) -> None:
        User.objects.filter(pk=cast.fellow.pk).update(is_superuser=True)
        with pytest.raises(NotAllowed):
            services.password_link_create(membership=cast.member(cast.fellow), user=cast.gm)
        with pytest.raises(NotAllowed):
            services.password_link_create(membership=cast.member(cast.gm), user=cast.owner)

    @pytest.mark.parametrize("token", ["", ".", "MQ.x", "ä.x", "\ud800", "OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk.x"])
    def test_a_made_up_token_is_refused(self, cast: Cast, token: str) -> None:
        with pytest.raises(ServiceError) as error:
            services.password_link_find(token=token)
        assert error.value.code == "link_invalid"
