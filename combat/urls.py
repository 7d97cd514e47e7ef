from django.urls import path

from combat.views import attack, task

urlpatterns = [
    path("handlung/", task.task, name="task"),
    path("angriff/", attack.attack, name="attack"),
    path("angriff/fragen/", attack.questions, name="questions"),
    path("angriff/fragen/<int:resolution>/", attack.answer, name="answer"),
    path("angriff/fragen/<int:resolution>/verwerfen/", attack.give_up, name="give_up"),
]
