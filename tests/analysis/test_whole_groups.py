"""Tests of rows that belong together: whole groups are shuffled, and counts are tested with their design effects."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy.stats import chi2 as chi_squared

import catviz
from catviz.analysis.clusterability import clusterability
from catviz.analysis.design_effect import FEW_GROUPS, GROUPED, DesignEffect, thinned_margin, thinned_tails
from catviz.analysis.encoding_trial import rows_to_split
from catviz.analysis.independence import independence_test
from catviz.analysis.order_association import order_association
from catviz.analysis.order_null import order_null, permuted_tables
from catviz.analysis.order_test import order_test
from catviz.analysis.shuffles import ONE_FACTOR
from catviz.analysis.splits import _folds, _split, settled
from catviz.analysis.stability import stability_test
from catviz.analysis.whole_groups import Shuffling, in_order_of_groups
from catviz.table.chance import log_tails_and_mid_tails
from catviz.table.row_agreement import Grouping
from catviz.table.row_groups import NotForGroups


def persons(seed, n=100, most=4, related=0.0, kept=1.0):
    """Persons with 1 to ``most`` rows, whose cells are the person's own with probability ``kept``."""
    rng = np.random.default_rng(seed)
    kind = rng.integers(0, 3, n)
    own = np.where(rng.random((n, 5)) < related, kind[:, None], rng.integers(0, 4, (n, 5)))
    rows = np.repeat(np.arange(n), rng.integers(1, most + 1, n))
    cells = np.where(rng.random((len(rows), 5)) < kept, own[rows], rng.integers(0, 4, (len(rows), 5)))
    frame = pd.DataFrame(np.array(list("abcd"))[cells], columns=[f"c{j}" for j in range(5)])
    frame = frame.assign(person=[f"p{row}" for row in rows], kind=np.array(list("xyz"))[kind[rows]])
    return catviz.CategoricalTable.from_pandas(frame, target="kind", groups="person")


def runs(column, groups):
    return sorted(tuple(column[groups == g].tolist()) for g in np.unique(groups))


def test_groups_of_one_size_change_places_whole():
    rng = np.random.default_rng(0)
    groups = rng.permutation(np.repeat(np.arange(80), np.repeat([1, 2, 3, 4], 20)))
    columns = rng.integers(0, 50, (len(groups), 3))
    shuffled = Shuffling(columns, np.zeros(columns.shape, dtype=bool), groups).draw(rng)
    for before, after in zip(columns.T, shuffled.T, strict=True):
        assert runs(before, groups) == runs(after, groups)
        assert (before != after).mean() > 0.8


def test_cells_that_stay_do_and_the_others_keep_their_counts():
    rng = np.random.default_rng(1)
    groups = np.repeat(np.arange(90), 3)
    columns, stays = rng.integers(0, 5, (270, 2)), rng.random((270, 2)) < 0.2
    columns[stays] = 9
    shuffled = Shuffling(columns, stays, groups).draw(rng)
    assert ((shuffled == 9) == stays).all()
    for before, after in zip(columns.T, shuffled.T, strict=True):
        assert np.array_equal(np.bincount(before), np.bincount(after))


def test_groups_of_rare_sizes_are_dealt_to_the_next_sizes():
    rng = np.random.default_rng(2)
    groups = np.repeat(np.arange(30), np.arange(10, 40))
    column = groups.reshape(-1, 1)
    shuffled = Shuffling(column, np.zeros(column.shape, dtype=bool), groups).draw(rng)[:, 0]
    per_group = [set(shuffled[groups == g].tolist()) for g in range(30)]
    assert all(len(cells) == 1 for cells in per_group)
    assert sum(cells != {g} for g, cells in enumerate(per_group)) > 20


def test_shuffled_tables_do_not_depend_on_names_or_the_order_of_groups():
    table = persons(3, 40)
    other = table[in_order_of_groups(table.codes[:, ::-1], table.groups)[::-1]]
    other = other[np.argsort(other.groups, kind="stable")[::-1]]
    in_rows = np.concatenate([np.flatnonzero(other.groups == g)[::-1] for g in np.unique(other.groups)[::-1]])
    first, second = (next(permuted_tables(t, 1))[0] for t in (table, replace(other[in_rows], groups_name="id")))
    assert np.array_equal(first.codes, second.codes)


@pytest.mark.more
def test_equal_rows_of_persons_are_no_structure_once_the_persons_are_named():
    tables = [persons(seed) for seed in range(12)]
    claims = [clusterability(table, 99, 1).significant for table in tables]
    alone = [clusterability(table.grouped_by(None), 99, 1).significant for table in tables]
    assert sum(claims) <= 2 and sum(alone) == 12
    assert clusterability(persons(0, related=0.6), 99).significant
    assert not catviz.structure_test(tables[0], k=[2, 3], n_shuffles=39).significant
    assert catviz.structure_test(tables[0].grouped_by(None), k=[2, 3], n_shuffles=39).significant
    assert catviz.structure_test(persons(0, related=0.7), k=[2, 3], n_shuffles=39).significant
    assert not stability_test(tables[1], n_clusters=3, n_runs=5, n_shuffles=39).significant


def test_what_takes_rows_for_independent_refuses():
    with pytest.raises(NotForGroups, match="person"):
        catviz.structure_test(persons(0), k=2, null=ONE_FACTOR)


def test_rows_on_their_own_have_no_design_effect():
    codes = np.random.default_rng(0).integers(0, 4, 200)
    grouping = Grouping(np.arange(200), np.ones(200))
    found = grouping.agreement(codes, 4)
    effect = DesignEffect.of_groups(grouping, found, found, 9)
    assert (effect.mean, effect.df) == (1.0, 9.0)


def test_equal_rows_count_once():
    """Four equal rows for each of n persons are worth n rows: chi squared over its design effect is that of persons."""
    rng = np.random.default_rng(4)
    a, b = rng.integers(0, 3, 400), rng.integers(0, 3, 400)
    grouping = Grouping(np.repeat(np.arange(400), 4), np.ones(1600))
    of_a, of_b = (grouping.agreement(np.repeat(column, 4), 3) for column in (a, b))
    effect = DesignEffect.of_groups(grouping, of_a, of_b, 4)
    assert effect.mean == pytest.approx(4, rel=0.02) and effect.df == pytest.approx(4, rel=0.02)
    joint = np.bincount(a * 3 + b, minlength=9).reshape(3, 3)
    of_persons, of_rows = independence_test(joint), independence_test(4 * joint, effect=effect)
    assert of_rows.test == GROUPED and of_rows.design_effect == effect.mean
    assert of_rows.p == pytest.approx(of_persons.p, abs=0.03)
    assert of_rows.v == pytest.approx(of_persons.v, abs=0.02)


def test_weights_are_equal_rows_of_a_group():
    rng = np.random.default_rng(5)
    codes, weights = rng.integers(0, 3, 60), rng.integers(1, 4, 60)
    groups = rng.integers(0, 20, 60)
    repeated = np.repeat(np.arange(60), weights)
    weighted = Grouping(groups, weights.astype(float)).agreement(codes, 3)
    each = Grouping(groups[repeated], np.ones(len(repeated))).agreement(codes[repeated], 3)
    assert weighted.trace == pytest.approx(each.trace) and weighted.squares == pytest.approx(each.squares)
    assert weighted.by_value == pytest.approx(each.by_value)


def test_the_mean_of_chi_squared_is_the_design_effect():
    rng = np.random.default_rng(6)
    groups = np.repeat(np.arange(200), 5)
    ratios = []
    for _ in range(300):
        own = rng.integers(0, 3, (200, 2))
        cells = np.where(rng.random((1000, 2)) < 0.7, own[groups], rng.integers(0, 3, (1000, 2)))
        grouping = Grouping(groups, np.ones(1000))
        effect = DesignEffect.of_groups(grouping, *(grouping.agreement(column, 3) for column in cells.T), 4)
        joint = np.bincount(cells[:, 0] * 3 + cells[:, 1], minlength=9).reshape(3, 3)
        expected = np.outer(joint.sum(axis=1), joint.sum(axis=0)) / 1000
        ratios.append((((joint - expected) ** 2 / expected).sum(), effect.mean))
    chi2, effects = np.array(ratios).T
    assert chi2.mean() / 4 == pytest.approx(effects.mean(), rel=0.1)
    assert (chi2 / effects > chi_squared.isf(0.05, 4)).mean() < 0.09


def test_few_groups_are_not_tested():
    table = persons(7, 8)
    found = catviz.outcome(table)
    assert (found.columns["test"] == FEW_GROUPS).all() and found.columns["p"].isna().all()
    assert not found.values["significant"].any()
    assert catviz.crosstab(table, "c0", "c1").test.test == FEW_GROUPS
    assert catviz.profile(table, table.target == "x")["p"].isna().all()


def test_margins_are_thinned_to_whole_counts():
    assert thinned_margin([500, 300, 3], 80).sum() == 80
    assert thinned_margin([5, 1, 1, 1], 4).tolist() == [1, 1, 1, 1]
    assert thinned_margin([1, 1, 1, 997], 10).tolist() == [1, 1, 1, 7]


def test_without_an_effect_tails_are_nearly_those_of_all_rows():
    seen, often, drawn = np.array([30.0, 8.0]), np.array([60.0, 40.0]), np.array([90.0, 90.0])
    tails, _ = log_tails_and_mid_tails(seen, often, drawn, 300)
    thin, _ = thinned_tails(seen, often, drawn, 300.0, np.ones(2), 300)
    assert thin == pytest.approx(tails, abs=0.1)
    fewer, _ = thinned_tails(seen, often, drawn, 300.0, np.full(2, 3.0), 300)
    assert (fewer > tails).all()


def test_outcome_profile_and_crosstab_allow_for_persons():
    tables = [persons(seed, kept=0.9) for seed in range(20, 40)]
    assert sum(catviz.outcome(t).columns["significant"].any() for t in tables) <= 4
    assert sum(catviz.profile(t, t.target == "x")["significant"].any() for t in tables) <= 3
    assert sum(catviz.crosstab(t, "c0", "c1").test.p <= 0.05 for t in tables) <= 4
    planted = persons(0, related=0.6, kept=0.9)
    assert catviz.outcome(planted).columns["significant"].all()
    assert catviz.crosstab(planted, "c0", "c1").test.p < 0.01


def test_missing_cells_of_the_outcome_and_the_columns_leave_their_rows_out():
    table = persons(8, related=0.6)
    frame = table.to_pandas().astype(object)
    frame = frame.mask(np.random.default_rng(0).random(frame.shape) < 0.1)
    holes = catviz.CategoricalTable.from_pandas(
        frame.assign(kind=table.target, person=table.groups.astype(str)), target="kind", groups="person"
    )
    found = catviz.outcome(holes)
    assert (found.columns["test"] == GROUPED).all() and (found.columns["n"] < len(holes)).all()
    assert found.columns["significant"].any()
    trend = catviz.crosstab(ordered(holes), "c0", "c1").trend
    assert trend is not None and trend.test == GROUPED and 0 < trend.p <= 1


def ordered(table):
    book = table.codebook
    return replace(table, codebook=replace(book, kinds=("ordinal",) * len(book.attributes)))


def test_no_group_is_both_trained_and_tested_on():
    table = persons(9, related=0.5)
    rows, y = settled(table)
    train, test = _split(rows, y, 0.5, 3)
    assert not set(rows.groups[train]) & set(rows.groups[test])
    assert sorted([*train, *test]) == list(range(len(rows)))
    folds = _folds(rows[train], y[train], 5, 3)
    assert len(folds) == 5
    for fit, chosen in folds:
        assert not set(rows.groups[train][fit]) & set(rows.groups[train][chosen])
    drawn = rows_to_split(table, 100)
    assert len(drawn) <= 100
    assert all((drawn.groups == g).sum() == (table.groups == g).sum() for g in set(drawn.groups.tolist()))
    with pytest.raises(ValueError, match="groups"):
        catviz.compare_encodings(persons(0, 3), {"one-hot": catviz.OneHot()}, ["decision tree"], repeats=1)


def test_a_classifier_cannot_know_persons_again():
    """Equal rows of a person: the nearest row of the same person gives its class away, unless persons are split."""
    table = persons(10, 100)
    scores = [
        catviz.compare_encodings(each, {"one-hot": catviz.OneHot()}, ["nearest neighbours"], n_neighbors=1, repeats=5)
        for each in (table, table.grouped_by(None))
    ]
    whole, single = (runs["accuracy"].mean() for runs in scores)
    assert whole < 0.45 and single > 0.5


def test_target_encoders_code_a_group_by_the_others():
    table = persons(11, 60)
    folds = catviz.TargetEncoding(cv=3, random_state=0)._folds(table.codes[:, 0].astype(int), table.groups)
    assert all(len(set(folds[table.groups == g].tolist())) == 1 for g in np.unique(table.groups))
    assert set(folds.tolist()) == {0, 1, 2}


def test_counts_of_such_rows_are_not_tested_as_if_rows_were_independent():
    table = persons(12)
    counts = catviz.count(table)
    assert counts.grouped and counts.select(["c0", "c1"]).grouped and counts.without_missing().grouped
    assert catviz.count(table, by=table.target).grouped and not catviz.count(table.grouped_by(None)).grouped
    with pytest.raises(NotForGroups):
        catviz.outcome(counts, "c0")
    with pytest.raises(NotForGroups):
        catviz.crosstab(counts, "c0", "c1")
    assert np.isnan(clusterability(table).p_value) and np.isnan(clusterability(counts).p_value)


def test_rows_drawn_for_a_test_are_whole_groups():
    table = persons(13, 200)
    found = catviz.structure_test(table, k=2, n_shuffles=19, max_rows=150)
    assert 140 < found.drawn <= 150
    weighted = replace(table, weights=np.full(len(table), 2.0), counting=None)
    assert catviz.structure_test(weighted, k=2, n_shuffles=19, max_rows=150).drawn <= 150
    fractional = replace(table, weights=np.linspace(0.5, 1.5, len(table)), counting=None)
    with pytest.raises(NotForGroups):
        catviz.structure_test(fractional, k=2, n_shuffles=19)


def test_orders_are_tested_on_whole_groups():
    table = ordered(persons(14, 80))
    null = order_null(table, catviz.AhmadDey(), 19)
    assert len(null.null) == 19 and null.null.notna().all().all()
    found = order_test(ordered(persons(15, 80, related=0.9)), n_clusters=3, n_orders=19, starts=2, described=False)
    assert found.test is not None and (found.gain is None or found.gain.n_shuffles >= 1)


def test_a_recipe_and_a_file_say_which_rows_belong_together(tmp_path):
    table = persons(16, 40)
    path = tmp_path / "persons.csv"
    frame = table.to_pandas().astype(object).assign(who=[f"p{g}" for g in table.groups], kind=table.target)
    frame.to_csv(path, index=False)
    read = catviz.read_csv(path, target="kind", groups="who")
    assert read.groups.tolist() == table.groups.tolist() and read.groups_name == "who"
    recipe = catviz.Recipe().role("who", "groups")
    assert recipe == catviz.Recipe.from_json(recipe.to_json())
    assert np.array_equal(catviz.read_csv(path, recipe=recipe).groups, read.groups)
    assert np.array_equal(catviz.read_csv(path, like=read, groups="who").groups, read.groups)
    prepared = catviz.Recipe().filter("c0", ["a", "b"]).apply(read)
    assert prepared.groups.tolist() == read[np.isin(read.codes[:, 0], [0, 1])].groups.tolist()
    with pytest.raises(ValueError, match="who"):
        catviz.read_csv(path, target="who", groups="who")
    zoo = catviz.Recipe().role("legs", "groups").apply(catviz.load_dataset("zoo"))
    assert zoo.groups_name == "legs" and "legs" not in zoo.attributes and len(set(zoo.groups.tolist())) == 6


@pytest.mark.more
def test_resamples_and_rising_together_take_the_groups_of_a_table():
    table = persons(17)
    named = catviz.uncertainty(table.grouped_by(None), n_resamples=40, groups=table.groups)
    of_table = catviz.uncertainty(table, n_resamples=40)
    assert of_table.grouped and of_table.pair("c0", "a", "b").high == named.pair("c0", "a", "b").high
    tables = [ordered(persons(seed)) for seed in range(20)]
    assert sum(order_association(each).significant for each in tables) <= 4
    assert sum(order_association(each.grouped_by(None)).significant for each in tables) >= 8
