import pytest

from services import settings
from services.errors import InvalidInput


def test_defaults_need_no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ASKWRIGHT_DATA_DIR", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    loaded = settings.load()
    assert str(loaded.data_dir) == "/somewhere/askwright"
    assert loaded.store_url == "sqlite:////somewhere/askwright/askwright.db"
    assert loaded.wikipedia is False


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("ASKWRIGHT_THREADS", "none of them"),
        ("ASKWRIGHT_SLOTS", "0"),
        ("ASKWRIGHT_ENGINE", "crystal ball"),
        ("ASKWRIGHT_LOG_LEVEL", "LOUD"),
    ],
)
def test_a_bad_value_is_an_error_that_names_its_variable(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(InvalidInput, match=variable):
        settings.load()


def test_a_key_is_neither_shown_nor_repeated_in_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASKWRIGHT_SERVER_KEY", "sk-very-secret")
    assert "very-secret" not in repr(settings.load())
    monkeypatch.setenv("ASKWRIGHT_SERVER_TIMEOUT", "sk-pasted-in-the-wrong-place")
    with pytest.raises(InvalidInput) as caught:
        settings.load()
    assert "pasted" not in str(caught.value)
