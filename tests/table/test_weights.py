"""A table of counted rows gives what the table with its rows repeated gives, in every function that takes a table."""

import pickle
from dataclasses import replace
from functools import cache

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from pyarrow import parquet

import catviz
from catviz.analysis.cluster_scores import silhouette
from catviz.analysis.comparison import compare
from catviz.analysis.invariance import metamorphic
from catviz.analysis.method_ranks import agreement
from catviz.analysis.order_null import order_null
from catviz.analysis.order_study import order_study
from catviz.analysis.order_test import order_test
from catviz.analysis.profiles import cluster_profiles
from catviz.analysis.splits import confusion, repeated_splits
from catviz.analysis.stability import co_assignment, repeated_labels, stability_test
from catviz.classification.neighbours import DistanceKNNClassifier
from catviz.clustering.by_name import CLUSTERERS
from catviz.distances.information import icp
from catviz.geometry.triangles import row_triangle_violations
from catviz.orders.objective import OrderTrial, ordered_objective
from catviz.registry import methods
from catviz.table.association import MEASURES, association_matrix, most_dependent
from catviz.table.categorical import CategoricalTable
from catviz.table.codebook import is_known
from catviz.table.source import TableSource, classes_of
from catviz.table.weights import are_whole, drawn_rows, effective_weights, repeated_rows, thinned_rows

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

#: Passengers and crew of the Titanic; 8 of the 32 cells are empty.
COUNTS = [0, 5, 118, 57, 0, 1, 4, 140, 0, 11, 154, 14, 0, 13, 13, 80]
COUNTS += [35, 13, 387, 75, 17, 14, 89, 76, 0, 0, 670, 192, 0, 0, 3, 20]
LEVELS = {
    "class": ["1st", "2nd", "3rd", "crew"],
    "sex": ["male", "female"],
    "age": ["child", "adult"],
    "survived": ["no", "yes"],
}
ORDER = {"class": ["1st", "2nd", "3rd", "crew"]}


@cache
def counted() -> tuple[CategoricalTable, CategoricalTable]:
    """The table of cells with their counts, and the table of rows."""
    frame = pd.MultiIndex.from_product(LEVELS.values(), names=list(LEVELS)).to_frame(index=False)
    frame["n"] = COUNTS
    every = np.repeat(np.arange(len(frame)), frame["n"])
    cells = CategoricalTable.from_pandas(frame, target="survived", weights="n", ordered=ORDER)
    rows = CategoricalTable.from_pandas(frame.iloc[every].drop(columns="n"), target="survived", ordered=ORDER)
    return cells, rows


def same(weighted, repeated):
    """Numbers alike but for rounding, everything else equal."""
    if isinstance(weighted, dict):
        assert weighted.keys() == repeated.keys()
        for key in weighted:
            same(weighted[key], repeated[key])
    elif isinstance(weighted, pd.DataFrame):
        times = [c for c in weighted if "seconds" in c]
        pd.testing.assert_frame_equal(
            weighted.drop(columns=times), repeated.drop(columns=times), check_dtype=False, rtol=1e-7, atol=1e-9
        )
    elif isinstance(weighted, list | tuple):
        assert len(weighted) == len(repeated)
        for a, b in zip(weighted, repeated, strict=True):
            same(a, b)
    elif np.asarray(weighted).dtype.kind in "UOb":
        assert np.array_equal(weighted, repeated)
    else:
        np.testing.assert_allclose(weighted, repeated, rtol=1e-7, atol=1e-9)


def labels_of(table: CategoricalTable) -> np.ndarray:
    """Some partition that depends on values alone."""
    return np.where(table.codes[:, 0] == 3, 0, 1 + table.codes[:, 1])


def adm(table):
    return catviz.AhmadDey().fit(table)


def of_rows(values, table) -> dict:
    """A number a distinct row that counts."""
    rows, inverse = table.unique_rows()
    first = np.zeros(len(rows), dtype=int)
    first[inverse[::-1]] = np.arange(len(inverse))[::-1]
    cells = zip(*np.array(rows.to_pandas(), dtype=str).T, strict=True)
    return {c: values[i] for c, i, w in zip(cells, first, rows.weights, strict=True) if w > 0}


def learned(cls):
    """What a method learns of a table: distances of values, or of the distinct rows."""

    def function(table):
        settings = {"n_clusters": 2} if "n_clusters" in cls.parameters else {}
        settings |= {"random_state": 0} if "random_state" in cls().get_params() else {}
        model = cls(**settings).fit(table, table.target if cls.uses_target else None)
        if hasattr(cls, "gives") and cls.gives != "objects":
            return list(model.value_distances_.tables)
        rows = table.unique_rows()[0]
        rows = rows[rows.weights > 0]
        if hasattr(cls, "gives"):
            return model.geometry_.between(rows)
        return model.predict_proba(rows) if hasattr(model, "predict_proba") else model.predict(rows).astype(str)

    return function


def clustered(name):
    def function(table):
        model = CLUSTERERS[name].unfitted(adm(table).geometry_, 3, random_state=0).fit(table)
        scores = catviz.analysis.metrics.scores(table.target, model.labels_, sample_weight=table.weights)
        z = getattr(model, "objective_", 0.0)
        mean = silhouette(model, table) if are_whole(table.weights) else 0.0
        return of_rows(model.labels_, table), z, scores, mean

    return function


def stability(table):
    runs = repeated_labels(catviz.KModes(3, n_init=1), table, n_runs=4)
    found = co_assignment(table, runs)
    return found.agreement, found.together, found.mean_agreement


def trial(table):
    found = OrderTrial(table, labels_of(table), ORDER).with_orders({"class": ["crew", "1st", "3rd", "2nd"]})
    return of_rows(found.labels, table), found.objective


def splits(table):
    runs = repeated_splits({"t": table}, {"v": None}, {"k": (DistanceKNNClassifier(), {})}, repeats=2)
    return runs.drop(columns=["truth", "predicted"]), confusion(table, runs)


def triangles(table):
    found = row_triangle_violations(adm(table).geometry_, table, max_rows=200)
    return found.n_violations, found.n_triples, found.sampled


def joint(table):
    found = catviz.joint_map(adm(table).geometry_, catviz.count(table))
    return found.coordinates, found.variances, list(map(str, found.values))


def row_map(table):
    found = catviz.row_map(adm(table).geometry_, table, "PCA")
    return of_rows(found.coordinates[found.inverse], table), of_rows(found.multiplicity[found.inverse], table)


def source(table):
    found = TableSource(table)
    rows = found.unique_rows()
    return catviz.count(found, by="survived").matrix, rows.weights[rows.weights > 0]


def structure(table):
    found = catviz.structure_test(table, "ADM", k=[2, 3], n_shuffles=19, n_init=1)
    return found.by_k, found.p_value


def stable(table):
    found = stability_test(table, "ADM", 3, n_runs=4, n_shuffles=19)
    return found.by_k, found.p_value


FUNCTIONS = {
    "structure_test": structure,
    "stability_test": stable,
    "count": lambda t: catviz.count(t, by=t.target).matrix,
    "classes": lambda t: list(catviz.count(t, by=t.target).by_class.values()),
    "source": source,
    "profile": lambda t: catviz.profile(t, t.target == "yes"),
    "cluster_profiles": lambda t: cluster_profiles(t, labels_of(t)),
    **{f"association, {m}": lambda t, m=m: association_matrix(catviz.count(t), m) for m in MEASURES},
    "most_dependent": lambda t: most_dependent(catviz.count(t), 2, 9),
    "icp": lambda t: icp(t, "class", ["1st", "crew"], "sex", "female"),
    "scores": lambda t: catviz.analysis.metrics.scores(t.target, labels_of(t), sample_weight=t.weights),
    "scores as published": lambda t: catviz.analysis.metrics.scores(t.target, labels_of(t), True, t.weights),
    "contingency": lambda t: catviz.analysis.metrics.contingency(t.target, labels_of(t), t.weights),
    "stability": stability,
    "compare": lambda t: compare({"t": t}, {"ADM": catviz.AhmadDey()}, repeats=2),
    "agreement": lambda t: agreement(t, {"ADM": adm(t), "Goodall": catviz.Goodall().fit(t)}),
    "order_study": lambda t: order_study(t, repeats=2),
    "order_test": lambda t: order_test(t, n_orders=19, starts=2).runs,
    "order_null": lambda t: order_null(t, catviz.AhmadDey(), 3).summary(),
    "ordered_objective": lambda t: ordered_objective(t, labels_of(t), ORDER),
    "order trial": trial,
    "splits": splits,
    "triangles": triangles,
    "joint_map": joint,
    "row_map": row_map,
    "metamorphic": lambda t: metamorphic(catviz.AhmadDey(), t)[["change", "found", "kept"]],
    **{f"clusters, {name}": clustered(name) for name in CLUSTERERS},
}


def class_codes(cls):
    """Coordinates of values and names of columns of a coding by classes."""

    def function(table):
        model = cls(random_state=0).fit(table, table.target)
        return list(model.value_embedding_.coordinates), model.get_feature_names_out(), model.classes_

    return function


#: What else takes classes.
OF_CLASSES = {
    **{cls.__name__: class_codes(cls) for cls in (catviz.TargetEncoding, catviz.WOE, catviz.DensityEncoding)},
    "class_means": lambda t: catviz.MCA().fit(t).class_means(t),
    "outcome": lambda t: [catviz.outcome(t, "survived").values, catviz.outcome(t, "survived").columns],
    "crosstab": lambda t: catviz.crosstab(t, "survived", "sex").counts,
    "frequencies": lambda t: catviz.frequencies(t, "survived"),
    "rules": lambda t: catviz.rules(t, t.target).rules,
    "profiles of the classes": lambda t: cluster_profiles(t, t.target),
    "cluster_scores": lambda t: catviz.cluster_scores(t, t.target),
}
#: What repeated rows give with these, tests/registry/test_invariances.py looks at.
METHODS = {m.name: learned(m.cls) for m in methods() if m.cls is not None}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_counted_rows_give_what_repeated_rows_give(name):
    cells, rows = counted()
    same(FUNCTIONS[name](cells), FUNCTIONS[name](rows))


# weights that are no whole numbers


FRACTIONS = np.array([0.3, 1.7, 0.05, 2.4, 0.9])


def test_effective_weights_are_kishs():
    found = effective_weights(FRACTIONS)
    assert found.sum() == pytest.approx(FRACTIONS.sum() ** 2 / (FRACTIONS**2).sum())
    assert found / found.sum() == pytest.approx(FRACTIONS / FRACTIONS.sum())
    for scale in (1e-200, 0.01, 7.01):
        assert effective_weights(FRACTIONS * scale) == pytest.approx(found)
    assert effective_weights([0.25] * 8) == pytest.approx(np.ones(8))
    assert effective_weights([4, 0, 1]).tolist() == [4, 0, 1] and effective_weights([]).tolist() == []


def test_whole_weights_repeat_rows_and_fractional_ones_are_refused():
    assert repeated_rows(None, 2, "").tolist() == [0, 1] and repeated_rows([0.0, 3], 2, "").tolist() == [1, 1, 1]
    for function in (repeated_rows, lambda *given: drawn_rows(*given[:2], 9, given[2], np.random.default_rng(0))):
        with pytest.raises(ValueError, match="weights are fractional, .*whole weights"):
            function([1, 0.5], 2, "rows are dealt")


def test_rows_are_drawn_as_from_the_repeated_ones():
    weights, draw = np.array([3, 0, 40, 1, 56]), np.random.default_rng
    every = repeated_rows(weights, 5, "")
    drawn = drawn_rows(weights, 5, 20, "", draw(0))
    assert (drawn == every[np.sort(draw(0).choice(100, 20, replace=False))]).all()
    assert (drawn_rows(weights, 5, 100, "", draw(0)) == every).all()
    assert drawn_rows(None, 5, 3, "", draw(0)).tolist() == sorted(draw(0).choice(5, 3, replace=False))
    assert len(drawn_rows([10**12, 1], 2, 5, "", draw(0))) == 5


def fractional(scale=1.0) -> CategoricalTable:
    """The counted table with weights that are no whole numbers."""
    cells, _ = counted()
    return replace(cells, weights=cells.weights * np.resize([0.37, 0.23, 0.41], len(cells)) * scale)


#: What splits or shuffles rows, or draws them in proportion to their weights: these leave only two of the rows.
WHOLE_ROWS_ONLY = ("splits", "order_null", "structure_test", "stability_test")


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", [name for name in (*FUNCTIONS, *METHODS) if name not in WHOLE_ROWS_ONLY])
def test_the_scale_of_fractional_weights_does_not_matter(name):
    """Neither to any method, clusterer, classifier or score, nor to a count."""
    found, *others = ((FUNCTIONS | METHODS)[name](fractional(scale)) for scale in (1, 10, 0.01))
    for other in others:
        same(found, other)


def test_a_table_counts_fractional_weights_as_effective_rows():
    """Rescaled once, where the weights are given: parts and sums of them keep their scale, complete rows do not."""
    frame = pd.DataFrame({"a": ["x", "x", None, "y", "y"], "b": list("pqpqp"), "w": FRACTIONS})
    table, effective = CategoricalTable.from_pandas(frame, weights="w"), effective_weights(FRACTIONS)
    for other in (replace(table, weights=FRACTIONS * 7), replace(table, target=frame["b"]), replace(table)):
        assert other.weights == pytest.approx(effective)
    assert catviz.count(table).n_rows == pytest.approx(effective.sum())
    assert pickle.loads(pickle.dumps(table)).select(["b"]).weights == pytest.approx(effective)
    part, distinct = table[[0, 3]], table.select(["b"]).unique_rows()[0]
    for again in (part, part.observed(), replace(part, target=None)):
        assert again.weights == pytest.approx(effective[[0, 3]])
    for again in (distinct, distinct[::-1][::-1], distinct.canonical()):
        assert np.sort(again.weights) == pytest.approx(np.sort([effective[::2].sum(), effective[1::2].sum()]))
    complete = FRACTIONS[[0, 1, 3, 4]]
    assert table.drop_missing().weights == pytest.approx(effective_weights(complete))
    counts = catviz.analysis.metrics.contingency(frame["a"], frame["b"], table.weights)
    assert counts.sum() == pytest.approx(effective[[0, 1, 3, 4]].sum())


def test_scanned_rows_weigh_what_those_of_the_table_weigh(tmp_path):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"a": rng.choice(list("xyz"), 3000), "g": rng.choice(list("pq"), 3000)})
    for weights in (rng.uniform(0.2, 3, 3000), rng.uniform(0.2, 3, 3000) * 1e-7, rng.integers(0, 4, 3000)):
        data = frame.assign(w=weights)
        parquet.write_table(pa.Table.from_pandas(data), tmp_path / "rows.parquet", row_group_size=100)
        table = CategoricalTable.from_pandas(data, target="g", weights="w")
        scanned = catviz.scan(tmp_path / "rows.parquet", target="g", weights="w")
        for found in (scanned, catviz.scan(data, target="g", weights="w")):
            same(catviz.count(found, by="g").matrix, catviz.count(table, by=table.target).matrix)
            same(found.unique_rows().weights, table.unique_rows()[0].weights)
            same(np.sort(found.sample(3000).weights), np.sort(table.weights))
            same(
                catviz.KModes(2, random_state=0).fit(found).objective_,
                catviz.KModes(2, random_state=0).fit(table).objective_,
            )


def test_agreement_of_runs_is_at_most_one_whatever_the_weights():
    cells, _ = counted()
    for weights in (cells.weights / 2201, np.linspace(0.01, 0.4, len(cells))):
        agreement, _, mean = stability(replace(cells, weights=weights))
        assert agreement.max() <= 1 + 1e-12 and mean <= 1 + 1e-12 and (np.diag(agreement) == 1).all()


@pytest.mark.parametrize("name", WHOLE_ROWS_ONLY)
def test_what_splits_or_shuffles_whole_rows_refuses_fractional_weights(name):
    with pytest.raises(ValueError, match="weights are fractional, .*whole weights"):
        FUNCTIONS[name](fractional())


# unknown classes


@pytest.mark.parametrize("unknown", [float("nan"), np.float64("nan"), pd.NA, pd.NaT])
def test_a_missing_class_of_a_table_is_unknown(unknown):
    _, rows = counted()
    some = np.arange(len(rows)) % 3 == 0
    with_none, with_nan = (replace(rows, target=np.where(some, u, rows.target)) for u in (None, unknown))
    assert with_nan.fingerprint == with_none.fingerprint and with_nan.n_classes == 2
    assert (with_nan.known == ~some).all() and not replace(rows, target=None).known.any()
    assert classes_of(np.where(some, unknown, rows.target))[0] == ("no", "yes")
    for name in ("classes", "scores", "splits", "DistanceKNNClassifier", "order_study", "compare"):
        same((FUNCTIONS | METHODS)[name](with_nan), (FUNCTIONS | METHODS)[name](with_none))


def test_classes_of_rows_that_weigh_nothing_are_no_classes():
    cells, _ = counted()
    table = replace(cells, target=np.where(cells.weights > 0, cells.target, "nobody"))
    assert table.n_classes == 2 and is_known([None, 1, np.nan]).tolist() == [False, True, False]
    learn = {m.name: METHODS[m.name] for m in methods() if m.cls is not None and m.cls.uses_target}
    take = ("classes", "source", "scores", "contingency", "splits", "compare", "order_study", "order_test")
    for function in (*(FUNCTIONS[name] for name in take), *learn.values(), *OF_CLASSES.values()):
        same(function(table), function(cells))
    assert are_whole(None) and are_whole([1.0, 2]) and not are_whole([1, 0.5])


def test_row_weights_are_ones_where_a_table_has_none_and_cannot_be_written_to():
    table = catviz.load_dataset("toy_movie")
    assert table.weights is None and table.row_weights.tolist() == [1.0] * 6
    weighted = replace(table, weights=np.arange(6))
    assert weighted.row_weights is weighted.weights
    with pytest.raises(ValueError, match="read-only"):
        table.row_weights[0] = 2


def test_rows_are_drawn_in_proportion_to_their_weights():
    weights, rng = np.array([0.0, 0.5, 1.0, 2.0, 2.0, 0.0]), np.random.default_rng(0)
    drawn = [thinned_rows(weights, 99, rng) for _ in range(8000)]
    assert {len(rows) for rows in drawn} == {2} and all(np.unique(rows).size == 2 for rows in drawn)
    share = np.bincount(np.concatenate(drawn), minlength=6) / 8000
    assert share == pytest.approx(2 * weights / weights.sum(), abs=0.02)
    assert len(thinned_rows(np.ones(10), 4, rng)) == 4
