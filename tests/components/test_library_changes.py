"""Changed words as Markdown: marks where they belong, and authors' text never read as markup."""

import re

from hypothesis import given
from hypothesis import strategies as st

from components.library_changes import words
from services.contents.comparison import Fate, Piece, word_pieces

GONE, NEW = ":red-background[~~{}~~]", ":green-background[**{}**]"


def test_gone_and_new_words_are_marked_and_spaces_stay_outside() -> None:
    pieces = (Piece("How ", Fate.SAME), Piece("often ", Fate.GONE), Piece("much ", Fate.NEW))
    assert words(pieces) == f"How {GONE.format('often')} {NEW.format('much')} "


def test_marks_are_put_on_each_line() -> None:
    assert words((Piece("a\n\nb", Fate.NEW),)) == (f"{NEW.format('a')}  \n  \n{NEW.format('b')}")


def test_the_middle_of_what_stayed_is_left_out() -> None:
    same = " ".join(f"w{number}" for number in range(200))
    told = words((Piece("x", Fate.NEW), Piece(f" {same} ", Fate.SAME), Piece("y", Fate.GONE)))
    assert len(told) < 300
    assert "w0" in told
    assert "w199" in told
    assert "w100" not in told
    assert "w100" in words((Piece(same, Fate.SAME),), shorten=False)


@given(
    st.text(alphabet="ab[]()*_~`:#<>$\\|!\n ", max_size=20),
    st.text(alphabet="ab[]()*_~`:#<>$\\|!\n ", max_size=20),
)
def test_text_of_authors_is_never_markup(before: str, after: str) -> None:
    told = words(word_pieces(before, after), shorten=False)
    ours = re.sub(r":(red|green)-background\[(~~|\*\*)|(~~|\*\*)\]", "", told)
    # What is left has no mark that is not escaped.
    assert not re.search(r"[\[\]()*_~`:#<>$|!]", re.sub(r"\\.", "", ours))
