"""The title of a section: the model's if it says what the section's goal is, else the goal's own.

A small model likes to repeat the topic in every title ("Support for food waste").
"""

import re

from services.questionnaire.likeness import subject_words
from services.questionnaire.wording import sentence_case, trimmed, without_asides

# How goals begin: what the author does, not what the section is about.
_AIM = re.compile(
    r"^(?:to )?(?:find out|learn|measure|identify|rate|describe|assess|estimate|prioriti[sz]e|"
    r"compare|understand|explore|determine|examine|evaluate|investigate|gauge|collect|know|ask|see|"
    r"test|track|map)\b(?: more)?(?: about| whether| if)?\s+(?:the )?|"
    r"^(?:了解|评价|测量|衡量|找出|调查|确定|分析|评估|掌握|探究|研究|明确|比较|询问)",
    re.IGNORECASE,
)
LONGEST = 60


def section_title(written: str, goal: str, topic: str, language: str) -> str:
    """`written` unless most of its words are only the topic's; then what `goal` names."""
    own = without_aim(goal)
    if not written:
        return own
    named = subject_words(goal, language)
    words = subject_words(written, language)
    only_topic = words & (subject_words(topic, language) - named)
    if own and len(own) <= LONGEST and 2 * len(only_topic) > len(words):
        return own
    return written


def without_aim(goal: str) -> str:
    """ "Learn the main reasons food goes to waste" names "Main reasons food goes to waste"."""
    bare = trimmed(without_asides(goal))
    return sentence_case(trimmed(_AIM.sub("", bare)) or bare)
