"""Fit the classifier of question types on the TREC questions (Li and Roth 2002).

    python -m training.question_type train_5500.txt [--test trec_10.txt] [--folds 5]

Files hold one question a line, after its class ("LOC:city What county is Modesto in ?"), in
latin-1 or UTF-8. Settings were chosen by cross-validation on the training file alone. Prints the
shares of right coarse and fine classes, in cross-validation and on the test file, with and
without the questions that ask for a description.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sklearn.model_selection import StratifiedKFold

from services.hints.question_type import COEFFICIENTS, LAYERS, QuestionClassifier, best
from services.hints.token_states import DIMENSIONS, MOST_TOKENS, token_states

HEADS, WIDTH = 8, 64
DROPOUT, EPOCHS, BATCH = 0.3, 12, 64
RATE, DECAY = 2e-3, 0.02
BLOCK = 256


def read(path: Path) -> tuple[list[str], list[str]]:
    """(fine classes, questions)."""
    data = path.read_bytes()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    rows = [line.split(" ", 1) for line in text.splitlines() if line.strip()]
    return [row[0] for row in rows], [row[1].strip() for row in rows]


def states_of(texts: Sequence[str]) -> tuple[torch.Tensor, torch.Tensor]:
    """Token states and mask of all texts, in half precision: 0.7 GB for 5,452 questions."""
    states = torch.zeros(len(texts), MOST_TOKENS, len(LAYERS), DIMENSIONS, dtype=torch.float16)
    mask = torch.zeros(len(texts), MOST_TOKENS, dtype=torch.bool)
    for start in range(0, len(texts), BLOCK):
        found, present = token_states(texts[start : start + BLOCK], LAYERS)
        rows, columns = slice(start, start + len(found)), slice(0, found.shape[1])
        states[rows, columns] = torch.from_numpy(found).half()
        mask[rows, columns] = torch.from_numpy(present)
    return states, mask


class Network(torch.nn.Module):
    """What `QuestionClassifier` computes, with dropout and a coarse term to learn by."""

    def __init__(self, coarse_of: torch.Tensor) -> None:
        super().__init__()
        self.coarse_of = coarse_of
        self.mix = torch.nn.Parameter(torch.zeros(len(LAYERS)))
        self.queries = torch.nn.Parameter(torch.randn(DIMENSIONS, HEADS) * 0.05)
        self.values = torch.nn.Parameter(torch.randn(HEADS, DIMENSIONS, WIDTH) * 0.05)
        self.fine = torch.nn.Linear(HEADS * WIDTH, len(coarse_of))
        self.coarse = torch.nn.Linear(HEADS * WIDTH, int(coarse_of.max()) + 1)
        self.dropout = torch.nn.Dropout(DROPOUT)

    def weights_of_layers(self) -> torch.Tensor:
        return self.mix.softmax(-1) * len(LAYERS) ** 0.5

    def forward(self, states: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Log-probabilities, shape (questions, fine classes)."""
        mixed = torch.einsum("btld,l->btd", states.float(), self.weights_of_layers())
        mixed = self.dropout(mixed)
        attention = (mixed @ self.queries).masked_fill(~mask[..., None], -1e4).softmax(1)
        pooled = torch.einsum("btk,btd->kbd", attention, mixed)
        seen = torch.bmm(pooled, self.values).transpose(0, 1).flatten(1)
        seen = self.dropout(torch.tanh(seen))
        return (self.fine(seen) + self.coarse(seen)[:, self.coarse_of]).log_softmax(-1)

    def loss(self, states: torch.Tensor, mask: torch.Tensor, right: torch.Tensor) -> torch.Tensor:
        """Cross-entropy of the fine class plus that of the coarse one."""
        fine = self(states, mask)
        coarse = torch.stack(
            [
                torch.logsumexp(fine[:, self.coarse_of == number], 1)
                for number in range(int(self.coarse_of.max()) + 1)
            ],
            1,
        )
        nll = torch.nn.functional.nll_loss
        return nll(fine, right) + nll(coarse, self.coarse_of[right])


def fit(
    states: torch.Tensor, mask: torch.Tensor, right: torch.Tensor, coarse_of: torch.Tensor
) -> Network:
    torch.manual_seed(0)
    network = Network(coarse_of)
    optimizer = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=DECAY)
    batches = -(-len(right) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, RATE, total_steps=EPOCHS * batches, pct_start=0.1
    )
    lengths = mask.sum(1)
    network.train()
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(right)).split(BATCH):
            longest = int(lengths[rows].max())
            loss = network.loss(states[rows, :longest], mask[rows, :longest], right[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
    return network.eval()


def save(network: Network, classes: Sequence[str], path: Path) -> None:
    """Half precision and no pickle; the coarse layer is added into the fine one."""
    arrays = {
        "mix": network.weights_of_layers(),
        "queries": network.queries,
        "values": network.values,
        "weights": (network.fine.weight + network.coarse.weight[network.coarse_of]).T,
        "bias": network.fine.bias + network.coarse.bias[network.coarse_of],
    }
    path.parent.mkdir(exist_ok=True)
    halves: dict[str, Any] = {name: a.detach().half().numpy() for name, a in arrays.items()}
    np.savez_compressed(path, classes=np.array(classes), **halves)


def shares(found: Sequence[str], right: Sequence[str]) -> str:
    """Shares of right classes: all questions, then those that ask for no description."""

    def share(without: str | None, cut: bool) -> float:
        pairs = [(f, r) for f, r in zip(found, right, strict=True) if r.split(":")[0] != without]
        hits = [f.split(":")[0] == r.split(":")[0] if cut else f == r for f, r in pairs]
        return float(np.mean(hits))

    return (
        f"coarse {share(None, True):.4f}  fine {share(None, False):.4f}  "
        f"without DESC: coarse {share('DESC', True):.4f}  fine {share('DESC', False):.4f}  "
        f"n {len(right)}"
    )


def cross_validated(
    states: torch.Tensor,
    mask: torch.Tensor,
    right: torch.Tensor,
    coarse_of: torch.Tensor,
    classes: Sequence[str],
    folds: int,
) -> np.ndarray:
    """The class found for each question by a network that has not seen it."""
    found = np.zeros(len(right), int)
    splits = StratifiedKFold(folds, shuffle=True, random_state=0)
    for train, test in splits.split(right, coarse_of[right]):
        network = fit(states[train], mask[train], right[train], coarse_of)
        with torch.no_grad():
            rows = network(states[test], mask[test]).exp().numpy()
        found[test] = [best(classes, row) for row in rows]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("train", type=Path)
    parser.add_argument("--test", type=Path)
    parser.add_argument("--folds", type=int, default=5, help="0 leaves cross-validation out")
    parser.add_argument("--out", type=Path, default=COEFFICIENTS)
    arguments = parser.parse_args()

    labels, texts = read(arguments.train)
    classes = sorted(set(labels))
    coarse = sorted({name.split(":")[0] for name in classes})
    coarse_of = torch.tensor([coarse.index(name.split(":")[0]) for name in classes])
    right = torch.tensor([classes.index(label) for label in labels])
    states, mask = states_of(texts)
    if arguments.folds:
        found = cross_validated(states, mask, right, coarse_of, classes, arguments.folds)
        print("cross-validation", shares([classes[place] for place in found], labels))
    save(fit(states, mask, right, coarse_of), classes, arguments.out)
    if arguments.test:
        labels, texts = read(arguments.test)
        kinds = QuestionClassifier(arguments.out).classify(texts)
        print("test", shares([kind.fine for kind in kinds], labels))


if __name__ == "__main__":
    main()
