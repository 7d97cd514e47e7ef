"""The addresses of the API, version 1."""

from django.urls import path
from drf_spectacular.views import SpectacularAPIView

from chaos_sheets.api import campaigns, catalogue, log, sheets
from combat.api import actions, encounters, stateless
from combat.api.page import DocumentPage

urlpatterns = [
    path("", DocumentPage.as_view(), name="api_page"),
    path("schema/", SpectacularAPIView.as_view(), name="api_schema"),
    path("campaigns/", campaigns.Campaigns.as_view()),
    path("campaigns/<int:campaign>/characters/", campaigns.Characters.as_view()),
    path("campaigns/<int:campaign>/templates/", campaigns.Templates.as_view()),
    path("campaigns/<int:campaign>/templates/<int:template>/", campaigns.Template.as_view()),
    path("campaigns/<int:campaign>/catalogue/", catalogue.Catalogue.as_view()),
    path("campaigns/<int:campaign>/catalogue/<int:item>/", catalogue.CatalogueEntry.as_view()),
    path("campaigns/<int:campaign>/catalogue/<int:item>/<slug:act>/", catalogue.CatalogueAct.as_view()),
    path("campaigns/<int:campaign>/offers/", actions.Offers.as_view()),
    path("campaigns/<int:campaign>/preview/", actions.PreviewAction.as_view()),
    path("campaigns/<int:campaign>/actions/", actions.Actions.as_view()),
    path("campaigns/<int:campaign>/actions/<int:resolution>/", actions.OpenAction.as_view()),
    path("campaigns/<int:campaign>/encounters/", encounters.Encounters.as_view()),
    path("campaigns/<int:campaign>/encounters/<int:encounter>/", encounters.OneEncounter.as_view()),
    path("campaigns/<int:campaign>/encounters/<int:encounter>/steps/", encounters.EncounterStep.as_view()),
    path("campaigns/<int:campaign>/encounters/<int:encounter>/actions/", encounters.EncounterActions.as_view()),
    path("campaigns/<int:campaign>/encounters/<int:encounter>/state/", encounters.EncounterState.as_view()),
    path("campaigns/<int:campaign>/encounters/<int:encounter>/order/", encounters.EncounterOrder.as_view()),
    path("campaigns/<int:campaign>/encounters/<int:encounter>/combatants/", encounters.EncounterPeople.as_view()),
    path(
        "campaigns/<int:campaign>/encounters/<int:encounter>/combatants/<int:character>/",
        encounters.OneCombatant.as_view(),
    ),
    path("campaigns/<int:campaign>/encounters/<int:encounter>/covers/", encounters.EncounterCovers.as_view()),
    path("campaigns/<int:campaign>/encounters/<int:encounter>/covers/<int:item>/", encounters.OneCover.as_view()),
    path("campaigns/<int:campaign>/log/", log.Log.as_view()),
    path("campaigns/<int:campaign>/log/<int:entry>/", log.Entry.as_view()),
    path("campaigns/<int:campaign>/log/<int:entry>/undo/", log.EntryUndo.as_view()),
    path("campaigns/<int:campaign>/changes/", log.Changes.as_view()),
    path("characters/<int:character>/", sheets.Sheet.as_view()),
    path("characters/<int:character>/pools/", sheets.Pools.as_view()),
    path("characters/<int:character>/money/", sheets.Money.as_view()),
    path("characters/<int:character>/statuses/", sheets.Statuses.as_view()),
    path("characters/<int:character>/overrides/", sheets.Overrides.as_view()),
    path("characters/<int:character>/items/", sheets.Things.as_view()),
    path("items/<int:item>/", sheets.Thing.as_view()),
    path("items/<int:item>/repair/", actions.Repair.as_view()),
    path("rulesets/", stateless.Rulesets.as_view()),
    path("rulesets/<slug:ruleset>/", stateless.OneRuleset.as_view()),
    path("rulesets/<slug:ruleset>/preview", stateless.Preview.as_view()),
    path("rulesets/<slug:ruleset>/perform", stateless.Perform.as_view()),
]
