"""Codebook and CategoricalTable: from data to codes, and what the other tables of the same rows keep."""

import itertools
import os
import pickle
import subprocess
import sys
from dataclasses import FrozenInstanceError, replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from random_frames import DIGITS, independent_frame

import catviz
from catviz.reading.datasets import load_dataset
from catviz.table.categorical import CategoricalTable, canonical_ranks
from catviz.table.codebook import MISSING, Codebook, label_text, natural_order
from catviz.table.kernels import burt_matrix

ROOT = Path(__file__).resolve().parents[2]
NONE = (None, float("nan"), np.nan, pd.NA, pd.NaT)


def column(values, **options):
    frame = pd.DataFrame({"a": pd.Series(values, dtype=options.pop("dtype", object))})
    return CategoricalTable.from_pandas(frame, **{"numeric": "category"} | options)


def labels_of(table, r=0):
    return [table.categories[r][c] if c < len(table.categories[r]) else None for c in table.codes[:, r]]


def random_table(n=40, sizes=(3, 4, 2), seed=0, missing=0.1):
    return CategoricalTable.from_pandas(independent_frame(n, sizes, seed, missing, DIGITS))


# from data to codes


def test_every_way_to_say_missing_is_the_code_after_the_last_category():
    table = column(["x", *NONE, "y"])
    assert table.categories == (("x", "y"),)
    assert table.codes[:, 0].tolist() == [0, 2, 2, 2, 2, 2, 1]
    assert table.codebook.missing == (False,)


def test_pandas_nullable_types_take_na_as_missing():
    assert labels_of(column([1, None, 3], dtype="Int64")) == ["1", None, "3"]
    assert labels_of(column([True, None, False], dtype="boolean")) == ["True", None, "False"]
    assert labels_of(column(["u", None], dtype="string")) == ["u", None]


def test_integral_floats_print_as_integers_and_the_rest_as_str_does():
    assert labels_of(column([2.0, 10.0, 2.5, np.nan], dtype=float)) == ["2", "10", "2.5", None]
    assert label_text(np.float32(3)) == "3" and label_text(-0.0) == "0" and label_text(1e20) == str(10**20)
    assert label_text(float("inf")) == "inf" and label_text(True) == "True" and label_text(np.int8(-4)) == "-4"


def test_booleans_are_the_words_true_and_false():
    table = column([True, False, True], dtype=bool)
    assert table.categories == (("False", "True"),) and table.codes[:, 0].tolist() == [1, 0, 1]


def test_mixed_types_become_one_value_where_their_text_is_the_same():
    table = column([1, "1", 1.0, "b", 2.5])
    assert labels_of(table) == ["1", "1", "1", "b", "2.5"]


@pytest.mark.parametrize("values", [[True, 1, 0, False], [1, True, False, 0], [0.0, False, 1.0, True]])
def test_true_and_one_are_different_values_whichever_comes_first(values):
    assert labels_of(column(values)) == [label_text(v) for v in values]


def test_categories_of_an_unordered_categorical_are_kept_though_none_occurs():
    table = column(pd.Categorical(["b", "a", None], categories=["c", "b", "a"]), dtype=None)
    assert table.categories == (("a", "b", "c"),) and table.kinds == ("nominal",)
    assert labels_of(table) == ["b", "a", None]


def test_an_ordered_categorical_keeps_its_order_and_is_ordinal():
    table = column(pd.Categorical(["S", "L", None], categories=["S", "M", "L"], ordered=True), dtype=None)
    assert table.categories == (("S", "M", "L"),) and table.kinds == ("ordinal",)
    assert table.codes[:, 0].tolist() == [0, 2, 3]


def test_a_declared_order_is_text_and_may_name_values_that_do_not_occur():
    table = column([3.0, 1.0, np.nan], ordered={"a": [1, 2, 3.0]})
    assert table.categories == (("1", "2", "3"),) and table.kinds == ("ordinal",)
    assert table.codes[:, 0].tolist() == [2, 0, 3]


def test_a_declared_order_wins_over_the_categoricals_own():
    table = column(pd.Categorical(["S", "L"], categories=["S", "L"], ordered=True), dtype=None, ordered={"a": "LS"})
    assert table.categories == (("L", "S"),)


def test_a_value_outside_its_order_is_named_with_its_column():
    with pytest.raises(ValueError, match=r"'a'.*'XL'.*'S', 'M'"):
        column(["S", "XL"], ordered={"a": ["S", "M"]})


def test_an_order_that_names_a_value_twice_is_refused():
    with pytest.raises(ValueError, match=r"'a'.*twice"):
        column(["S"], ordered={"a": ["S", "S"]})


@pytest.mark.parametrize("names", [["a", "a"], [1, "1"]])
def test_duplicate_names_are_refused_by_name(names):
    with pytest.raises(ValueError, match=rf"{names[1]!r} .*more than once"):
        CategoricalTable.from_pandas(pd.DataFrame([["x", "y"]], columns=names))
    with pytest.raises(ValueError, match="'a' .*more than once"):
        Codebook(("a", "a"), (("x",), ("y",)), ("nominal",) * 2, (False,) * 2)


@pytest.mark.parametrize("role", ["target", "weights", "ordered", "numeric"])
def test_an_unknown_column_is_refused_whatever_it_is_for(role):
    given = {"target": "z", "weights": "z", "ordered": {"z": ["x"]}, "numeric": ["z"]}[role]
    with pytest.raises(ValueError, match="no column 'z': .*'a'"):
        column(["x"], **{role: given})


def test_target_weights_and_numbers_stand_aside():
    frame = pd.DataFrame({"a": ["x", "y"], "w": [2, 3], "n": [0.5, 7], "c": [1.0, None]})
    table = CategoricalTable.from_pandas(frame, target="c", weights="w", numeric=["n"])
    assert table.attributes == ("a",) and table.numeric_names == ("n",) and table.target_name == "c"
    assert table.weights.tolist() == [2.0, 3.0] and table.numeric.tolist() == [[0.5], [7.0]]
    assert table.target.tolist() == ["1", None]
    assert table.shape == (2, 1) and len(table) == table.n_rows == 2 and table.n_attributes == 1


@pytest.mark.parametrize("weights", [[1, -1], [1, np.nan], [1, np.inf], [1], [[1], [1]]])
def test_weights_must_be_finite_not_negative_and_one_a_row(weights):
    with pytest.raises(ValueError, match="weights"):
        replace(column(["x", "y"]), weights=np.array(weights, dtype=float))


def test_a_table_in_which_no_row_counts_is_refused_by_every_fit():
    table = replace(column(["x", "y"]), weights=np.zeros(2))
    with pytest.raises(ValueError, match="weights are zero"):
        catviz.Hamming().fit(table)


@pytest.mark.parametrize("codes", [[[-1]], [[3]], [[0, 0]], [0]])
def test_codes_outside_the_codebook_are_refused(codes):
    with pytest.raises(ValueError, match="code"):
        replace(column(["x", "y"]), codes=np.array(codes))


@pytest.mark.parametrize("codes", [[[0.5], [1.0]], [["x"], ["y"]], [[np.nan], [0.0]]])
def test_codes_that_are_no_whole_numbers_are_refused(codes):
    with pytest.raises((ValueError, TypeError)):
        replace(column(["x", "y"]), codes=np.array(codes))


@pytest.mark.parametrize(("part", "value"), [("target", np.array(["p"], dtype=object)), ("numeric", np.zeros((3, 1)))])
def test_what_stands_aside_has_an_entry_a_row(part, value):
    with pytest.raises(ValueError, match=part):
        replace(column(["x", "y"]), **{part: value})


@pytest.mark.parametrize("role", ["weights", "numeric"])
def test_text_where_a_number_belongs_is_named_with_its_column(role):
    frame = pd.DataFrame({"a": ["x", "y"], "w": ["1", "many"]})
    with pytest.raises(ValueError, match="'w'.*'many'"):
        CategoricalTable.from_pandas(frame, **{role: "w" if role == "weights" else ["w"]})


@pytest.mark.parametrize(("n_values", "dtype"), [(1, np.uint8), (255, np.uint8), (256, np.uint16), (65536, np.uint32)])
def test_codes_take_the_smallest_type_that_holds_the_missing_code(n_values, dtype):
    book = Codebook(("a",), (tuple(map(str, range(n_values))),), ("nominal",), (False,))
    table = CategoricalTable(np.array([[n_values], [0]]), book)
    assert table.codes.dtype == dtype and table.codes[:, 0].tolist() == [n_values, 0]
    assert table.codes.flags.c_contiguous


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        (["10", "9", "-1", "2.5"], ["-1", "2.5", "9", "10"]),
        (["a10", "a2", "A1", "b"], ["A1", "a2", "a10", "b"]),
        (["10-20", "5-10", "20-30"], ["5-10", "10-20", "20-30"]),
        (["1", "x", "10", "2"], ["1", "2", "10", "x"]),
        (["b", "B", "a"], ["a", "B", "b"]),
        (["a", "a2", "a1.5b", "A10", "a1.5"], ["a1.5", "a1.5b", "a2", "A10", "a"]),
        ([], []),
    ],
)
def test_natural_order_sorts_numbers_by_size_wherever_they_stand(given, wanted):
    assert natural_order(given) == wanted == natural_order(wanted[::-1])


@pytest.mark.parametrize("labels", [("nan", "1", "3", "2"), ("inf", "1", "-inf", "a"), ("1", "1.0", "01"), ("a", "A")])
def test_natural_order_does_not_depend_on_the_order_it_is_given(labels):
    assert len({tuple(natural_order(p)) for p in itertools.permutations(labels)}) == 1


# immutability


def test_a_table_cannot_be_changed_nor_does_it_follow_its_input():
    codes, weights, numeric = np.array([[0], [1]]), np.ones(2), np.zeros((2, 1))
    table = CategoricalTable(codes, column(["x", "y"]).codebook, weights, numeric=numeric, numeric_names=("n",))
    codes[:], weights[:], numeric[:] = 1, 7, 7
    assert table.codes[:, 0].tolist() == [0, 1] and table.weights.sum() == 2 and not table.numeric.any()
    for array in (table.codes, table.weights, table.numeric):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    with pytest.raises(FrozenInstanceError):
        table.weights = None


def test_the_target_cannot_be_changed_nor_does_it_follow_its_input():
    target = np.array(["p", None], dtype=object)
    table = replace(column(["x", "y"]), target=target, target_name="c")
    target[0] = "other"
    assert table.target.tolist() == ["p", None]
    with pytest.raises(ValueError, match="read-only"):
        table.target[0] = "other"


# other tables of the same rows


def test_recode_maps_by_label_and_turns_strange_values_into_no_value():
    table = column(["x", "z", None, "y"])
    book = Codebook(("a",), (("z", "x"),), ("nominal",), (True,))
    other = table.recode(book)
    assert other.codes[:, 0].tolist() == [1, 0, 2, 3]
    assert other.codebook is book and table.recode(table.codebook) is table
    back = other.recode(table.codebook)
    assert labels_of(back) == ["x", "z", None, None]


def test_recode_without_a_missing_level_there_makes_missing_no_value():
    table = column(["x", None]).missing_as_category()
    assert table.codes[:, 0].tolist() == [0, 1] and table.codebook.missing == (True,)
    assert table.recode(Codebook(("a",), (("x",),), ("nominal",), (False,))).codes[:, 0].tolist() == [0, 1]


def test_recode_finds_columns_by_name_and_names_one_that_is_lacking():
    table = CategoricalTable.from_pandas(pd.DataFrame({"a": ["x"], "b": ["y"]}))
    assert table.recode(table.codebook.select([1, 0])).attributes == ("b", "a")
    with pytest.raises(ValueError, match="no column 'b'"):
        table.select(["a"]).recode(table.codebook)


def test_observed_drops_what_no_row_of_positive_weight_carries():
    book = Codebook(("a",), (("u", "x", "y", "z"),), ("ordinal",), (False,))
    table = CategoricalTable(np.array([[3], [1], [2], [4]]), book, weights=np.array([1, 1, 0, 0]))
    seen = table.observed()
    assert seen.categories == (("x", "z"),) and seen.kinds == ("ordinal",)
    assert seen.codes[:, 0].tolist() == [1, 0, 2, 2]
    assert seen.observed() is seen


def test_missing_becomes_the_last_value_only_where_it_occurs():
    frame = pd.DataFrame({"a": ["x", None], "b": ["u", "v"]})
    table = CategoricalTable.from_pandas(frame).missing_as_category()
    assert table.codebook.missing == (True, False) and table.codebook.n_values.tolist() == [2, 2]
    assert table.codebook.labels == (("x", MISSING), ("u", "v")) and table.categories[0] == ("x",)
    assert table.codebook.offsets.tolist() == [0, 2, 4]
    assert table.codebook.code("a", None) == table.codebook.code("a", MISSING) == 1
    assert table.missing_as_category() is table
    assert table[[1]].missing_as_category().codebook.missing == (True, False)
    assert table[[0]].missing_as_category().codebook.missing == (False, False)


def test_a_value_called_missing_does_not_hide_the_missing_level():
    table = column([MISSING, None]).missing_as_category()
    assert table.codebook.labels[0] == (MISSING, f"({MISSING})")
    assert table.codebook.code("a", MISSING) == 0 and table.codebook.code("a", None) == 1


def test_an_unknown_value_or_column_is_refused_with_what_there_is():
    book = column(["x", "y"]).codebook
    with pytest.raises(ValueError, match="'a' has no value 'z': .*'x', 'y'"):
        book.code("a", "z")
    with pytest.raises(ValueError, match="'a' has no value None"):
        book.code("a", None)
    with pytest.raises(ValueError, match="no column 'b': .*'a'"):
        book.position("b")


@pytest.mark.parametrize("as_category", [False, True])
def test_drop_missing_keeps_complete_rows(as_category):
    table = CategoricalTable.from_pandas(pd.DataFrame({"a": ["x", None, "x"], "b": ["u", "v", None]}))
    table = table.missing_as_category() if as_category else table
    assert table.drop_missing().codes.tolist() == [[0, 0]]


def test_breast_cancer_has_683_complete_rows():
    assert len(load_dataset("breast_cancer_wisconsin").drop_missing()) == 683


def test_select_takes_columns_in_the_order_given():
    table = CategoricalTable.from_pandas(pd.DataFrame({"a": ["x"], "b": ["u"], "c": ["p"]}), target="c")
    chosen = table.select(["b", "a"])
    assert chosen.attributes == ("b", "a") and chosen.target.tolist() == ["p"]
    assert chosen.codes.flags.c_contiguous and not chosen.codes.flags.writeable


def test_unique_rows_sum_weights_and_stand_in_code_order():
    table = replace(column(["y", "x", "y", None]), weights=np.array([5, 2, 1, 4]), target=np.array(list("abcd"), "O"))
    rows, inverse = table.unique_rows()
    assert rows.codes[:, 0].tolist() == [0, 1, 2] and rows.weights.tolist() == [2.0, 6.0, 4.0]
    assert inverse.tolist() == [1, 0, 1, 2] and rows.target is None
    assert column(["y", "x", "y"]).unique_rows()[0].weights.tolist() == [1.0, 2.0]


def test_unique_rows_rebuild_the_table():
    table = random_table(200)
    rows, inverse = table.unique_rows()
    assert (rows.codes[inverse] == table.codes).all() and rows.weights.sum() == 200
    assert rows.codes.tolist() == sorted(rows.codes.tolist()) and len(rows) == len(set(map(tuple, rows.codes.tolist())))


def test_rows_that_differ_in_a_number_only_are_different():
    table = replace(
        column(["x"] * 5), numeric=np.array([[2.0], [1.0], [2.0], [np.nan], [np.nan]]), numeric_names=("n",)
    )
    rows, inverse = table.unique_rows()
    assert rows.numeric[:, 0].tolist()[:2] == [1.0, 2.0] and rows.weights.tolist() == [1.0, 2.0, 2.0]
    assert inverse.tolist() == [1, 0, 1, 2, 2]


def renamed(frame, seed):
    """The frame with every nominal value renamed at random and its rows permuted."""
    rng = np.random.default_rng(seed)
    names = {c: dict(zip(frame[c].dropna().unique(), rng.permutation(1000).astype(str), strict=False)) for c in frame}
    rows = rng.permutation(len(frame))
    return frame.apply(lambda c: c.map(names[c.name], na_action="ignore")).iloc[rows], rows


@pytest.mark.parametrize("seed", range(4))
def test_canonical_codes_do_not_depend_on_names_or_on_the_order_of_rows(seed):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame({f"a{r}": rng.choice(list("pqrst")[:v], 97) for r, v in enumerate((2, 5, 3, 4))}, dtype=object)
    frame = frame.mask(rng.random(frame.shape) < 0.1)
    other, rows = renamed(frame, seed)
    canonical = CategoricalTable.from_pandas(frame).canonical()
    again = CategoricalTable.from_pandas(other).canonical()
    assert (canonical.codes[rows] == again.codes).all()
    for r, labels in enumerate(canonical.categories):
        counts = np.bincount(canonical.codes[:, r], minlength=len(labels) + 1)[: len(labels)]
        assert (np.diff(counts) >= 0).all()


def test_values_of_equal_count_are_distinguished_by_their_co_occurrence():
    rows = [("p", "x"), ("p", "x"), ("q", "x"), ("q", "y")]
    swapped = [({"p": "q", "q": "p"}[a], b) for a, b in rows]
    first, second = (
        CategoricalTable.from_pandas(pd.DataFrame(r, columns=["a", "b"])).canonical() for r in (rows, swapped)
    )
    assert (first.codes == second.codes).all()
    assert first.categories[0] == second.categories[0][::-1]


def test_canonical_keeps_declared_orders_and_the_rows_themselves():
    frame = pd.DataFrame({"a": ["L", "S", "S", "M", "S"], "b": list("xyyyx")})
    table = CategoricalTable.from_pandas(frame, ordered={"a": ["S", "M", "L"]})
    canonical = table.canonical()
    assert canonical.categories == (("S", "M", "L"), ("x", "y"))
    assert labels_of(canonical, 0) == frame["a"].tolist() and labels_of(canonical, 1) == frame["b"].tolist()
    assert table.canonical() is table


# rows


@pytest.mark.parametrize(
    "rows", [slice(1, 3), slice(None, None, -1), [2, 0, 2], np.array([1]), -1, np.int64(2), [True, False, True, False]]
)
def test_rows_are_chosen_as_numpy_does_with_all_that_belongs_to_them(rows):
    target, weights = np.array(list("pqrs"), dtype=object), np.arange(1.0, 5)
    table = replace(column(["x", "y", None, "x"]), target=target, weights=weights, numeric=weights[:, None] * 2)
    chosen, places = table[rows], np.atleast_1d(np.arange(4)[rows])
    assert chosen.codes[:, 0].tolist() == table.codes[places, 0].tolist()
    assert chosen.target.tolist() == target[places].tolist()
    assert chosen.weights.tolist() == weights[places].tolist()
    assert chosen.numeric.tolist() == table.numeric[places].tolist()
    assert chosen.codebook is table.codebook


def test_no_rows_are_a_table_too():
    table = replace(column(["x", "y"]), weights=np.ones(2))
    assert len(table[[]]) == 0 and len(table[np.zeros(2, dtype=bool)]) == 0 and len(table[5:]) == 0


def test_rows_without_weight_can_be_chosen_by_themselves():
    table = replace(column(["x", "y"]), weights=np.array([1.0, 0.0]))
    assert table[[1]].codes.tolist() == [[1]]


def test_to_pandas_and_back_is_the_same_table():
    frame = pd.DataFrame({"a": ["L", None, "S"], "b": ["10", "9", None]})
    table = CategoricalTable.from_pandas(frame, ordered={"a": ["S", "M", "L"]})
    assert CategoricalTable.from_pandas(table.to_pandas()).fingerprint == table.fingerprint
    assert pickle.loads(pickle.dumps(table)).fingerprint == table.fingerprint


# fingerprint


def test_the_fingerprint_is_the_same_in_another_process_with_another_hash_seed():
    program = "import catviz; print(hash('a'), catviz.load_dataset('toy_cos').fingerprint)"
    seed = str(abs(hash("a")) % 1000 + 1)
    environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    theirs, fingerprint = done.stdout.split()
    assert int(theirs) != hash("a") and fingerprint == load_dataset("toy_cos").fingerprint


def test_the_fingerprint_differs_by_everything_the_table_holds():
    table = CategoricalTable.from_pandas(pd.DataFrame({"a": ["x", "y"], "c": ["p", "q"]}), target="c")
    book = table.codebook
    others = [
        table,
        replace(table, codes=table.codes[::-1]),
        replace(table, weights=np.array([1.0, 2.0])),
        replace(table, weights=np.array([2.0, 1.0])),
        replace(table, target=table.target[::-1]),
        replace(table, target=np.array(["p", None], dtype=object)),
        replace(table, target=np.array(["p", "None"], dtype=object)),
        replace(table, target=None),
        replace(table, target_name="d"),
        replace(table, numeric=np.array([[1.0], [2.0]]), numeric_names=("n",)),
        replace(table, numeric=np.array([[1.0], [2.0]]), numeric_names=("m",)),
        replace(table, codebook=replace(book, attributes=("b",))),
        replace(table, codebook=replace(book, categories=(("x", "z"),))),
        replace(table, codebook=replace(book, kinds=("ordinal",))),
        replace(table, codebook=replace(book, missing=(True,))),
        table[[0]],
    ]
    assert len({t.fingerprint for t in others}) == len(others)
    assert replace(table, codes=table.codes.copy()).fingerprint == table.fingerprint


def test_a_lone_surrogate_has_a_fingerprint():
    assert column(["\ud800", "x"]).fingerprint != column(["\udc00", "x"]).fingerprint


@pytest.mark.parametrize("weighted", [False, True])
def test_canonical_ranks_are_those_of_the_definition(weighted):
    """Refinement by sorted pairs of rank and count, written out."""
    rng = np.random.default_rng(4)
    for seed in range(5):
        frame = pd.DataFrame(rng.integers(0, 4, (30, 4)).astype(str), columns=list("abcd"))
        table = CategoricalTable.from_pandas(
            frame, numeric="category", ordered={"d": list("0123")} if seed % 2 else None
        )
        book = table.codebook
        burt = burt_matrix(table.codes, book.n_values, rng.integers(1, 400, 30) / 4 if weighted else None)

        def place(keys):
            return np.array([sorted(set(keys)).index(key) for key in keys])

        part = np.repeat(np.arange(4), book.n_values)
        fixed = np.concatenate(
            [np.arange(n) * (k == "ordinal") for n, k in zip(book.n_values, book.kinds, strict=True)]
        )
        ranks = place(list(zip(part, fixed, np.diag(burt), strict=True)))
        while True:
            keys = [
                (own, *(count for _, count in sorted(zip(ranks, row, strict=True))))
                for own, row in zip(ranks, burt, strict=True)
            ]
            refined = place(keys)
            if refined.max() == ranks.max():
                break
            ranks = refined
        assert (canonical_ranks(burt, book) == refined).all()
