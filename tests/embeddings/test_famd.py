"""FAMD: FactoMineR's printed example, the analysis of the explicit matrix, and MCA and PCA as its two ends."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.geometry.joint_map import value_map
from catviz.table.categorical import CategoricalTable

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
WINE = pd.read_csv(Path(__file__).parent / "factominer" / "wine.csv", index_col=0)
#: What R prints for FAMD(wine[, c(1, 2, 16, 22, 29, 28, 30, 31)]): the pages of factoextra's get_famd and sthda.com.
EIGENVALUES = [(4.832, 43.92), (1.857, 16.88), (1.582, 14.39), (1.149, 10.45), (0.652, 5.93)]
VALUES = {
    "Saumur": [0.08238236, 0.2041021, 0.9985884, -0.3996689, -0.1453137],
    "Bourgueuil": [0.72578122, -1.0944657, -0.8193199, 1.0187071, -0.4092349],
    "Chinon": [-1.31522332, 1.0804177, -1.5171382, -0.4289712, 1.0134650],
    "Reference": [2.06918009, 0.6112128, -0.2525731, 0.6853384, 0.0157536],
    "Env1": [-0.30736790, -1.6929988, -0.1158917, -0.3395732, 0.3152922],
    "Env2": [-1.40724432, 1.2078471, -0.5667802, -1.0387469, -0.6525117],
}
NUMBERS = {
    "Plante": [-0.8569808, 0.2460731, 0.32542595, -0.06333481, 0.03215674],
    "Acidity": [-0.4162617, 0.7007982, -0.35551938, 0.33967158, -0.06772218],
    "Harmony": [0.9457255, 0.1537145, 0.20031093, -0.06044678, 0.09307236],
    "Intensity": [0.8361705, 0.3669322, 0.25569950, 0.15236464, 0.08045522],
    "Overall.quality": [0.9547617, 0.0724343, -0.09662648, -0.07379211, -0.02821680],
    "Typical": [0.8836634, 0.1646035, -0.03936739, -0.28887130, 0.02431654],
}
ROWS = {
    "2EL": [-0.1213241, -1.5797151, 0.7615777, -1.1978981, 0.28209940],
    "1CHA": [-0.6536760, -1.6846472, 0.7643619, -0.9923990, 0.24345633],
    "1FON": [0.8701622, -2.2457285, -0.7788402, 0.3339757, -0.16854021],
    "1VAU": [-5.6883455, 2.1640314, -2.2984115, 0.2968312, -0.13215744],
    "1DAM": [2.4441041, 1.2242463, 0.2751576, 0.4694187, -0.06885226],
    "2BOU": [2.2703576, -0.0768261, -0.8093529, 1.4650543, -0.49582803],
}


def wide(table, what, name="column"):
    return table.pivot(index=name, columns="axis", values=what)


def mixed(n=50, seed=0, missing=0.0, numbers=2):
    rng = np.random.default_rng(seed)
    common = rng.integers(0, 12, n)
    columns = {
        f"a{r}": np.where(rng.random(n) < 0.6, common % v, rng.integers(0, v, n)) for r, v in enumerate((3, 4, 2))
    }
    frame = pd.DataFrame({name: pd.Series(column).map(dict(enumerate("pqrst"))) for name, column in columns.items()})
    for k in range(numbers):
        frame[f"x{k}"] = common + 3 * rng.normal(size=n) + 100 * k
    return frame.mask(rng.random(frame.shape) < missing) if missing else frame


def explicit(frame, weights=None, exclude=False):
    """Eigenvalues and rows of the explicit matrix: standardised numbers, centred indicators over the root of shares."""
    weights = np.ones(len(frame)) if weights is None else np.asarray(weights, float)
    p = weights / weights.sum()
    columns = []
    for name in frame:
        if frame[name].dtype.kind == "f":
            x = frame[name].fillna((frame[name] * p).sum() / p[frame[name].notna()].sum()).to_numpy()
            x = x - p @ x
            columns.append(x / np.sqrt(p @ x**2))
        else:
            labels = sorted(frame[name].dropna().unique()) + ([] if exclude or frame[name].notna().all() else [None])
            for label in labels:
                has = (frame[name].isna() if label is None else frame[name] == label).to_numpy(float)
                columns.append((has - p @ has) / np.sqrt(p @ has))
    Z = np.column_stack(columns)
    eigenvalues, axes = np.linalg.eigh((Z * p[:, None]).T @ Z)
    kept = eigenvalues > 1e-10
    return eigenvalues[kept][::-1], Z @ axes[:, kept][:, ::-1]


def same_but_for_signs(found, wanted, atol=1e-9):
    np.testing.assert_allclose(np.abs(found), np.abs(wanted), atol=atol)
    signs = np.sign((np.asarray(found) * np.asarray(wanted)).sum(axis=0))
    np.testing.assert_allclose(np.asarray(found) * signs, wanted, atol=atol)


def test_the_printed_example_of_factominer():
    famd = catviz.FAMD(5).fit(WINE)
    inertia = famd.inertia()
    np.testing.assert_allclose(inertia[["eigenvalue", "percent"]][:5], EIGENVALUES, atol=5.1e-3)
    np.testing.assert_allclose(inertia["eigenvalue"][:5], [e for e, _ in EIGENVALUES], atol=5.1e-4)
    assert famd.total_inertia_ == pytest.approx(11) and inertia["percent"].sum() == pytest.approx(100)
    values = wide(famd.values(), "coordinate", "value").loc[list(VALUES)].to_numpy()
    numbers = wide(famd.numbers(), "correlation").loc[list(NUMBERS)].to_numpy()
    rows = famd.transform(WINE)[:6]
    # one sign for each axis, in all three tables together
    same_but_for_signs(
        np.vstack([values, numbers, rows]), np.array([*VALUES.values(), *NUMBERS.values(), *ROWS.values()]), 1e-6
    )
    np.testing.assert_allclose(famd.correlations_.loc[list(NUMBERS)], numbers, atol=1e-12)


@pytest.mark.parametrize("exclude", [False, True])
@pytest.mark.parametrize("missing", [0.0, 0.15])
@pytest.mark.parametrize("weighted", [False, True])
def test_rows_are_those_of_the_explicit_matrix(missing, exclude, weighted):
    frame = mixed(missing=missing, seed=1)
    weights = np.arange(len(frame)) % 3 + 1 if weighted else None
    famd = catviz.FAMD(None, na="exclude" if exclude else "category").fit(frame, sample_weight=weights)
    eigenvalues, rows = explicit(frame, weights, exclude)
    np.testing.assert_allclose(famd.eigenvalues_, eigenvalues, atol=1e-10)
    np.testing.assert_allclose(famd.inertia()["eigenvalue"], eigenvalues, atol=1e-10)
    same_but_for_signs(famd.transform(frame), rows)
    table = CategoricalTable.read_like(frame, *famd._read_as)
    D = famd.geometry_.between(table)
    np.testing.assert_allclose(D, np.sqrt(((rows[:, None] - rows) ** 2).sum(axis=2)), atol=1e-8)


@pytest.mark.parametrize("na", ["category", "exclude"])
def test_what_the_tables_say_adds_up(na):
    frame = mixed(missing=0.1, seed=2)
    weights = np.arange(len(frame)) % 3 + 1
    famd = catviz.FAMD(None, na=na).fit(frame, sample_weight=weights)
    values, numbers, loadings, rows = famd.values(), famd.numbers(), famd.loadings(), famd.rows(frame)
    often = frame.loc[frame.index.repeat(weights)]
    of_columns = pd.concat([values[["axis", "contribution"]], numbers[["axis", "contribution"]]])
    np.testing.assert_allclose(of_columns.groupby("axis")["contribution"].sum(), 100)
    np.testing.assert_allclose(loadings.groupby("axis")["contribution"].sum(), 100)
    np.testing.assert_allclose(loadings.groupby("axis")["squared loading"].sum(), famd.eigenvalues_)
    np.testing.assert_allclose(famd.rows(often).groupby("axis")["contribution"].sum(), 100)
    for table, name in ((rows, "row"), (numbers, "column")):
        np.testing.assert_allclose(table.groupby(name)["cos2"].sum(), 1)
    np.testing.assert_allclose(values.groupby(["column", "value"])["cos2"].sum(), 1)
    # a value stands at the mean of its rows
    places = famd.transform(frame)
    has = (frame["a1"] == "q").to_numpy()
    mean = np.average(places[has], axis=0, weights=weights[has])
    of_value = values[(values["column"] == "a1") & (values["value"] == "q")]
    np.testing.assert_allclose(of_value["coordinate"], mean, atol=1e-9)
    np.testing.assert_allclose(of_value["rows"], weights[has].sum())
    # numbers that are known for every row: their correlation with the axes
    x = frame["x0"].fillna(np.average(frame["x0"].dropna(), weights=weights[frame["x0"].notna()]))
    for k in range(2):
        cov = np.cov(np.vstack([x, places[:, k]]), fweights=weights)
        assert numbers["correlation"][numbers["column"] == "x0"].iloc[k] == pytest.approx(
            cov[0, 1] / np.sqrt(cov[0, 0] * cov[1, 1])
        )


@pytest.mark.parametrize("na", ["category", "exclude"])
def test_without_numbers_it_is_mca(na):
    frame = mixed(numbers=0, missing=0.1, seed=3)
    famd, mca = catviz.FAMD(4, na=na).fit(frame), catviz.MCA(4, na=na).fit(frame)
    np.testing.assert_allclose(famd.eigenvalues_, 3 * mca.eigenvalues_)
    same_but_for_signs(famd.transform(frame), np.sqrt(3) * mca.transform(frame))
    ours, theirs = famd.values(), mca.values().query("role == 'active'")
    for what in ("contribution", "test value"):
        np.testing.assert_allclose(np.abs(ours[what]), np.abs(theirs[what]), atol=1e-9)
    np.testing.assert_allclose(famd.inertia()["percent"], mca.inertia()["percent"])
    np.testing.assert_allclose(famd.rows(frame)["cos2"], mca.rows(frame)["cos2"])


def test_with_numbers_alone_it_is_the_pca_of_their_correlations():
    rng = np.random.default_rng(4)
    frame = pd.DataFrame(rng.normal(size=(30, 4)) @ rng.normal(size=(4, 4)) + 7, columns=list("wxyz"))
    famd = catviz.FAMD(None).fit(frame)
    eigenvalues, axes = np.linalg.eigh(np.corrcoef(frame.T))
    np.testing.assert_allclose(famd.eigenvalues_, eigenvalues[::-1])
    z = (frame - frame.mean()) / frame.std(ddof=0)
    same_but_for_signs(famd.transform(frame), (z.to_numpy() @ axes)[:, ::-1])
    assert famd.values().empty and len(famd.get_feature_names_out()) == 4
    assert catviz.row_map(famd, frame).coordinates.shape == (30, 2)


def test_new_rows_stand_at_the_mean_of_what_is_not_known():
    frame = mixed(seed=5)
    famd = catviz.FAMD(3).fit(frame)
    new = frame.iloc[:1].assign(x0=np.nan, a0="never seen")
    at_mean = frame.iloc[:1].assign(x0=frame["x0"].mean())
    (gained,), (known,) = famd.transform(new), famd.transform(at_mean)
    values = wide(famd.values(), "coordinate", ["column", "value"])
    own = values.loc[("a0", frame["a0"].iloc[0])].to_numpy() / famd.eigenvalues_
    np.testing.assert_allclose(known - own, gained, atol=1e-9)
    passive = famd.rows(new, passive=True)
    assert "contribution" not in passive and np.isfinite(passive["cos2"]).all()


def test_neither_names_nor_units_nor_the_order_of_rows_change_it():
    frame = mixed(seed=6, missing=0.1)
    rows = np.random.default_rng(6).permutation(len(frame))
    other = frame.assign(a0=frame["a0"].map({"p": "z", "q": "b", "r": "a"}), x0=12 - 3 * frame["x0"]).iloc[rows]
    first, second = (catviz.FAMD(3).fit(each) for each in (frame, other))
    np.testing.assert_allclose(first.eigenvalues_, second.eigenvalues_)
    same_but_for_signs(second.transform(other), first.transform(frame)[rows])


def test_more_axes_than_were_kept_are_found_and_those_there_are_not_refused():
    frame = mixed(seed=7)
    famd, all_axes = catviz.FAMD(2).fit(frame), catviz.FAMD(None).fit(frame)
    k = len(all_axes.eigenvalues_)
    same_but_for_signs(wide(famd.numbers(k), "correlation"), wide(all_axes.numbers(), "correlation"))
    for n in (0, k + 1):
        with pytest.raises(ValueError, match=f"there are {k}"):
            famd.values(n)


def test_maps_and_clusterers_use_the_numbers():
    frame = mixed(80, seed=8)
    famd = catviz.FAMD(3).fit(frame)
    joint = value_map(famd)
    np.testing.assert_allclose(
        joint.coordinates, wide(famd.values(), "coordinate", ["column", "value"]).iloc[:, :2], atol=1e-9
    )
    table = CategoricalTable.read_like(frame, *famd._read_as)
    np.testing.assert_allclose(joint.rows(table), famd.transform(frame)[:, :2])
    with pytest.raises(ValueError, match="value_map"):
        catviz.joint_map(famd, table)
    with pytest.warns(UserWarning, match="'x0', 'x1'"):
        famd.geometry_.to_frame()
    for cls in (catviz.KMedoidsCategorical, catviz.HierarchicalCategorical, catviz.KMeansCategorical):
        apart = cls(3, catviz.FAMD(3)).fit(frame)
        assert (apart.predict(frame) == apart.labels_).all()
        # numbers moved between rows move rows between clusters
        moved = frame.assign(x0=frame["x0"].to_numpy()[::-1], x1=frame["x1"].to_numpy()[::-1])
        assert (apart.predict(moved) != apart.labels_).any()


def test_many_axes_are_reduced_with_their_numbers(monkeypatch):
    from catviz.analysis import projection

    frame = mixed(60, seed=9, numbers=3)
    famd = catviz.FAMD(None).fit(frame)
    held = catviz.row_map(famd, frame).coordinates
    monkeypatch.setattr(projection, "LARGE", 0)
    same_but_for_signs(catviz.row_map(famd, frame).coordinates, held, atol=1e-4)
