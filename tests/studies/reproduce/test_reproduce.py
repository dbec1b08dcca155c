"""The papers' experiments run again: pieces, badges, the report, the command, and taking up a killed run."""

import re
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.analysis.splits import repeated_splits
from catviz.analysis.statistics import corrected_resampled_t, holm, paired_t
from catviz.classification import on_encodings
from catviz.published import LATER, published, published_tables
from catviz.published.results import BADGES, DIFFERS, EQUAL, MEASURED, NOISY, NONE
from catviz.published.tables import Reading, Run
from studies.reproduce import mtdle_protocol, report
from studies.reproduce.__main__ import main
from studies.reproduce.comparison import (
    COLUMNS,
    EXTREME,
    NO_SPREAD,
    UNEXPLAINED,
    agreement,
    cell_badge,
    compared_cells,
    half_units,
    protocols,
    statistics_of_data,
)
from studies.reproduce.prepared import COMPLETE, prepared
from studies.reproduce.printed import results
from studies.reproduce.runs import Piece, default_repeats, further_runs, is_here, reproduce, run_name, runs_of

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def wcado():
    """Runs by the protocols alone, without other readings of them."""
    return pd.concat([reproduce("W-CADO", 5, table=table.number) for table in results("W-CADO")], ignore_index=True)


@pytest.mark.more
def test_a_run_a_repeat_set_and_method(wcado):
    counted = wcado.groupby(["data", "run"])["repeat"].apply(list)
    assert len(counted) == sum(len(runs_of(table)) for table in results("W-CADO")) and all(
        repeats == [0, 1, 2, 3, 4] for repeats in counted
    )


def test_a_paper_runs_its_protocols_and_other_readings_of_them():
    asked = []
    reproduce("W-CADO", callback=lambda done, total: asked.append(total) or True)
    table = published("W-CADO", 7)
    own, others = runs_of(table), further_runs(table, "voting")
    assert not {*map(run_name, own)} & {*map(run_name, others)}
    assert {run.rows for run in others} == {"", COMPLETE} and "theta" in run_name(own[-1])
    repeats = [default_repeats(table, "voting", further) for further in (False, True)]
    assert repeats == [500, 100] and asked[0] == sum(
        default_repeats(t, name, run in others) // 10
        for t in results("W-CADO")
        for name in t.datasets.values()
        for others in [further_runs(t, name)]
        for run in [*runs_of(t), *others]
    )


@pytest.mark.more
def test_runs_are_those_of_the_estimators(wcado):
    table = catviz.load_dataset("zoo")
    assignment = catviz.KModes(7, catviz.COD(), update="mode", max_iter=0, n_init=1, random_state=2).fit(table)
    run = run_name(published("W-CADO", 6).methods["k-Mode CADO"])
    found = wcado[(wcado["data"] == "zoo") & (wcado["run"] == run) & (wcado["repeat"] == 2)]
    expected = catviz.analysis.metrics.scores(table.target, assignment.labels_, paper_tables=True)
    assert found["AC"].item() == pytest.approx(expected["AC"]) and found["NMI"].item() == pytest.approx(expected["NMI"])


@pytest.mark.more
def test_the_published_row_of_cado_on_voting(wcado):
    cells = compared_cells(published("W-CADO", 7), wcado)
    cado = cells[cells["method"] == "SC CADO"].set_index("metric")
    assert cado["ours"].round(4).tolist() == [0.8782, 0.4895, 0.5710, 0.8717, 0.8897]
    assert (cado["badge"] == EQUAL).all() and (cado["why"] == "").all()


def test_the_published_row_of_hdc_on_voting():
    """Printed as 0.8736±0.00 and 0.5572±0.00."""
    runs = Piece("OCL", "voting", published("OCL", 3).methods["HDC"], published("OCL", 3).protocol, range(5), 0)()
    assert {(round(run["accuracy"], 4), round(run["adjusted_rand"], 4)) for run in runs} == {(0.8736, 0.5572)}


def test_every_printed_cell_has_a_badge_and_what_differs_a_reason(wcado):
    cells = report.cells("W-CADO", wcado)
    assert cells.columns.tolist() == COLUMNS and len(cells) == 100
    assert cells["badge"].isin((EQUAL, DIFFERS, NOISY)).all()
    assert (cells.loc[cells["badge"] == EQUAL, "why"] == "").all() and (
        cells.loc[cells["badge"] == NOISY, "why"] != ""
    ).all()
    unknown = cells["why"] == NO_SPREAD
    assert (cells.loc[unknown, "deviation"] < 1e-9).all() and (cells.loc[unknown, "badge"] == NOISY).all()


def test_a_reason_is_the_one_nearest_to_the_cell():
    table = published("OCL", 3)
    runs = [{"data": "zoo", "run": run_name(table.methods["KMD"]), "repeat": i, "accuracy": i % 2} for i in range(200)]
    told = {"all": "of all"}
    for key in ("CA", "ZO", "KMD", ("ZO", "KMD"), ("ZO", "KMD", "CA")):
        told[key] = f"of {key}"
        (line,) = (
            compared_cells(replace(table, reasons=told, tried={}), pd.DataFrame(runs)).query("repeats > 0").itertuples()
        )
        assert line.badge == DIFFERS and line.why == f"of {key}"
    (line,) = compared_cells(replace(table, reasons={}), pd.DataFrame(runs)).query("repeats > 0").itertuples()
    assert line.why == UNEXPLAINED


def test_readings_that_were_tried_are_part_of_the_reason():
    """A run that gives the printed figure, one that does not, and one whose spread leaves it open."""
    table = published("OCL", 3)
    table = replace(table, cells=table.cells.query("data == 'ZO' and method == 'KMD'"), reasons={})
    printed, wave = table.cells["mean"].item(), np.tile([-0.01, 0.01], 50)
    shifts = {"near": 0.0, "far": 0.3, "wide": 0.05}
    names = {word: Run("Hamming", "KModes", {}, {"n_init": i + 2}) for i, word in enumerate(shifts)}
    runs = [(run_name(table.methods["KMD"]), 0.2 + wave)]
    runs += [(run_name(names[word]), shift + wave * (40 if word == "wide" else 1)) for word, shift in shifts.items()]
    frame = pd.DataFrame(
        [
            {"data": "zoo", "run": run, "repeat": i, "accuracy": printed + x}
            for run, xs in runs
            for i, x in enumerate(xs)
        ]
    )
    for words, text in (
        (("near", "far"), f"{UNEXPLAINED} Equal under another reading: near ({printed:.4f})."),
        (
            ("far", "wide"),
            f"{UNEXPLAINED} Differs under: far ({printed + 0.3:.4f}). Undecided under: wide ({printed + 0.05:.4f}).",
        ),
    ):
        tried = {word: Reading({"KMD": names[word]}) for word in words}
        assert compared_cells(replace(table, tried=tried), frame, {"CA": 0.11})["why"].tolist() == [text]
    found = protocols(replace(table, tried={"near": Reading({"KMD": names["near"]})}), frame).iloc[0]
    assert found[["figures", "equal", "different", "equal_as_used", "different_as_used"]].tolist() == [1, 1, 0, 0, 1]


def test_few_runs_get_no_badge_and_say_why():
    cells = report.cells("COS", reproduce("COS", 2))
    printed = cells[cells["published"].notna()]
    assert (printed["badge"] == "").all()
    assert set(printed["why"]) == {"With 2 runs no badge is given: too few to know how much runs vary."}
    assert (printed["least"] <= printed["low"]).all() and (printed["high"] <= printed["most"]).all()
    counted = report.tally(cells).set_index("paper").loc["COS"]
    assert counted["no badge"] == counted["all"] == len(printed)


def test_committed_badges_are_those_of_the_committed_figures():
    stored = pd.read_csv(MEASURED, dtype={"table": str}, keep_default_na=True)
    tables = {(paper, str(t.number)): t for paper in set(stored["paper"]) for t in results(paper)}
    for line in stored[stored["repeats"].gt(0) & stored["published"].notna()].to_dict("records"):
        table = tables[line["paper"], line["table"]]
        cell = table.cells.query("data == @line['data'] and method == @line['method'] and metric == @line['metric']")
        (cell,) = cell.itertuples(index=False)
        assert cell.mean == line["published"]
        given = line["badge"] if isinstance(line["badge"], str) else ""
        assert cell_badge(table, cell, line, line["margin"]) == given, line


def test_the_same_figure_of_the_same_runs_has_one_badge():
    """Tables 5 and 6 of OCL repeat accuracies of Table 3 without their deviations."""
    stored = pd.read_csv(MEASURED, dtype={"table": str})
    own = stored[(stored["paper"] == "OCL") & (stored["method"] == "OCL") & (stored["metric"] == "CA")]
    own = own[own["repeats"] > 0]
    badges = own.groupby(["data", "published", "ours"])["badge"].nunique()
    assert (own.groupby("data").size() >= 2).all() and (badges == 1).all()
    for number in (5, 6):
        table, three = published("OCL", number), published("OCL", 3)
        printed = three.cells[three.cells["method"] == "OCL"].set_index("data")["deviation"]
        assert half_units(table)[1] == half_units(three)[1] == 0.005
        assert {data: d for (data, _), d in table.same_runs.items()} == printed.to_dict()
    assert not published("OCL", 3).same_runs


def test_an_extreme_of_several_data_sets_is_said_to_be_one():
    table = published("COS", "clustering")
    ours = {"ours": 0.0, "deviation": 0.1, "low": -1.0, "high": 1.0, "repeats": 100}
    printed = [cell for cell in table.cells.itertuples(index=False) if cell.mean == cell.mean]
    assert len(printed) == 8 and {cell_badge(table, cell, ours, 1.0) for cell in printed} == {DIFFERS}
    stored = pd.read_csv(MEASURED, dtype={"table": str}).query("paper == 'COS' and badge == @DIFFERS")
    assert all(why.startswith(f"{EXTREME} In our runs the gain is ") for why in stored["why"])


def test_gains_are_paired():
    """No gain in any run is a gain of 0 without spread; the mean is the gain of the means."""
    table = results("COS")[0]
    cod = table.methods["KM COD"]
    add = run_name(Run("AhmadDey", cod.model, model_parameters=cod.model_parameters))
    noise = np.random.default_rng(0).uniform(0.5, 0.9, 50)
    for factor in (1.0, 1.1):
        runs = [{"data": "zoo", "run": run_name(cod), "repeat": i, "accuracy": factor * x} for i, x in enumerate(noise)]
        runs += [{"data": "zoo", "run": add, "repeat": i, "accuracy": x} for i, x in enumerate(noise)]
        cells = compared_cells(table, pd.DataFrame(runs).assign(normalized_mutual_info=1.0))
        zoo = cells[(cells["data"] == "Zoo") & (cells["method"] == "KM COD") & (cells["metric"] == "AC over ADD")].iloc[
            0
        ]
        assert zoo["ours"] == pytest.approx(100 * (factor - 1)) and zoo["deviation"] == pytest.approx(0, abs=1e-9)


def test_how_often_figures_are_equal_with_their_own_and_with_another_method():
    table = published("OCL", 3)
    kept = replace(table, cells=table.cells[table.cells["data"].eq("ZO") & table.cells["method"].isin(["KMD", "LSM"])])
    kept = replace(kept, methods={name: table.methods[name] for name in ("KMD", "LSM")})
    means = kept.cells.set_index("method")["mean"]
    wave = np.tile([-1.0, 1.0], 200)

    def made(shift):
        return pd.DataFrame(
            [
                {"data": "zoo", "run": run_name(run), "repeat": i, "accuracy": means[name] + shift[name] + 0.1 * x}
                for name, run in kept.methods.items()
                for i, x in enumerate(wave)
            ]
        )

    far = agreement(kept, made({"KMD": 0.0, "LSM": 1.0}))
    assert far == {"own": 0.5, "own_cells": 2, "other": 0.5, "other_cells": 2}  # LSM's own is far, and KMD's is near
    same = agreement(kept, made({"KMD": 0.0, "LSM": means["KMD"] - means["LSM"]}))
    assert same["other_cells"] == 0  # the same runs are not another method's


def test_what_cannot_be_run_says_why(monkeypatch, tmp_path):
    monkeypatch.setenv("CATVIZ_DATA", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert not is_here("OCL", "caesarian") and is_here("OCL", "zoo")
    cells = compared_cells(published("OCL", 3), pd.DataFrame()).set_index(["data", "method"])
    assert (cells["badge"] == NONE).all()
    assert cells.loc[("CS", "OCL"), "why"] == "The set is not bundled: python -m catviz import-uci caesarian FILE."
    assert "found" in cells.loc[("ZO", "ADC"), "why"]


def test_the_sets_are_as_the_papers_used_them():
    assert prepared("W-CADO", "breast_cancer_wisconsin").shape == (699, 10)
    assert prepared("MTDLE", "breast_cancer_wisconsin").shape == (683, 9)
    assert prepared("MTDLE", "balance_scale").n_rows == 576
    assert prepared("OCL", "nursery").attributes[0] == "form"
    found = statistics_of_data(published("TAVE", 2))
    assert (found["published"] == found["ours"]).all()


def test_a_method_that_tells_no_rows_apart_has_no_runs():
    table = published("TAVE", 3)
    piece = Piece("TAVE", "monks3", table.methods["CNS"], table.protocol, range(2), 0)
    assert piece() == []


def test_mtdle_meets_its_splits_with_every_coding():
    piece = Piece(
        "MTDLE", "hayes_roth_160", Run("MTDLE", on_encodings.LOGISTIC), published("MTDLE", 3).protocol, range(1, 2), 3
    )
    coding, classifier = (
        {"MTDLE": catviz.MTDLE()},
        {on_encodings.LOGISTIC: on_encodings.classifiers()[on_encodings.LOGISTIC]},
    )
    table = prepared("MTDLE", "hayes_roth_160")
    expected = repeated_splits({"": table}, coding, classifier, 1, random_state=4)["accuracy"].item()
    assert piece() == [{"data": "hayes_roth_160", "run": mtdle_protocol.OURS, "repeat": 1, "accuracy": expected}]
    assert {run_name(run) for run in runs_of(published("MTDLE", 3))} >= {
        run_name(run) for run in published("MTDLE", 3).methods.values()
    }


def made_up(means, n=30):
    """Runs on two sets whose accuracies have these means."""
    noise = np.random.default_rng(0).normal(scale=0.01, size=(len(means), n))
    lines = [
        {"data": data, "run": run, "repeat": i, "accuracy": mean + x}
        for data in ("monks3", "splice")
        for (run, mean), row in zip(means.items(), noise, strict=True)
        for i, x in enumerate(row)
    ]
    return pd.DataFrame(lines)


def test_significance_is_told_both_ways():
    runs = made_up({mtdle_protocol.OURS: 0.97, "OneHot, logistic regression": 0.96})
    ours, theirs = (100 * g["accuracy"].to_numpy() for _, g in runs[runs["data"] == "splice"].groupby("run"))
    found = mtdle_protocol.tests(runs).set_index("data").loc["splice"]
    assert found["difference"] == pytest.approx((ours - theirs).mean())
    assert found["naive_p"] == pytest.approx(paired_t(ours, theirs).p)
    assert found["corrected_p"] == pytest.approx(corrected_resampled_t(ours, theirs, 0.5).p)
    both = mtdle_protocol.tests(runs)
    assert both["holm_p"].tolist() == holm(both["corrected_p"]).tolist()
    uncorrected, corrected = ((both[p] <= 0.05).sum() for p in ("corrected_p", "holm_p"))
    claim = f"{corrected} of 2 differences are significant at 5 % (Holm-corrected; {uncorrected} uncorrected)"
    assert claim in list(mtdle_protocol.further(runs))[1]
    means, tested = mtdle_protocol.further(runs).values()
    assert means.columns.tolist() == ["run", "monks3", "splice"] and len(tested) == 1
    assert "| OneHot, logistic regression | +" in report.markdown(tested)


@pytest.mark.more
def test_cos_is_held_against_add():
    runs = reproduce("COS", 2)
    table = results("COS")[0]
    cells = compared_cells(table, runs).set_index(["data", "method", "metric"])
    of_zoo = runs[runs["data"] == "zoo"].groupby("run")["accuracy"].mean()
    cod = run_name(table.methods["KM COD"])
    gain = 100 * (of_zoo[cod] / of_zoo[cod.replace("COD", "AhmadDey", 1)] - 1)
    assert cells.loc[("Zoo", "KM COD", "AC over ADD"), "ours"] == pytest.approx(gain)


PAPERS = dict.fromkeys(t.paper for t in published_tables())
FEW_PAPERS = ("COS", next(iter(LATER)))


@pytest.mark.parametrize("paper", [p if p in FEW_PAPERS else pytest.param(p, marks=pytest.mark.slow) for p in PAPERS])
def test_a_report_has_every_table_and_claims_of_the_five(paper):
    text = report.as_markdown(report.report(paper, report.cells(paper, pd.DataFrame()), pd.DataFrame()))
    assert all(
        f"## Table {t.number}." in text or f"## {t.title}" in text for t in published_tables() if t.paper == paper
    )
    assert ("## Claims" in text) == (paper not in LATER)


ARGUMENTS = ["cos", "--repeats", "1", "--jobs", "1", "--skip-figures", "--note", "It took a while."]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The folder of a run that nothing disturbed."""
    folder = tmp_path_factory.mktemp("whole")
    main([*ARGUMENTS, "--out", str(folder)])
    return folder


@pytest.mark.slow
def test_a_killed_run_ends_with_the_same_bytes(whole, tmp_path):
    journal = tmp_path / "cos.journal"
    command = [sys.executable, "-m", "studies.reproduce", *ARGUMENTS, "--out", str(tmp_path)]
    running = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while running.poll() is None and (not journal.exists() or journal.read_bytes().count(b"\n") < 5):
        time.sleep(0.02)
    running.kill()
    running.wait()
    assert not (tmp_path / "report.md").exists(), "the run ended before it could be killed"
    main([*ARGUMENTS, "--out", str(tmp_path)])
    for name in ("cos-runs.csv", "cells.csv", "report.md", "report.html"):
        assert (tmp_path / name).read_bytes() == (whole / name).read_bytes(), name


@pytest.mark.more
def test_a_report_bears_its_note_and_another_run_is_not_mixed_in(whole):
    assert "Published figures stand in brackets. It took a while." in (whole / "report.md").read_text("utf-8")
    with pytest.raises(SystemExit, match="other settings"):
        main([*ARGUMENTS, "--out", str(whole), "--seed", "5"])


def test_a_run_can_be_stopped_and_asks_for_a_paper():
    assert reproduce("COS", 1, callback=lambda done, total: True).empty
    with pytest.raises(ValueError, match="'TAFE'.*TAVE"):
        reproduce("TAFE")


def test_the_committed_report_has_the_badges_that_were_given():
    stored = pd.read_csv(MEASURED, dtype={"table": str})
    assert set(stored["badge"].dropna()) <= {*BADGES}
    assert stored.loc[stored["badge"].isin((DIFFERS, NONE)), "why"].str.len().gt(0).all()
    page = (ROOT / "docs" / "reproduction.md").read_text(encoding="utf-8")
    assert f"Marks: {report.legend()}" in page
    counted = report.tally(stored.assign(badge=stored["badge"].fillna("")))
    assert report.markdown(counted) in page
    marked = re.findall(rf"± [\d.]+ \([-\d.]+\) {report.MARKS[DIFFERS]} \|", page)
    assert len(marked) == (stored["badge"] == DIFFERS).sum()
    for name in ("docs/reproduction.md", "docs/ocl_modes.md", "README.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert not re.search(r"(?<!not )\breproduced\b", text), name
