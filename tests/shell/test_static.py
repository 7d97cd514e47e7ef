"""Static files as a running server has them: collected, hashed, and each script finds the others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.management import call_command

IMPORT = re.compile(r"""(?:from|import)\s*["'](\.[^"']+)["']""")


@pytest.fixture
def collected(tmp_path: Path, settings: object) -> Path:
    settings.STATIC_ROOT = tmp_path  # type: ignore[attr-defined]
    settings.STORAGES = {  # type: ignore[attr-defined]
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "chaos_sheets.storage.StaticFiles"},
    }
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=["admin", "drf_spectacular_sidecar"])
    return tmp_path


def test_every_script_and_style_a_file_names_was_collected(collected: Path) -> None:
    """Nothing on a page answers 404 although its name has changed."""
    scripts = list((collected / "js").glob("*.js"))
    assert scripts
    for script in scripts:
        for name in IMPORT.findall(script.read_text()):
            assert (script.parent / name).is_file(), f"{script.name} imports {name}"
    for style in (collected / "css").glob("*.css"):
        for name in re.findall(r"url\(['\"]?([^'\")]+)", style.read_text()):
            if not name.startswith(("data:", "#")):
                assert (style.parent / name.partition("?")[0].partition("#")[0]).is_file(), f"{style.name}: {name}"
