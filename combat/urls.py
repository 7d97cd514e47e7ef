from django.urls import path

from combat.views import attack, encounter, encounter_setup, task

urlpatterns = [
    path("kampf/", encounter.encounter_list, name="encounters"),
    path("kampf/<int:encounter>/", encounter.encounter, name="encounter"),
    path("kampf/<int:encounter>/schritt/", encounter.encounter_step, name="encounter_step"),
    path("kampf/<int:encounter>/lage/", encounter.encounter_state, name="encounter_state"),
    path("kampf/<int:encounter>/frage/", encounter.encounter_question, name="encounter_question"),
    path("kampf/<int:encounter>/aufstellung/", encounter_setup.encounter_setup, name="encounter_setup"),
    path("kampf/<int:encounter>/name/", encounter_setup.encounter_rename, name="encounter_rename"),
    path("kampf/<int:encounter>/dazu/", encounter_setup.encounter_join, name="encounter_join"),
    path("kampf/<int:encounter>/vorlage/", encounter_setup.encounter_copies, name="encounter_copies"),
    path("kampf/<int:encounter>/weg/", encounter_setup.encounter_leave, name="encounter_leave"),
    path("kampf/<int:encounter>/seite/", encounter_setup.encounter_party, name="encounter_party"),
    path("kampf/<int:encounter>/seiten/", encounter_setup.encounter_side, name="encounter_side"),
    path("kampf/<int:encounter>/reihenfolge/", encounter_setup.encounter_order, name="encounter_order"),
    path("kampf/<int:encounter>/deckung/", encounter_setup.encounter_cover, name="encounter_cover"),
    path("kampf/<int:encounter>/deckung/weg/", encounter_setup.encounter_cover_remove, name="encounter_cover_remove"),
    path("handlung/", task.task, name="task"),
    path("angriff/", attack.attack, name="attack"),
    path("angriff/fragen/", attack.questions, name="questions"),
    path("angriff/fragen/<int:resolution>/", attack.answer, name="answer"),
    path("angriff/fragen/<int:resolution>/verwerfen/", attack.give_up, name="give_up"),
]
