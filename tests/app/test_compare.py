"""The Compare page: the run that comes with catviz, runs that go on where they were, tests and published figures."""

import re
from html import unescape

import numpy as np
import pandas as pd
import pytest
from gestures import assert_sound as assert_sound_in_browser
from scripted import (
    SCRIPTS,
    array,
    assert_shows_something,
    assert_sound,
    figures,
    finished,
    notes,
    run,
    spec,
    stated,
    words,
)

import catviz
from catviz.analysis import comparison_defaults, metrics
from catviz.analysis.baseline_scores import mean_by_chance
from catviz.analysis.board.advice import LIKE
from catviz.analysis.board.standings import BOARD_LEVEL, comparable, compared
from catviz.analysis.board.table import Board, read_board
from catviz.analysis.comparison import compare
from catviz.analysis.comparison_defaults import METRICS
from catviz.analysis.method_ranks import SAMPLED_ROWS
from catviz.analysis.significance import mean_scores, rank_table, significance, versions
from catviz.published import published, published_tables
from catviz.published.results import (
    DIFFERS,
    EQUAL,
    EQUIVALENT,
    EXACT,
    LIMITS_ON_PAGES,
    NOISY,
    NONE,
    SAID_EXACTLY,
    SAME,
    cells_of,
    claims_of,
    counts_of,
    runs_of_cell,
)
from catviz.ui.labels import PAPERS
from catviz.ui.methods import board as compare_board
from catviz.ui.methods.board import CHART, OPEN, OWN
from catviz.ui.methods.tabs import AGREE, BOARD, RESULTS, SIGNIFICANCE
from catviz.ui.text import CHOSEN_BEFORE, plain
from catviz.ui.widgets import charts
from catviz.ui.widgets.advice import ASK
from catviz.wording import p_text
from catviz.words.board import ERROR_RATE, WHY_LEVEL
from catviz.words.comparison import BY_SIZES
from studies.board.cells import write_board

SMALL = comparison_defaults.small_run()
SHORT = {plain(m.title): m.short for m in catviz.methods()}
ADM, HAMMING = (catviz.method(name).title for name in ("ADM", "Hamming"))
COUNTED = [("TAVE", 2), ("W-CADO", 2), ("OCL", 2), ("MTDLE", 2)]
MAIN = '[data-testid="stMain"]'
TESTED = "Friedman's χ²"


def button(at, label):
    return next(b for b in at.button if b.label == label)


def by_short(of_titles):
    """What is said of methods by their titles, by their short names."""
    return {SHORT[title]: text for title, text in dict(of_titles).items()}


def averages(at):
    """The average ranks that are drawn below those of the tables, by the methods' titles."""
    names = (plain(trace["name"].split(" <b>")[0]) for trace in spec(at)["data"])
    return {name: trace["x"][-1] for name, trace in zip(names, spec(at)["data"], strict=True)}


def texts(at, number=0):
    return [note["text"] for note in spec(at, number)["layout"].get("annotations", [])]


def test_results_are_first_those_of_the_run_that_comes_with_catviz():
    at = run("methods", data="mushroom", compare=RESULTS)
    assert_shows_something(at)
    assert button(at, "Run").disabled
    assert len(spec(at)["data"]) == 3
    ranks, means = significance(mean_scores(SMALL, "adjusted_rand")).ranks, mean_scores(SMALL, "adjusted_rand").mean()
    table = at.table[0].value
    assert table["average rank"].tolist() == [f"{r:.2f}" for r in ranks]
    assert [SHORT[title] for title in table.index] == list(ranks.index)
    assert {trace["name"] for trace in spec(at)["data"]} == {catviz.method(name).title for name in ranks.index}
    assert table["mean ARI"].tolist() == [f"{means[name]:.3f}" for name in ranks.index]
    button(at, "Compare on Mushroom").click()
    assert at.run().multiselect(key="tables").value == ["Mushroom"]


@pytest.mark.more
def test_only_what_is_new_is_run_and_the_scores_are_the_librarys():
    at = finished(run("methods", data="zoo", tables=["Zoo"], methods=[ADM, HAMMING, catviz.method("COD").title]))
    assert_shows_something(at)
    assert not notes(at) and button(at, "Run").disabled
    estimators = {name: catviz.method(name).cls() for name in ("ADM", "Hamming", "COD")}
    expected = mean_scores(compare({"Zoo": catviz.load_dataset("zoo")}, estimators), "adjusted_rand").loc["Zoo"]
    found = at.table[0].value["mean ARI"].astype(float)
    assert by_short(found) == pytest.approx(expected.to_dict(), abs=6e-4)
    assert [len(trace["x"]["bdata"]) > 0 for trace in spec(at)["data"]] == [True] * 3


@pytest.mark.more
def test_a_best_mean_that_methods_share_counts_as_shared():
    asked = [ADM, HAMMING, catviz.method("COS").title]
    at = finished(run("methods", data="zoo", tables=["Zoo"], methods=asked, clusterer="hierarchical"))
    found = at.table[0].value
    assert by_short(found["mean ARI"]) == {"ADM": "0.960", "COS": "0.960", "Hamming": "0.889"}
    assert found["average rank"].tolist() == ["1.50", "1.50", "3.00"]
    assert found["first on"].tolist() == ["0\u00a0of\u00a01, 1\u00a0shared"] * 2 + ["0\u00a0of\u00a01"]
    assert "“shared”:" in words(at)
    at = finished(run("methods", data="zoo", tables=["Zoo"], methods=asked[:2], clusterer="hierarchical"))
    assert at.table[0].value["first on"].tolist() == ["1\u00a0of\u00a01", "0\u00a0of\u00a01"]
    assert "“shared”" not in words(at)


def test_accuracy_stands_beside_what_chance_gives():
    asked = {"tables": ["Zoo"], "methods": [ADM, HAMMING], "metric": "accuracy"}
    at = finished(run("methods", data="zoo", **asked))
    _, counts = np.unique(catviz.load_dataset("zoo").target, return_counts=True)
    assert stated(at, "Zoo", f"{counts.max() / counts.sum():.0%}".replace("%", "\u00a0%"), "95th", 300)


@pytest.mark.parametrize("metric", METRICS)
def test_scores_say_whether_they_are_corrected_for_chance(metric):
    asked = {"tables": ["Zoo"], "methods": [ADM, HAMMING], "metric": metric}
    at = finished(run("methods", data="zoo", **asked))
    corrected = metric in ("adjusted_rand", "adjusted_mutual_info")
    assert ("Not corrected" in words(at), "for chance: 0" in words(at)) == (not corrected, corrected)
    if metric in ("normalized_mutual_info", "f1", "purity"):
        target = catviz.load_dataset("zoo").target
        level = metrics.score_text(metric, mean_by_chance(metric, target, target))
        assert stated(at, "Zoo", level)


@pytest.mark.parametrize(("test", "control"), [("any two", None), ("all against one", "Lin")])
def test_significance_is_the_librarys(test, control):
    at = run("methods", data="zoo", compare=SIGNIFICANCE, test=test, control="Lin", alpha="10")
    assert_shows_something(at)
    assert not notes(at)
    found = significance(mean_scores(SMALL, "adjusted_rand"), 0.1, control)
    assert any(text.startswith(f"critical difference {found.difference:.2f}") for text in texts(at))
    assert stated(at, TESTED, "Not all") and "must differ" in words(at) and stated(at, f"{found.difference:.2f}")
    assert words(at).count(CHOSEN_BEFORE) == 1
    assert by_short(averages(at)) == found.ranks.to_dict()


def test_tables_where_a_method_has_no_score_are_not_tested_and_named():
    tables = ["Zoo", "MONK's problem 1", "Hayes-Roth (training file)"]
    at = finished(run("methods", data="zoo", compare=SIGNIFICANCE, tables=tables, methods=[ADM, HAMMING], repeats="1"))
    assert_shows_something(at)
    assert stated(at, "2 tables") and stated(at, "Not counted", tables[1])


def test_behind_a_gate_that_stays_shut_nothing_is_told_apart():
    at = run("methods", data="zoo", compare=SIGNIFICANCE, tables=["Zoo", "Lymphography"])
    assert_shows_something(at)
    found = significance(mean_scores(SMALL, "adjusted_rand").loc[["zoo", "lymphography"]], 0.05)
    assert stated(at, TESTED, "No difference") and stated(at, f"{found.difference:.2f}")
    assert "must differ" not in words(at) and words(at).count(CHOSEN_BEFORE) == 1
    assert not texts(at)


@pytest.mark.parametrize("metric", ("accuracy", "purity"))
def test_ranks_by_a_score_that_moves_with_cluster_sizes_are_not_tested(metric):
    at = run("methods", data="zoo", compare=SIGNIFICANCE, metric=metric)
    assert_sound(at)
    assert any(BY_SIZES.format("")[:-1] in i.value for i in at.info)
    assert TESTED not in words(at) and not texts(at)
    expected = rank_table(mean_scores(SMALL, metric)).mean().sort_values(kind="stable")
    assert by_short(averages(at)) == pytest.approx(expected.to_dict())


def test_agreement_says_how_many_rows_are_compared():
    assert stated(run("methods", data="zoo", compare=AGREE), SAMPLED_ROWS)


def test_one_table_tells_nothing():
    at = run("methods", data="zoo", compare=SIGNIFICANCE, tables=["Zoo"], methods=[ADM, HAMMING])
    assert_sound(at)
    assert len(at.info) == 1 and not figures(at)


def test_without_known_groups_other_tables_can_still_be_compared():
    at = run("methods", data="zoo", groups="none", compare="Results")
    assert_shows_something(at)
    assert len(at.info) == 1
    titles = [catviz.dataset_info(name).title for name in comparison_defaults.DATA]
    assert at.multiselect(key="tables").value == titles and len(spec(at)["data"]) == 3


@pytest.mark.more
def test_every_published_table_opens():
    for table in published_tables():
        if (table.paper, table.number) in [*COUNTED, ("COS", "features"), ("COS", "values")]:
            continue
        at = run("methods", data="zoo", compare=PAPERS, paper=table.paper, table=str(table.number))
        assert_shows_something(at)
        assert not notes(at), (table.paper, table.number)


@pytest.mark.parametrize(("paper", "number"), COUNTED)
def test_sizes_of_data_sets_stand_beside_the_printed_ones(paper, number):
    at = run("methods", data="zoo", compare=PAPERS, paper=paper, table=str(number))
    assert_shows_something(at)
    table = published(paper, number)
    assert len(texts(at)) == len(table.cells) and SAME in words(at)


@pytest.mark.parametrize("number", ["features", "values"])
def test_calls_stand_beside_the_printed_ones_with_their_badges(number):
    at = run("methods", data="zoo", compare=PAPERS, paper="COS", table=number)
    assert_shows_something(at)
    counted = counts_of("COS", number)
    assert len(texts(at)) == len(counted)
    for badge, n in counted["badge"].value_counts().items():
        assert f"-badge[{n} {badge}]" in words(at)
    assert SAID_EXACTLY[DIFFERS] in words(at), "a count is not compared as means are"


def test_a_table_has_the_badges_and_the_runs_that_are_kept():
    at = run("methods", data="zoo", compare=PAPERS, paper="W-CADO", table="4")
    assert_shows_something(at)
    expected = cells_of("W-CADO", 4)
    assert stated(
        at,
        "W-CADO, Table 4",
        f"{len(expected)} cells",
        *expected["badge"].replace("equal", "equivalent").value_counts().map(str),
    )
    assert LIMITS_ON_PAGES in words(at)
    for badge, n in expected["badge"].value_counts().items():
        colour = {EQUAL: "blue", NOISY: "violet", DIFFERS: "orange"}[badge]
        assert f":{colour}-badge[{n} {badge.replace(EQUAL, EQUIVALENT)}]" in words(at)
    row, column = (at.selectbox(key=key).value for key in ("cell_row", "cell_column"))
    (cell,) = expected[(expected["method"] == row) & (expected["metric"] == column)].itertuples()
    x = spec(at, 1)["data"][0]["x"]
    points = array(x)
    kept = runs_of_cell("W-CADO", 4, cell.data, cell.method, cell.metric)
    assert sorted(points) == kept.tolist() and len(kept) == 100


def test_figures_without_chance_are_compared_to_their_last_digit():
    at = run("methods", data="zoo", compare=PAPERS, paper="SigDT", part="claims")
    assert_shows_something(at)
    table = published("SigDT", "clusterings")
    assert f"[27 {EQUAL}] {SAID_EXACTLY[EQUAL]}" in words(at)
    assert EXACT in words(at) and LIMITS_ON_PAGES not in words(at)
    assert "cell_row" not in [box.key for box in at.selectbox]
    assert all(plain(text, 500) in words(at) for text in table.deviations.values())
    assert stated(at, "Some of", "Hu, Jiang, Liu & He 2025")
    assert "part" not in [box.key for box in at.segmented_control]
    assert len(texts(at)) == len(table.cells) and "6<br><b>6</b>" in texts(at)
    assert f"[10 {EQUAL}]" in words(run("methods", data="zoo", compare=PAPERS, paper="SigTree"))


def test_a_method_that_is_not_implemented_has_nothing_to_run():
    at = run("methods", data="zoo", compare=PAPERS, paper="DISC", figure="ARI")
    assert_shows_something(at)
    assert f"[3 {NONE}]" in words(at) and "not implemented" in words(at) and LIMITS_ON_PAGES in words(at)
    assert "0.096<br><b>–</b>" in texts(at) and TESTED not in words(at)


def test_a_table_has_its_own_name_after_another_papers():
    at = run("methods", data="zoo", compare=PAPERS, paper="OCL", table="5")
    at.selectbox(key="paper").set_value("TAVE").run()
    box = at.selectbox(key="table")
    assert box.options == ["Table 2", "Table 3", "Table 4"] and box.value == "3"
    assert f"**{plain(published('TAVE', 3).title)}**" in words(at)
    older = run("methods", data="zoo", compare=PAPERS, paper="TAVE", table=f"Table 4: {published('TAVE', 4).title}")
    assert older.selectbox(key="table").value == "4" and not notes(older)


def test_the_papers_statistics_stand_below():
    at = run("methods", data="zoo", compare=PAPERS, paper="OCL", table="3")
    assert BY_SIZES.format("CA") in words(at) and TESTED not in words(at)
    tests = next(t.value for t in at.table if "recomputed" in t.value.columns)
    assert tests["recomputed"].tolist() == ["0.000017", "3.42742", "3.13852"]


def test_cells_that_are_not_printed_are_counted_beside_ranks_and_verdict():
    at = run("methods", data="zoo", compare=PAPERS, paper="OCL", table="4")
    assert_sound(at)
    assert stated(at, TESTED, "11 tables") and stated(at, "1 cell") and stated(at, "Not counted", "NS")
    at = run("methods", data="zoo", compare=PAPERS, paper="TAVE", table="3")
    assert_sound(at)
    empty = int(published("TAVE", 3).wide("F-score").isna().sum().sum())
    assert empty > 1 and stated(at, f"{empty} cells") and TESTED not in words(at)


def test_a_papers_figures_are_drawn_and_one_without_any_says_so():
    at = run("methods", data="zoo", compare=PAPERS, paper="OCL", part="figures", fig="2")
    assert_shows_something(at)
    assert any("5\u00a0%: 3.4274" in text for text in texts(at))
    at = run("methods", data="zoo", compare=PAPERS, paper="W-CADO", part="figures")
    assert_sound(at)
    assert plain("W-CADO") in at.info[0].value and not figures(at)


def test_claims_have_the_librarys_verdicts():
    at = run("methods", data="zoo", compare=PAPERS, paper="W-CADO", part="claims")
    assert_sound(at)
    assert at.segmented_control(key="part").value == "claims"
    found = at.table[0].value.to_numpy()
    own = [(c.printed.verdict, c.runs.verdict, c.tested.verdict) for c in claims_of("W-CADO")]
    assert [[cell.split("[")[1].split("]")[0] for cell in row] for row in found] == [list(row) for row in own]


@pytest.mark.tour
def test_a_run_is_cancelled_and_goes_on_where_it_was(explorer):
    explorer.goto(
        "compare",
        data="mushroom",
        tables=["Mushroom", "Nursery", "Chess: king and rook against king", "Adult (census income)"],
        repeats="200",
    )
    main = explorer.page.locator(MAIN)
    main.get_by_role("button", name="Run", exact=True).click()
    explorer.wait_for(re.compile(r"runs: [1-9]\d*\s%"))
    main.get_by_role("button", name="Cancel", exact=True).click()
    explorer.wait_for(re.compile("Cancelled after"))
    explorer.settle()
    assert_sound_in_browser(explorer)
    assert explorer.charts()[0]["traces"] >= 1
    main.get_by_role("button", name="Go on", exact=True).click()
    explorer.wait_for(re.compile(r"runs: [1-9]\d*\s%"))


def test_it_opens_on_the_board_which_shows_every_method_and_marks_chance():
    at = run("methods", data="lymphography")
    assert_shows_something(at)
    board = read_board()
    scores = compared(board, "centres", "adjusted_rand", ["hayes_roth"])
    once = comparable(scores, versions({name: catviz.load_dataset(name) for name in scores.index}))
    ranks = rank_table(once).mean().sort_values(kind="stable")
    heat, crosses, rings, squares = spec(at)["data"]
    assert [unescape(row[0].split("<br>")[0]) for row in heat["text"]] == list(ranks.index)
    assert squares["hovertext"] == sum(heat["text"], [])
    chance = board.wide("centres", "adjusted_rand_chance").loc[scores.index, scores.columns]
    assert len(crosses["x"]) == int(scores.isna().sum().sum()) > 50
    assert len(rings["x"]) == int((scores <= chance).sum().sum()) > 50
    assert len(once) <= len(scores.dropna()) < len(scores)
    tested = significance(once, BOARD_LEVEL)
    assert stated(at, f"{tested.friedman.chi2:.3g}", f"{len(once)} tables", p_text(tested.p), "1\u00a0%")
    mean = board.wide("centres", "adjusted_rand").at["lymphography", "ADM"]
    assert f"**ARI {metrics.score_text('adjusted_rand', mean)}**" in words(at)
    k, best = len(ranks), [f"{name} {rank:.2f}" for name, rank in ranks.head(3).items()]
    assert stated(at, f"{len(tested.differing_pairs)} of {k * (k - 1) // 2} pairs", *best)
    at.multiselect(key="board-methods").set_value(["ADM", "Hamming", "Lin"])
    at.multiselect(key="board-tables").set_value(["zoo", "voting", "lymphography", "tae"]).run()
    assert np.shape(spec(at)["data"][0]["text"]) == (3, 4) and stated(at, "4 tables")


def test_tables_that_average_ranks_leave_out_are_named_in_one_place_with_the_reason():
    board = read_board()
    scores = compared(board, "centres", "adjusted_rand", ["hayes_roth"])
    ranked = f"{len(scores.dropna())} of the {len(scores)} tables"
    [said] = [line.value for line in run("methods", data="zoo").markdown if ranked in line.value]
    assert "kr" not in said
    whys = {
        "of some method": scores.index[scores.isna().any(axis=1)],
        "methods ran there": ["kr_vs_k"],
        "of another table": ["hayes_roth"],
    }
    for why, names in whys.items():
        titles = plain(", ".join(catviz.dataset_info(name).title for name in names), 500)
        assert f"{why}: {titles}." in said
    assert {*scores.index, "kr_vs_k", "hayes_roth"} == set(board.cells["data"])


def test_the_measured_error_rate_stands_beside_the_nominal_one():
    text = words(run("methods", data="zoo"))
    assert WHY_LEVEL in text and ERROR_RATE in text.replace(WHY_LEVEL, "")


def test_possible_reasons_name_data_sets_and_methods_in_full():
    at = run("methods", data="zoo", compare=PAPERS, paper="OCL", table="3")
    text = words(at).replace("\\", "")
    for name in ("NS (Nursery):", "SB (Soybean (small)):", "CBDM (DILCA):", "UDMC:"):
        assert f"**{name}**" in text
    (dropped,) = catviz.dataset_info("zoo").ocl_kinds["dropped"]
    assert stated(at, dropped)


def test_a_cell_of_the_board_opens_its_table_under_its_method(monkeypatch):
    scores = compared(read_board(), "centres", "adjusted_rand", ["hayes_roth"])
    once = comparable(scores, versions({name: catviz.load_dataset(name) for name in scores.index}))
    methods, tables = rank_table(once).mean().sort_values(kind="stable").index, list(scores.index)
    drawn = {}
    show = charts.show
    monkeypatch.setattr(charts, "picked", lambda key: [4 * len(tables) + tables.index("voting")])
    monkeypatch.setattr(charts, "show", lambda figure, key, *a: drawn.update({key: a[1:]}) or show(figure, key, a[0]))
    at = run("methods", data="zoo", **{"board-table": "Lymphography"})
    pick, modes = drawn[CHART]
    made = {}
    monkeypatch.setattr(compare_board, "go", made.update)
    monkeypatch.setattr(compare_board.session.BOARD_OPENS, "put", lambda value: made.update(opens=value))
    pick()
    assert made == {"data": "voting", "method": catviz.method(methods[4]).name, "opens": True} and modes == ("points",)
    monkeypatch.undo()
    at.selectbox(key="board-method").set_value("OCL").run()
    button(at, OPEN).click().run()
    at.switch_page(f"{SCRIPTS}/clusters.py").run()
    assert at.selectbox(key="data").value == "lymphography"
    assert at.selectbox(key="method").value == catviz.method("OCL").name


def test_the_board_of_a_folder_is_shown_with_methods_of_ones_own(tmp_path, monkeypatch):
    found = read_board()
    own = found.cells[found.cells["method"] == "Hamming"].assign(method="Mine")
    write_board(Board(pd.concat([found.cells, own], ignore_index=True), found.facts), tmp_path)
    monkeypatch.setattr(compare_board, "FOLDER", tmp_path)
    at = run("methods", data="zoo", **{"board-of": OWN})
    assert_shows_something(at)
    assert "Mine" in [row[0].split("<br>")[0] for row in spec(at)["data"][0]["text"]]
    at.selectbox(key="board-method").set_value("Mine").run()
    assert button(at, OPEN).disabled


@pytest.mark.parametrize("page", ["start", "methods"])
def test_advice_says_what_it_rests_on_and_what_it_costs(page):
    at = run(page, data="lymphography")
    button(at, ASK).click().run()
    while at.get("progress"):
        at.run()
    text = words(at).replace("\\", "")
    [(judged, rests_on)] = [(line.value, line.help) for line in at.markdown if "25 tables" in line.value]
    assert stated(at, "The board", "no better", "ADM", "25 tables", "ARI")
    assert re.search(rf"{LIKE} most similar tables: 0\.\d+;.* Hamming: 0\.\d+", judged.replace("\\", ""))
    assert "not tested" in rests_on
    [similar] = [line for line in text.splitlines() if f"{LIKE} tables" in line]
    assert "chance" in similar and "p =" not in judged + similar


@pytest.mark.parametrize(("asked", "first"), [({}, BOARD), ({"metric": "ARI"}, RESULTS), ({"compare": AGREE}, AGREE)])
def test_links_about_runs_that_name_no_tab_open_on_results(asked, first):
    at = run("methods", data="zoo", **asked)
    tab, shown = (
        at.segmented_control(key="compare").value,
        [box.value for box in at.segmented_control if box.key == "show"],
    )
    assert (shown or [tab]) == [first]
