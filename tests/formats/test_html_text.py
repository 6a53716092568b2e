"""Plain text survives HTML; HTML of others becomes the text that a browser shows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.formats.html_text import from_html, to_html


@given(st.text(st.characters(exclude_categories=("Cc", "Cs"), include_characters="\n\t")))
def test_text_comes_back(text: str) -> None:
    assert from_html(to_html(text)) == text
    assert from_html(to_html(text, braces=True)) == text


def test_nothing_is_left_that_a_target_would_run() -> None:
    written = to_html('{TOKEN} <script>"x"</script> & \\"', braces=True)
    assert not set(written) & {"{", "}", "<", ">", '"'}


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>How old <b>are</b> you?</p>", "How old are you?"),
        ("One<br>two<br/>three", "One\ntwo\nthree"),
        ("<p>One</p><p>Two</p>", "One\nTwo"),
        ("A &amp; B &lt; C &#65;", "A & B < C A"),
        ("<script>alert(1)</script>Name", "Name"),
        ("5 < 6", "5 < 6"),
        ("no markup", "no markup"),
    ],
)
def test_html_of_others(html: str, text: str) -> None:
    assert from_html(html) == text
