"""Figures of later papers: what is printed, the badges of our runs, and what cannot be run."""

import io
import re

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.published import LATER, published, published_tables
from catviz.published.recomputed import has_ranks
from catviz.published.results import DIFFERS, EQUAL, MEASURED, NOISY, NONE, SAID_EXACTLY, runs_of_cell
from catviz.registry import method
from catviz.registry.method import FIGURES_ONLY
from studies.reproduce import report
from studies.reproduce.audit import consistency
from studies.reproduce.claims import claims
from studies.reproduce.claims_on_runs import measured
from studies.reproduce.comparison import compared_cells
from studies.reproduce.margins import Printed, badge, equal_if_same
from studies.reproduce.prepared import WITH_SIZE, prepared
from studies.reproduce.runs import Piece, repeats_of, reproduce, run_name, runs_of

TABLE = "clusterings"
STORED = pd.read_csv(MEASURED, dtype={"table": str}).query("paper in @LATER")
#: A second reading: purity, F and, of SigDT, the number of clusters.
PRINTED = """
SigDT Zoo .802 .685 6, Voting .956 .569 6, Soybean-small 1 1 4, Hayes-Roth .485 .436 2, Lymphography .723 .475 5
SigDT Balance .590 .557 2, Breast W. .911 .719 5, Tic-tac-toe .721 .419 5, Car .700 .552 2
SigTree Zoo .871 .887, Voting .917 .512, Soybean-small 1 1, Breast W. .931 .747, Tic-tac-toe .793 .155
"""
MEANS = {
    ("COForest", "COForest", "NMI"): {"Voting": 0.4897, "Zoo": 0.8233, "Soybean-small": 0.9734},
    ("COForest", "HDC", "NMI"): {"Voting": 0.4893},
    ("DISC", "COForest", "CA"): {"Voting": 0.8768, "Zoo": 0.7238, "Tae": 0.4132},
    ("DISC", "COForest", "ARI"): {"Voting": 0.5668, "Zoo": 0.6912, "Tae": 0.0264},
    ("DISC", "DISC", "CA"): {"Voting": 0.8759, "Zoo": 0.805},
    ("DISC", "DISC", "ARI"): {"Voting": 0.5633, "Zoo": 0.774, "Car": 0.096},
}


def test_the_printed_figures_of_trees_are_those_of_a_second_reading():
    for paper, metrics in (("SigDT", ["purity", "F", "clusters"]), ("SigTree", ["purity", "F"])):
        cells = published(paper, TABLE).cells.pivot(index="data", columns="metric", values="mean")
        text = ", ".join(line.removeprefix(f"{paper} ") for line in PRINTED.splitlines() if line.startswith(paper))
        read = [re.fullmatch(rf"(.+?)((?: [\d.]+){{{len(metrics)}}})", part).groups() for part in text.split(", ")]
        assert {name: [float(x) for x in given.split()] for name, given in read} == {
            name: cells.loc[name, metrics].tolist() for name in cells.index
        }


def test_the_other_printed_figures_are_those_of_a_second_reading():
    for (paper, name, metric), wanted in MEANS.items():
        cells = published(paper, TABLE).cells
        cells = cells[cells["method"].eq(name) & cells["metric"].eq(metric)]
        assert dict(zip(cells["data"], cells["mean"], strict=True)) == wanted
    assert sum(map(len, MEANS.values())) == sum(len(published(paper, TABLE).cells) for paper in ("COForest", "DISC"))


@pytest.mark.parametrize("paper", ["SigDT", "SigTree"])
def test_trees_run_once_and_agree_to_the_last_digit(paper):
    table = published(paper, TABLE)
    runs = reproduce(paper, 7)
    assert len(runs) == len(table.datasets) and set(runs["repeat"]) == {0}
    cells = compared_cells(table, runs)
    assert (cells["badge"] == EQUAL).all() and (cells["why"] == "").all() and cells["deviation"].isna().all()
    digits = cells["metric"].map({"purity": 3, "F": 3, "clusters": 0})
    rounded = [round(ours, n) for ours, n in zip(cells["ours"], digits, strict=True)]
    assert rounded == pytest.approx(cells["published"].tolist(), abs=1e-12)
    stored = STORED.query("paper == @paper")
    assert stored["ours"].tolist() == pytest.approx(cells["ours"].tolist())


def test_trees_need_the_first_split_that_the_program_makes():
    table = published("SigDT", TABLE)
    (run,) = table.methods.values()
    for name, text in table.deviations.items():
        if "first split" in text:
            data = catviz.load_dataset(table.datasets[name])
            free = catviz.SignificanceTree(**dict(run.parameters) | {"force_root": False}).fit(data)
            assert free.n_clusters_ == 1
            assert "p is 1" not in text or free.tree_["p"][0] == pytest.approx(1)
    assert sum("first split" in text for text in table.deviations.values()) == 3


def test_an_exact_figure_is_equal_to_the_digits_or_differs():
    printed = Printed(0.802, rounding=0.0005, exact=True)
    for ours, given in ((0.8024, EQUAL), (0.8016, EQUAL), (0.8026, DIFFERS), (0.8014, DIFFERS)):
        assert badge({"ours": ours, "deviation": np.nan, "repeats": 1}, printed, 0.0005) == given
        assert badge({"ours": ours, "deviation": 0.0, "repeats": 9}, printed, 0.5) == given
    assert badge({"ours": 0.802, "deviation": np.nan, "repeats": 1}, Printed(0.802, rounding=0.0005), 0.0005) == ""
    assert equal_if_same({"deviation": np.nan, "repeats": 1}, printed, 0.0005) == 1.0
    assert set(SAID_EXACTLY) == {EQUAL, DIFFERS}


def test_a_tree_that_differs_is_said_to():
    """SigDT's program does not run with another level."""
    table = published("SigDT", TABLE)
    runs = reproduce("SigDT").assign(purity=lambda runs: runs["purity"] + 0.001)
    cells = compared_cells(table, runs)
    assert set(cells.loc[cells["metric"] == "purity", "badge"]) == {DIFFERS}
    assert set(cells.loc[cells["metric"] != "purity", "badge"]) == {EQUAL}
    text = report.as_markdown(report.report("SigDT", cells, runs))
    assert "Equal to the last printed digit: 67" in text and "| Zoo | SigDT | purity | 0.802 | 0.8030 |" in text


def test_the_stored_badges_of_forests():
    ours = STORED[STORED["method"] == "COForest"].set_index(["paper", "data", "metric"])["badge"]
    noisy = {("COForest", "Soybean-small", "NMI"), ("DISC", "Zoo", "CA"), ("DISC", "Zoo", "ARI")}
    assert {key for key in ours.index if ours[key] == NOISY} == noisy
    assert set(ours.drop(list(noisy))) == {EQUAL} and (STORED["published_deviation"].isna()).all()


def test_every_run_of_hdc_gives_the_printed_nmi_on_voting():
    runs = runs_of_cell("COForest", TABLE, "Voting", "HDC", "NMI")
    assert len(runs) == 100 and set(runs) == {0.4893}


@pytest.mark.more
def test_stored_runs_are_those_that_are_made():
    for paper, data, metric in (("COForest", "Zoo", "NMI"), ("DISC", "Tae", "ARI")):
        table = published(paper, TABLE)
        piece = Piece(paper, table.datasets[data], table.methods["COForest"], table.protocol, range(100), 0)
        made = pd.DataFrame(piece())[table.protocol.scores[metric]]
        stored = measured(paper, TABLE, metric).query("data == @data and method == 'COForest'")
        assert stored["mean"].item() == pytest.approx(made.mean())


def test_disc_has_nothing_to_run_and_says_why():
    table = published("DISC", TABLE)
    assert method("DISC").cls is None and method("DISC").status == FIGURES_ONLY
    assert [run_name(run) for run in runs_of(table)] == ["COForest"]
    cells = STORED[STORED["method"] == "DISC"]
    assert len(cells) == 5 and (cells["badge"] == NONE).all() and cells["ours"].isna().all()
    assert set(cells["why"]) == {method("DISC").summary} and "not to columns" in method("DISC").summary
    with pytest.raises(ValueError, match="DISC cannot be made"):
        catviz.make("DISC")


def test_tae_has_the_four_columns_of_the_paper():
    four, five = prepared("DISC", "tae"), prepared("DISC", "tae", WITH_SIZE)
    assert (four.n_attributes, five.n_attributes) == (4, 5)
    assert set(five.attributes) - set(four.attributes) == {"class_size"}
    assert prepared("COForest", "soybean_small").shape == (47, 21) and prepared("COForest", "zoo").shape == (101, 16)


def test_nothing_is_said_of_tables_of_which_only_some_cells_stand_here():
    for paper in LATER:
        for table in (table for table in published_tables() if table.paper == paper):
            assert table.excerpt and not has_ranks(table) and not table.ranks
            assert set(table.deviations) >= {"all"}
        assert not consistency(paper) and not [claim for claim in claims() if claim.paper == paper]
    assert {table.paper for table in published_tables() if table.excerpt} == set(LATER)


def test_a_table_of_trees_is_run_here_once_whatever_is_asked_for():
    assert {repeats_of(published("SigTree", TABLE), wanted) for wanted in (1, 5)} == {1}


def test_the_committed_report_has_their_parts():
    page = (MEASURED.parents[3] / "docs" / "reproduction.md").read_text(encoding="utf-8")
    stored = pd.read_csv(io.StringIO(MEASURED.read_text("utf-8")), dtype={"table": str}, keep_default_na=True)
    stored = stored.assign(badge=stored["badge"].fillna(""), why=stored["why"].fillna(""))
    for paper in ("SigDT", "SigTree"):
        text = report.as_markdown(report.report(paper, stored[stored["paper"] == paper], reproduce(paper)))
        assert text.strip() in page
    for paper in LATER:
        assert f"\n# {paper}\n" in page
