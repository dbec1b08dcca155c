"""The parts of the Predict page: what is tried, the run in the background, and which differences are significant."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st
from sklearn.model_selection import ParameterGrid

from catviz.analysis.encoding_trial import CENTROIDS, CLASSIFIERS, NEAREST, NEIGHBOURS
from catviz.analysis.splits import MARGIN, reference_tests
from catviz.analysis.statistics import LEVEL, PairedTest, corrected_resampled_t, paired_t
from catviz.classification import on_encodings
from catviz.classification.coupled_centroids import CoupledCentroidClassifier
from catviz.classification.on_encodings import LOGISTIC, TREE
from catviz.plots import classify as draw
from catviz.plots.classify import Pair, pair_name
from catviz.plots.style import significant
from catviz.registry import DEFAULT, method
from catviz.registry.described import long_forms
from catviz.table.weights import are_whole
from catviz.ui.labels import DETAILS, MORE, OPTIONS, OUTCOME, ROW_WEIGHTS, RUN
from catviz.ui.predict import findings
from catviz.ui.state import background, cache, controls, defaults, jobs
from catviz.ui.state.learned import offered
from catviz.ui.state.shelves import following
from catviz.ui.state.table_choices import CHANGE_WEIGHTS, go
from catviz.ui.state.view import View
from catviz.ui.text import CHOSEN_BEFORE, counted, failure, in_percent, latex_number, plain
from catviz.ui.widgets import charts, formula, panels
from catviz.ui.widgets.charts import method_colours
from catviz.ui.widgets.downloads import csv_button
from catviz.ui.widgets.encoding_trial import (
    FIXED,
    FOLDS,
    PENALTIES,
    SAMPLED_ROWS,
    TUNED,
    USUAL_C,
    Trial,
    largest_class_share,
    rows_drawn,
    rows_known,
    whole_splits,
    work,
)
from catviz.ui.widgets.kept_figures import kept
from catviz.wording import about, duration, p_number, percent, signed
from catviz.words import predictions as answers
from catviz.words.chips import chips

#: Estimated seconds up to which a run starts by itself, in the background.
AT_ONCE = 10.0
UNSEEN = (
    "**Unseen values** occur only in the test rows. The distance of an unseen value from a seen value x is the "
    "mean distance of x from the other seen values; frequent values count more. Two rows with the same unseen value "
    "are at distance 0 in that column. The coordinates of an unseen value are the mean of its column, so all unseen "
    "values of a column have the same coordinates."
)
#: What the columns of the tests are.
_COLUMNS = (
    "**p, naive**: the usual t-test, which assumes that the splits are independent. They share rows, so it finds "
    "differences too often. **p, corrected**: allows for the shared rows. **p, Holm**: the corrected p, which also "
    "allows for {} at once."
)
_INTERVALS = (
    "Each interval is an approximate 95\u00a0% interval that allows for the shared rows, taken on its own. Unlike "
    "Holm's p it does not allow for the number of tests, so an interval without 0 need not mean a significant "
    "difference."
)
#: Seconds the page waits for it before it shows progress instead.
WAIT_SECONDS = 1.0
#: What each classifier does.
ABOUT_CLASSIFIERS = {
    LOGISTIC: "adds up the numbers of a row, each times a weight, and turns the sum into the probability of a class",
    NEAREST: "the training rows nearest to a row vote for its class",
    TREE: "asks one question after another about the numbers of a row",
    CENTROIDS: "compares a row with a few typical rows of each class, by the similarity COS; it needs no encoding",
}
#: The encoding without any geometry, which the page opens with, next to the default method.
BASELINE = "OneHot"
C_LABEL = "C of logistic regression"
FEWEST_ROWS = 10
#: What of the runs is drawn.
_DRAWN = ["encoding", "classifier", "repeat", "accuracy"]
#: Parameters each classifier chooses from.
TRIES = {name: len(ParameterGrid(grid)) for name, (_, grid) in on_encodings.classifiers().items()}
TRIES |= {NEAREST: len(NEIGHBOURS)}


def run(view: View, trial: Trial, run_box) -> pd.DataFrame | None:
    """The runs, once they are there; draws what there is by now, with progress and cancel."""
    if not trial.pairs:
        st.info("Choose at least one encoding and one classifier.")
        return None
    key = repr(("classify", trial, view.fingerprint, view.seed))
    job, seconds = jobs.find(key), estimate(view, trial)
    if job is None and jobs.unasked(seconds, AT_ONCE):
        job = _start(key, view, trial)
    if job is not None and not job.done:
        job.wait(WAIT_SECONDS)
    idle = job is None or (job.done and (job.cancelled or job.future.exception() is not None))
    run_box.button(RUN, type="primary", on_click=_start, args=(key, view, trial), disabled=not idle, width="stretch")
    combined = counted(len(trial.pairs), "combination")
    what = f"{combined} of encoding and classifier, {counted(trial.repeats, 'split')} each"
    if job is not None and not job.done:
        jobs.panel(key, what)
        _follow(view, trial, job)
        return None
    runs = None
    if job is None:
        st.info(f"{what}: {about(seconds)}. Press {RUN}.")
    else:
        runs = _ended(job)
        if runs is not None:
            runs = following(runs, "whole splits", partial(whole_splits, runs, len(trial.pairs)))
    _strips(view, trial, runs)
    return None if runs is None or runs.empty else runs


def means(trial: Trial, runs: pd.DataFrame) -> None:
    """Show mean and deviation of each pair's accuracy, and the seconds it takes."""
    lines = []
    for pair, some in by_pair(trial, runs):
        scores = some["accuracy"]
        deviation = f" ± {100 * scores.std():.1f}" if len(some) > 1 else ""
        time = significant(1000 * some["predict_seconds"].min(), 2)
        lines.append([plain(pair_name(pair)), percent(scores.mean(), 1) + deviation, time])
    st.table(pd.DataFrame(lines, columns=["", "accuracy, %", "time to predict, ms"]).set_index(""))
    supervised = [m.short for m in map(method, trial.encodings) if m.cls.uses_target]
    if supervised:
        st.caption(
            f":orange[Note:] {plain(', '.join(supervised))}: supervised. They use the known classes of the training "
            "rows, never those of the test rows."
        )
    without_scores = [
        plain(pair_name(pair)) for pair, some in by_pair(trial, runs) if not any(map(np.ptp, some["predicted"]))
    ]
    if without_scores:
        st.caption(f":orange[Note:] Always predicts the same class: {'; '.join(without_scores)}.")
    csv_button("Download all runs (CSV)", runs.drop(columns=["data", "truth", "predicted"]), "splits.csv")


def alike(view: View, trial: Trial, runs: pd.DataFrame) -> None:
    """Say so if all pairs have one accuracy, and offer data sets on which they differ."""
    accuracies = [this_table["accuracy"].mean() for _, this_table in by_pair(trial, runs)]
    if len(accuracies) < 2 or max(accuracies) - min(accuracies) >= MARGIN:
        return
    catalog, this_table = cache.catalog(), None if view.info is None else view.info.name
    with st.container(border=True):
        st.markdown(findings.alike(min(accuracies), max(accuracies)))
        with st.container(horizontal=True):
            for name in (name for name in defaults.DIFFER if name in catalog and name != this_table):
                st.button(catalog[name].title, key=f"differ-{name}", on_click=go, kwargs={"data": name})


def compared_with_reference(view: View, trial: Trial, runs: pd.DataFrame, say: Callable[[str], None]) -> Pair | None:
    """Every pair against one of them, which is returned: differences, their intervals, corrected tests, the answer."""
    scores = following(runs, "scores", lambda: _scores(trial, runs))
    pairs, ended = list(scores), runs["repeat"].nunique()
    names = {pair_name(pair): float(own.mean()) for pair, own in scores.items()}
    if ended < trial.repeats or len(pairs) < 2 or ended < 2:
        say(plain(answers.accuracies(names), 400))
        if ended < trial.repeats:
            # the splits so far were in sight: stopping at a good moment would find differences too often
            st.caption(f"Stopped after {ended} of {trial.repeats} splits: no test is made.")
        else:
            st.caption("A test of differences needs two combinations of encoding and classifier, and two splits.")
        with st.expander(DETAILS):
            st.markdown(_about_means(view, trial, runs))
        return None
    limits = st.container()
    title_box, reference_box = st.columns([1, 1], vertical_alignment="bottom")
    title_box.markdown("**Which differences are significant?**")
    with reference_box:
        default = next((pair for pair in pairs if pair[0] == method(BASELINE).short), pairs[0])
        reference = controls.select("Compare with", pairs, "reference", default, text=pair_name)
    trained, tested = _sizes(view, trial, runs)
    test = partial(_tested, scores, reference, trained, tested)
    compared = following(runs, ("tests", reference, trained, tested), test)
    rows = rows_drawn(view, trial.all_rows)
    drawn = len(rows) if len(rows) < rows_known(view) else None
    own, largest = names[pair_name(reference)], largest_class_share(rows)
    said = answers.better_predictions(pair_name(reference), own, compared, largest, drawn)
    say(plain(said, 400))
    with limits:
        _limits(view, trial, compared)
    lines = [
        [
            plain(pair_name(pair)),
            signed(100 * line["difference"]),
            *(_tests(line) if line["high"] > line["low"] else ["–"] * 4),
        ]
        for pair, line in compared.iterrows()
    ]
    tests = ["95\u00a0% interval, corrected", "p, naive", "p, corrected", "p, Holm (report this)"]
    st.table(pd.DataFrame(lines, columns=["", "difference, points", *tests]).set_index(""))
    st.caption(f"Difference: mean accuracy minus that of {plain(pair_name(reference))}. Below 0: less accurate.")
    with st.expander(DETAILS):
        st.markdown(findings.claims(compared), help=_COLUMNS.format(counted(len(compared), "test")))
        st.markdown(_INTERVALS)
        st.markdown(_about_means(view, trial, runs))
    return reference


def _scores(trial: Trial, runs: pd.DataFrame) -> dict[Pair, pd.Series]:
    """The accuracy of each pair in each split."""
    return {pair: own.set_index("repeat")["accuracy"] for pair, own in by_pair(trial, runs)}


def _tested(scores: dict[Pair, pd.Series], reference: Pair, trained: int, tested: int) -> pd.DataFrame:
    """Every pair against the reference."""
    pairs = pd.Index(list(scores), tupleize_cols=False)
    table = pd.concat(list(scores.values()), axis=1).set_axis(pairs, axis=1)
    return reference_tests(table, reference, tested / (trained + tested), tested)


def _limits(view: View, trial: Trial, compared: pd.DataFrame) -> None:
    """Show what limits the answer: not significant, choices made while looking, and the rows."""
    texts = chips(
        "classify",
        "practically equal?",
        "fixed before looking?",
        "equal rows",
        equivalence=findings.practically_equal(compared),
        chosen=CHOSEN_BEFORE,
        equal=findings.equal_rows(rows_drawn(view, trial.all_rows)),
    )
    panels.chips(texts | panels.of_independence(view))


def _about_means(view: View, trial: Trial, runs: pd.DataFrame) -> str:
    """What the means and times in the table are of."""
    n, n_known = len(rows_drawn(view, trial.all_rows)), rows_known(view)
    words = (
        f"Mean ± standard deviation (no confidence interval) over {counted(runs['repeat'].nunique(), 'split')} of "
        f"{counted(n, 'row')}"
    )
    words += f", drawn from {n_known:,} (all: under {OPTIONS})" if n < n_known else ""
    return f"{words}. {findings.what_was_timed(runs)}"


def _tests(line: pd.Series) -> list[str]:
    """The interval and the p of a difference."""
    interval = f"{signed(100 * line['low'])} to {signed(100 * line['high'])}"
    return [interval, *(p_number(line[p]) for p in ("naive_p", "p", "adjusted_p"))]


def both_tests(
    runs: pd.DataFrame, pair: Pair, reference: Pair, test_share: float
) -> tuple[PairedTest, PairedTest] | None:
    """The naive and the corrected test of two pairs on the splits both have; None where these are fewer than two."""
    both = pd.concat([of_pair(runs, p).set_index("repeat")["accuracy"] for p in (pair, reference)], axis=1).dropna()
    if len(both) < 2:
        return None
    a, b = both.to_numpy().T
    return paired_t(a, b), corrected_resampled_t(a, b, test_share)


def how_it_works(view: View, trial: Trial, runs: pd.DataFrame, reference: Pair | None) -> None:
    """What is learned from which rows, and both tests, with the numbers of the first pair against the reference."""
    n, m = _sizes(view, trial, runs)
    with formula.how_it_works():
        st.markdown(
            f"Each split draws {trial.training}\u00a0% of the rows as training rows ({n:,} of {n + m:,}); the others "
            "are test rows. Everything is learned from the training rows alone, the encoding too. All combinations of "
            "encoding and classifier use the same splits. "
            "**Nearest neighbours** vote by the method's own distances between rows; **logistic regression** and "
            "the **decision tree** use the rows' coordinates; **coupled centroids** see the values themselves."
        )
        st.markdown(UNSEEN)
        st.markdown("The test statistics of two combinations:")
        st.latex(r"t_{\text{naive}} = \frac{\bar d}{\sqrt{\frac1J\,s_d^2}}")
        st.latex(r"t_{\text{corrected}} = \frac{\bar d}{\sqrt{\left(\frac1J + \frac{m}{n}\right) s_d^2}}")
        st.markdown(
            "- $d$: difference of both accuracies in one split\n"
            "- $\\bar d$, $s_d^2$: mean and variance of the differences over the splits\n"
            "- $J$: number of splits\n"
            f"- $n$, $m$: number of training rows and of test rows in a split, here {n:,} and {m:,}"
        )
        if reference is not None:
            pair = next(pair for pair, _ in by_pair(trial, runs) if pair != reference)
            _filled(runs, pair, reference, n, m)
        st.caption(
            "Corrected resampled t-test: Nadeau & Bengio 2003. Holm 1979 multiplies the smallest of k p values by k, "
            "the next by k - 1, and so on; no corrected p is smaller than the one before. If each p is right, the "
            f"probability of one false claim or more among the k is then at most {in_percent(LEVEL)}. The p values of "
            "the corrected test are approximate. Equivalence: Schuirmann 1987."
        )


def by_pair(trial: Trial, runs: pd.DataFrame) -> list[tuple[Pair, pd.DataFrame]]:
    """Pairs that have runs, in the order drawn, with their runs."""
    columns = ["encoding", "classifier"]
    of_pairs = following(runs, "by pair", lambda: dict(iter(runs.groupby(columns, sort=False))))
    return [(pair, of_pairs[pair]) for pair in trial.pairs if pair in of_pairs]


def of_pair(runs: pd.DataFrame, pair: Pair) -> pd.DataFrame:
    """The runs of an encoding and a classifier."""
    return runs[(runs["encoding"] == pair[0]) & (runs["classifier"] == pair[1])]


def _start(key: str, view: View, trial: Trial) -> jobs.Job:
    return jobs.start(key, background.shared(view, repr(trial), work(view, trial)))


def _follow(view: View, trial: Trial, job: jobs.Job) -> None:
    """The accuracies known by now, renewed as splits end."""

    @st.fragment(run_every=1.5)
    def draw_so_far() -> None:
        _strips(view, trial, job.partial, so_far=True)

    draw_so_far()


def _ended(job: jobs.Job) -> pd.DataFrame | None:
    """What a job found; what it had by then where it was cancelled or failed."""
    try:
        runs = job.result()
    except ValueError as error:
        failure(error)
        return job.partial
    if job.cancelled:
        st.caption(f"Cancelled after {duration(job.elapsed)}: what was found by then.")
    return runs


def _strips(view: View, trial: Trial, runs: pd.DataFrame | None, so_far: bool = False) -> None:
    """A point for each split; of the runs ``so_far`` the figure is not kept, since nobody sees it again."""
    if runs is None:
        runs = pd.DataFrame({name: [] for name in _DRAWN})
    largest = largest_class_share(rows_drawn(view, trial.all_rows))
    means = [f"{pair_name(pair)} {in_percent(some['accuracy'].mean(), 1)}" for pair, some in by_pair(trial, runs)]
    alt = f"Accuracy of each split by encoding and classifier. Means: {'; '.join(means) or 'none yet'}."
    theme = charts.theme()
    strips = draw.accuracy_strips if so_far else kept(draw.accuracy_strips)
    figure = strips(runs[_DRAWN], trial.pairs, largest, theme, method_colours(theme))
    charts.show(figure, "accuracies", f"{alt} {findings.always_largest(largest)}", leads=charts.LED)
    st.caption("Points: one split each. Line: mean.")


def _sizes(view: View, trial: Trial, runs: pd.DataFrame) -> tuple[int, int]:
    """Training rows and test rows of a split."""
    m = min(map(len, runs["truth"]))
    return len(rows_drawn(view, trial.all_rows)) - m, m


def _filled(runs: pd.DataFrame, pair: Pair, other: Pair, n: int, m: int) -> None:
    """Both statistics with their numbers; nothing where all splits differ alike."""
    tests = following(runs, ("both tests", pair, other, n, m), partial(both_tests, runs, pair, other, m / (n + m)))
    if tests is None or not tests[0].difference or not np.isfinite(tests[0].t):
        return
    naive, corrected = tests
    both = [of_pair(runs, p).set_index("repeat")["accuracy"] for p in (pair, other)]
    differences = (both[0] - both[1]).dropna()
    mean, variance = latex_number(differences.mean()), latex_number(differences.var())
    share = rf"\frac{{{latex_number(m)}}}{{{latex_number(n)}}}"
    j = len(differences)
    st.markdown(f"**{plain(pair_name(pair))}** against **{plain(pair_name(other))}**:")
    st.latex(
        rf"t_{{\text{{naive}}}} = \frac{{{mean}}}{{\sqrt{{\frac{{1}}{{{j}}} \cdot {variance}}}}} "
        rf"= {latex_number(naive.t)}"
    )
    st.latex(
        rf"t_{{\text{{corrected}}}} = \frac{{{mean}}}"
        rf"{{\sqrt{{\left(\frac{{1}}{{{j}}} + {share}\right) \cdot {variance}}}}} = {latex_number(corrected.t)}"
    )


def impossible(view: View) -> str:
    """Why the known classes cannot be predicted here; empty where they can."""
    if not are_whole(view.table.weights):
        return (
            "the row weights are not whole numbers, and only whole rows can be split into training and test rows; "
            f"choose other {ROW_WEIGHTS.casefold()} in the sidebar, under {MORE}. {CHANGE_WEIGHTS.removesuffix('.')}"
        )
    if view.picked_rows:
        return (
            "rows that you chose by hand are all that is left, or make the known classes: accuracies would "
            "say how they were chosen"
        )
    rows = rows_known(view)
    if rows < FEWEST_ROWS:
        return f"{counted(rows, 'row')} of known class are too few for training and test rows"
    if view.n_classes < 2:
        return f"all rows have the same class in {view.table.target_name}, so there is nothing to predict"
    if view.n_classes > rows / 2:
        return (
            f"{view.table.target_name} has {view.n_classes:,} classes in {rows:,} rows, so there are too few rows "
            f"per class: choose a column with fewer classes above the page, under “{OUTCOME}”"
        )
    return ""


def choose(view: View) -> tuple[Trial, object]:
    """What to try, and the place for the button that starts it."""
    boxes = st.columns([4.0, 4.6, 1.2, 1.6, 1.1], vertical_alignment="bottom")
    encoding_box, classifier_box, repeat_box, option_box, run_box = boxes
    methods = offered(view)
    titles = {m.title: name for name, m in methods.items()}
    with encoding_box:
        opening = [method(DEFAULT).title, method(BASELINE).title]
        help = f"Every method gives an encoding of the values.\n\n{long_forms(methods.values())}"
        encodings = controls.several("Encodings", list(titles), "encodings", opening, help)
    with classifier_box:
        help = "  \n".join(f"**{name}**: {words}." for name, words in ABOUT_CLASSIFIERS.items())
        classifiers = controls.several("Classifiers", CLASSIFIERS, "classifiers", CLASSIFIERS[:2], help)
    with repeat_box:
        repeats = controls.number("Repeats", "splits", 2, 100, 10, slider=False)
    with option_box, st.popover(OPTIONS, width="stretch"):
        training = controls.number("Training rows, %", "training", 20, 80, 50)
        neighbours = controls.number("Number of neighbours", "neighbours", 1, 50, 5, slider=False)
        help = (
            f"By {FOLDS}-fold cross-validation within the training rows, for each encoding: then no encoding is at a "
            "disadvantage because of a fixed parameter. Many times slower."
        )
        tuned = controls.segmented("Parameters of classifiers", [FIXED, TUNED], "tuning", help=help) == TUNED
        help = "A small C is a strong penalty on large coefficients. Cross-validation chooses C by itself."
        c = controls.select(C_LABEL, PENALTIES, "C", USUAL_C, "{:g}".format, help, disabled=tuned)
        all_rows = True
        if rows_known(view) > SAMPLED_ROWS:
            some = f"{SAMPLED_ROWS:,} drawn"
            all_rows = controls.segmented("Rows", [some, "all"], "sample") == "all"
    chosen = tuple(name for title, name in titles.items() if title in encodings)
    in_order = tuple(c for c in CLASSIFIERS if c in classifiers)
    return Trial(chosen, in_order, repeats, training, neighbours, tuned, all_rows, USUAL_C if tuned else c), run_box


def unusual(trial: Trial) -> str:
    """A sentence on the parameters that the figure does not name; empty where they are the usual ones."""
    if trial.c == USUAL_C or LOGISTIC not in trial.classifiers:
        return ""
    return f"Logistic regression with C = {trial.c:g} (under {OPTIONS}; usual: {USUAL_C:g})."


def estimate(view: View, trial: Trial) -> float:
    """Seconds a trial takes, roughly."""
    table = rows_drawn(view, trial.all_rows)
    d, sizes = table.n_attributes, [len(labels) for labels in table.categories]
    n, m = round(len(table) * (1 - trial.test_size)), round(len(table) * trial.test_size)
    folds = FOLDS if trial.tuned else 0
    seconds = 0.0
    for name in trial.encodings:
        learning = 0.003 + method(name).cls.cost(n, d, sizes)
        for classifier in set(trial.classifiers) - {CENTROIDS}:
            tries = 1 + folds * TRIES[classifier]
            once = learning if classifier == NEAREST else learning * (1 + folds) / tries
            seconds += tries * (once + _seconds(classifier, n, m, d, sum(sizes), view.n_classes))
    if CENTROIDS in trial.classifiers:
        seconds += 3 * CoupledCentroidClassifier.cost(n, d, sizes)
    return trial.repeats * seconds


def _seconds(classifier: str, n: float, m: float, d: int, c: int, k: int) -> float:
    """What a classifier takes to learn from n rows and predict m."""
    if classifier == NEAREST:
        return 0.004 + (1.1e-8 + 1.1e-9 * d) * n * m
    if classifier == LOGISTIC:
        return 0.004 + 1e-7 * n * c * (k**1.2 if k > 2 else 1)
    return 0.003 + 8e-9 * n * c * np.log2(n + 1)
