import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.reading.plain_markdown import plain


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("A **bold** and *quiet* _word_ in `code`.", "A bold and quiet word in code."),
        ("See [the map](http://x.org/a_b) and ![a bee](b.png).", "See the map and a bee."),
        ("See [one][1].\n\n[1]: http://x.org", "See one.\n"),
        ("---\ntitle: T\n---\nText.", "Text."),
        ("Before.\n```\ncode = 1\n```\nAfter.", "Before.\n\nAfter."),
        ("> Quoted line.\n> Second.", "Quoted line.\nSecond."),
        ("A<br>b <!-- hidden --> c <b>d</b>", "Ab  c d"),
        ("2 * 3 * 4 and snake_case_name and a < b", "2 * 3 * 4 and snake_case_name and a < b"),
        ("# Head\n\n- item", "# Head\n\n- item"),
    ],
)
def test_marks_go_and_words_stay(markdown: str, text: str) -> None:
    assert plain(markdown) == text


@given(st.text(alphabet="ab *_`[]()<>!#->\n|~", max_size=120))
def test_no_markdown_is_a_crash_or_grows(markdown: str) -> None:
    assert len(plain(markdown)) <= len(markdown)
