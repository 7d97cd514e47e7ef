import os

from django.core.wsgi import get_wsgi_application

from chaos_sheets.printing.press import press

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chaos_sheets.settings")

application = get_wsgi_application()
# It warms up by itself, so that the first sheet somebody prints takes no longer than the next.
press.start()
