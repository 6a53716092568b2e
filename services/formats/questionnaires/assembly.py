"""How readers put a questionnaire together: sections and items as they come, rules at the end."""

from dataclasses import dataclass, field

from services.formats.base import Imported, Unread
from services.formats.questionnaires.conditions import Rule
from services.formats.questionnaires.rule_preparation import resolve
from services.questionnaire.models import Item, Origin, Questionnaire, Section
from services.text.language import UNKNOWN, detect

# Fewer letters than these are no ground to call a questionnaire anything but English.
_MIN_LETTERS = 40


@dataclass
class _OpenSection:
    title: str
    introduction: str
    items: list[Item]


@dataclass
class Assembly:
    """Collects what a reader finds; `build` links each rule to the earlier item it names."""

    _sections: list[_OpenSection] = field(default_factory=list)
    _rules: dict[str, tuple[Rule | None, str, int | None]] = field(default_factory=dict)
    _unread: list[Unread] = field(default_factory=list)

    def section(self, title: str, introduction: str = "") -> None:
        self._sections.append(_OpenSection(title, introduction, []))

    def introduce(self, text: str) -> None:
        """Add to the introduction of the section that is open."""
        current = self._current()
        current.introduction = "\n".join(part for part in (current.introduction, text) if part)

    @property
    def section_is_empty(self) -> bool:
        return not self._sections or not self._sections[-1].items

    @property
    def current_title(self) -> str | None:
        return self._sections[-1].title if self._sections else None

    @property
    def items(self) -> list[Item]:
        return [item for section in self._sections for item in section.items]

    def item(
        self, item: Item, *, rule: Rule | None = None, said: str = "", line: int | None = None
    ) -> None:
        """Add an item; `said` is the file's own wording of its rule, shown if it cannot be kept."""
        imported = item.model_copy(update={"origin": Origin.IMPORT})
        self._current().items.append(imported)
        if rule is not None or said:
            self._rules[imported.id] = (rule, said, line)

    def replace_last(self, item: Item) -> None:
        """Put `item` in the place of the one added last."""
        last = next(section for section in reversed(self._sections) if section.items)
        last.items[-1] = item

    def unread(self, line: int | None, text: str, why: str) -> None:
        self._unread.append(Unread(line, text[:200], why))

    def _current(self) -> _OpenSection:
        if not self._sections:
            self.section("")
        return self._sections[-1]

    def build(
        self, *, title: str = "", introduction: str = "", language: str = ""
    ) -> Imported[Questionnaire]:
        """The questionnaire; its language is the one it is written in, unless the file says it."""
        earlier: list[Item] = []
        sections = []
        for open_section in self._sections:
            items = []
            for item in open_section.items:
                linked = self._linked(item, earlier)
                items.append(linked)
                earlier.append(linked)
            sections.append(
                Section(
                    title=open_section.title,
                    introduction=open_section.introduction,
                    items=tuple(items),
                )
            )
        questionnaire = Questionnaire(
            title=title,
            introduction=introduction,
            sections=tuple(sections),
            language=language or self._written_in(title, introduction),
        )
        return Imported(questionnaire, tuple(self._unread))

    def _written_in(self, title: str, introduction: str) -> str:
        texts = [title, introduction, *(item.text for item in self.items)]
        texts += [label for item in self.items for label in item.labels]
        text = "\n".join(texts)
        found = detect(text)
        short = text.isascii() and sum(map(str.isalpha, text)) < _MIN_LETTERS
        return "en" if found == UNKNOWN or short else found

    def _linked(self, item: Item, earlier: list[Item]) -> Item:
        rule, said, line = self._rules.get(item.id, (None, "", None))
        if rule is None and not said:
            return item
        condition = resolve(rule, earlier) if rule else None
        if condition is None:
            why = "this display rule is not one answer or range of one earlier question"
            self.unread(line, said or str(rule), f"{why}, so the question is shown to all.")
        return item.model_copy(update={"shown_if": condition})
