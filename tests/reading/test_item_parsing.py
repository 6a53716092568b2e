"""Items as people paste them. Nothing is guessed and every line that fits nowhere is named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.reading.item_parsing import lines_of, parse

OPTIONS = ("They were ill.", "It was wet.", "No queen.")
LETTERED = "1. Why?\na) They were ill.\nb) It was wet.\nc) No queen."
STYLES = {
    "star before the letter": "1. Why?\na) They were ill.\n*b) It was wet.\nc) No queen.",
    "star after the letter": "1. Why?\na) They were ill.\nb) *It was wet.\nc) No queen.",
    "star at the end": "1. Why?\na) They were ill.\nb) It was wet. *\nc) No queen.",
    "aiken": "Why?\nA. They were ill.\nB. It was wet.\nC. No queen.\nANSWER: B",
    "answer line": "1) Why?\n(a) They were ill.\n(b) It was wet.\n(c) No queen.\nAnswer: b",
    "correct in brackets": "Why?\nA) They were ill.\nB) It was wet. (correct)\nC) No queen.",
    "bold option": "**1.** Why?\n\na. They were ill.\nb. **It was wet.**\nc. No queen.",
    "bold with its letter": "1. Why?\na. They were ill.\n**b. It was wet.**\nc. No queen.",
    "tick": "Question 1: Why?\n- They were ill.\n- It was wet. ✓\n- No queen.",
    "check boxes": "Question 1: Why?\n- [ ] They were ill.\n- [x] It was wet.\n- [ ] No queen.",
    "numbers": "Why?\n1. They were ill.\n2. It was wet.\n3. No queen.\nAnswer: B",
    "answer by its text": f"{LETTERED}\nAnswer: It was wet.",
    "key list at the end": f"{LETTERED}\n\nAnswers: 1 B",
    "key list below": f"{LETTERED}\n\nAnswer key\n1. b",
    "roman": "1. Why?\n(i) They were ill.\n(ii) It was wet. (correct)\n(iii) No queen.",
}


@pytest.mark.parametrize("style", STYLES)
def test_usual_styles(style: str) -> None:
    parsed = parse(STYLES[style])
    assert [(i.question, i.options, i.gold) for i in parsed.items] == [("Why?", OPTIONS, 1)]
    assert parsed.unread == ()


def test_several_items_and_a_question_over_two_lines() -> None:
    parsed = parse(
        "1. What did\nthe girl do?\na) Ran\n*b) Hid\n\n"
        "2. Who came?\na) Ann\n   with her aunt\n*b) Bo"
    )
    first, second = parsed.items
    assert (first.question, first.options, first.gold) == (
        "What did the girl do?",
        ("Ran", "Hid"),
        1,
    )
    assert second.options == ("Ann with her aunt", "Bo")


def test_a_key_list_goes_by_question_number() -> None:
    text = "1. A?\na) x\nb) y\n2. B?\na) p\nb) q\n\nAnswer key: 1. b, 2. a"
    assert [item.gold for item in parse(text).items] == [1, 0]


def test_no_marked_key_is_no_key() -> None:
    assert parse("1. A?\na) x\nb) y").items[0].gold is None


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("Quiz\n\nWho?\nA. x\nB. y\nANSWER: A", 1, "it has no options"),
        ("1. Who?\na) x", 1, "it has a single option"),
        ("Who?\nA. x\nB. y\nANSWER: D", 4, "there is no option with that letter"),
        ("1. Who?\n*a) x\n*b) y", 1, "2 options are marked as right"),
        ("Who?\nA. x\nB. y\nAnswer: zebra", 4, "no option has that text"),
        ("1. Who?\na) x\nb) y\nAnswers: 7 a", 4, "there is no question 7"),
    ],
)
def test_lines_not_understood_are_reported(text: str, line: int, why: str) -> None:
    parsed = parse(text)
    assert [unread.line for unread in parsed.unread] == [line]
    assert why in next(lines_of(parsed))


def test_empty_text() -> None:
    assert parse("").items == ()


@given(st.text(alphabet="abA1.)(*: \n?-[x]✓", max_size=200))
def test_any_text_parses_and_keys_are_in_range(text: str) -> None:
    for item in parse(text).items:
        assert len(item.options) >= 2
        assert item.gold is None or 0 <= item.gold < len(item.options)


@given(
    st.lists(
        st.tuples(
            st.text("abcdefg ", min_size=3, max_size=20).filter(lambda t: len(t.strip()) > 2),
            st.lists(
                st.text("hjklmn", min_size=3, max_size=9), min_size=2, max_size=5, unique=True
            ),
            st.integers(0, 1),
        ),
        min_size=1,
        max_size=5,
    )
)
def test_what_is_written_in_the_plain_style_is_read_back(items: list) -> None:
    blocks = [
        f"{number}. Q {stem.strip()}?\n"
        + "\n".join(f"{'*' if p == key else ''}{'abcde'[p]}) {o}" for p, o in enumerate(options))
        for number, (stem, options, key) in enumerate(items, 1)
    ]
    parsed = parse("\n\n".join(blocks))
    assert [(i.question, list(i.options), i.gold) for i in parsed.items] == [
        (f"Q {' '.join([stem.strip()])}?", options, key) for stem, options, key in items
    ]


def test_a_title_above_numbered_questions_is_no_question() -> None:
    parsed = parse("Chapter 3\n\n1. Why?\na) They were ill.\nb) It was wet.\n*c) No queen.\n")
    assert [(i.question, i.options, i.gold) for i in parsed.items] == [("Why?", OPTIONS, 2)]
    assert [(unread.line, unread.text) for unread in parsed.unread] == [(1, "Chapter 3")]
