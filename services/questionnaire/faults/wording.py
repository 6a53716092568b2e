"""Readings of a stem that several rules need."""

import re

from services.questionnaire import lexicon
from services.questionnaire.faults.subject import Subject

# What is asked for is an amount of something that can be counted or measured.
QUANTITY = re.compile(
    r"\bhow (?:many|much|old|long|far|often|tall|heavy|big|large|fast)\b|\bage\b|\bincome\b|"
    r"\bsalary\b|\brent\b|\b(?:what|which) year\b|\bnumber of\b|"
    r"\b(?:cost|price|amount|budget)\b|\bearn|"
    r"多少|几[个次天岁小年月口人位本杯支]|年龄|收入|工资|生活费|多大年|多久|多长|价格|费用",
    re.IGNORECASE,
)


def is_conditional(subject: Subject) -> bool:
    """ "If you smoke, ...", "how many, if any, ...": nothing is taken for granted."""
    return lexicon.pattern("taken_for_granted", "conditional").search(subject.text) is not None


def asks_whether(subject: Subject) -> bool:
    """ "Do you ...", "Have you ...": a yes or no decides, whatever the options."""
    whether = r"^(?:do|does|did|have|has|are|is|were) (?:you|your|anyone)\b|是否|有没有|是不是"
    return re.search(whether, subject.text, re.IGNORECASE) is not None
