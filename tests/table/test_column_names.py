"""Columns whose names are numbers: whatever takes a name takes the number, and gives what the text gives."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from fits import unfitted

import catviz
from catviz.distances.information import icp
from catviz.orders.objective import OrderTrial, ordered_objective
from catviz.table.categorical import CategoricalTable

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning", "ignore::FutureWarning")

RNG, N = np.random.default_rng(0), 60
TEXT = pd.DataFrame({i: RNG.choice(list(values), N) for i, values in enumerate(("abc", "xyz", "pq"))})
NUMBERS = TEXT.assign(**{"3": RNG.integers(1, 4, N), "4": RNG.normal(size=N).round(1)}).set_axis(range(5), axis=1)
TABLE = CategoricalTable.from_pandas(TEXT)
WITH_CLASSES = CategoricalTable.from_pandas(TEXT, target=2)
LABELS = (TABLE.codes[:, 0] > 0).astype(int)
HAMMING, ADM, MCA = (cls().fit(TEXT) for cls in (catviz.Hamming, catviz.AhmadDey, catviz.MCA))
DOWN, UP = ["z", "y", "x"], ["x", "z", "y"]


def from_pandas(**options):
    table = CategoricalTable.from_pandas(NUMBERS, **options)
    return table.attributes, table.kinds, table.target_name, table.numeric_names, table.row_weights.tolist()


def scanned(data, **options):
    source = catviz.scan(data, **options)
    return source.attributes, source.codebook.kinds, source.target_name, catviz.count(source).matrix.tolist()


def arrow():
    return pa.Table.from_pandas(NUMBERS.set_axis(list("01234"), axis=1))


def read(name, **options):
    table = catviz.read_csv(name, doubts="ignore", **options)
    return table.attributes, table.kinds, table.target_name, table.row_weights.tolist(), table.codes.tolist()


def numbers_of(figure):
    return figure.to_json()


def recipe(n):
    steps = (
        catviz.Recipe().role(n(3), "left out").order(n(1), DOWN).merge(n(0), ["a", "b"], "ab").missing(["p"], [n(2)])
    )
    return steps.filter(n(1), ["x", "y"]).rename_values(n(1), {"y": "Y"}).rename(n(0), "first")


#: What is asked for by names, n(i) being the number or its text.
ASKED = {
    "target=": lambda n: from_pandas(target=n(2)),
    "weights=": lambda n: from_pandas(weights=n(3)),
    "ordered=": lambda n: from_pandas(ordered={n(1): DOWN}),
    "numeric=, names": lambda n: from_pandas(numeric=[n(4)]),
    "numeric=, a mapping": lambda n: from_pandas(numeric={n(4): "keep"}),
    "read_like": lambda n: CategoricalTable.read_like(NUMBERS, TABLE.codebook, [n(4)]).numeric_names,
    "select": lambda n: TABLE.select([n(1), n(0)]).attributes,
    "select_columns": lambda n: catviz.select_columns(TABLE, [n(1)]).attributes,
    "drop_missing": lambda n: len(TABLE.drop_missing([n(1)])),
    "Counts": lambda n: (ADM.counts_.block(n(0), n(1)).tolist(), ADM.counts_.select([n(1)]).values),
    "Codebook": lambda n: (TABLE.codebook.position(n(2)), TABLE.codebook.code(n(1), "y")),
    "value_distances_": lambda n: (ADM.value_distances_[n(0)].to_numpy().tolist(), n(0) in ADM.value_distances_),
    "value_embedding_": lambda n: ADM.value_embedding_[n(0)].to_numpy().tolist(),
    "orders": lambda n: (ADM.geometry_.order().labels(n(0)), ADM.geometry_.order()[n(0)]["rank"].tolist()),
    "a geometry": lambda n: (ADM.geometry_.arranged(n(0)), ADM.geometry_.explain(n(0), "a", "b").terms.values.tolist()),
    "from_frame": lambda n: catviz.ValueDistances.from_frame({n(0): ADM.geometry_["0"]}).keys(),
    "intra": lambda n: catviz.COS().fit(TEXT).intra(n(0)).tolist(),
    "crosstab": lambda n: catviz.crosstab(TEXT, n(0), n(1)).to_long().values.tolist(),
    "crosstab of classes": lambda n: catviz.crosstab(WITH_CLASSES, n(2), n(1)).to_long().columns.tolist(),
    "crosstab of counts": lambda n: catviz.crosstab(ADM.counts_, n(0), n(1)).rows,
    "frequencies": lambda n: catviz.frequencies(TEXT, n(1))["n"].tolist(),
    "outcome": lambda n: (catviz.outcome(TEXT, n(1)).column, catviz.outcome(ADM.counts_, n(1)).column),
    "icp": lambda n: icp(TABLE, n(0), ["a"], n(1), "x"),
    "ordered_objective": lambda n: ordered_objective(TABLE, LABELS, {n(1): DOWN}),
    "OrderTrial": lambda n: OrderTrial(TABLE, LABELS, {n(1): DOWN}).with_orders({n(1): UP}).objective,
    "OCL": lambda n: catviz.OCL(2, init_order={n(1): DOWN}, random_state=0).fit(TEXT).history_,
    "scan": lambda n: scanned(TEXT, target=n(2), columns=[n(0), n(1)], ordered={n(1): DOWN}),
    "scan, weights": lambda n: scanned(NUMBERS[[0, 1, 3]], weights=n(3)),
    "scan of Arrow": lambda n: scanned(arrow(), target=n(2), weights=n(3), columns=[n(0), n(1)], ordered={n(1): DOWN}),
    "regrouped": lambda n: catviz.scan(arrow(), target=n(2), columns=[n(0), n(1)]).regrouped(n(1)).attributes,
    "counts of a source": lambda n: list(catviz.count(catviz.scan(TEXT, target=n(2)), by=n(2)).by_class),
    "MVDM of a source": lambda n: catviz.MVDM().fit(catviz.scan(TEXT, target=n(2)), n(2)).classes_.tolist(),
    "heat_map": lambda n: numbers_of(catviz.plots.heat_map(ADM, n(0))),
    "breakdown": lambda n: numbers_of(catviz.plots.breakdown(ADM, n(0), "a", "b")),
    "association": lambda n: numbers_of(catviz.plots.association(TEXT, chosen=n(0))),
    "value_counts": lambda n: numbers_of(catviz.plots.value_counts(TEXT, [n(0), n(1)], chosen=n(0))),
    "value_axes": lambda n: numbers_of(catviz.plots.value_axes(ADM, [n(0), n(1)], chosen=n(0))),
    "value_map": lambda n: numbers_of(catviz.plots.value_map(ADM, chosen=n(0))),
    "mca_map": lambda n: numbers_of(catviz.plots.mca_map(MCA, TABLE, chosen=n(0), joined=n(1))),
    "eta2": lambda n: numbers_of(catviz.plots.eta2(MCA, TABLE, chosen=n(0))),
    "figure of orders": lambda n: numbers_of(catviz.plots.orders(ADM, n(0))),
    "row_map": lambda n: numbers_of(catviz.plots.row_map(HAMMING, TEXT, colour=n(0))),
}


@pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED)
def test_a_number_is_a_name(ask):
    as_text = ask(str)
    for kind in (int, np.int64, float):
        assert ask(kind) == as_text


@pytest.mark.parametrize("method", [m for m in catviz.methods() if hasattr(m.cls, "explain")], ids=lambda m: m.name)
def test_every_method_explains_a_column_whose_name_is_a_number(method):
    y = (TEXT[2],) if method.cls.uses_target else ()
    fitted = unfitted(method.cls).fit(TEXT[[0, 1]], *y)
    by_number, by_text = (fitted.explain(name, "a", "b") for name in (0, "0"))
    assert by_number.distance == by_text.distance
    pd.testing.assert_frame_equal(by_number.terms, by_text.terms)


def test_columns_of_files_are_named_by_numbers_too(tmp_path):
    path = tmp_path / "numbers.csv"
    NUMBERS.to_csv(path, index=False)
    for options in (
        lambda n: {"target": n(2), "ordered": {n(1): DOWN}},
        lambda n: {"weights": n(3)},
        lambda n: {"recipe": recipe(n)},
    ):
        assert read(path, **options(int)) == read(path, **options(str))
    assert scanned(path, target=2, columns=[0, 1], ordered={1: DOWN}) == scanned(
        path, target="2", columns=["0", "1"], ordered={"1": DOWN}
    )
    assert recipe(int).words == recipe(str).words and recipe(int) == recipe(str)


def test_an_unknown_number_is_refused_and_one_column_is_not_crossed_with_itself():
    for ask in (lambda: TABLE.select([7]), lambda: catviz.crosstab(TEXT, 0, 7), lambda: from_pandas(target=7)):
        with pytest.raises(ValueError, match="no column '?7"):
            ask()
    with pytest.raises(ValueError, match="twice"):
        catviz.crosstab(TEXT, 0, "0")
