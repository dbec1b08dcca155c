"""Runs every registered method on a small table, with every export, and prints a digest of each result.

    python tests/everything.py              # with names of methods: these only

``tests/test_determinism.py`` runs it in several processes, whose digests must be the same.
"""

import hashlib
import inspect
import json
import sys
import warnings
from datetime import date
from pathlib import Path

import numpy as np
import pandas as pd

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import catviz  # noqa: E402
from catviz.analysis.comparison import compare  # noqa: E402
from catviz.export import code, figure_code, tables  # noqa: E402
from catviz.export.html import html_page  # noqa: E402
from catviz.export.report import Picture, Report, View, Words, table  # noqa: E402
from catviz.export.report_page import report_page  # noqa: E402
from catviz.table.association import MEASURES, association_matrix  # noqa: E402

K = 3


def survey(n=110):
    """A file with words, a scale, numbers, gaps and classes, whose columns follow one another."""
    rng = np.random.default_rng(0)
    kind = rng.integers(0, K, n)

    def noisy(names):
        return np.where(rng.random(n) < 0.7, np.array(names)[kind % len(names)], rng.choice(names, n))

    frame = pd.DataFrame(
        {
            "colour": noisy(["red", "grün", "blue", "<b>", "=1+1"]),
            "size": noisy(["S", "M", "L"]),
            "town": noisy([f"town {i:02d}" for i in range(12)]),
            "age": rng.integers(18, 80, n),
            "paid": noisy(["yes", "no"]),
            "class": np.array(["one", "two", "three"])[kind],
        }
    )
    frame = frame.astype(object).mask(rng.random(frame.shape) < 0.04)
    return frame.to_csv(index=False).encode()


def digest(result):
    """A digest of text, bytes, numbers, frames, and of tuples, lists and dictionaries of them."""
    made = hashlib.blake2b(digest_size=8)

    def add(part):
        if isinstance(part, dict):
            part = list(part.items())
        if isinstance(part, tuple | list | set | frozenset):
            for each in part:
                add(each)
        elif isinstance(part, pd.DataFrame | pd.Series):
            add(part.to_csv(float_format="%r"))
        elif isinstance(part, np.ndarray):
            made.update(repr(part.tolist()).encode() if part.dtype == object else part.tobytes())
        else:
            made.update(part if isinstance(part, bytes) else repr(part).encode("utf-8", "backslashreplace"))

    add(result)
    return made.hexdigest()


def learned(method, data):
    """``(the fitted method, what it found)``."""
    given = {"n_clusters": K, "random_state": 0, "n_init": 2}
    estimator = method.cls(**{k: v for k, v in given.items() if k in inspect.signature(method.cls).parameters})
    estimator.fit(data, data.target if method.cls.uses_target else None)
    found = [data.target_name]
    if hasattr(estimator, "labels_"):
        found += [estimator.labels_, estimator.predict(data)]
    elif hasattr(estimator, "predict"):
        found += [estimator.predict(data), estimator.predict_proba(data)]
    else:
        found += [(estimator.object_distances_ if not method.has_values else estimator.geometry_).between(data)]
    return estimator, found


def of_values(method, estimator, data):
    """What a method with values gives, and its files: tables, orders, figures, a script, a notebook and a report."""
    distances, column = estimator.value_distances_, "town"
    a, b = distances.codebook.labels[distances.codebook.position(column)][:2]
    order = estimator.geometry_.order()
    orders = {name: order.labels(name) for name in order.codebook.attributes}
    frame = distances[column].reset_index(names="value")
    figures = [
        catviz.plots.heat_map(estimator, column, (a, b), tree=True),
        catviz.plots.value_map(estimator, column),
        catviz.plots.orders(estimator, list(data.attributes)),
        catviz.plots.breakdown(estimator, column, a, b),
        catviz.plots.row_map(estimator, data),
    ]
    pieces = [
        code.load(code.Source("survey.csv", bundled=False, own_target="class", target="class")),
        code.learn(method.name, estimator.get_params(), True),
        code.values(column, a, b),
        figure_code.call(
            catviz.plots.heat_map, figure_code.Named("learned"), column, pair=(a, b), tree=True, title="Town"
        ),
    ]
    parts = (Words("Towns."), Picture(figures[0].to_json(), "Distances."), table(frame, "Distances"))
    report = Report("Report", (View("Values", "Survey", parts, pieces=tuple(pieces)),))
    yield "values", [distances.tables, order.ranks, estimator.transform(data), estimator.explain(column, a, b).terms]
    yield "tables", [tables.table_csv(frame), tables.table_parquet(frame), tables.table_csv(tables.orders_table(order))]
    yield "orders", [tables.orders_json(orders), tables.orders_code(orders)]
    yield "figures", [figure.to_json() for figure in figures]
    if any(np.ptp(own[np.triu_indices(len(own), 1)]) > 1e-9 for own in distances.tables if len(own) > 2):
        yield "axes", catviz.plots.value_axes(estimator).to_json()
    yield "code", [code.script(pieces), code.notebook(pieces), report.to_notebook()]
    yield "pages", [html_page("Towns", [frame, figures[0]]), report_page(report, "1", date(2026, 1, 1))]


def of_tables(understood, data):
    """What is worked out without choosing a method."""
    counts, hamming = catviz.count(data), catviz.Hamming().fit(data)
    yield "reading", [understood.notes, understood.columns, data.fingerprint, data.codebook]
    yield "recipe", catviz.Recipe().merge_rare("town", 9).to_json()
    yield "counts", [counts.matrix, [association_matrix(counts, measure) for measure in MEASURES]]
    source = catviz.scan(data)
    yield "source", [source.sample(20, seed=1).codes, source.unique_rows()[0].codes]
    for kind in ("PCA", "MDS", "t-SNE"):
        yield f"map, {kind}", catviz.row_map(hamming.geometry_, data, kind, perplexity=10).coordinates
    tested = catviz.structure_test(data, "ADM", [2, 3], n_shuffles=19, n_init=1)
    yield "structure", [tested.p_value, tested.by_k, catviz.plots.cluster_count(tested).to_json()]
    found, crossed = catviz.outcome(data, "paid"), catviz.crosstab(data, "town", "colour")
    yield "outcome", [found.columns, found.values, crossed.to_frame("residuals"), crossed.test]
    labels = catviz.KModes(K, random_state=0).fit(data).labels_
    yield (
        "profiles",
        [catviz.plots.cluster_profiles(data, labels).to_json(), catviz.metrics.scores(data.target, labels)],
    )
    methods = {name: catviz.method(name).cls() for name in ("ADM", "Hamming", "Lin")}
    runs = compare({"survey": data}, methods, repeats=2).drop(columns="seconds")
    yield "comparison", [tables.table_csv(runs), catviz.plots.scores(runs).to_json()]


def everything(names):
    understood = catviz.inspect_csv(survey(), "survey.csv")
    data = understood.table(target="class")
    found = {f"table: {what}": digest(result) for what, result in of_tables(understood, data)}
    for method in catviz.methods():
        if method.cls is None or (names and method.name not in names):
            continue
        estimator, result = learned(method, data)
        found[f"{method.name}: rows"] = digest(result)
        if method.has_values:
            files = of_values(method, estimator, data)
            found |= {f"{method.name}: {what}": digest(result) for what, result in files}
    return found


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    json.dump(everything(sys.argv[1:]), sys.stdout, indent=1)
