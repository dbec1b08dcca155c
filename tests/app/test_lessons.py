"""Lessons: each before and after the guess, and the fact it teaches, on numbers worked out here."""

import re
from dataclasses import replace
from functools import partial
from itertools import combinations, permutations
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from representatives import slow_but
from scipy.optimize import linear_sum_assignment
from scipy.stats import rankdata, ttest_rel
from scripted import SCRIPTS, assert_sound, awaited, figures, finished, notes, run, spec, stated, words
from sklearn.decomposition import PCA
from sklearn.metrics import adjusted_rand_score
from sklearn.preprocessing import OneHotEncoder

import catviz
from catviz.analysis.metrics import scores
from catviz.analysis.order_null import permuted_tables
from catviz.analysis.statistics import holm
from catviz.orders.arrangement import kendall_tau
from catviz.published import published
from catviz.reading.datasets import row_names
from catviz.registry import DEFAULT, REFERENCE, method
from catviz.ui.inside import tab as computed
from catviz.ui.lessons import (
    baseline,
    null_distribution,
    one_hot,
    orders,
    paths,
    perplexity,
    same_or_not,
    ties,
    two_accuracies,
    two_p,
)
from catviz.ui.lessons.orders import best_orders
from catviz.ui.lessons.page import FIRST_AGAIN, LESSONS, NOT_YET, SHOWN, SUMMARY, guess_key
from catviz.ui.orders import tab as order
from catviz.ui.predict import results
from catviz.ui.state.view import View
from catviz.ui.text import in_percent, number, plain
from catviz.ui.values import similar
from catviz.ui.widgets import encoding_trial, order_lanes
from catviz.wording import p_number, p_text
from catviz.words.orders import agreement_in_words

RIGHT = {
    "same or not": "urban",
    "paths": "one ring",
    "orders": "in the middle",
    "ties": "it becomes flat",
    "two p": "p over 0.05",
    "one-hot": "no difference detected",
    "null band": "30 to 70\u00a0%",
    "next sample": "in about two thirds",
    "random map": "map A",
    "start again": "10 to 40\u00a0%",
    "perplexity": "one",
    "baseline": "chess endgames",
    "best of many": "much worse",
    "two accuracies": "W-CADO is higher",
    "dolphin": "it depends on the rule",
}
each = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)


def guessed(lesson, guess, seed=0, whole=True):
    """The page after a guess, once all of it is there, or the answer at least."""
    at = run("lessons", lesson=lesson.key, seed=str(seed), **{guess_key(lesson): guess})
    awaited(at, lambda at: not at.get("progress") or (kept(at) and not whole))
    assert_sound(at)
    assert not notes(at)
    return at


def view(lesson, seed=0):
    return View(lesson.data, catviz.load_dataset(lesson.data), None, catviz.dataset_info(lesson.data), seed)


def kept(at):
    return [info.value for info in at.info if "Remember" in info.value]


def lesson_of(key):
    return next(lesson for lesson in LESSONS if lesson.key == key)


def test_each_lesson_has_a_key_a_name_and_an_answer_among_its_options():
    assert len({lesson.step for lesson in LESSONS}) == len(LESSONS)
    assert [lesson.key for lesson in LESSONS] == list(RIGHT)
    for lesson in LESSONS:
        assert RIGHT[lesson.key] in lesson.options and 2 <= len(lesson.options) <= 6
        assert NOT_YET not in lesson.options and lesson.page_links


@pytest.mark.one_in(4)
@each
def test_before_the_guess_nothing_is_given_away_in_35_words_at_most(lesson):
    at = finished(run("lessons", lesson=lesson.key))
    assert_sound(at)
    prompt = next(m.value for m in seen_prose(at) if m.value)
    assert counted_words(at) == len(re.findall(r"\S*[^\W_]\S*", f"{lesson.title} {prompt}")) <= 35
    assert [title.value for title in at.title] == [lesson.title]
    assert RIGHT[lesson.key] not in lesson.title and figures(at)
    assert not kept(at) and "You guessed" not in words(at)
    assert not [b for b in at.button if (b.key or "").startswith("door-")]


@pytest.mark.one_in(4)
@each
def test_the_guess_is_answered_without_judging(lesson):
    for guess in (RIGHT[lesson.key], lesson.options[0]):
        at = guessed(lesson, guess)
        text = words(at).replace("\\", "")
        assert f"You guessed **{guess}**" in text
        assert (": right." in text) == (guess == RIGHT[lesson.key])
        assert f"**{RIGHT[lesson.key]}**" in text
        assert figures(at) and len(kept(at)) == 1
        assert [b for b in at.button if (b.key or "").startswith("door-")]
    shown = guessed(lesson, SHOWN)
    assert "You guessed" not in words(shown) and len(kept(shown)) == 1
    assert not {"correct", "wrong", "score", "congratulations"} & set(re.findall("[a-z]+", text.casefold()))


def seen_prose(at):
    """Paragraphs that are seen before anything is opened."""
    closed = [part for box in at.get("popover") for part in box.markdown]
    return [part for part in at.main.markdown if part not in closed]


def counted_words(at):
    """Words of headings, prose, captions and notes, as `budget` counts them in a browser."""
    closed = [part for box in at.get("popover") for part in box.caption]
    captions = [part for part in at.main.caption if part not in closed]
    kinds = (at.title, at.header, at.subheader, seen_prose(at), captions, at.main.info, at.main.warning)
    return sum(len(re.findall(r"\S*[^\W_]\S*", part.value)) for kind in kinds for part in kind)


@pytest.mark.parametrize("lesson", slow_but(LESSONS[::4], LESSONS), ids=lambda lesson: lesson.key)
def test_with_another_seed_the_lesson_is_the_same(lesson):
    assert f"**{RIGHT[lesson.key]}**" in words(guessed(lesson, lesson.options[0], 77, whole=False)).replace("\\", "")


@pytest.mark.one_in(4)
@each
def test_every_door_opens_with_its_choices(lesson):
    for page_link in lesson.page_links:
        at = run(page_link.page, data=lesson.data, **{k: v for k, v in page_link.choices.items()})
        assert_sound(at)
        assert not notes(at), (page_link, notes(at))


def test_a_guess_and_the_next_lesson_by_their_buttons():
    at = run("lessons")
    at.segmented_control(key=guess_key(LESSONS[0])).set_value("woods").run()
    assert "You guessed **woods**" in words(at)
    at.button(key="next-lesson").click().run()
    assert_sound(at)
    assert LESSONS[1].title in words(at) and "You guessed" not in words(at)
    steps = at.segmented_control(key="lesson").options
    assert steps[0] == f"✓ {LESSONS[0].step}" and steps[1] == LESSONS[1].step, "done ones are ticked"


def test_the_summary_has_a_line_a_lesson():
    at = run("lessons", lesson="ties", **{guess_key(lesson_of("ties")): "it falls"})
    answer = next(m.value for m in seen_prose(at) if "sorted file" in m.value)
    at.segmented_control(key="lesson").set_value(SUMMARY).run()
    assert_sound(at)
    table = next(m.value for m in at.markdown if m.value.startswith("| Lesson"))
    lines = dict(zip([lesson.key for lesson in LESSONS], table.splitlines()[2:], strict=True))
    assert "it falls" in lines["ties"] and answer in lines["ties"]
    assert all(NOT_YET in line for key, line in lines.items() if key != "ties")
    assert at.button(key="first-lesson").label == FIRST_AGAIN


def test_a_link_with_an_older_name_of_a_guess_opens_with_it():
    for former, guess in (("they vanish", "it becomes flat**: right."), ("yes", "it still rises**. The answer is")):
        at = run("lessons", **{"lesson": "4", "ties-guess": former})
        assert not notes(at) and f"You guessed **{guess}" in words(at)


def test_start_leads_to_the_lessons():
    at = run("start")
    assert "Open the lessons" in [link.proto.label for link in at.get("page_link")]


# what the lessons teach


def test_hamming_ties_all_habitats_and_adm_does_not():
    t = catviz.load_dataset("mushroom")
    flat = catviz.method(REFERENCE).cls().fit(t).value_distances_["habitat"].to_numpy()
    assert set(flat[~np.eye(7, dtype=bool)]) == {1.0}
    near = catviz.method(DEFAULT).cls().fit(t).value_distances_["habitat"].loc["grasses"].drop("grasses").sort_values()
    assert near.index[0] == "urban" and near.iloc[0] < 0.9 * near.iloc[1] and near.index[3] == "meadows"
    assert set(same_or_not.SameOrNot.options) == set(near.index)
    assert same_or_not.SameOrNot().find(view(LESSONS[0])) == pytest.approx(near.to_dict())


def test_the_shortest_path_between_two_odours_goes_over_one_ring():
    lesson, frame = lesson_of("paths"), catviz.load_dataset("mushroom").to_pandas().astype(str)
    found = lesson.find(view(lesson))
    odour = frame["odor"]
    for name, (column, value) in paths.BRIDGES.items():
        own = frame[column] == value
        edges = [
            np.arccos((own & (odour == end)).sum() / np.sqrt(own.sum() * (odour == end).sum()))
            for end in ("almond", "foul")
        ]
        assert found.ways.loc[name, ["first", "second"]].tolist() == pytest.approx(edges)
        assert found.ways.loc[name, "of_all"] == pytest.approx(own.mean())
    assert found.learned == pytest.approx(found.ways["length"].min())
    assert found.ways.loc[lesson.answer(found), "kept"] and not found.ways.loc["bruises", "kept"]
    length, share = number(found.ways["length"].min()), in_percent((frame["ring_number"] == "one").mean())
    assert f"(length {length})" in lesson.sentence(found) and share in lesson.sentence(found)
    shares = paths.shares_with(view(lesson))
    assert shares.loc["bruises", "foul"] == pytest.approx((frame["bruises"][odour == "foul"] == "bruises").mean())
    learned = found.fitted.distances["odor"].loc["almond", "foul"]
    assert f"= {number(learned)}." in lesson.explanation(found, "")


def test_the_nearest_order_is_an_organ_pipe_and_asks_no_other_column():
    lesson = lesson_of("orders")
    found = orders.Orders().find(view(lesson))
    along = found.learned.counts[np.argsort(found.learned.ranks)]
    top = int(along.argmax())
    assert (np.diff(along[: top + 1]) > 0).all() and (np.diff(along[top:]) < 0).all() and abs(top - 5) <= 1
    assert found.apart < found.declared_apart < found.random_apart
    assert [f"{lane.tau:.2f}" for lane in found.best] == ["0.05", "0.49"] and found.best[-1].tau < found.by_adm.tau
    assert any(np.array_equal(lane.ranks, found.learned.ranks) for lane in found.best)
    for lane in found.best:
        assert orders._apart(lane.ranks, lane.counts / lane.counts.sum()) == pytest.approx(found.apart, abs=1e-12)
        assert abs(lane.ranks[found.most_frequent] - 5) <= 1
    text = lesson.explanation(found, "").replace("\\", "")
    assert re.search(r"\b2 orders .*\(0-4, 50-54\)", text)
    assert re.search(r"\*\*0\.05\*\* \(26 of 55 .*\*\*0\.49\*\* \(14 ", text)
    # whatever stands in the other columns, rows stand no nearer
    t = view(lesson).table
    r, shares = t.codebook.position("tumor_size"), found.learned.counts / found.learned.counts.sum()
    shuffled, _ = next(permuted_tables(t, 1))
    again = catviz.OCL(n_clusters=1, n_init=10, random_state=0).fit(shuffled).geometry_
    canonical = {label: i for i, label in enumerate(again.codebook.labels[r])}
    ranks = again.ranks[r][[canonical[label] for label in found.learned.labels]]
    assert orders._apart(ranks, shares) == pytest.approx(found.apart)
    assert kendall_tau(rankdata(found.learned.ranks), found.learned.declared) == pytest.approx(found.learned.tau)


def test_all_best_orders_are_found():
    rng = np.random.default_rng(0)
    for v in (1, 2, 3, 4, 5, 6, 6, 6):
        counts = rng.integers(1, 6, v)
        cost = {
            order: sum(counts[a] * counts[b] * (j - i) for (i, a), (j, b) in combinations(enumerate(order), 2))
            for order in permutations(range(v))
            if order[0] <= order[-1]
        }
        least = min(cost.values())
        assert sorted(best_orders(counts)) == sorted(order for order, own in cost.items() if own == least)


def test_the_pattern_on_balance_comes_from_the_order_of_its_rows():
    lesson = lesson_of("ties")
    t = view(lesson).table
    assert len(t) == len(t.unique_rows()[0]) == 5**4 and (np.diff(t.codes @ [125, 25, 5, 1]) == 1).all()
    found = ties.Ties().find(view(lesson))
    spread, left, shared = found.spreads
    assert left < 0.05 * spread and shared < 1e-9 and (np.diff(found.file) > 0).all()
    one_hot_distances = catviz.OneHot().fit(t).value_distances_
    even = catviz.TAVE(ties="fair").fit(t).value_distances_
    for a, b in zip(even.tables, one_hot_distances.tables, strict=True):
        np.testing.assert_allclose(a, b, atol=1e-9)
    assert f"but only by {in_percent(found.file[-1] / found.file[0] - 1, 1)}" in lesson.background(view(lesson))


def test_the_paired_test_finds_what_the_corrected_one_does_not():
    lesson = lesson_of("two p")
    found = one_hot._work_out(view(lesson), lambda share, runs: False)
    adm, reference = (found.accuracies(name, one_hot.NEAREST) for name in (DEFAULT, one_hot.ONE_HOT))
    naive, corrected = two_p.tests(found)
    assert naive.p == pytest.approx(ttest_rel(adm, reference).pvalue) and naive.p < 0.01
    error = (adm - reference).std(ddof=1) * np.sqrt(1 / 10 + 0.5 / 0.5)
    assert corrected.t == pytest.approx((adm - reference).mean() / error) and corrected.p > 0.05
    assert p_text(naive.p) in lesson.sentence(found) and p_text(corrected.p) in lesson.sentence(found)


def test_learned_numbers_span_what_0_and_1_span():
    found = one_hot._work_out(view(lesson_of("one-hot")), lambda share, runs: False)
    assert found.columns[one_hot.ONE_HOT] == 27 and found.columns[one_hot.LEARNED] == 18
    assert found.spans[one_hot.ONE_HOT] == found.spans[one_hot.LEARNED] == found.together == 19
    assert "27 - 9 = 18" in lesson_of("one-hot").details(found)
    assert found.equal and "weighted sums" in lesson_of("one-hot").explanation(found, "")
    linear = found.against_one_hot(one_hot.LEARNED, one_hot.LOGISTIC)
    assert abs(linear.difference) < 0.01 and linear.p > 0.1
    assert found.same_predictions(one_hot.LEARNED, one_hot.LOGISTIC) > 0.98
    learned, adm = (found.against_one_hot(name, one_hot.NEAREST) for name in (one_hot.LEARNED, DEFAULT))
    assert learned.difference < -0.03 and learned.p < 0.05 < adm.p and adm.difference > 0
    corrected = [test.p for test in one_hot._claims(found)]
    assert corrected == pytest.approx(holm([linear.p, learned.p, adm.p])), "the lesson makes three comparisons"
    text = lesson_of("one-hot").explanation(found, "")
    assert all(f"({p_text(p)})" in text for p in corrected) and "may still" in text
    assert corrected[1] < 0.05 < corrected[2], "one coding harms, and no help is shown"


def test_the_clumps_of_the_random_map_are_two_columns_and_the_table_is_related():
    lesson = lesson_of("random map")
    drawn = view(lesson)
    found = lesson.find(drawn)
    shuffled, _ = next(permuted_tables(drawn.table, 1, 0))
    x = OneHotEncoder(sparse_output=False).fit_transform(shuffled.to_pandas().astype(str))
    total = PCA().fit(x)
    assert found.shares[0] == pytest.approx(total.explained_variance_ratio_[:2].sum())
    real = PCA().fit(OneHotEncoder(sparse_output=False).fit_transform(drawn.table.to_pandas().astype(str)))
    assert found.share == pytest.approx(real.explained_variance_ratio_[:2].sum())
    assert len(found.shares) == 99 and found.p == 0.01
    places = pd.DataFrame(found.shuffled)
    for column, share in found.shaped_by.items():
        means = places.groupby(shuffled.to_pandas()[column].astype(object).fillna("?").to_numpy()).transform("mean")
        assert ((means - places.mean()) ** 2).sum().sum() / ((places - places.mean()) ** 2).sum().sum() == (
            pytest.approx(share, abs=1e-5)
        )
    two = list(found.shaped_by)[:2]
    assert set(two) == {"breast", "menopause"} and min(found.shaped_by[name] for name in two) > 0.4
    assert all(share < 0.2 for name, share in found.shaped_by.items() if name not in two)


def test_a_second_run_moves_a_quarter_of_the_animals():
    lesson = lesson_of("start again")
    found = lesson.find(view(lesson))
    t = catviz.load_dataset("zoo")
    runs = [catviz.KModes(n_clusters=7, n_init=1, random_state=i).fit(t).labels_ for i in range(20)]
    agreement = [adjusted_rand_score(a, b) for a, b in combinations(runs, 2)]
    assert found.agreement == pytest.approx(np.mean(agreement)) and len(found.changed) == 190
    counts = pd.crosstab(runs[0], runs[1]).to_numpy()
    rows, columns = linear_sum_assignment(-counts)
    assert found.changed[0] == pytest.approx(1 - counts[rows, columns].sum() / 101)
    assert (found.first != found.second).mean() == pytest.approx(found.changed[0])
    assert 0.15 < found.changed.mean() < 0.35
    assert f"{in_percent(found.changed.mean())} of the animals" in lesson.sentence(found)


@pytest.mark.more
def test_three_maps_are_of_one_table_without_clusters():
    lesson = lesson_of("perplexity")
    found = perplexity._work_out(view(lesson), lambda share, coordinates=None: False)
    assert list(found.places) == [5, 30, 100] and found.factorial
    assert all(places.shape == (625, 2) for places in found.places.values())
    codes = view(lesson).table.codes
    apart = (codes[:, None] != codes[None]).sum(axis=2)
    assert all((np.bincount(line) == np.bincount(apart[0])).all() for line in apart), "no row is in a denser part"
    stopped = perplexity._work_out(view(lesson), lambda share, coordinates=None: share > 0.1)
    assert len(stopped.places) < 3


def test_the_larger_accuracy_is_above_its_baseline_and_the_other_is_not():
    lesson = lesson_of("baseline")
    own = {name: view(SimpleNamespace(data=data)) for name, data in baseline.TABLES.items()}
    found = baseline._work_out(own, lambda share, runs=None: False)
    for name, data in baseline.TABLES.items():
        shares = pd.Series(catviz.load_dataset(data).target).value_counts(normalize=True)
        assert found.tables.loc[name, "largest"] == pytest.approx(shares.max())
    gains = found.tables["accuracy"] - found.tables["largest"]
    assert gains["chess endgames"] > 0.3 and abs(gains["solar flares"]) < 0.03
    assert (found.tables["accuracy"].between(0.87, 0.94)).all(), "about 90 %"
    one_hot_runs = catviz.compare_encodings(
        catviz.load_dataset("solar_flare1"), {"One-hot": catviz.OneHot()}, ["nearest neighbours"], repeats=10
    )
    assert found.tables.loc["solar flares", "accuracy"] == pytest.approx(one_hot_runs["accuracy"].mean())
    assert in_percent(found.tables.loc["chess endgames", "accuracy"], 1) in lesson.sentence(found)


def test_the_best_of_36_ranks_worse_on_tables_that_did_not_choose_it():
    lesson = lesson_of("best of many")
    found = lesson.find(view(lesson))
    assert found.ranks.shape[1] == 36 and "36" in lesson.title + lesson.prompt(view(lesson))
    assert (found.ranks.sum(axis=1) == 36 * 37 / 2).all()
    half = len(found.ranks) // 2
    order = np.random.default_rng(0).permutation(len(found.ranks))
    first, second = found.ranks.iloc[order[:half]].mean(), found.ranks.iloc[order[half:]].mean()
    assert found.chosen[0] == pytest.approx(first.min())
    assert found.elsewhere[0] == pytest.approx(second.iloc[first.argmin()])
    assert found.elsewhere.mean() - found.chosen.mean() > 3 and found.worse > 0.8
    for versions in (("monks1", "monks2", "monks3"), ("hayes_roth", "hayes_roth_160")):
        assert len(set(versions) & set(found.ranks.index)) == 1, "versions of a table count once"


def test_two_papers_give_the_same_clusters_different_accuracies():
    lesson = lesson_of("two accuracies")
    found = lesson.find(view(lesson))
    t = catviz.load_dataset("zoo")
    labels = catviz.KModes(n_clusters=7, n_init=1, random_state=0).fit(t).labels_
    papers = {
        paper: scores(t.target, labels, paper_tables=published(paper, number).protocol.paper_tables)
        for paper, number in ((two_accuracies.PURITY, 6), (two_accuracies.MATCHED, 3))
    }
    assert found.purity[0] == pytest.approx(papers["W-CADO"]["AC"])
    assert found.accuracy[0] == pytest.approx(papers["OCL"]["accuracy"])
    counts = found.counts.to_numpy()
    assert counts[found.pure].sum() / 101 == pytest.approx(found.purity[0])
    assert counts[found.matched].sum() / 101 == pytest.approx(found.accuracy[0])
    assert (found.purity >= found.accuracy).all() and found.purity.mean() - found.accuracy.mean() > 0.1
    assert in_percent(found.purity.mean(), 1) in lesson.sentence(found)


def test_the_dolphin_is_near_some_mammals_and_nearer_to_the_average_fish():
    lesson = lesson_of("dolphin")
    found = lesson.find(view(lesson))
    frame = catviz.load_dataset("zoo").to_pandas().astype(str)
    names, kinds = np.array(row_names("zoo")), np.array(catviz.load_dataset("zoo").target)
    own = names == "dolphin"
    apart = (frame[list(catviz.load_dataset("zoo").attributes)] != frame[own].iloc[0]).sum(axis=1).to_numpy()
    for kind in ("mammal", "fish"):
        assert found.on_average[kind] == pytest.approx(apart[(kinds == kind) & ~own].mean())
    assert found.nearest["name"].head(3).tolist() == ["porpoise", "seal", "sealion"]
    assert sorted(found.nearest["distance"]) == sorted(apart[~own])
    others = frame[(kinds == "mammal") & ~own]
    assert (others["hair"] == "yes").mean() > 0.9 and (others["legs"] != "0").mean() > 0.9
    assert (others["aquatic"] == "yes").mean() < 0.2
    assert number(found.on_average["fish"]) in lesson.sentence(found)


@pytest.mark.parametrize(
    ("module", "name", "key", "done"),
    [(one_hot, "_work_out", "one-hot", "3 of 10"), (null_distribution, "_shuffled", "null band", "32 of 100")],
)
def test_a_stopped_run_is_not_answered(module, name, key, done, monkeypatch):
    monkeypatch.setattr(module, name, partial(stopped, getattr(module, name)))
    lesson = LESSONS[list(RIGHT).index(key)]
    at = guessed(lesson, lesson.options[0], seed=91)
    assert stated(at, "Cancelled", done) and "You guessed" not in words(at) and not kept(at)


def stopped(find, view, report):
    """What is found where the run is stopped as soon as 31 % of it are done."""
    return find(view, lambda share, found=None: share > 0.31)


@pytest.mark.more
def test_a_perfect_tau_may_be_worth_less_than_a_good_one():
    drawn = view(lesson_of("null band"))
    table = null_distribution._shuffled(drawn, lambda share, found: False).summary()
    assert table["tau"]["deg_malig"] == 1 and table["p"]["deg_malig"] > 0.3
    assert table["p"][["age", "tumor_size"]].max() < 0.06 < 0.2 < table["p"]["inv_nodes"]
    assert abs(table["tau"]["age"] - table["tau"]["inv_nodes"]) < 0.05
    at = guessed(lesson_of("null band"), "under 5\u00a0%")
    squares = np.array([note["text"] for note in spec(at)["layout"]["annotations"]], dtype=float)
    as_high = null_distribution._shuffled(drawn, lambda share, found: False).null["deg_malig"] >= 1 - 1e-9
    assert len(squares) == 100 and (squares == 1).tolist() == as_high.tolist()
    assert stated(at, as_high.sum(), 100, "deg_malig", "1.00")
    shapes, taus = spec(at, 1)["layout"]["shapes"], null_distribution._shuffled(drawn, lambda share, found: False)
    names = spec(at, 1)["layout"]["yaxis"]["ticktext"]
    for bars, chance in ((shapes[: len(names)], taus.null), (shapes[len(names) :], taus.drawn)):
        for bar, column in zip(bars, names, strict=True):
            assert [bar["x0"], bar["x1"]] == pytest.approx(chance[column].quantile([0.05, 0.95]).tolist())
    right_of_both = {c for c in names if table["tau"][c] > max(t[c].quantile(0.95) for t in (taus.null, taus.drawn))}
    assert right_of_both == {"tumor_size"} == set(table.index[table["p"] <= 0.05]), (
        "the figure shows what the test says"
    )


# what a lesson says holds on the pages it opens, whatever was set before

#: Parameters that would contradict what the lessons say.
SET_BEFORE = {
    "AhmadDey.na": "exclude",
    "TAVE.damping.value": "0.3",
    "TAVE.n_iter.value": "2",
    "MTDLE.theta": "1",
}


@pytest.fixture
def through(monkeypatch):
    """``through(lesson, number)``: what the page behind that door shows, once by the button and once by a link."""
    seen = []

    def noted(module, name):
        keep = getattr(module, name)
        monkeypatch.setattr(module, name, lambda *given: seen.append(given) or keep(*given))

    noted(similar, "offer_values")
    noted(computed, "offer_values")
    noted(order, "offer_orders")
    noted(results, "compared_with_reference")

    def opened(lesson, number):
        page_link = lesson.page_links[number]
        at = run("values", data="zoo", second="TAVE", **SET_BEFORE)
        at.switch_page(f"{SCRIPTS}/lessons.py").run()
        at.segmented_control(key="lesson").set_value(lesson.key).run()
        at.segmented_control(key=guess_key(lesson)).set_value(lesson.options[0]).run()
        awaited(at, lambda at: not at.get("progress") or kept(at))
        at.button(key=f"door-{page_link.label}").click().run()
        seen.clear()
        pages = (
            at.switch_page(f"{SCRIPTS}/{page_link.page}.py").run(),
            run(page_link.page, data=lesson.data, **page_link.choices),
        )
        for page in pages:
            awaited(page, lambda at: not at.get("progress") or seen)
            assert_sound(page)
            assert not notes(page)
        return pages, (seen[0], seen[-1])

    return opened


@pytest.mark.slow
def test_the_page_behind_same_or_not_names_the_same_nearest_habitat(through):
    lesson = LESSONS[0]
    found = lesson.find(view(lesson))
    pages, seen = through(lesson, 0)
    for page, (_, (fitted,), column, pair) in zip(pages, seen, strict=True):
        assert (column, pair) == ("habitat", ("grasses", lesson.answer(found)))
        near = fitted.distances["habitat"].loc["grasses"].drop("grasses")
        assert near.to_dict() == pytest.approx(found) and near.idxmin() == lesson.answer(found)
        assert number(near.min()) in [m.value for m in page.metric]


@pytest.mark.slow
def test_the_pages_behind_paths_show_the_same_distance(through):
    lesson = lesson_of("paths")
    found = lesson.find(view(lesson))
    learned = found.learned / paths.divisor(found.fitted)
    for _, compared, *_ in through(lesson, 0)[1]:
        assert compared[1].distances["odor"].loc["almond", "foul"] == pytest.approx(learned)
    pages, seen = through(lesson, 1)
    for page, (_, (fitted,), column, pair) in zip(pages, seen, strict=True):
        assert (column, pair) == ("odor", ("almond", "foul"))
        assert fitted.distances["odor"].loc["almond", "foul"] == pytest.approx(learned)
        assert number(learned) in words(page) and number(found.learned) in words(page)


@pytest.mark.slow
def test_the_pages_behind_orders_show_the_same_orders(through):
    lesson = lesson_of("orders")
    found = lesson.find(view(lesson))
    for number_, lane in enumerate((found.learned, found.by_adm)):
        pages, seen = through(lesson, number_)
        for page, (_, fit) in zip(pages, seen, strict=True):
            lanes = order_lanes.lanes(fit)
            own = next(other for other in lanes if other.attribute == "tumor_size")
            assert np.array_equal(own.ranks, lane.ranks) and own.tau == pytest.approx(lane.tau)
            assert f"{abs(lane.tau):.2f}" in str(spec(page)) + words(page) + str([f.value for f in page.dataframe])
    assert abs(found.learned.ranks[found.most_frequent] - (len(found.learned.ranks) - 1) / 2) <= 1


@pytest.mark.slow
def test_the_pages_behind_ties_show_the_pattern_of_the_sorted_file(through):
    lesson = lesson_of("ties")
    found = lesson.find(view(lesson))
    for number_ in (0, 1):
        for _, (fitted,), column, pair in through(lesson, number_)[1]:
            assert (column, pair) == ("left_weight", ("1", "5"))
            near = fitted.distances[column].loc["1"]
            np.testing.assert_allclose(near.iloc[1:], found.file)
            assert near["5"] > near["2"]


@pytest.mark.more
def test_the_page_behind_one_hot_finds_the_same_accuracies(through):
    lesson = lesson_of("one-hot")
    found = one_hot._work_out(view(lesson), lambda share, runs: False)
    key = ["encoding", "classifier", "repeat"]
    expected = found.runs.set_index(key)["accuracy"]
    pages, seen = through(lesson, 0)
    for page, (_, _, runs, _) in zip(pages, seen, strict=True):
        there = runs.set_index(key)["accuracy"]
        pd.testing.assert_series_equal(there.sort_index(), expected.sort_index())
        reference = (method(one_hot.ONE_HOT).short, one_hot.LOGISTIC)
        _, corrected = results.both_tests(runs, (method(one_hot.LEARNED).short, one_hot.LOGISTIC), reference, 0.5)
        assert corrected.p > 0.05 and abs(corrected.difference) < 0.01
        assert stated(page, "Logistic regression", "C = 1000")


@pytest.mark.more
def test_the_page_behind_the_null_distribution_says_the_same_of_the_same_columns(through):
    lesson = lesson_of("null band")
    found = null_distribution._shuffled(view(lesson), lambda share, found: False)
    as_good = float((found.null["deg_malig"] >= 1 - 1e-9).mean())
    at, verdict, table = guessed(lesson, RIGHT[lesson.key]), found.verdict(), found.summary()
    assert stated(at, "1.00", in_percent(as_good), 100)
    assert verdict.agree and not verdict.better and stated(at, "None of the 4 columns")
    means = [f"{mean:.2f}" for mean in (verdict.mean, verdict.null, verdict.drawn)]
    assert stated(at, *means, p_text(verdict.p), "100 tables")
    assert stated(at, "No shuffled table", means[0]) and stated(at, "1 / (1 + 100) = 0.0099")
    printed = at.table[-1].value
    assert printed["p (the larger)"].to_dict() == {c: p_number(p) for c, p in table["p"].items()}
    assert printed["p, corrected (Holm)"].to_dict() == {c: p_number(p) for c, p in table["p_holm"].items()}
    for column in table.index:
        shares = [(taus[column] >= table["tau"][column] - 1e-9).mean() for taus in (found.null, found.drawn)]
        assert printed.loc[column].tolist()[1:3] == [in_percent(shares[0]), in_percent(shares[1], 1)]
    for page in through(lesson, 0)[0]:
        finished(page)
        assert plain(agreement_in_words(found.verdict()), 700) in words(page)
        shown = [str(spec(page, number_)) for number_ in range(figures(page))]
        assert any(f"shuffled tables ({null_distribution.SHUFFLES})" in figure for figure in shown)
    assert "deg_malig" not in found.verdict().better + found.verdict().uncorrected


def test_with_the_usual_penalty_the_codings_differ_as_the_lesson_says():
    found = one_hot._work_out(view(lesson_of("one-hot")), lambda share, runs: False)
    assert re.search(rf"\bset C\b.* {encoding_trial.USUAL_C:g}\.", lesson_of("one-hot").details(found))
    usual = replace(one_hot.TRIAL, c=encoding_trial.USUAL_C, repeats=2, classifiers=(one_hot.LOGISTIC,))
    runs = encoding_trial.work(view(lesson_of("one-hot")), usual)()
    means = runs.groupby("encoding")["accuracy"].mean()
    assert means[method(one_hot.ONE_HOT).short] > 0.1 + means[method(one_hot.LEARNED).short]


# in a browser


@pytest.mark.tour
def test_a_lesson_by_keyboard(explorer):
    explorer.goto("lessons", lesson="orders")
    keyboard, page = explorer.page.keyboard, explorer.page
    group = page.get_by_role("radiogroup", name="Your guess", exact=True)
    group.get_by_role("radio", name=lesson_of("orders").sketch.option).focus()
    for _ in range(2):
        keyboard.press("ArrowRight")
    keyboard.press("Space")
    explorer.settle()
    explorer.wait_for("in the middle: right")
    assert explorer.query() == {"lesson": "orders", "orders-guess": "in the middle"}
    for _ in range(30):
        keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.innerText") == "Next lesson":
            break
    keyboard.press("Enter")
    explorer.wait_for(LESSONS[3].title)
    explorer.settle()
    assert explorer.query()["lesson"] == LESSONS[3].key and LESSONS[3].title in explorer.text()
    assert not explorer.overflow() and not [c for c in explorer.charts() if c["blank"]]


@pytest.mark.tour
def test_the_clicker_shows_the_answer_and_then_the_next_lesson(explorer):
    explorer.goto("lessons", lesson=LESSONS[0].key, present="1")
    seen = []
    for _ in range(12):
        explorer.page.keyboard.press("ArrowRight")
        explorer.settle()
        query = explorer.query()
        seen.append((query.get("lesson", LESSONS[0].key), query.get(guess_key(LESSONS[0]))))
        if LESSONS[1].title in explorer.text():
            break
    assert (LESSONS[0].key, SHOWN) in seen, "the answer is revealed"
    assert LESSONS[1].title in explorer.text() and explorer.query()["lesson"] == LESSONS[1].key
