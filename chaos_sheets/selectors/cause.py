"""Why something changed, in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from chaos_sheets.trace import Reader

CAUSES = {
    "campaign_created": gettext_lazy("Runde angelegt"),
    "campaign_edited": gettext_lazy("Runde bearbeitet"),
    "campaign_retired": gettext_lazy("Runde stillgelegt"),
    "campaign_restored": gettext_lazy("Runde zurückgeholt"),
    "catalogue_copied": gettext_lazy("Katalogeintrag kopiert"),
    "catalogue_created": gettext_lazy("Katalogeintrag angelegt"),
    "catalogue_edit": gettext_lazy("Katalog geändert"),
    "catalogue_own": gettext_lazy("Eigene Fassung im Katalog"),
    "catalogue_restored": gettext_lazy("In den Katalog zurückgeholt"),
    "catalogue_retired": gettext_lazy("Aus dem Katalog genommen"),
    "character_created": gettext_lazy("Figur angelegt"),
    "cover_placed": gettext_lazy("Deckung aufgestellt"),
    "edit": gettext_lazy("Bearbeitet"),
    "encounter_created": gettext_lazy("Kampf angelegt"),
    "encounter_edited": gettext_lazy("Kampf bearbeitet"),
    "encounter_joined": gettext_lazy("Zum Kampf gekommen"),
    "encounter_left": gettext_lazy("Aus dem Kampf gegangen"),
    "encounter_order": gettext_lazy("Reihenfolge festgelegt"),
    "encounter_stated": gettext_lazy("Lage angesagt"),
    "encounter_started": gettext_lazy("Kampf begonnen"),
    "encounter_turn": gettext_lazy("Zug beendet"),
    "encounter_round": gettext_lazy("Runde beendet"),
    "encounter_ended": gettext_lazy("Kampf beendet"),
    "fitted": gettext_lazy("Angebaut"),
    "unfitted": gettext_lazy("Abgebaut"),
    "handed_over": gettext_lazy("Übergeben"),
    "item_added": gettext_lazy("Erhalten"),
    "item_bought": gettext_lazy("Gekauft"),
    "item_removed": gettext_lazy("Abgelegt"),
    "item_restored": gettext_lazy("Zurückgeholt"),
    "member_left": gettext_lazy("Mitglied gegangen"),
    "money": gettext_lazy("Geld"),
    "options": gettext_lazy("Hausregeln"),
    "override": gettext_lazy("Festgesetzt"),
    "override_lifted": gettext_lazy("Festsetzung aufgehoben"),
    "pool": gettext_lazy("Punkte"),
    "restored": gettext_lazy("Zurückgeholt"),
    "retired": gettext_lazy("Stillgelegt"),
    "revealed": gettext_lazy("Bekannt gemacht"),
    "taken_over": gettext_lazy("Aus dem Katalog übernommen"),
    "template_edited": gettext_lazy("Vorlage bearbeitet"),
    "template_restored": gettext_lazy("Vorlage zurückgeholt"),
    "template_retired": gettext_lazy("Vorlage stillgelegt"),
    "template_saved": gettext_lazy("Als Vorlage gespeichert"),
    "undo": gettext_lazy("Zurückgenommen"),
}


def cause_word(cause: str, reader: Reader) -> str:
    """Why something changed: our own causes by translation, actions by the word of the rules."""
    return str(CAUSES[cause]) if cause in CAUSES else reader.words.word(cause)
