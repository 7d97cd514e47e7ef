"""What tests need differently: a cheap password hash, plain static files, a database file of their own."""

import atexit
import os
import tempfile
from pathlib import Path
from shutil import rmtree

from chaos_sheets.settings import *  # noqa: F403
from chaos_sheets.settings import CACHES, DATABASES, STORAGES

# Of its own for every process, so that two runs on one machine stay apart; nothing of it is left behind.
FOLDER = Path(tempfile.mkdtemp(prefix="chaos-sheets-test-"))
OWNER = os.getpid()


def clean_up() -> None:
    if os.getpid() == OWNER:
        rmtree(FOLDER, ignore_errors=True)


atexit.register(clean_up)
# A file and not memory: tests with parallel connections need what a real table has.
DATABASES["default"]["CONN_MAX_AGE"] = 0
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["TEST"] = {"NAME": str(FOLDER / "test.sqlite3")}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
# Static files straight from their folders: nothing has to be collected first.
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = True
# Prints of one run are of no use to the next.
CACHES["prints"] = {
    "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
    "LOCATION": FOLDER / "prints",
}
