"""A chart of means and their intervals as SVG text, for reports that open without a network."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from services.compare.intervals import Estimate

# Names stand above their bars, so that the chart is narrow enough for a phone.
WIDTH, ROW, NAME, BAR, LEFT, RIGHT = 500, 44, 16, 16, 4, 150
AXIS = 22
LONGEST = 60


@dataclass(frozen=True, slots=True)
class Bar:
    """One line of the chart; a published figure has no interval and is drawn hollow."""

    name: str
    estimate: Estimate
    label: str
    published: bool = False


def chart(title: str, bars: Sequence[Bar]) -> str:
    """Horizontal bars from zero with their intervals as lines; `title` is its accessible name."""
    ends = [end for bar in bars for end in _ends(bar.estimate)]
    low, high = min(0.0, *ends), max(0.0, *ends)
    span = (high - low) or 1.0
    height = ROW * len(bars) + AXIS

    def x(value: float) -> float:
        return round(LEFT + (value - low) / span * (WIDTH - LEFT - RIGHT), 1)

    lines = [_line(bar, ROW * place, x) for place, bar in enumerate(bars)]
    base = ROW * len(bars)
    axis = (
        f'<line x1="{x(0)}" y1="0" x2="{x(0)}" y2="{base}" class="axis"/>'
        f'<text x="{x(0)}" y="{base + 15}">0</text>'
    )
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">'
        f"{''.join(lines)}{axis}</svg>"
    )


def _ends(estimate: Estimate) -> list[float]:
    return [end for end in (estimate.mean, estimate.low, estimate.high) if end is not None]


def _line(bar: Bar, top: int, x: Callable[[float], float]) -> str:
    middle = top + NAME + 4 + BAR / 2
    start, end = sorted((x(0), x(bar.estimate.mean)))
    kind = "published" if bar.published else "own"
    furthest = max(x(value) for value in (*_ends(bar.estimate), 0.0))
    name = escape(_short(bar.name))
    parts = [
        f'<text x="{LEFT}" y="{top + NAME - 2}">{name}</text>',
        f'<rect x="{start}" y="{top + NAME + 4}" width="{round(end - start, 1)}" height="{BAR}"'
        f' class="{kind}"/>',
        f'<text x="{furthest + 6}" y="{middle + 4}">{escape(bar.label)}</text>',
    ]
    if bar.estimate.low is not None and bar.estimate.high is not None:
        parts.insert(
            2,
            f'<line x1="{x(bar.estimate.low)}" y1="{middle}" x2="{x(bar.estimate.high)}"'
            f' y2="{middle}" class="interval"/>',
        )
    return "".join(parts)


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else name[: LONGEST - 1].rstrip() + "…"
