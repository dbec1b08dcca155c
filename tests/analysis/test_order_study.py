"""k-modes without orders and with declared, random and learned ones."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.analysis import metrics
from catviz.analysis.order_study import order_study
from catviz.geometry.value_geometries import ValueOrder
from catviz.orders.objective import ordered_objective
from catviz.table.categorical import CategoricalTable

PAGE = Path(__file__).resolve().parents[2] / "docs" / "orders.md"


def lymphography():
    return catviz.load_dataset("lymphography")


def scale(missing=False):
    """Answers on a scale, in two groups."""
    rng = np.random.default_rng(0)
    group = rng.integers(0, 2, 60)
    levels = ["1", "2", "3", "4", "5"]
    frame = pd.DataFrame({c: np.clip(2 * group + rng.integers(0, 3, 60), 0, 4) + 1 for c in "abc"}).astype(str)
    if missing:
        frame.loc[:5, "a"] = None
    return CategoricalTable.from_pandas(
        frame.assign(y=np.where(group, "high", "low")), target="y", ordered=dict.fromkeys("abc", levels)
    )


def runs(found, kind):
    return found[found["kind"] == kind].set_index("repeat").drop(columns="kind")


def test_a_row_a_kind_and_repeat():
    found = order_study(lymphography(), repeats=2)
    assert found.columns.tolist() == ["kind", "repeat", "accuracy", "adjusted_rand", "z"]
    assert found[["kind", "repeat"]].to_numpy().tolist() == [
        [kind, repeat] for repeat in range(2) for kind in ("Hamming", "declared", "random", "learned")
    ]
    assert found.notna().all(axis=None) and found["accuracy"].between(0, 1).all()


def test_hamming_is_k_modes_as_it_is():
    table = lymphography()
    found = runs(order_study(table, repeats=2, random_state=3), "Hamming")
    for repeat in range(2):
        labels = catviz.KModes(4, update="mode", n_init=1, random_state=3 + repeat).fit(table).labels_
        scores = metrics.scores(table.target, labels)
        assert found.loc[repeat, ["accuracy", "adjusted_rand"]].tolist() == pytest.approx(
            [scores["accuracy"], scores["adjusted_rand"]]
        )


def test_z_is_that_of_the_clusters_under_the_orders():
    table = scale()
    order = ValueOrder(table.codebook, tuple(np.arange(5) for _ in "abc"), catviz.count(table).frequencies)
    model = catviz.KModes(2, order, update="mode", n_init=1, random_state=0).fit(table)
    assert runs(order_study(table, repeats=1), "declared").loc[0, "z"] == pytest.approx(
        ordered_objective(table, model.labels_)
    )
    learned = catviz.OCL(2, n_init=1, init_order="random", random_state=0).fit(table)
    model = catviz.KModes(2, learned.geometry_, update="mode", n_init=1, random_state=0).fit(table)
    assert runs(order_study(table, repeats=1), "learned").loc[0, "z"] == pytest.approx(
        ordered_objective(table, model.labels_, learned.orders_)
    )


def test_z_under_hamming_by_hand():
    table = CategoricalTable.from_pandas(pd.DataFrame({"a": list("xxy"), "b": list("uvw")}))
    found = runs(order_study(table, n_clusters=1, repeats=1), "Hamming")
    assert found.loc[0, "z"] == pytest.approx((3 * (1 - 5 / 9) + 3 * (1 - 3 / 9)) / 2)


def test_with_two_values_a_column_all_kinds_are_one():
    table = catviz.load_dataset("voting").drop_missing()
    found = order_study(table, repeats=3)
    assert found["kind"].unique().tolist() == ["Hamming", "random", "learned"]
    for kind in ("random", "learned"):
        assert runs(found, kind).to_numpy() == pytest.approx(runs(found, "Hamming").to_numpy())


def test_declared_orders_leave_nominal_columns_to_hamming_and_missing_last():
    table = scale(missing=True)
    nominal = replace(table, codebook=replace(table.codebook, kinds=("ordinal", "nominal", "nominal")))
    tables = (
        np.abs(np.subtract.outer(np.arange(6), np.arange(6))) / 5,
        1.0 - np.eye(5),
        1.0 - np.eye(5),
    )
    counts = catviz.count(nominal)
    geometry = catviz.ValueDistances(counts.codebook, tables, counts.frequencies)
    labels = catviz.KModes(2, geometry, update="mode", n_init=1, random_state=0).fit(nominal).labels_
    scores = metrics.scores(nominal.target, labels)
    found = runs(order_study(nominal, repeats=1), "declared").loc[0]
    assert found[["accuracy", "adjusted_rand"]].tolist() == pytest.approx([scores["accuracy"], scores["adjusted_rand"]])


def test_random_orders_change_with_the_repeat_and_are_repeatable():
    first = order_study(lymphography(), repeats=3)
    pd.testing.assert_frame_equal(first, order_study(lymphography(), repeats=3))
    assert runs(first, "random")["z"].nunique() == 3
    later = order_study(lymphography(), repeats=2, random_state=1)
    assert runs(later, "random").to_numpy() == pytest.approx(runs(first, "random").loc[1:].to_numpy())


def test_neither_names_nor_the_order_of_rows_matter():
    table = lymphography()
    found = order_study(table, repeats=2)
    pd.testing.assert_frame_equal(
        found, order_study(table[np.random.default_rng(0).permutation(len(table))], repeats=2)
    )
    swapped = table.recode(
        replace(
            table.codebook,
            categories=tuple(
                c if kind == "ordinal" else c[::-1]
                for c, kind in zip(table.categories, table.codebook.kinds, strict=True)
            ),
        )
    )
    pd.testing.assert_frame_equal(found, order_study(swapped, repeats=2))


def test_without_known_groups_there_is_z():
    table = replace(lymphography(), target=None)
    found = order_study(table, n_clusters=4, repeats=1)
    assert found[["accuracy", "adjusted_rand"]].isna().all(axis=None)
    assert found["z"].tolist() == pytest.approx(order_study(lymphography(), repeats=1)["z"].tolist())
    with pytest.raises(ValueError, match="how many clusters"):
        order_study(table, repeats=1)


def test_rows_of_unknown_group_are_clustered_but_not_scored():
    table = lymphography()
    target = table.target.copy()
    target[::3] = None
    labels = catviz.KModes(4, update="mode", n_init=1, random_state=0).fit(table).labels_
    found = runs(order_study(replace(table, target=target), n_clusters=4, repeats=1), "Hamming")
    assert found.loc[0, "accuracy"] == pytest.approx(metrics.scores(target, labels)["accuracy"])


def test_the_callback_sees_what_is_done_and_stops():
    seen = []

    def stop(share, so_far):
        seen.append((share, len(so_far)))
        return len(seen) == 2

    found = order_study(lymphography(), repeats=4, callback=stop)
    assert seen == [(0.25, 4), (0.5, 8)] and len(found) == 8


def test_no_repeats_are_refused():
    with pytest.raises(ValueError, match="repeats=0"):
        order_study(lymphography(), repeats=0)
