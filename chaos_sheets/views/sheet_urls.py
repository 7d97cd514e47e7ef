from django.urls import path

from chaos_sheets.views import pdf, sheet, sheet_records

urlpatterns = [
    path("figur/<int:pk>/", sheet.sheet, name="sheet"),
    path("figur/<int:pk>/feld/", sheet.sheet_edit, name="sheet_edit"),
    path("figur/<int:pk>/zustand/", sheet.sheet_status, name="sheet_status"),
    path("figur/<int:pk>/geld/", sheet.sheet_money, name="sheet_money"),
    path("figur/<int:pk>/angaben/", sheet_records.sheet_record, name="sheet_record"),
    path("figur/<int:pk>/eintrag/", sheet_records.sheet_entry, name="sheet_entry"),
    path("figur/<int:pk>/sache/<slug:act>/", sheet_records.sheet_thing, name="sheet_thing"),
    path("figur/<int:pk>/hinzu/", sheet_records.sheet_add, name="sheet_add"),
    path("figur/<int:pk>/festsetzen/", sheet_records.sheet_override, name="sheet_override"),
    path("figur/<int:pk>/protokoll/", sheet_records.sheet_log, name="sheet_log"),
    path("figur/<int:pk>/buchungen/", sheet_records.sheet_ledger, name="sheet_ledger"),
    path("figur/<int:pk>/bogen.pdf", pdf.sheet_pdf, name="sheet_pdf"),
]
