"""Count part-of-speech trigrams of running English: `services/text/tag_model.json`.

The text is the passages of a JSON-lines file (field `passage`); only counts of tags are kept.
The committed table is of the 600 passages in the data of Nangia et al. (ACL 2021; CC BY 4.0).

    python -m training.tag_model FILE.jsonl [--hold-out]
"""

import argparse
import json
import math
from pathlib import Path

from services.text import sentences, spacy_english
from services.text.tag_model import TABLE, TagModel, count

NOTICE = "Counted on passages from Nangia et al. (ACL 2021), CC BY 4.0, tagged by spaCy."
# Trigrams seen once say little and are half of the table.
RAREST = 1


def tagged(path: Path) -> list[list[str]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    passages = list(dict.fromkeys(json.loads(line)["passage"] for line in lines))
    texts = [sentence.text for passage in passages for sentence in sentences.split(passage)]
    return [[tag for _, tag in doc] for doc in spacy_english.tagged(texts)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--hold-out", action="store_true", help="train on 90%%, report the rest")
    arguments = parser.parse_args()
    sequences = tagged(arguments.file)
    held = sequences[::10] if arguments.hold_out else []
    kept = [s for i, s in enumerate(sequences) if not held or i % 10]
    counts = {
        history: {tag: n for tag, n in row.items() if n >= RAREST or len(history) < 2}
        for history, row in count(kept).items()
    }
    counts = {history: row for history, row in counts.items() if row}
    if held:
        model = TagModel(counts)
        bits = [bits for tags in held for bits in model.surprisals(tags)]
        flat = TagModel({(): counts[()]})
        unigram = [bits for tags in held for bits in flat.surprisals(tags)]
        print(f"{sum(bits) / len(bits):.2f} bits a tag (unigram {sum(unigram) / len(unigram):.2f})")
        print(f"uniform {math.log2(len(counts[()])):.2f}, {len(bits)} held-out tags")
        return
    rows = {" ".join(history): row for history, row in sorted(counts.items())}
    TABLE.write_text(json.dumps({"notice": NOTICE, "counts": rows}, separators=(",", ":")))


if __name__ == "__main__":
    main()
