"""What tests need differently: a cheap password hash, plain static files, a database file of their own."""

import os
import tempfile
from pathlib import Path

from chaos_sheets.settings import *  # noqa: F403
from chaos_sheets.settings import CACHES, DATABASES, STORAGES

# A file and not memory: tests with parallel connections need what a real table has. The process number keeps
# two runs on one machine apart.
DATABASES["default"]["CONN_MAX_AGE"] = 0
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["TEST"] = {
        "NAME": str(Path(tempfile.gettempdir()) / f"chaos-sheets-test-{os.getpid()}.sqlite3")
    }
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
# Static files straight from their folders: nothing has to be collected first.
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = True
# Prints of one run are of no use to the next.
CACHES["prints"] = {
    "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
    "LOCATION": Path(tempfile.gettempdir()) / f"chaos-sheets-prints-{os.getpid()}",
}
