"""The Classify page: its accuracies and tests are the library's, its sections, and a run that is cancelled."""

import re

import numpy as np
import pandas as pd
import pytest
from scripted import (
    NOTHING,
    assert_shows_something,
    assert_sound,
    awaited,
    figures,
    finished,
    moved_to,
    notes,
    run,
    spec,
    stated,
    words,
)
from streamlit.testing.v1 import AppTest

import catviz
from catviz.analysis.encoding_trial import NEAREST
from catviz.analysis.splits import repeated_splits, settled
from catviz.analysis.statistics import corrected_resampled_t, difference_interval, equivalence_p, holm, paired_t
from catviz.classification.neighbours import DistanceKNNClassifier
from catviz.classification.on_encodings import LOGISTIC, classifiers
from catviz.plots import classify as draw
from catviz.plots.colours import LIGHT
from catviz.plots.style import significant
from catviz.ui.predict.details import SECTIONS
from catviz.ui.predict.findings import SAME_EVERYWHERE
from catviz.ui.state import defaults
from catviz.ui.text import CHOSEN_BEFORE, in_percent
from catviz.ui.widgets.encoding_trial import whole_splits
from catviz.wording import p_number

PAIRS = [(encoding, classifier) for classifier in (LOGISTIC, NEAREST) for encoding in ("ADM", "One-hot")]


def ended(at=None, **query):
    """The page with its run ended; opened first, where it is not yet."""
    return finished(at or run("predict", **query))


def scores(table, repeats, seed, training=0.5):
    """Accuracies of the pairs the page opens with, by the library's own function."""
    encodings = {"ADM": catviz.AhmadDey(), "One-hot": catviz.OneHot()}
    out = {}
    for name, encoder in encodings.items():
        how = {"repeats": repeats, "test_size": 1 - training, "random_state": seed}
        nearest = {NEAREST: (DistanceKNNClassifier(encoder), {})}
        coded = repeated_splits({"": table}, {name: encoder}, {LOGISTIC: (classifiers()[LOGISTIC][0], {})}, **how)
        values = repeated_splits({"": table}, {name: None}, nearest, **how)
        out |= {(name, LOGISTIC): coded["accuracy"].to_numpy(), (name, NEAREST): values["accuracy"].to_numpy()}
    return out


def test_accuracies_and_both_tests_are_those_of_the_library():
    at = ended(data="voting", splits="4", seed="3", training="60")
    assert_shows_something(at)
    assert not notes(at)
    found = scores(catviz.load_dataset("voting"), 4, 3, 0.6)
    tests, means = (table.value for table in at.table)
    assert [name.replace("\\", "") for name in means.index] == [" · ".join(pair) for pair in PAIRS]
    expected = [f"{100 * found[pair].mean():.1f} ± {100 * found[pair].std(ddof=1):.1f}" for pair in PAIRS]
    assert means["accuracy, %"].tolist() == expected
    drawn = [trace for trace in spec(at)["data"] if trace["mode"] == "markers"]
    assert [[float(a) for a in re.findall(r": ([\d.]+)\u00a0%", " ".join(t["hovertext"]))] for t in drawn] == [
        [round(100 * a, 1) for a in found[pair]] for pair in PAIRS
    ]
    others = [pair for pair in PAIRS if pair != ("One-hot", LOGISTIC)]
    for (_, line), pair in zip(tests.iterrows(), others, strict=True):
        a, b = found[pair], found["One-hot", LOGISTIC]
        for column, p in (("p, naive", paired_t(a, b).p), ("p, corrected", corrected_resampled_t(a, b, 0.4).p)):
            assert line[column] == p_number(p)
        low, high = difference_interval(a, b, 0.4)
        assert line["95\u00a0% interval, corrected"] == f"{100 * low:+.1f} to {100 * high:+.1f}".replace("-", "−")
    tested = [corrected_resampled_t(found[pair], found["One-hot", LOGISTIC], 0.4).p for pair in others]
    for line, p in zip(tests["p, Holm (report this)"], holm(tested), strict=True):
        assert line == p_number(p)
    claimed, uncorrected = (holm(tested) <= 0.05).sum(), (np.array(tested) < 0.05).sum()
    assert stated(at, f"{claimed} of 3", "5\u00a0%", "Holm's")
    naive = sum(paired_t(found[pair], found["One-hot", LOGISTIC]).p <= 0.05 for pair in others)
    others_too = re.search(rf"\({uncorrected} of 3 [^)]*; {naive} of 3 ", words(at))
    assert bool(others_too) == (len({claimed, uncorrected, naive}) > 1)
    reference = found["One-hot", LOGISTIC]
    equal = [equivalence_p(found[pair], reference, 0.4, 0.01) for pair in others]
    least = [equivalence_p(found[pair] - (found[pair] - reference).mean(), reference, 0.4, 0.01) for pair in others]
    said = stated(at, f"{(holm(equal) <= 0.05).sum()} of 3", "1 percentage point")
    assert said == (min(least) <= 0.05), "it is said only where equal accuracies would show it"
    assert words(at).count(CHOSEN_BEFORE) == 1


@pytest.mark.parametrize(
    ("accuracies", "largest", "at"), [([0.9, 0.95], 0.86, 86), ([0.9, 0.95], 0.5, None), ([0.6, 0.7], 0.8, 80)]
)
def test_the_share_of_the_largest_class_is_always_drawn_with_its_number(accuracies, largest, at):
    lines = [("ADM", NEAREST, i, a) for i, a in enumerate(accuracies)]
    runs = pd.DataFrame(lines, columns=["encoding", "classifier", "repeat", "accuracy"])
    made = draw.accuracy_strips(runs, [("ADM", NEAREST)], largest, LIGHT)
    low, high = made.layout.xaxis.range
    lines = [trace for trace in made.data if trace.line.dash == "dot"]
    assert [line.x[0] for line in lines] == ([] if at is None else [pytest.approx(at)])
    note = made.layout.annotations[0]
    assert in_percent(largest, 1) in note.text and ("left of" in note.text) == (at is None)
    assert made.layout.xaxis.ticksuffix == " %"
    assert note.xref == "paper" if at is None else note.x == pytest.approx(at) and low <= at <= high


@pytest.mark.more
def test_a_table_with_almost_one_accuracy_says_so_and_offers_one_on_which_encodings_differ():
    at = ended(data="mushroom", splits="2", classifiers=[NEAREST])
    assert "one percentage point" in words(at)
    next(b for b in at.button if b.key == f"differ-{defaults.DIFFER[0]}").click().run()
    assert at.selectbox(key="data").value == defaults.DIFFER[0]
    at = ended(data=defaults.DIFFER[0])
    assert stated(at, "3 of 3", "5\u00a0%") and "one percentage point" not in words(at)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("page", ["predict", "orders", "map"])
@pytest.mark.parametrize("query", [{}, {"data": "zoo"}])
def test_no_page_exchanges_the_table(page, query):
    at = run("values", **query)
    shown = at.selectbox(key="data").value
    moved_to(at, page)
    assert at.selectbox(key="data").value == shown == query.get("data", defaults.DEFAULT_DATA)
    assert not notes(at)


def test_the_time_is_that_of_predicting_and_is_named_where_it_is_shown():
    at = ended(data="voting", splits="3", closer="Seconds")
    assert at.table[1].value.columns.tolist() == ["accuracy, %", "time to predict, ms"]
    assert len(re.findall(r"\b218 test rows\b.*\b3 splits", words(at))) == 2 and not notes(at)
    figure = spec(at, 1)
    assert "time to predict" in figure["layout"]["xaxis"]["title"]["text"]
    drawn = [t["x"] for t in figure["data"] if t.get("error_y")]
    assert [f"{significant(1000 * x[0], 2)}" for x in drawn] == at.table[1].value["time to predict, ms"].tolist()


def test_where_all_splits_differ_by_the_same_amount_nothing_is_tested():
    alike = {"OneHot": [0.5, 0.6, 0.7], "AhmadDey": [0.25, 0.35, 0.45]}
    at = run_trial(alike | {"Hamming": [0.4, 0.8, 0.5]})
    table, text = at.table[0].value, words(at).replace("\\", "")
    assert table.iloc[0].tolist() == ["−25.0", "–", "–", "–", "–"] and "–" not in table.iloc[1].tolist()
    assert f"ADM · {LOGISTIC}: {SAME_EVERYWHERE}" in text and "of 1** differences" in text
    at = run_trial(alike)
    assert SAME_EVERYWHERE in words(at) and "are significant at" not in words(at)


def test_a_run_that_was_stopped_is_not_tested():
    """The splits so far were in sight: stopping at a good moment would find differences too often."""
    accuracies = {"OneHot": [0.5, 0.6, 0.7, 0.6], "Hamming": [0.7, 0.9, 0.8, 0.9]}
    assert "are significant at" in words(run_trial(accuracies, repeats=4))
    at = run_trial(accuracies, repeats=10)
    assert stated(at, "4 of 10 splits", "no test")
    assert not at.table and "Significant" not in words(at) and "Equivalent" not in words(at)


def run_trial(accuracies, repeats=3):
    """The tests of made-up accuracies, as the page draws them."""

    def page(accuracies, repeats):
        import numpy as np
        import pandas as pd
        import streamlit as st

        from catviz.classification.on_encodings import LOGISTIC
        from catviz.reading.datasets import load_dataset
        from catviz.ui.predict import results
        from catviz.ui.state import link
        from catviz.ui.state.view import View
        from catviz.ui.widgets import encoding_trial

        link.begin("predict")
        view = View("Tic-tac-toe", load_dataset("tic_tac_toe"), None, None, 0)
        trial = encoding_trial.Trial(tuple(accuracies), (LOGISTIC,), repeats, 50, 5, False, True)
        pairs = zip(trial.pairs, accuracies.values(), strict=True)
        lines = [(*pair, i, a, np.zeros(479)) for pair, own in pairs for i, a in enumerate(own)]
        runs = pd.DataFrame(lines, columns=["encoding", "classifier", "repeat", "accuracy", "truth"])
        results.compared_with_reference(view, trial, runs, st.markdown)

    return AppTest.from_function(page, args=(accuracies, repeats)).run()


def test_splits_that_a_stopped_run_left_unfinished_are_dropped():
    runs = pd.DataFrame({"repeat": [0, 0, 1, 1, 2], "accuracy": 0.5})
    assert whole_splits(runs, 2)["repeat"].tolist() == [0, 0, 1, 1]
    assert whole_splits(runs[:1], 2).empty


def test_the_accuracy_of_the_largest_class_stands_beside_every_accuracy():
    largest = pd.Series(catviz.load_dataset("voting").target).value_counts(normalize=True).max()
    for closer in SECTIONS:
        at = ended(data="voting", splits="2", closer=closer, classifiers=["nearest neighbours", "coupled centroids"])
        assert len(re.findall(rf"largest class\b.* {in_percent(largest, 1)}", words(at).replace("\\", ""))) == 2


def test_the_confusion_matrix_counts_the_rows_tested():
    at = ended(data="zoo", splits="3")
    _, y = settled(catviz.load_dataset("zoo"))
    text = next(m.value for m in at.markdown if "predictions are right" in m.value)
    right, tested = (int(n.replace(",", "")) for n in re.findall(r"[\d,]+", text)[:2])
    assert tested == 3 * np.ceil(len(y) / 2)
    heat = next(trace for trace in spec(at, 1)["data"] if trace["type"] == "heatmap")
    counts = [[int(re.search(r"<br>([\d,]+) rows", cell)[1].replace(",", "")) for cell in row] for row in heat["text"]]
    assert (np.trace(counts), np.sum(counts)) == (right, tested)


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("data", "closer"), [("nursery", SECTIONS[0]), ("shuttle_landing", SECTIONS[2]), *(("voting", s) for s in SECTIONS)]
)
def test_every_section(data, closer):
    everything = ["logistic regression", "nearest neighbours", "decision tree", "coupled centroids"]
    at = ended(data=data, closer=closer, classifiers=everything, splits="2")
    assert_sound(at)
    assert not notes(at)
    assert figures(at) >= 2
    assert len(at.table[1].value) == 7


@pytest.mark.parametrize("key", ("encodings", "classifiers", "splits", "closer", "reference", "tuning"))
def test_a_link_that_asks_for_the_impossible_falls_back_with_a_note(key):
    at = ended(data="zoo", **{"splits": "2"} | {key: "100000"})
    assert_sound(at)
    assert len(notes(at)) == 1 and "100000" in notes(at)[0]


def test_encodings_told_the_groups_are_named():
    supervised = catviz.method("TargetEncoding")
    at = ended(data="voting", encodings=[supervised.title], splits="2")
    assert stated(at, f"{supervised.short}: supervised", "known classes")


def test_a_long_run_waits_to_be_asked_for():
    at = run("predict", data="nursery", sample="all", tuning="chosen by cross-validation")
    assert_shows_something(at)
    assert any(re.search(r"about \d+ minutes", note.value) for note in at.info)
    assert [b.disabled for b in at.button if b.label == "Run"] == [False]


def test_where_nothing_can_be_predicted_the_page_says_why():
    at = run("predict", data="toy_movie")
    assert_sound(at)
    assert NOTHING in words(at) and "too few" in words(at)
    assert not figures(at) and len([b for b in at.button if b.key and b.key.startswith("offer-")]) == 2


def test_without_an_outcome_likely_ones_are_offered_here_and_columns_are_shown():
    at = run("predict", data="voting", groups="none")
    assert_sound(at)
    assert figures(at) == 1
    first = at.button(key="explain-predict-0")
    assert first.label == catviz.load_dataset("voting").target_name
    at = first.click().run()
    assert_sound(at)
    assert at.selectbox(key="groups").value == first.label


def test_the_corrected_test_uses_the_rows_of_a_split_not_the_share_asked_for():
    """Of 101 rows, 50 are learned from and 51 tested."""
    at = ended(data="zoo", splits="5")
    assert stated(at, "50 of 101") and stated(at, "50 and 51")
    assert any(r"\frac{1}{5} + \frac{51}{50}" in formula.value for formula in at.latex)
    found = scores(catviz.load_dataset("zoo"), 5, 0)
    p = corrected_resampled_t(found["ADM", LOGISTIC], found["One-hot", LOGISTIC], 51 / 101).p
    assert at.table[0].value["p, corrected"].iloc[0] == p_number(p)


def test_a_run_shows_progress_and_keeps_what_it_has_when_cancelled():
    at = run("predict", data="voting", splits="100")
    for button in [b for b in at.button if b.label == "Run" and not b.disabled]:  # what takes long waits for it
        at = button.click().run()
    assert re.match(r"4 combinations .* 100 splits", at.get("progress")[0].proto.text)
    awaited(at, lambda at: any(trace.get("mode") == "markers" for trace in spec(at)["data"]))
    next(button for button in at.button if button.label == "Cancel").click().run()
    awaited(at, lambda at: "Cancelled after" in words(at))
    assert_sound(at)
    assert len(spec(at)["data"]) > 1
    assert [b.disabled for b in at.button if b.label == "Run"] == [False]
