"""The example of the passage room: two texts of our own, with good items and flawed ones."""

from services.reading.models import ComprehensionItem, Passage, PassageSet

RIVER = """\
For almost a hundred years the people of Harrow Lane walked over a river without knowing it. In \
1921 the town council had the Wend covered with brick arches, because its water carried the waste \
of three dye works and the smell was unbearable in summer. A road was laid on top, shops were \
built beside it, and within a generation the river was forgotten.

It was rediscovered by accident. In 2016 a plumber named Ada Brandt was asked to explain why the \
cellars of Harrow Lane flooded after every storm. Instead of repairing the drains, she lowered a \
camera through a manhole and saw clear water, gravel and, to her astonishment, a trout. The dye \
works had closed in the 1960s, and without anybody's assistance the river had cleaned itself.

The discovery divided the town. Shopkeepers feared that the uncovering of the river would cost \
them their customers during the years of construction. Engineers argued that an open channel, \
which would hold four times as much rain as the old tunnel, was the only arrangement that would \
put an end to the flooding of the cellars. After a vote that was won by only 212 ballots, the \
first 300 metres were uncovered in 2021. The road became a path, two bridges were built, and \
kingfishers arrived in the following spring. Two of the shops that had opposed the plan now sell \
coffee on its banks."""

KITE = """\
Mina had a red kite. It had a long tail with six bows. One windy day she took it up the hill \
behind the school. Her brother Tom held the string while she ran. The kite went up and up. Then \
the string broke.

The kite flew over the trees and came down on the roof of the old mill. Mina wanted to cry, but \
Tom had an idea. They asked the miller for his long ladder. The miller laughed. "My goat needs no \
ladder," he said. He gave a whistle. A small white goat ran up the steps to the roof. She took \
the tail in her teeth and brought the kite down. Mina gave the goat one of the bows to wear."""


def example() -> PassageSet:
    """A new set every time: its ids are its own."""
    river = Passage(title="The river under the street", text=RIVER, target_grade=8, items=_river())
    kite = Passage(title="The kite on the mill", text=KITE, target_grade=1, items=_kite())
    return PassageSet(name="Example: a river and a kite", passages=(river, kite))


def _river() -> tuple[ComprehensionItem, ...]:
    return (
        ComprehensionItem(
            question="Why did the council have the Wend covered?",
            options=(
                "It often flooded the cellars.",
                "Its water smelled of waste.",
                "The shops needed more room.",
                "An old bridge had fallen down.",
            ),
            gold=1,
        ),
        ComprehensionItem(
            question="What did Ada Brandt see through her camera?",
            options=(
                "Broken drains",
                "Old bricks",
                "Clear water, gravel and, to her astonishment, a trout",
                "Nothing",
            ),
            gold=2,
        ),
        ComprehensionItem(
            question="For how many years did the first part of the river lie under the road?",
            options=("60", "95", "100", "212"),
            gold=2,
        ),
        ComprehensionItem(
            question="What can be concluded about the fear of the shopkeepers?",
            options=(
                "All of them were always afraid of floods.",
                "The engineers shared it.",
                "It was the reason why the river had been covered.",
                "For at least two of them it did not come true.",
            ),
            gold=3,
        ),
        ComprehensionItem(
            question="How much of the river was uncovered in 2021?",
            options=("Up to 100 metres", "100 to 200 metres", "200 to 300 metres", "All of it"),
            gold=2,
        ),
    )


def _kite() -> tuple[ComprehensionItem, ...]:
    return (
        ComprehensionItem(
            question="Who brought the kite down from the roof?",
            options=("Mina", "Tom", "The miller", "A goat"),
            gold=3,
        ),
        ComprehensionItem(
            question="Where did the kite come down?",
            options=("On the hill", "In the trees", "On a roof", "In the school"),
            gold=2,
        ),
    )
