"""Agreement of learned with declared orders, and what is left of it where columns are permuted one by one."""

import re
from dataclasses import replace
from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom

import catviz
from catviz.analysis.order_null import OrderNull, declared_agreement, one_scale, order_null, permuted_tables
from catviz.base import CountsMethod
from catviz.geometry.value_geometries import ValueOrder
from catviz.orders.arrangement import kendall_tau
from catviz.table.categorical import CategoricalTable
from catviz.words.orders import agreement_in_words
from studies.calibrate.simulated import tilted

LEVELS = [f"level {i}" for i in range(8)]


class ByCount(CountsMethod):
    """Orders values by how often they occur: all it knows is counts."""

    gives = "order"

    def _learn(self, counts):
        ranks = tuple(np.argsort(np.argsort(f, kind="stable")) for f in counts.frequencies)
        return ValueOrder(counts.codebook, ranks, counts.frequencies)


def ladder(n=400, missing=False, seed=0):
    """Two ordered columns that follow one hidden level, a nominal one that does, and one that does not."""
    rng = np.random.default_rng(seed)
    level = rng.integers(0, 8, n)
    near = np.clip(level + rng.integers(-1, 2, n), 0, 7)
    frame = pd.DataFrame(
        {
            "first": [LEVELS[i] for i in level],
            "second": [LEVELS[i] for i in near],
            "letter": [f"letter {7 * i % 8}" for i in np.clip(level + rng.integers(-1, 2, n), 0, 7)],
            "coin": rng.choice(["heads", "tails"], n),
        }
    )
    if missing:
        frame.loc[rng.choice(n, n // 10, replace=False), "first"] = None
    return CategoricalTable.from_pandas(frame, ordered={"first": LEVELS, "second": LEVELS, "coin": ["heads", "tails"]})


def summaries_equal(a, b):
    pd.testing.assert_series_equal(a.observed, b.observed)
    pd.testing.assert_frame_equal(a.null, b.null)


def test_co_occurrence_finds_the_three_declared_orders_of_cmc():
    table = catviz.load_dataset("cmc", bins=None)
    found = order_null(table, catviz.AhmadDey(), n_permutations=20).summary()
    assert found.index.tolist() == ["wife_education", "husband_education", "standard_of_living"]
    assert found["tau"].tolist() == [1.0, 1.0, 1.0]
    assert found["null"].between(0.2, 0.7).all()


def test_a_hidden_level_is_found_and_chance_does_not_find_it():
    found = order_null(ladder(), catviz.AhmadDey(), n_permutations=19)
    summary = found.summary()
    assert summary.index.tolist() == ["first", "second"]
    assert (summary["tau"] > 0.7).all() and (summary["null"] < 0.5).all()
    assert summary["p"].tolist() == [1 / 20] * 2


def test_a_summary_is_of_the_permutations():
    observed = pd.Series({"a": 0.6, "b": float("nan")})
    null = pd.DataFrame({"a": [0.2, 0.6, 0.4, 1.0], "b": [float("nan")] * 4})
    line = agreement(observed, null).summary().loc["a"]
    assert line["null"] == pytest.approx(0.55) and line["null_50"] == pytest.approx(0.5)
    assert line["null_05"] == pytest.approx(0.23) and line["null_95"] == pytest.approx(0.94)
    assert line["p"] == pytest.approx(3 / 5)
    assert agreement(observed, null).summary().loc["b"].isna().all()


def agreement(observed, null, values=50, planned=None):
    """Columns of so many values that orders drawn at random hardly agree."""
    return OrderNull(observed, null, pd.Series(values, index=observed.index), len(null) if planned is None else planned)


def found_with(p, shuffles):
    """A null under which columns named a, b, ... have these p values: as many tables agree as well."""
    good = [round(value * (shuffles + 1)) - 1 for value in p]
    null = {name: np.where(np.arange(shuffles) < n, 0.8, 0.1) for name, n in zip("abcdefghij", good, strict=False)}
    return agreement(pd.Series(0.7, index=list(null)), pd.DataFrame(null))


def test_claims_are_corrected_for_the_number_of_columns():
    """Sorted .01, .02, .04, .9 times 4, 3, 2, 1 are .04, .06, .08, .9: one passes, three do without the correction."""
    found = found_with([0.02, 0.9, 0.01, 0.04], 199)
    assert found.summary()["p"].tolist() == pytest.approx([0.02, 0.9, 0.01, 0.04])
    assert found.summary()["p_holm"].tolist() == pytest.approx([0.06, 0.9, 0.04, 0.08])
    verdict = found.verdict()
    assert verdict.better == ["c"] and verdict.uncorrected == ["a", "c", "d"] and verdict.possible
    assert re.search(
        r"\b4 columns: c \([^)]*: a, c, d\)", agreement_in_words(verdict)
    ) and "error rate" in agreement_in_words(verdict)
    assert "3 columns: c." in agreement_in_words(found_with([0.9, 0.9, 0.01], 199).verdict())


def test_the_smallest_p_that_shuffles_can_give_is_named():
    """No shuffle reaches the mean of the columns: p is 1 / (1 + 199); one that does, and p is 2 / 200."""
    said = "smallest that 199 shuffles"
    for reached, least in ((0, True), (1, False)):
        null = pd.DataFrame(dict.fromkeys("abcdefghij", np.where(np.arange(199) < reached, 1.0, 0.1)))
        told = agreement(pd.Series(0.9, index=list(null)), null).verdict()
        assert told.p == pytest.approx((1 + reached) / 200)
        assert (
            told.least == least
            and (said in agreement_in_words(told)) == ("p = 0.005," in agreement_in_words(told)) == least
        )


def test_all_columns_together_have_one_p():
    """Observed means .5; of the nulls .1, .5, .9 two in three reach it. A column without an order counts 0."""
    null = pd.DataFrame({"a": [0.2, 1.0, 0.9] * 6, "b": [0.0, np.nan, 0.9] * 6})
    assert "Too few shuffles" in agreement_in_words(agreement(pd.Series({"a": 1.0, "b": np.nan}), null).verdict())
    null = pd.concat([null, null[:1]], ignore_index=True)
    verdict = agreement(pd.Series({"a": 1.0, "b": np.nan}), null).verdict()
    assert (verdict.mean, verdict.null, verdict.p) == pytest.approx((0.5, 9.1 / 19, 13 / 20))
    assert (
        not verdict.agree and "not shown" in agreement_in_words(verdict) and "p = 0.65" in agreement_in_words(verdict)
    )
    many = agreement(
        pd.Series(0.7, index=list("abc")), pd.DataFrame(0.5, index=range(99), columns=list("abc"))
    ).verdict()
    assert many.agree and many.p == pytest.approx(0.01)


def test_random_orders_agree_as_all_orders_of_their_values_do():
    """Of the 24 orders of four values, the |tau| drawn come as often as they are; an agreement is ranked among them."""
    every = [abs(kendall_tau(np.array(ranks), np.arange(4))) for ranks in permutations(range(4))]
    found = agreement(pd.Series({"a": 2 / 3}), pd.DataFrame({"a": np.zeros(99)}), values=4)
    drawn = found.drawn["a"].round(6)
    assert set(drawn) == set(np.round(every, 6))
    for tau in set(np.round(every, 6)):
        assert (drawn == tau).mean() == pytest.approx(np.isclose(every, tau, atol=1e-6).mean(), abs=0.02)
    assert found.summary()["p"]["a"] == pytest.approx(8 / 24, abs=0.02)  # two of full agreement, six of one swap
    assert not found.verdict().agree and found.together()[-1] == found.summary()["p"]["a"]


def test_a_cancelled_run_concludes_nothing():
    found = order_null(ladder(), catviz.AhmadDey(), 99, callback=lambda done, so_far: len(so_far.null) == 30)
    assert (len(found.null), found.planned) == (30, 99) and found.together()[-1] <= 0.05
    assert not found.verdict().agree and not found.verdict().better
    assert re.fullmatch("Cancelled .* 30 of 99 shuffles: no conclusion.", agreement_in_words(found.verdict()))


@pytest.mark.slow
@pytest.mark.parametrize("n", [3, pytest.param(12, marks=pytest.mark.slow)])
def test_related_columns_alone_bring_no_claim(n):
    """Three groups differ in their values without regard to the order: it agrees better than on shuffled tables."""
    shuffled = both = 0
    for i in range(n):
        found = order_null(tilted(i, 400, 10), catviz.AhmadDey(), 39, i)
        observed, _, _, p = found.together()
        shuffled += (found.null.fillna(0).mean(axis=1) >= observed).mean() <= 0.025
        both += p <= 0.05
    assert shuffled >= 1 and both == 0


def test_no_column_is_named_where_all_together_do_not_agree():
    rest = {name: np.full(99, 0.9) for name in "bcde"}
    found = agreement(
        pd.Series(0.1, index=list("abcde")).where(lambda x: x.index != "a", 1.0), pd.DataFrame({"a": 0.0, **rest})
    )
    assert found.summary()["p_holm"]["a"] == pytest.approx(0.05)
    assert not found.verdict().agree and not found.verdict().better


def test_too_few_permutations_are_said():
    verdict = found_with([0.01] * 9, 99).verdict()
    assert not verdict.better and len(verdict.uncorrected) == 9 and not verdict.possible and verdict.needed == 179
    assert "no claim" in agreement_in_words(verdict) and re.search(
        r"\b9 columns .*\b179\b", agreement_in_words(verdict)
    )
    verdict = found_with([1 / 180] * 9, 179).verdict()
    assert verdict.possible and len(verdict.better) == 9


def test_a_column_whose_full_agreement_is_frequent_by_chance_cannot_pass():
    null = pd.DataFrame({"few": [1.0, 1 / 3, 1 / 3] * 33, "many": np.linspace(0, 0.9, 99)})
    found = agreement(pd.Series({"few": 1.0, "many": 1.0}), null)
    assert found.summary()["p_full"].tolist() == pytest.approx([34 / 100, 1 / 100])
    said = (
        "For few no tau can be significant here after the correction, not even 1: too many shuffled tables or random "
        "orders reach it."
    )
    assert found.verdict().out_of_reach == ["few"] and said in agreement_in_words(found.verdict())


@pytest.mark.slow
@pytest.mark.parametrize("n", [20, pytest.param(100, marks=pytest.mark.slow)])
def test_shuffled_columns_are_seldom_called_better_than_shuffled_columns(n):
    """Ten columns of a table without any relation: with Holm's correction a claim comes in 5 % of tables at most."""
    rng, names = np.random.default_rng(0), list("abcdefghij")
    uncorrected = claims = 0
    for _ in range(n):
        taus = rng.uniform(size=(200, 10))
        verdict = agreement(pd.Series(taus[0], names), pd.DataFrame(taus[1:], columns=names)).verdict()
        claims, uncorrected = claims + bool(verdict.better), uncorrected + bool(verdict.uncorrected)
    assert claims <= binom.ppf(0.999, n, 0.05) < uncorrected


def test_the_null_is_the_method_on_permuted_tables():
    table = ladder()
    found = order_null(table, catviz.AhmadDey(), n_permutations=3, random_state=4)
    for line, (permuted, _) in zip(found.null.to_numpy(), permuted_tables(table, 3, 4), strict=True):
        geometry = catviz.AhmadDey().fit(permuted).geometry_
        for column, tau in zip(found.null.columns, line, strict=True):
            ranks = [geometry.order().labels(column).index(level) for level in LEVELS]
            assert tau == pytest.approx(abs(kendall_tau(ranks, np.arange(8))))


def test_a_method_that_knows_counts_alone_agrees_as_well_on_every_permuted_table():
    found = order_null(ladder(), ByCount(), n_permutations=5)
    assert (found.null == found.observed).all(axis=None)
    assert found.summary()["p"].tolist() == [1.0, 1.0]


def test_permuted_columns_keep_their_counts_and_nothing_else():
    table = ladder(missing=True)
    before = catviz.count(table)
    permuted = [catviz.count(t) for t, _ in permuted_tables(table, 2)]
    for after in permuted:
        for column in table.attributes:
            r, s = before.codebook.position(column), after.codebook.position(column)
            named = [
                dict(zip(c.codebook.labels[i], c.frequencies[i], strict=True)) for c, i in ((before, r), (after, s))
            ]
            assert named[0] == named[1]
        assert np.abs(before.block("first", "second") - after.block("first", "second")).sum() > 200
    assert (permuted[0].matrix != permuted[1].matrix).any()


def missing_together(n=240):
    """Unrelated columns of which some are missing in the same rows, a number and a class of each row."""
    rng = np.random.default_rng(5)
    frame = pd.DataFrame({f"a{j}": rng.choice([*"xyz"], n) for j in range(6)}).astype(object)
    frame["size"] = rng.normal(size=n)
    gone = rng.random(n) < 0.3
    frame.loc[gone, ["a1", "a2", "a3", "a4", "size"]] = None
    return frame, np.where(gone, "refused", "answered").astype(object)


def test_missing_cells_and_groups_stay_in_place_and_values_move():
    frame, groups = missing_together()
    table = CategoricalTable.from_pandas(frame, numeric="keep")
    pattern = sorted(zip(frame["a1"].isna(), frame["size"].isna(), groups, strict=True))
    for permuted, theirs in permuted_tables(table, 2, 0, groups):
        absent = permuted.codes == [len(values) for values in permuted.categories]
        assert (absent[:, 1:5] == absent[:, [1]]).all() and not absent[:, [0, 5]].any()
        assert sorted(zip(absent[:, 1], np.isnan(permuted.numeric[:, 0]), theirs, strict=True)) == pattern
        assert permuted.to_pandas()["a1"].value_counts().to_dict() == frame["a1"].value_counts().to_dict()
        assert np.nansum(permuted.numeric) == pytest.approx(np.nansum(table.numeric))
    mixed = table[np.random.default_rng(1).permutation(len(table))]
    codes = [next(permuted_tables(each, 1))[0].codes for each in (table, mixed)]
    assert (codes[0] == codes[1]).all(), "the order of rows does not matter"


def test_numeric_columns_are_permuted_too():
    table = catviz.load_dataset("cmc", bins=None)
    permuted, _ = next(permuted_tables(table, 1))
    assert permuted.numeric_names == table.numeric_names and permuted.target is None
    assert np.sort(permuted.numeric, axis=0).tolist() == np.sort(table.numeric, axis=0).tolist()
    assert abs(np.corrcoef(permuted.numeric.T)[0, 1]) < 0.2 < abs(np.corrcoef(table.numeric.T)[0, 1])


def test_neither_names_nor_the_order_of_rows_nor_multiplicity_matter():
    table = ladder()
    found = order_null(table, catviz.AhmadDey(), n_permutations=5)
    summaries_equal(found, order_null(table[np.random.default_rng(1).permutation(len(table))], catviz.AhmadDey(), 5))
    rows, _ = table.unique_rows()
    summaries_equal(found, order_null(rows, catviz.AhmadDey(), 5))
    r = table.attributes.index("letter")
    names = list(table.categories)
    names[r] = tuple(f"{9 - i} {name}" for i, name in enumerate(names[r]))
    renamed = replace(table, codebook=replace(table.codebook, categories=tuple(names)))
    renamed = renamed.recode(
        replace(renamed.codebook, categories=tuple(c if i != r else c[::-1] for i, c in enumerate(names)))
    )
    summaries_equal(found, order_null(renamed, catviz.AhmadDey(), 5))


def test_rows_without_weight_do_not_count():
    table = ladder(100)
    half = replace(table, weights=np.arange(100) % 2.0)
    summaries_equal(
        order_null(half, catviz.AhmadDey(), 3), order_null(table[np.arange(100) % 2 == 1], catviz.AhmadDey(), 3)
    )


def test_fractional_weights_are_refused():
    table = replace(ladder(20), weights=np.linspace(0.5, 1.7, 20))
    with pytest.raises(ValueError, match="weights are fractional"):
        order_null(table, catviz.AhmadDey(), 2)


def test_the_missing_level_has_no_declared_place():
    table = ladder(missing=True)
    geometry = catviz.AhmadDey().fit(table).geometry_
    assert len(geometry.codebook.labels[0]) == 9
    labels = [label for label in geometry.order().labels("first") if label in LEVELS]
    tau = abs(kendall_tau([labels.index(level) for level in LEVELS], np.arange(8)))
    assert declared_agreement(geometry)["first"] == pytest.approx(tau)
    assert order_null(table, catviz.AhmadDey(), 1).observed["first"] == pytest.approx(tau)


def test_equally_far_values_have_no_order():
    found = order_null(ladder(), catviz.Hamming(), n_permutations=2).summary()
    assert found.isna().all(axis=None) and found.index.tolist() == ["first", "second"]


def test_a_table_without_ordered_columns_has_nothing_to_compare():
    called = []
    table = CategoricalTable.from_pandas(pd.DataFrame({"a": list("xyz"), "b": list("uvw")}))
    found = order_null(table, catviz.AhmadDey(), callback=lambda *_: called.append(1))
    assert found.summary().empty and len(found.null) == 0 and not called


def test_the_callback_sees_what_is_done_and_stops():
    seen = []

    def stop(share, so_far):
        seen.append((share, len(so_far.null)))
        return len(seen) == 2

    found = order_null(ladder(), catviz.AhmadDey(), n_permutations=4, callback=stop)
    assert seen == [(0.25, 1), (0.5, 2)]
    whole = order_null(ladder(), catviz.AhmadDey(), n_permutations=4)
    pd.testing.assert_frame_equal(found.null, whole.null.iloc[:2])


def test_orders_learned_with_clusters_have_a_null_too():
    table = ladder(150)
    found = order_null(table, catviz.OCL(3, n_init=2, random_state=0), n_permutations=2)
    fitted = catviz.OCL(3, n_init=2, random_state=0).fit(table)
    ranks = [fitted.orders_["first"].index(level) for level in LEVELS]
    assert found.observed["first"] == pytest.approx(abs(kendall_tau(ranks, np.arange(8))))
    assert found.null.notna().all(axis=None)


def test_methods_that_learn_from_groups_are_given_them():
    table = ladder()
    groups = table.codes[:, 0] // 2
    found = order_null(table, catviz.MVDM(), n_permutations=2, y=groups)
    fitted = catviz.MVDM().fit(table, groups)
    pd.testing.assert_series_equal(found.observed, declared_agreement(fitted.geometry_))
    again = np.random.default_rng(0).permutation(len(table))
    summaries_equal(found, order_null(table[again], catviz.MVDM(), n_permutations=2, y=groups[again]))
    with pytest.raises(ValueError, match="requires y"):
        order_null(table, catviz.MVDM(), n_permutations=2)


def test_what_gives_no_order_and_no_permutations_are_refused():
    with pytest.raises(ValueError, match="KModes .*no order"):
        order_null(ladder(), catviz.KModes(2))
    with pytest.raises(ValueError, match="n_permutations=0"):
        order_null(ladder(), catviz.AhmadDey(), n_permutations=0)


def test_the_method_given_is_left_unfitted():
    method = catviz.AhmadDey()
    order_null(ladder(50), method, n_permutations=1)
    assert not hasattr(method, "geometry_")


# columns with the same values


def one_scale_table(seed, shared=True):
    """Five columns that follow one gradient, their values named anew: alike in all columns, or in each its own way."""
    rng = np.random.default_rng(seed)
    factor = rng.normal(size=300)
    frame = {}
    names = rng.permutation(5)
    for j in range(5):
        cells = np.searchsorted([-0.84, -0.25, 0.25, 0.84], 0.8 * factor + 0.6 * rng.normal(size=300))
        frame[f"c{j}"] = (names if shared else rng.permutation(5))[cells].astype(str)
    return CategoricalTable.from_pandas(pd.DataFrame(frame), ordered={c: list("01234") for c in frame})


def test_columns_with_the_same_values_share_their_random_orders():
    found = order_null(one_scale_table(0), catviz.AhmadDey(), n_permutations=1)
    assert (found.drawn.to_numpy() == found.drawn.to_numpy()[:, :1]).all()
    # 120 orders of five values: 2 agree fully, 8 but for one pair of neighbours
    shares = found.drawn["c0"].value_counts(normalize=True)
    assert shares[1.0] == pytest.approx(2 / 120, abs=0.004) and shares[0.8] == pytest.approx(8 / 120, abs=0.01)
    named = replace(found, values={c: [f"{c} {v}" for v in "01234"] for c in found.sizes.index})
    assert named.drawn.equals(found.drawn), "one scale may have different names"
    apart = replace(named, values={}, sizes=pd.Series({c: 3 + i for i, c in enumerate(found.sizes.index)}))
    assert apart.drawn.corr().to_numpy()[np.triu_indices(5, 1)] == pytest.approx(0, abs=0.05)


@pytest.mark.slow
@pytest.mark.parametrize("n", [10, pytest.param(60, marks=pytest.mark.slow)])
def test_one_scale_in_all_columns_is_not_five_pieces_of_evidence(n):
    """The declared order says nothing of the gradient: 5 % at most may be called agreement."""
    claims = [
        order_null(one_scale_table(seed), catviz.AhmadDey(), 39, random_state=seed).verdict().agree for seed in range(n)
    ]
    assert sum(claims) <= binom.ppf(0.99, n, 0.05)


def test_groups_of_columns_by_their_values():
    values = {"a": "123", "b": "345", "c": "12", "d": "xy", "e": "51", "f": "35"}
    assert one_scale(values) == [["a", "c"], ["d"], ["e"], ["b", "f"]]
    assert one_scale(values | {"g": "153"})[-1] == ["a", "c", "e", "b", "f", "g"]


def test_too_few_values_for_any_claim_is_said_instead_of_no_agreement():
    rng = np.random.default_rng(0)
    factor = rng.normal(size=400)
    for v, possible in ((4, False), (5, True)):
        cuts = np.linspace(-1, 1, v - 1)
        cells = {f"c{j}": np.searchsorted(cuts, factor + 0.4 * rng.normal(size=400)).astype(str) for j in range(5)}
        order = {c: [str(i) for i in range(v)] for c in cells}
        table = CategoricalTable.from_pandas(pd.DataFrame(cells), ordered=order)
        verdict = order_null(table, catviz.AhmadDey(), n_permutations=39).verdict()
        assert verdict.mean == 1 and verdict.agree == verdict.enough_values == possible
        assert agreement_in_words(verdict).startswith("Taken together" if possible else "No claim")
