"""Orders in words and in codes: as users give them and read them, and as runs know them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from catviz.orders.arrangement import nearer_orientation, random_ranks
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import Codebook


def row_labels(table: CategoricalTable, labels: Any) -> np.ndarray:
    """(n,) the labels as an array. ValueError where they are not one a row."""
    labels = np.asarray(labels)
    if labels.shape != (table.n_rows,):
        raise ValueError(f"labels have shape {labels.shape}: give one label for each of the {table.n_rows} rows")
    return labels


class Orders:
    """Orders between the canonical codes runs work in and the codebook's."""

    def __init__(self, codebook: Codebook, original_codes: Sequence[np.ndarray]) -> None:
        self.codebook, self.codes = codebook, original_codes

    def initial(self, init_order: Any, rng: np.random.RandomState, complete: bool) -> list[np.ndarray | None]:
        """Ranks a column in canonical codes; those without one None, or the table's order where ``complete``."""
        book = self.codebook
        if init_order == "random":
            return [random_ranks(len(codes), rng) for codes in self.codes]
        if init_order == "natural":
            return list(self.codes)
        given = [c if complete or kind == "ordinal" else None for c, kind in zip(self.codes, book.kinds, strict=True)]
        if init_order is None:
            return given
        if not isinstance(init_order, Mapping):
            raise ValueError(f"init_order={init_order!r}: give None, 'natural', 'random' or orders by column name")
        for attribute, labels in init_order.items():
            r = book.position(attribute)
            given[r] = named_ranks(book, r, labels, "init_order")[self.codes[r]]
        return given

    def original(self, ranks: tuple[np.ndarray, ...]) -> tuple[np.ndarray, ...]:
        """Ranks in codebook order, in the direction nearest to it."""
        return tuple(self._oriented(r, o) for r, o in enumerate(ranks))

    def in_words(self, steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Steps with orders as lists of values; the last order nearest the codebook's, each other its successor."""
        nearest: dict[int, np.ndarray] = {}
        recorded = []
        for step in reversed(steps):
            changed = {}
            for r, ranks in step["changed"].items():
                nearest[r] = self._oriented(r, ranks, nearest.get(r))
                labels = self.codebook.labels[r]
                changed[self.codebook.attributes[r]] = [labels[i] for i in np.argsort(nearest[r])]
            recorded.append({**step, "changed": changed})
        return recorded[::-1]

    def _oriented(self, r: int, ranks: np.ndarray, reference: np.ndarray | None = None) -> np.ndarray:
        original = np.empty(len(ranks), dtype=np.intp)
        original[self.codes[r]] = ranks
        return nearer_orientation(original, np.arange(len(ranks)) if reference is None else reference)


def named_ranks(book: Codebook, r: int, labels: Any, what: str) -> np.ndarray:
    """(v,) ranks of a column's values from a list of them; a missing level left out comes last.

    Raises
    ------
    ValueError
        The list lacks a value, has a strange one, or repeats one; ``what`` says what it was given for.
    """
    given, attribute = [str(label) for label in labels], book.attributes[r]
    if book.missing[r] and book.labels[r][-1] not in given:
        given.append(book.labels[r][-1])
    strange = [label for label in given if label not in book.labels[r]]
    absent = [label for label in book.labels[r] if label not in given]
    if strange or absent or len(set(given)) < len(given):
        fault = (
            f"has {strange[0]!r}, which is no value" if strange else f"lacks {absent[0]!r}" if absent else "repeats one"
        )
        raise ValueError(f"{what} of column {attribute!r} {fault}: give each value once, {list(book.labels[r])}")
    return np.array([given.index(label) for label in book.labels[r]], dtype=np.intp)
