"""The board: stopped and taken up again, with a method of one's own, and its numbers by another route."""

import argparse
import importlib
import json
import os
import re
from collections import Counter
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
import scipy.linalg
from killing import killed
from numpy.polynomial import Polynomial
from scipy.stats import rankdata
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.pipeline import make_pipeline

import catviz
from catviz.analysis.board.standings import compared
from catviz.analysis.board.table import RESULTS, SCORES, read_board
from catviz.analysis.metrics import scores
from catviz.analysis.significance import significance
from catviz.analysis.splits import settled
from catviz.classification.neighbours import DistanceKNNClassifier
from catviz.registry import registration
from catviz.wording import p_number
from studies.board import __main__ as board_command
from studies.board import models as board_models
from studies.board import runs as board_runs
from studies.board.__main__ import main
from studies.board.cells import board_of, write_board
from studies.board.coordinates import as_many_as_one_hot, coordinates
from studies.board.gaps import front
from studies.board.models import Size, _UnitSpread, estimated_seconds
from studies.board.ranks_report import _first_places
from studies.board.report import _fewer, _related
from studies.board.runs import NO_DISTANCES, board_pieces, chance_levels, run_board

SMALL = ["--data", "zoo", "balloons", "--methods", "Hamming", "ADM", "--repeats", "2"]
QUICK = [*SMALL, "--clusterers", "centres", "--classifiers", "neighbours"]
TIMES = ["seconds", "learning_seconds"]
FACTS = {"left_out": {}, "coordinates": [], "fingerprints": {}, "seed": 0}


def small_board(tables, methods, **asked):
    tables = {name: catviz.load_dataset(name) for name in tables}
    pieces, left_out = board_pieces(tables, {m: catviz.method(m).cls() for m in methods}, **asked)
    return board_of(run_board(pieces), FACTS | {"left_out": left_out})


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_a_killed_board_ends_as_an_undisturbed_one(tmp_path):
    whole, again = tmp_path / "whole", tmp_path / "again"
    main([*QUICK, "--out", str(whole)])
    assert killed(4, main, [*QUICK, "--out", str(again)])
    assert [path.name for path in again.iterdir()] == ["board.jsonl"]
    main([*QUICK, "--out", str(again)])
    assert (again / "board.jsonl").read_bytes().count(b"\n") == (whole / "board.jsonl").read_bytes().count(b"\n") == 9
    found, expected = (read_board(folder) for folder in (again, whole))
    pd.testing.assert_frame_equal(found.cells.drop(columns=TIMES), expected.cells.drop(columns=TIMES))
    assert found.facts | {"cpu_seconds": 0} == expected.facts | {"cpu_seconds": 0}


def test_a_board_of_another_version_is_not_gone_on_with(tmp_path, monkeypatch):
    run_board({}, tmp_path / "board.jsonl")
    monkeypatch.setattr(board_runs, "software", lambda: {"catviz": "9.9"})
    with pytest.raises(SystemExit, match=r"board.jsonl .*other settings \(board 2, catviz [\d.]+"):
        main([*QUICK, "--out", str(tmp_path)])


def test_a_board_is_written_with_what_is_done_when_the_time_is_over(tmp_path):
    main([*QUICK, "--minutes", "0", "--out", str(tmp_path)])
    assert [path.name for path in tmp_path.iterdir()] == ["board.jsonl"]
    journal = tmp_path / "board.jsonl"
    main([*QUICK, "--out", str(tmp_path)])
    journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:6]))
    main([*QUICK, "--minutes", "0", "--out", str(tmp_path)])
    assert read_board(tmp_path).cells["data"].tolist() == ["balloons"] * 4 + ["zoo"]
    page = (tmp_path / "board.md").read_text(encoding="utf-8")
    assert "- nearest neighbours, not run yet: `zoo` (" in page


def test_a_board_of_five_runs_goes_on_to_ten():
    tables, given = {"balloons": catviz.load_dataset("balloons")}, {"Hamming": catviz.Hamming()}
    five, ten = (list(board_pieces(tables, given, ["centres"], ["neighbours"], repeats)[0]) for repeats in (5, 10))
    assert len(five) == 2 and len(ten) == 4 and set(five) < set(ten)


def test_a_method_learns_once_for_all_clusterers_of_a_table(monkeypatch):
    learned, fit = [], catviz.AhmadDey.fit
    monkeypatch.setattr(catviz.AhmadDey, "fit", lambda self, *given: learned.append(1) or fit(self, *given))
    tables = {name: catviz.load_dataset(name) for name in ("zoo", "balloons")}
    pieces, _ = board_pieces(
        tables, {"ADM": catviz.AhmadDey(), "Hamming": catviz.Hamming()}, classifiers=(), repeats=10
    )
    found = run_board(pieces)
    assert len(pieces) == 2 * 2 * 3 * 2
    assert len(learned) == 2
    first = found.groupby(["data", "method", "model"])["repeat"].transform("min") == found["repeat"]
    assert found["learning_seconds"].notna().equals(first)
    assert found["adjusted_rand_chance"].notna().equals(first)


def test_a_method_learns_once_from_a_fold_for_both_classifiers(monkeypatch):
    learned, fit = [], catviz.AhmadDey.fit
    monkeypatch.setattr(catviz.AhmadDey, "fit", lambda self, *given: learned.append(1) or fit(self, *given))
    table, given = catviz.load_dataset("balloons"), {"ADM": catviz.AhmadDey(), "Target": catviz.TargetEncoding()}
    pieces, _ = board_pieces({"balloons": table}, given, clusterers=(), repeats=10)
    found = run_board(pieces).set_index(["method", "model"])
    assert len(pieces) == 8 and len(learned) == 10
    rows, y = settled(table)
    for model, own in (
        ("neighbours", DistanceKNNClassifier(catviz.AhmadDey(), 5)),
        ("logistic", make_pipeline(catviz.AhmadDey(), _UnitSpread(4), LogisticRegression(max_iter=1000))),
    ):
        right = [
            np.mean(own.fit(rows[train], y[train]).predict(rows[test]) == y[test])
            for seed in (0, 1)
            for train, test in StratifiedKFold(5, shuffle=True, random_state=seed).split(y, y)
        ]
        assert found.loc[("ADM", model), "accuracy"].tolist() == right


def test_classifiers_get_rows_drawn_from_a_large_table(monkeypatch):
    monkeypatch.setattr(board_models, "MOST_ROWS", 60)
    tables, given = {"zoo": catviz.load_dataset("zoo")}, {"Hamming": catviz.Hamming()}
    pieces, _ = board_pieces(tables, given, ["centres"], ["neighbours", "logistic"], 5)
    sizes = {piece.model: len(piece.table) for piece in pieces.values()}
    assert sizes == {"centres": 101, "neighbours": 60, "logistic": 60}
    near, far = (piece.table for piece in pieces.values() if piece.model != "centres")
    assert near is far and len(set(map(tuple, near.to_pandas().to_numpy()))) > 30
    other, _ = board_pieces(tables, given, [], ["neighbours"], 5, random_state=1)
    assert next(iter(other.values())).table.fingerprint != near.fingerprint


def test_combinations_with_fewer_runs_are_named():
    """All methods of a and c have five runs (ADM has no score on c), of b only Lin."""
    lines = [("a", "ADM", 5), ("a", "Lin", 5), ("b", "ADM", 10), ("b", "Lin", 5), ("c", "ADM", 0), ("c", "Lin", 5)]
    cells = pd.DataFrame([{"data": d, "method": m, "model": "centres", "runs": n} for d, m, n in lines])
    some = " Fewer runs of some methods only, while the others have 10: k-modes or k-means{} 5 on `b` (Lin). There, "
    all_of = "Fewer than 10 runs: k-modes or k-means{} 5 on `a`, `c` (all methods that have a score there)."
    assert _fewer(cells, 10).startswith((all_of + some).format("", ""))
    both = pd.concat([cells, cells.assign(model="spectral")])
    assert _fewer(both, 10).startswith((all_of + some).format(", spectral", ", spectral"))
    assert _fewer(cells[cells["data"] == "c"], 10) == all_of.format("").replace("`a`, ", "")


def test_methods_with_fewer_runs_than_others_on_a_table_are_those_of_the_file():
    cells = pd.read_csv(RESULTS / "board.csv.gz")
    text = page_text()
    for model, name in (("logistic", "logistic regression"), ("neighbours", "nearest neighbours")):
        own = cells[(cells["model"] == model) & (cells["data"] == "car") & (cells["runs"] > 0)]
        few = own.loc[own["runs"] == 5, "method"]
        assert 0 < len(few) < len(own)
        assert f"{name} 5 on `car` ({', '.join(few)})" in text


def test_methods_that_cluster_are_estimated_by_their_number_of_clusters():
    lca, size = catviz.LatentClass(), Size(100, 100, (3, 3), 16)
    few, many = (estimated_seconds("neighbours", lca, replace(size, classes=k)) for k in (8, 16))
    hamming = [estimated_seconds("neighbours", catviz.Hamming(), replace(size, classes=k)) for k in (8, 16)]
    assert many > 3.5 * few and hamming[1] == pytest.approx(hamming[0], rel=0.1)


def test_a_class_of_ones_own_is_on_the_board_with_one_command(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(registration, "_registered", registration.registered())
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own_gap.py").write_text(
        "import catviz\nfrom catviz.distances.matching import Hamming\n\n\n"
        "class OwnGap(Hamming):\n    '''As Hamming.'''\n",
        encoding="utf-8",
    )
    main([*QUICK, "--out", "b"])
    before = read_board(tmp_path / "b").cells
    main(["--method", "own_gap:OwnGap", "--data", "zoo", "balloons", "--clusterers", "centres", "--out", "b"])
    after = read_board(tmp_path / "b").cells
    pd.testing.assert_frame_equal(after[after["method"] != "OwnGap"].reset_index(drop=True), before, check_dtype=False)
    own = after[(after["method"] == "OwnGap") & (after["model"] == "centres")].drop(columns=["method", *TIMES])
    hamming = before[(before["method"] == "Hamming") & (before["model"] == "centres")]
    pd.testing.assert_frame_equal(
        own.reset_index(drop=True), hamming.drop(columns=["method", *TIMES]).reset_index(drop=True)
    )
    page = (tmp_path / "b" / "board.md").read_text(encoding="utf-8")
    assert "| OwnGap |" in page and "OwnGap was added" in page
    with pytest.raises(SystemExit, match="own_gap:Other: .* module:Class"):
        main(["--method", "own_gap:Other", "--out", "b"])


def test_a_method_of_ones_own_that_changes_is_run_again(tmp_path, monkeypatch):
    """The journal keeps runs by what they are of, and the code of a method from elsewhere has no version."""
    monkeypatch.syspath_prepend(tmp_path)
    file, text = (
        tmp_path / "own_change.py",
        "from catviz.distances.matching import Hamming\n\n\nclass Own(Hamming):\n    pass\n",
    )
    file.write_text(text, encoding="utf-8")
    tables, own = {"zoo": catviz.load_dataset("zoo")}, importlib.import_module("own_change").Own()

    def names():
        return set(board_pieces(tables, {"Own": own}, ["centres"], ["logistic"], 1)[0])

    first = names()
    assert first == names() and len(first) == 2
    file.write_text(text + "    power = 2\n", encoding="utf-8")
    assert not first & names()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--method", "math:sqrt"], "--method math:sqrt: .*not a class"),
        (["--methods", "ROCK"], "no distances or"),
        (["--data", "toy_cos"], "toy_cos: .*known classes"),
        (["--data", "no_such"], "no data set"),
    ],
)
def test_what_cannot_be_on_a_board_is_refused(words, reason, tmp_path):
    parser = argparse.ArgumentParser()
    board_command.add_arguments(parser)
    with pytest.raises(ValueError, match=reason):
        board_command.command(parser.parse_args([*words, "--out", str(tmp_path)]))


@pytest.mark.filterwarnings("ignore:The least populated class")
def test_scores_are_those_of_the_clusterer_and_of_the_classifier():
    zoo = catviz.load_dataset("zoo")
    cells = small_board(["zoo"], ["MCA", "Target"], clusterers=["centres"], repeats=5).cells
    assert list(zip(cells["method"], cells["model"], strict=True)) == [
        *(("MCA", model) for model in ("centres", "neighbours")),
        ("Target", "neighbours"),
        *((method, "logistic") for method in ("MCA", "Target")),
    ]
    found = cells.set_index(["method", "model"])
    geometry = catviz.MCA().fit(zoo).geometry_
    runs = [catviz.KMeansCategorical(7, geometry, "random", 1, i).fit(zoo).labels_ for i in range(5)]
    ari = [scores(zoo.target, labels)["adjusted_rand"] for labels in runs]
    own = found.loc["MCA", "centres"]
    assert own["adjusted_rand"] == round(np.mean(ari), 4)
    assert own["adjusted_rand_deviation"] == round(np.std(ari, ddof=1), 4)
    rows, y = settled(zoo)
    right = []
    for train, test in StratifiedKFold(5, shuffle=True, random_state=0).split(y, y):
        encoder = catviz.TargetEncoding(random_state=0)
        places = encoder.fit_transform(rows[train], y[train])
        spread = _UnitSpread(16).fit(places)
        model = LogisticRegression(max_iter=1000).fit(spread.transform(places), y[train])
        right.append(np.mean(model.predict(spread.transform(encoder.transform(rows[test]))) == y[test]))
    assert found.loc[("Target", "logistic"), "accuracy"] == round(np.mean(right), 4)
    assert found.loc[("Target", "logistic"), "accuracy_chance"] == round(41 / 101, 4)


def test_what_takes_too_long_is_left_out_and_named_and_what_finds_no_distances_ranks_last(tmp_path):
    board = small_board(["car", "zoo"], ["Hamming", "ADM"], clusterers=["centres"], classifiers=[], repeats=1)
    cells = board.cells.set_index(["data", "method"])
    assert cells.loc[("car", "ADM"), "note"] == NO_DISTANCES and cells.loc[("car", "ADM"), "runs"] == 0
    assert compared(board, "centres", "adjusted_rand").loc["car"].isna().tolist() == [False, True]
    tables = {"mushroom": catviz.load_dataset("mushroom")}
    given = {"Hamming": catviz.Hamming(), "ADM": catviz.AhmadDey()}
    pieces, left_out = board_pieces(tables, given, ["spectral"], ["logistic"], 1, most_seconds=1e-9)
    both = {"mushroom": ["Hamming", "ADM"]}
    assert not pieces and left_out == {"seconds": {"logistic": both}, "rows": {"spectral": both}}


def test_equal_boards_are_equal_bytes(tmp_path):
    board = read_board()
    for name in ("a", "b"):
        write_board(board, tmp_path / name)
    one, other = ((tmp_path / name / "board.csv.gz").read_bytes() for name in ("a", "b"))
    assert one == other and one[4:8] == b"\0\0\0\0"
    again = read_board(tmp_path / "a")
    pd.testing.assert_frame_equal(again.cells, board.cells)
    assert again.facts == board.facts and len(one) < 300_000


def test_the_level_of_chance_is_that_of_shuffled_classes():
    rng, labels = np.random.default_rng(0), np.repeat([0, 1, 2], [30, 20, 10])
    classes = np.repeat([0, 1], 30)
    levels = chance_levels(np.array([[30, 0, 0], [0, 20, 10]]))
    drawn = pd.DataFrame([scores(rng.permutation(classes), labels) for _ in range(400)])
    for score in ("adjusted_rand", "adjusted_mutual_info", "accuracy", "normalized_mutual_info"):
        level = levels[f"{score}_chance"]
        assert (drawn[score] <= level + 1e-9).mean() > 0.9 and (drawn[score] < level - 1e-9).mean() < 0.99, score


def test_the_front_leaves_out_what_is_clearly_beaten_and_keeps_what_noise_could_turn():
    """With 4 methods on 10 tables one standard error is 0.58 ranks; times count as equal up to a factor of 1.5."""
    ranks = pd.Series({"slow": 1.0, "quick": 2.0, "beaten": 2.7, "without runs": 0.5})
    time = pd.Series({"slow": 3.0, "quick": 1.0, "beaten": 1.4, "without runs": np.nan})
    assert front(ranks, time, 10) == ["quick", "slow"]
    assert front(ranks.replace(2.7, 2.5), time, 10) == ["quick", "beaten", "slow"]
    assert front(ranks, time.replace(3.0, 1.4), 10) == ["slow"]
    assert front(ranks.replace(1.0, 1.5), time, 10) == ["quick"]


def page_text():
    return (RESULTS.parents[2] / "docs" / "board.md").read_text(encoding="utf-8")


def page_tables():
    """The tables of docs/board.md, cells as text."""
    for found in re.findall(r"(?:^\|.*\n)+", page_text(), flags=re.M):
        lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in found.splitlines()]
        yield pd.DataFrame(lines[2:], columns=lines[0]).set_index(lines[0][0])


def by_families(wide):
    """monks1 and monks2 are versions of monks3, and four balloons of one another: their mean counts."""
    family = [re.sub("^(monks|balloons).*", r"\1", name) for name in wide.index]
    return wide.groupby(family).mean()


def exactly(differences):
    """p of the signed-rank test by the generating function of the sums of ranks, in integers."""
    ranks = (2 * rankdata(differences[differences != 0].abs())).astype(int)
    ways = Polynomial([1])
    for rank in ranks:
        ways = Polynomial(np.convolve(ways.coef, np.bincount([0, rank], minlength=rank + 1)))
    own = ranks[(differences[differences != 0] > 0).to_numpy()].sum()
    far = np.abs(2 * np.arange(len(ways.coef)) - ranks.sum()) >= abs(2 * own - ranks.sum())
    return float(ways.coef[far].sum() / ways.coef.sum())


def test_comparisons_with_hamming_on_the_page_are_those_of_the_file():
    """By another route: a generating function for the signed-rank test, and Holm's correction by hand."""
    cells = pd.read_csv(RESULTS / "board.csv.gz")
    found = [table for table in page_tables() if "p, Holm" in table and "worse" in table]
    assert len(found) == 3
    for shown, (model, score) in zip(
        found, [("centres", "adjusted_rand"), ("neighbours", "accuracy"), ("logistic", "accuracy")], strict=True
    ):
        own = cells[(cells["model"] == model) & (cells["data"] != "hayes_roth")]
        wide = own.pivot_table(index="data", columns="method", values=score, dropna=False)
        apart = by_families(wide.drop(columns="Hamming").sub(wide["Hamming"], axis=0)).round(6)
        on_all = own.groupby("data")["method"].nunique().eq(own["method"].nunique())
        over = by_families(
            wide.sub(own.pivot_table(index="data", columns="method", values=f"{score}_chance", dropna=False))[on_all]
        ).round(6)
        above = {name: f"{(d > 0).sum()} of {d.notna().sum()}" for name, d in over.items()}
        assert shown.filter(like="above").iloc[:, 0].to_dict() == above
        assert shown.loc["ADM", ["better", "within 0.01", "worse"]].astype(int).tolist() == [
            int((apart["ADM"] > 0.01).sum()),
            int((apart["ADM"].abs() <= 0.01).sum()),
            int((apart["ADM"] < -0.01).sum()),
        ]
        p = {name: exactly(d.dropna()) for name, d in apart.items()}
        largest = 0.0
        for place, name in enumerate(sorted(p, key=p.get)):
            largest = max(largest, min(1.0, (len(p) - place) * p[name]))
            assert shown.loc[name, "p, Holm"] == p_number(largest), name
            assert float(shown.loc[name, "mean difference"].replace("−", "-")) == pytest.approx(
                apart[name].mean(), abs=6e-4
            )


def test_the_summary_of_the_page_says_what_its_tables_say():
    summary, *others = page_tables()
    compared_ones = [table for table in others if "p, Holm" in table and "worse" in table]
    assert len(summary) == len(compared_ones) == 3
    for (_, row), table in zip(summary.iterrows(), compared_ones, strict=True):
        pairs = table.drop(index="Hamming")
        p = pairs["p, Holm"].str.removeprefix("< ").astype(float)
        median = pairs["median difference"].str.replace("−", "-").astype(float)
        for what, own in (("better", median > 0), ("worse", median < 0)):
            names, cell = set(pairs.index[(p <= 0.05) & own]), row[f"significantly {what}"]
            sized = re.findall(r"([^,(]+) \((\d+) tables; ([+−][\d.]+); (\d+) better, (\d+) worse\)", cell)
            if not names or sized:
                assert {name.strip() for name, *_ in sized} == names
            for name, *sizes in sized:
                expected = pairs.loc[name.strip(), ["tables", "median difference", "better", "worse"]]
                assert sizes == expected.tolist(), name
            if len(names) > 5:
                worst = sorted(median[list(names)])
                assert cell.startswith(f"{len(names)} methods (−{-worst[0]:.3f} to −{-worst[-1]:.3f}; ")
        assert row["no difference detected"] == f"{(p > 0.05).sum()} methods"


def test_the_summary_says_what_is_left_if_a_missing_score_counts_as_0():
    cells = pd.read_csv(RESULTS / "board.csv.gz")
    own = cells[(cells["model"] == "centres") & (cells["data"] != "hayes_roth")]
    wide = own.fillna({"adjusted_rand": 0.0}).pivot(index="data", columns="method", values="adjusted_rand")
    apart = by_families(wide.drop(columns="Hamming").sub(wide["Hamming"], axis=0)).round(6)
    p, largest, holm = {name: exactly(d.dropna()) for name, d in apart.items()}, 0.0, {}
    for place, name in enumerate(sorted(p, key=p.get)):
        holm[name] = largest = max(largest, min(1.0, (len(p) - place) * p[name]))
    said = [
        f"{name} {(apart[name] > 0.01).sum()} better, {(apart[name] < -0.01).sum()} worse, p = {p_number(holm[name])}"
        for name in ("ADM", "COS")
    ]
    assert f"{'; '.join(said)}. " in page_text()
    assert min(holm["ADM"], holm["COS"]) > 0.05 > max(holm["One-hot"], holm["OF"])


def test_differences_that_starts_can_make_are_counted_from_the_file():
    """By another route: table by table, versions as the mean of their differences."""
    cells = pd.read_csv(RESULTS / "board.csv.gz")
    own = cells[(cells["model"] == "centres") & (cells["data"] != "hayes_roth") & (cells["runs"] > 0)]
    found: dict[tuple[str, str], list[tuple[float, float]]] = {}
    hamming = own[own["method"] == "Hamming"].set_index("data")
    for _, row in own[own["method"] != "Hamming"].iterrows():
        other = hamming.loc[row["data"]]
        variance = row["adjusted_rand_deviation"] ** 2 / row["runs"] + (
            other["adjusted_rand_deviation"] ** 2 / other["runs"]
        )
        family = re.sub("^(monks|balloons).*", r"\1", row["data"])
        pair = row["adjusted_rand"] - other["adjusted_rand"], variance
        found.setdefault((row["method"], family), []).append(pair)
    beyond, close = Counter(), Counter()
    for (method, _), pairs in found.items():
        apart = round(np.mean([d for d, _ in pairs]), 6)
        error = np.sqrt(sum(v for _, v in pairs)) / len(pairs)
        beyond[method] += abs(apart) > 0.01
        close[method] += abs(apart) > 0.01 and abs(apart) <= 2 * error
    text = page_text()
    assert f"{close.total()} of the {beyond.total()} such differences" in text
    for method in ("ADM", "One-hot", "COS", "OF"):
        assert f"{method} {close[method]} of {beyond[method]}" in text


def test_coordinates_of_few_dimensions_are_counted():
    """By another route: QR instead of singular values. shuttle_landing has two classes, zoo seven."""
    tables = {name: catviz.load_dataset(name) for name in ("zoo", "shuttle_landing", "voting")}
    given = coordinates(tables, ["MCA", "One-hot", "Hamming", "TF-IDF", "Target", "not registered"])
    assert list(given.counts.index) == ["zoo", "shuttle_landing"], "of at most 200 rows"
    assert given.few == ["MCA", "TF-IDF"] and given.few_of_two == ["Target"]
    for name in given.counts.index:
        places = np.asarray(catviz.OneHot().fit(tables[name]).transform(tables[name]))
        r = np.abs(np.diag(scipy.linalg.qr(places - places.mean(axis=0), pivoting=True, mode="r")[0]))
        assert given.counts.loc[name, "One-hot"] == (r > 1e-8).sum()
    same, of = as_many_as_one_hot(given.counts)
    assert same.tolist() == [2, 2] and of == 4, "One-hot and Hamming, of those without Target"
    assert not as_many_as_one_hot(given.counts[["MCA"]])[0].size


def test_the_lead_of_the_best_method_is_set_against_its_error():
    wide = pd.DataFrame(np.arange(12.0).reshape(4, 3), columns=list("abc"))
    tests = {"as above": significance(wide, 0.01), "without a": significance(wide[["b", "c"]], 0.01)}
    said = _first_places(tests)
    assert 'c is before b by 1.00 ("as above", 4 tables), before b by 1.00 ("without a", 4 tables)' in said
    assert "0.71 with 3 methods on 4 tables, 0.50 with 2 methods on 4 tables" in said and "says little" not in said
    wide.loc[:1] = wide.loc[:1, ::-1].to_numpy()
    close = _first_places({"as above": significance(wide, 0.01)})
    assert "says little" in close


def test_the_summary_says_what_friedmans_test_finds_with_the_other_clusterers():
    tested = next(table for table in page_tables() if "χ²" in table)
    for line in ("spectral, ARI", "spectral, AMI", "k-medoids, ARI", "k-medoids, AMI"):
        assert f"{line} (p = {tested.loc[line, 'p, Holm']})" in page_text().partition("Not on the board")[0]


def test_tables_that_are_not_independent_are_named_from_their_rows():
    tables = {name: catviz.load_dataset(name) for name in ("zoo", "soybean_small", "soybean_large", "car", "monks1")}
    whole = " The rows of `car`, `monks1` are no sample: they are all combinations of values, each once."
    shared = " Other tables count one by one, although `soybean_small` and `soybean_large` have 14 rows in common."
    assert _related(tables) == shared + whole
    assert not _related({name: tables[name] for name in ("zoo", "soybean_small")})
    assert _related(tables | {"soybean_small": tables["zoo"]}) == whole


def test_the_ranks_of_the_page_are_those_of_the_file():
    """By another route: the file is read with csv, ranks are SciPy's, tables are found by hand."""
    cells = pd.read_csv(RESULTS / "board.csv.gz")
    shown, tested = list(page_tables())[1:3]
    names = {"k-modes or k-means": "centres", "nearest neighbours": "neighbours", "logistic regression": "logistic"}
    columns = {"ARI": "adjusted_rand", "AMI": "adjusted_mutual_info", "balanced accuracy": "balanced_accuracy"}
    for column in shown:
        title, score, n = re.fullmatch(r"(.*), (.*) \((\d+)\)", column).groups()
        own = cells[(cells["model"] == names.get(title, title)) & (cells["data"] != "hayes_roth")]
        per_table = own.groupby("data")["method"].nunique()
        own = own[own["data"].isin(per_table.index[per_table == per_table.max()])]
        wide = own.pivot_table(index="data", columns="method", values=columns.get(score, score), dropna=False)
        wide = by_families(wide.dropna())
        assert len(wide) == int(n)
        places = rankdata((-wide).to_numpy().round(9), axis=1).mean(axis=0)
        printed = shown[column][shown[column] != "–"].astype(float)
        assert printed.to_dict() == pytest.approx(dict(zip(wide.columns, places, strict=True)), abs=0.0051)
        k = wide.shape[1]
        deviation = (rankdata((-wide).to_numpy().round(9), axis=1) - (k + 1) / 2) ** 2
        w = len(wide) * ((places - (k + 1) / 2) ** 2).sum() / deviation.sum()
        together = (len(wide) * w - 1) / (len(wide) - 1)
        assert float(tested.loc[f"{title}, {score}", "rank correlation"].replace("−", "-")) == pytest.approx(
            together, abs=0.0051
        )


def test_the_board_that_comes_with_catviz_is_of_todays_data_and_of_methods_there_are():
    board = read_board()
    for name, fingerprint in board.facts["fingerprints"].items():
        assert catviz.load_dataset(name).fingerprint == fingerprint, name
    assert set(board.cells["method"]) <= {m.short for m in registration.built_in() if m.has_values}
    assert board.cells["method"].nunique() >= 29 and board.cells["data"].nunique() >= 30
    assert json.loads((RESULTS / "board.json").read_text(encoding="utf-8"))["repeats"] >= 5
    assert np.nanmax(board.cells[list(SCORES)]) <= 1
