"""The checks find what they are there to find."""

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from tools import budgets, compile_messages, messages, tree
from tools.budgets import Budget, Measured

LONG = '''
def long(values):
    """A docstring
    does not count."""
    total = 0  # nor does this remark alter anything
    # nor this one

    for value in values:
        if value and value > 1:
            total += value
    return [one for one in values if one] or total
'''


def measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Measured:
    monkeypatch.setattr(budgets, "ROOT", tmp_path)
    file = tmp_path / "long.py"
    file.write_text(LONG)
    return next(iter(budgets.functions(file)))


def test_a_function_is_measured_without_docstring_and_remarks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = measured(tmp_path, monkeypatch)
    assert (one.lines, one.complexity) == (6, 3)


def test_a_function_over_its_budget_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    strict = Budget(usual_function=3, function=5, complexity=2, file=100)
    assert list(budgets.function_findings(strict, [measured(tmp_path, monkeypatch)])) == [
        "long.py:2 long: 6 lines (limit 5)",
        "long.py:2 long: complexity 3 (limit 2)",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "# TO" + "DO: later",
        "@pytest.mark." + "skip",
        *(f"path = '/{folder}/x'" for folder in ("root", "home", "Users", "tmp", "var/tmp")),
        "path = 'C:" + "\\\\Users\\\\x'",
        "see files.pythonho" + "sted.org",
    ],
)
def test_left_overs_in_a_file_are_found(line: str) -> None:
    assert len(list(tree.in_text("file.py", f"fine\n{line}\n"))) == 1


@pytest.mark.parametrize("line", ["https://table.example/home/x", "GET /rounds/home/x", "/usr/lib/x", "/path/to/x"])
def test_addresses_and_folders_that_every_machine_has_are_let_be(line: str) -> None:
    assert list(tree.in_text("file.py", line)) == []


def test_what_looks_for_left_overs_is_looked_at_too() -> None:
    """The file of the patterns is no exception: what it looks for it writes so that it does not find itself."""
    own = Path(tree.__file__)
    assert list(tree.in_text(own.name, own.read_text("utf-8"))) == []


@pytest.mark.parametrize("name", ["static/htmx.min.js", "fonts/x.woff2", "db.sqlite3", "node_modules/x.js", "uv.lock"])
def test_files_of_others_are_found(name: str) -> None:
    assert tree.FOREIGN.search(name)


@pytest.mark.parametrize(
    ("text", "english", "what"),
    [
        ("Treffer", "", "no translation"),
        ("%(name)s trifft", "%(who)s hits", "placeholders differ"),
        ("%(name)s trifft", "%(name)s hits", ""),
        (("%(n)s Treffer", "%(n)s Treffer"), ("one hit", "%(n)s hits"), ""),
        (("%(n)s Treffer", "%(n)s Treffer"), ("%(n)s hit", ""), "no translation"),
    ],
)
def test_translations_are_judged(text: str | tuple[str, str], english: str | tuple[str, str], what: str) -> None:
    assert messages.problem(Message(text), Message(text, english)) == what


def test_guessed_missing_and_left_over_translations_are_found() -> None:
    found, catalogue = Catalog(), Catalog()
    found.add("Wunde", locations=[("page.html", 0)])
    found.add("Arm", locations=[("page.html", 0)])
    catalogue.add("Arm", "arm", flags=["fuzzy"])
    catalogue.add("Bein", "leg")
    assert list(messages.problems(found, catalogue)) == [
        "no translation: 'Wunde' (page.html)",
        "marked as guessed: 'Arm' (page.html)",
        "no longer used: 'Bein'",
    ]


def test_texts_of_code_and_templates_are_collected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "chaos_sheets").mkdir()
    (tmp_path / "templates" / "page.html").write_text(
        "{% load i18n %}\n  {% if x %}\n<p>{% translate 'Zone' context 'body' %}</p>\n"
        "    {% blocktranslate count n=hits %}ein Treffer{% plural %}{{ n }} Treffer{% endblocktranslate %}{% endif %}"
    )
    (tmp_path / "chaos_sheets" / "x.py").write_text("y = _('Körper')\nz = ngettext('Tag', 'Tage', n)\n")
    monkeypatch.setattr(messages, "ROOT", tmp_path)
    found = messages.collected()
    assert {(message.id, message.context) for message in found if message.id} == {
        ("Zone", "body"),
        (("ein Treffer", "%(n)s Treffer"), None),
        ("Körper", None),
        (("Tag", "Tage"), None),
    }


def test_a_catalogue_is_compiled_when_it_is_newer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "en" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").write_text('msgid ""\nmsgstr "Language: en\\n"\n\nmsgid "Arm"\nmsgstr "arm"\n')
    monkeypatch.setattr(compile_messages, "LOCALE", tmp_path)
    compile_messages.main()
    compiled = folder / "django.mo"
    assert b"arm" in compiled.read_bytes()
    compiled.write_bytes(b"kept")
    compile_messages.main()
    assert compiled.read_bytes() == b"kept"
