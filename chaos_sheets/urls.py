from allauth.account import views as signing
from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from chaos_sheets.views import account, armoury, campaign, log, pdf, reference, templates

# The admin's own login page is not limited against guessing; this one is.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

accounts: list[URLPattern | URLResolver] = [
    path("", account.account, name="account"),
    path("anmelden/", signing.login, name="account_login"),
    path("abmelden/", signing.logout, name="account_logout"),
    path("gesperrt/", signing.account_inactive, name="account_inactive"),
    path("neu/", signing.signup, name="account_signup"),
    path("nochmal/", signing.reauthenticate, name="account_reauthenticate"),
    path("passwort/", account.password_change, name="account_change_password"),
    path("passwort/vergessen/", account.password_forgotten, name="account_reset_password"),
    path("schluessel/", account.token_create, name="token_create"),
    path("schluessel/weg/", account.token_revoke, name="token_revoke"),
]

of_campaign: list[URLPattern | URLResolver] = [
    path("", campaign.campaign, name="campaign"),
    path("aendern/", campaign.campaign_edit, name="campaign_edit"),
    path("stilllegen/", campaign.campaign_retire, name="campaign_retire"),
    path("einladen/", campaign.invite, name="invite"),
    path("einladung/<int:invitation>/zurueck/", campaign.invitation_withdraw, name="invitation_withdraw"),
    path("mitglied/<int:member>/rolle/", campaign.member_role, name="member_role"),
    path("mitglied/<int:member>/entfernen/", campaign.member_remove, name="member_remove"),
    path("mitglied/<int:member>/passwort/", campaign.member_password, name="member_password"),
    path("figuren/", campaign.characters, name="characters"),
    path("figuren/neu/", campaign.character_new, name="character_new"),
    path("figuren/<int:character>/bekannt/", campaign.character_reveal, name="character_reveal"),
    path("figuren/<int:character>/uebergeben/", campaign.character_hand_over, name="character_hand_over"),
    path("figuren/<int:character>/stilllegen/", campaign.character_retire, name="character_retire"),
    path("figuren/<int:character>/vorlage/", templates.template_save, name="template_save"),
    path("vorlage/<int:template>/<slug:act>/", templates.template_act, name="template_act"),
    path("regeln/", campaign.rules, name="rules"),
    path("regeln/aendern/", campaign.rules_set, name="rules_set"),
    path("regeln/auslegung/", campaign.rulings, name="rulings"),
    path("schirm.pdf", pdf.screen_pdf, name="screen_pdf"),
    path("nachschlagen/", reference.lookup, name="lookup"),
    path("protokoll/", log.log, name="log"),
    path("protokoll/<int:entry>/", log.log_entry, name="log_entry"),
    path("protokoll/<int:entry>/zuruecknehmen/", log.undo, name="undo"),
    path("neues/", log.changes, name="changes"),
    path("waffenkammer/", armoury.armoury, name="armoury"),
    path("waffenkammer/<int:item>/", armoury.armoury_entry, name="armoury_entry"),
    path("waffenkammer/<int:item>/nehmen/", armoury.armoury_take, name="armoury_take"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", account.home, name="home"),
    path("runden/", account.campaigns, name="campaigns"),
    path("konto/", include(accounts)),
    path("sprache/", account.language, name="language"),
    path("aussehen/", account.look, name="look"),
    path("einladung/<str:token>/", account.invitation, name="invitation"),
    path("neues-passwort/<str:token>/", account.new_password, name="new_password"),
    path("runde/neu/", campaign.campaign_new, name="campaign_new"),
    path("runde/<int:campaign>/", include(of_campaign)),
    path("runde/<int:campaign>/", include("combat.urls")),
    path("regelwerk/<slug:ruleset>/", reference.reference, name="reference"),
    path("regel/<str:number>/", reference.rule, name="rule"),
    path("", include("chaos_sheets.views.sheet_urls")),
    path("api/v1/", include("combat.api.urls")),
    path("verwaltung/", admin.site.urls),
]

handler400 = "chaos_sheets.views.faults.bad_request"
handler404 = "chaos_sheets.views.faults.not_found"
