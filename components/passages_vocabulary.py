"""The hard words of a text as a table, and how common all its words are."""

from typing import Any

import streamlit as st

from components import passages_charts as charts
from components import passages_readings as readings
from services.reading import vocabulary as words_of
from services.reading.models import Passage
from services.reading.vocabulary import BANDS, HardWord

RARE = BANDS[:2]
NO_WORDNET = (
    "Meanings and easier words need the dictionary WordNet, which is not on this machine; so "
    "these two columns are left out. On Debian: `apt install wordnet-base`."
)
LEVELS_OF = {"unknown": "not listed"}


def vocabulary(passage: Passage) -> None:
    """The table first; the profile under it."""
    if readings.readability(passage.text).band is None:
        st.info("Words are looked at in English texts only.")
        return
    rows = readings.hard_words(passage.text)
    st.subheader("Hard words")
    if rows:
        st.markdown(
            f"{len(rows)} words are rare or not on the Dale-Chall list of familiar words, the "
            "rarest first."
        )
        _table(rows)
    else:
        st.markdown(":green-badge[:material/check: None] Every word is familiar and common.")
    st.subheader("How common the words are")
    _profile(passage.text)


def _table(rows: tuple[HardWord, ...]) -> None:
    import pandas as pd

    dictionary = words_of.has_definitions()
    table = pd.DataFrame(
        {
            "Word": [row.word for row in rows],
            "Times": [row.count for row in rows],
            "Frequency": [row.zipf for row in rows],
            "Level": [row.cefr or "not listed" for row in rows],
            "Familiar": ["yes" if row.dale_chall else "no" for row in rows],
        }
    )
    if dictionary:
        table["Easier words"] = [", ".join(row.synonyms or ()) or "none found" for row in rows]
        table["Meaning"] = [row.definition or "not found" for row in rows]
    st.dataframe(
        table,
        hide_index=True,
        height=min(420, 36 * (len(rows) + 1) + 3),
        column_config=_columns(),
        alt="Hard words with how often they stand here, frequency, level and familiarity",
    )
    if not dictionary:
        st.markdown(NO_WORDNET)


def _columns() -> dict[str, Any]:
    """What each measure means, told at the head of its column."""
    column = st.column_config
    return {
        "Word": column.TextColumn(pinned=True),
        "Frequency": column.NumberColumn(
            format="%.1f",
            help="Zipf scale from 1 (hardly ever met) to 8 (the); each step is ten times as "
            "often. From wordfreq, which blends subtitles, news, books and the web. Empty: "
            "never seen there.",
        ),
        "Level": column.TextColumn(
            help="Estimated CEFR level, A1 to C2, derived by cefrpy from word lists and counts."
        ),
        "Familiar": column.TextColumn(
            help="On the Dale-Chall list of words that fourth-graders know."
        ),
        "Easier words": column.TextColumn(
            help="More common words of nearly the same meaning. Try them in the sentence.",
            width="medium",
        ),
        "Meaning": column.TextColumn(width="large"),
    }


def _profile(text: str) -> None:
    profile = readings.profile(text)
    if not profile.words:
        st.markdown("There are no words besides names and numbers.")
        return
    rare = sum(profile.zipf[band] for band in RARE)
    st.markdown(
        f"Of {profile.words:,} running words, names and numbers left out, {rare:.0%} are rare: "
        "met less than once in a million words."
    )
    left, right = st.columns(2, gap="large")
    with left:
        charts.show(
            charts.shares(profile.zipf, "By frequency (Zipf)", RARE),
            key="zipf",
            alt="Share of the words in each band of frequency",
        )
    with right:
        levels = {LEVELS_OF.get(level, level): share for level, share in profile.cefr.items()}
        charts.show(
            charts.shares(levels, "By estimated CEFR level", ("C1", "C2")),
            key="cefr",
            alt="Share of the words at each estimated level",
        )
