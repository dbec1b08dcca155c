"""The papers' figures computed anew: what they hold, and numbers known from elsewhere."""

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.published import PAPERS, published, recomputed
from catviz.published.results import figure_result
from catviz.published.tables import figures_of
from studies.reproduce.figures import COMPUTED, cos, mtdle, ocl, tave, timing
from studies.reproduce.prepared import prepared


def few(monkeypatch, **sets):
    """Only these data sets, by the papers' names for them."""
    chosen = {name: prepared("OCL", ours) for name, ours in sets.items()}
    monkeypatch.setattr(ocl, "_sets", lambda: chosen)


def test_every_figure_of_results_is_computed_and_its_result_is_kept():
    shown = [(each.paper, each.number) for paper in PAPERS for each in figures_of(paper)]
    assert shown == list(COMPUTED) and not figures_of("W-CADO")
    assert [each.name for each in figures_of("TAVE")] == ["Fig. 2", "Fig. 3"]
    for key in shown:
        assert len(figure_result(*key))


@pytest.mark.parametrize("key", [("TAVE", 2), ("OCL", 2), ("COS", "features")], ids=str)
def test_results_that_are_kept_are_those_computed(key):
    pd.testing.assert_frame_equal(figure_result(*key), COMPUTED[key](), rtol=1e-5, check_dtype=False)


# TAVE


def test_tave_has_a_number_for_each_value_of_a_column_and_its_partner():
    """The printed example: columns of 2, 3, 2 and 2 values, the first and third partners, the second and fourth."""
    toy = catviz.load_dataset("toy_tave")
    assert tave.dimensions_of(toy)["TAVE"] == 4 + 5 + 4 + 5 == catviz.TAVE().fit(toy).transform(toy).shape[1]
    assert tave.dimensions_of(toy)["CDE"] == catviz.CDE(random_state=0).fit(toy).transform(toy).shape[1]


def test_dimensions_are_those_of_each_table(monkeypatch):
    tables = {name: catviz.load_dataset("toy_tave") for name in ("German", "Chess(KRvsKP)")}
    monkeypatch.setattr(tave, "_sets", lambda: tables)
    found = tave.dimensions()
    assert found.columns.tolist() == ["data", "CDE", "TAVE"] and found["data"].tolist() == list(tables)
    assert found["TAVE"].tolist() == [18, 18]


@pytest.mark.filterwarnings("ignore:after n_iter=4 steps")
def test_f_is_that_of_the_run_itself(monkeypatch):
    zoo = catviz.load_dataset("zoo")
    monkeypatch.setattr(tave, "_sets", lambda: {"Zoo": zoo})
    monkeypatch.setattr(tave, "STEPS", (4,))
    found = tave.sensitivity(repeats=2, random_state=3)
    geometry = catviz.TAVE(n_iter=4, ties="index").fit(zoo).geometry_
    labels = catviz.KMeansCategorical(7, geometry, init="random", n_init=1, random_state=4).fit(zoo).labels_
    assert found["q"].tolist() == [4, 4]
    assert found["F"][1] == catviz.analysis.metrics.scores(zoo.target, labels, paper_tables=True)["F1"]


# OCL


def test_columns_are_ordered_as_the_paper_says(monkeypatch):
    """Its table counts all of Soybean's columns as nominal, all of Australian's as ordered."""
    few(monkeypatch, SB="soybean_small", AC="australian")
    found = ocl.orders_against_hamming(repeats=1)
    kinds = found.groupby("data")["kind"].unique().apply(sorted)
    assert kinds["SB"] == ["Hamming", "learned", "random"]
    assert kinds["AC"] == ["Hamming", "declared", "learned", "random"]


def test_ranks_and_critical_differences():
    found = ocl.ranks()
    assert found["difference_05"].unique().round(4) == [3.4274] and found["difference_10"].unique().round(4) == [3.1385]
    assert (found["rank"] - found["printed"]).abs().max() <= 0.0051
    assert found.groupby("metric")["rank"].mean().tolist() == pytest.approx([5.5, 5.5])


def test_objectives_are_the_estimators(monkeypatch):
    few(monkeypatch, HR="hayes_roth")
    found = ocl.objectives(repeats=2, random_state=5, modes=("paper",))
    table = prepared("OCL", "hayes_roth")
    model = catviz.OCL(3, mode="paper", n_init=1, random_state=6).fit(table)
    own = found[found["repeat"] == 1]
    assert own["objective"].tolist() == [step["objective"] for step in model.steps_]
    length = ocl.lengths(found).set_index("repeat").loc[1]
    phases = [step["phase"] for step in model.steps_]
    assert (length["iterations"], length["updates"]) == (phases.count("assign"), phases.count("order"))
    assert own["iteration"].iloc[-1] == length["iterations"]


def test_times_are_of_every_method_that_runs():
    found = timing.execution_time(rows=(50, 100), columns=(2,))
    assert set(found["method"]) == {"KMD", "LSM", "JDM", "CBDM", "UDMC", "H2H", "HDC", "OCL"}
    assert set(zip(found["varied"], found["n"], found["d"], strict=True)) == {
        ("rows", 50, 10),
        ("rows", 100, 10),
        ("columns", 2_000, 2),
    }


def test_growth_is_the_power_of_the_largest_sizes():
    n = np.array([1, 10, 20, 40])
    times = pd.DataFrame({"varied": "rows", "n": n, "d": 2, "method": "OCL", "repeat": 0, "seconds": 3.0 * n**2})
    times.loc[0, "seconds"] = 100.0
    assert recomputed.growth(times)["rows", "OCL"] == pytest.approx(2)


def test_maps_know_the_group_next_door(monkeypatch):
    monkeypatch.setattr(ocl, "_MAPPED", "soybean_small")
    found, table = ocl.maps(), prepared("OCL", "soybean_small")
    assert found.groupby("method")["rows"].sum().to_dict() == dict.fromkeys(("OCL", "CBDM", "Hamming"), len(table))
    found = found[found["method"] == "OCL"]
    places, groups = found[["x", "y"]].to_numpy(), found["group"].to_numpy()
    apart = np.linalg.norm(places[:, None] - places[None], axis=2) + np.diag([np.inf] * len(places))
    assert found["same"].tolist() == (groups == groups[apart.argmin(axis=1)]).tolist()


# MTDLE


def test_chance_is_what_blind_points_give():
    rng = np.random.default_rng(0)
    for n in (3, 5):
        drawn = np.mean([mtdle.straightness(rng.normal(size=(n, 2))) for _ in range(2000)])
        assert mtdle.chance(n) == pytest.approx(drawn, abs=0.01)
    assert np.isnan(mtdle.straightness(np.ones((3, 2))))


def test_the_mixture_of_all_graphs_draws_lines_in_tic_tac_toe(monkeypatch):
    monkeypatch.setattr(mtdle, "DATASETS", {"Tic-Tac-Toe": "tic_tac_toe"})
    found = mtdle.symbol_maps()
    straight = found.groupby("setting", sort=False)["straight"].mean()
    assert len(found) == 3 * 27 and straight["three graphs, weighed alike"] > 0.999
    assert straight["three graphs, weighed by groups"] < 0.98 and found["within"].between(0, 1 + 1e-9).all()


# COS


def test_calls_against_features():
    found = cos.calls_by_features()
    P = found[found["form"] == "P"].set_index("features")["calls"]
    assert (P[5], P[35]) == (3328, 74128)
    printed = found.dropna()
    wrong = printed[printed["calls"] != printed["printed"]]
    assert len(printed) == 4 and wrong[["features", "form"]].values.tolist() == [[35, "I"]]


def test_calls_against_values(monkeypatch):
    monkeypatch.setattr(cos, "LARGEST", (16,))
    found = cos.calls_by_values().set_index("ratio")
    assert found["printed"].to_dict() == {"J/U": 85.5, "I/J": 78.2, "I/U": 66.9}
    assert (found["percent"] - found["printed"]).abs().max() < 0.3


def test_improvements_are_those_of_means():
    lines = [("Zoo", "KM", d, r, ac, 0.5) for d, r, ac in [("ADD", 0, 0.4), ("ADD", 1, 0.6), ("COD", 0, 0.6)]]
    runs = pd.DataFrame(lines, columns=["data", "model", "distance", "repeat", "accuracy", "normalized_mutual_info"])
    found = recomputed.improvements(runs).set_index("metric")
    assert found["ours"].tolist() == pytest.approx([20.0, 0.0])
    assert found.loc["accuracy", "printed"] == 16.5 and np.isnan(found.loc["normalized_mutual_info", "printed"])
    assert recomputed.improvements(runs[:2]).empty


def test_clusterings_are_told_apart_by_model_and_distance():
    found = figure_result("COS", "clustering")
    assert found["data"].unique().tolist() == list(published("COS", "clustering").datasets)
    runs = found.groupby(["data", "model", "distance"]).size()
    assert runs.tolist() == [100] * 6 * 4 and set(found["model"]) == {"KM", "SC"}
