"""Sets of rows and values, the shares of one among the other, the four forms of one similarity, and their cost."""

import itertools
import re
from fractions import Fraction
from math import comb

import numpy as np
import pandas as pd
import pytest
from random_frames import independent_frame

import catviz
from catviz.distances import coupled, information
from catviz.distances.conditional import profiles
from catviz.distances.coupled import total_variation
from catviz.distances.information import (
    icp,
    icp_calls,
    icp_calls_of_pair,
    inter_information,
    relative_similarity,
    set_information,
)
from catviz.table.categorical import CategoricalTable

U = tuple(f"u{i}" for i in range(1, 7))
FORMS = "PUJI"


def toy():
    return catviz.load_dataset("toy_cos")


def random_table(n=60, sizes=(3, 4, 2, 5), seed=0, missing=0.15):
    return CategoricalTable.from_pandas(independent_frame(n, sizes, seed, missing))


def sets(table, r):
    """Each value of column r as the set of its rows."""
    labels = table.codebook.labels[r]
    return {v: {i for i in range(len(table)) if table.codes[i, r] == code} for code, v in enumerate(labels)}


# set information


def test_the_papers_example_of_set_information():
    a2 = set_information(toy(), "a2", names=U)
    assert a2.f_star({"u1", "u2", "u3"}) == {"B1", "B2"}
    assert a2.g("B1") == {"u1", "u2"}
    assert a2.g_star({"B1", "B2"}) == {"u1", "u2", "u3", "u6"}
    assert inter_information(toy(), "a2", "B1", "a1") == {"A1", "A2"}
    assert icp(toy(), "a1", {"A1"}, "a2", "B1") == 0.5


def test_rows_without_names_are_numbers():
    a2 = set_information(toy(), "a2")
    assert a2.f_star([0, 1, 2]) == {"B1", "B2"}
    assert a2.g("B1") == {0, 1} and a2.g_star({"B1", "B2"}) == {0, 1, 2, 5}
    assert a2.f_star([]) == set() and a2.g_star([]) == set()


def test_a_name_may_stand_for_several_rows_and_a_text_for_one_name():
    twice = set_information(toy(), "a1", names=("x", "y", "x", "y", "x", "y"))
    assert twice.f_star({"x"}) == twice.f_star("x") == {"A1", "A2", "A4"}
    assert twice.g("A2") == {"x", "y"}
    assert set_information(toy(), "a2", names=U).g_star("B1") == {"u1", "u2"}


def test_a_missing_cell_carries_no_value_unless_missing_is_one():
    table = CategoricalTable.from_pandas(pd.DataFrame({"a": ["x", None, "y"], "b": ["u", "u", "v"]}))
    assert set_information(table, "a").f_star([0, 1]) == {"x"}
    assert inter_information(table, "b", "u", "a") == {"x"}
    with pytest.raises(ValueError, match="'a' has no value None"):
        set_information(table, "a").g(None)
    full = table.missing_as_category()
    assert set_information(full, "a").f_star([0, 1]) == {"x", "(missing)"}
    assert set_information(full, "a").g(None) == set_information(full, "a").g("(missing)") == {1}


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: set_information(toy(), "a9"), "no column 'a9'"),
        (lambda: set_information(toy(), "a2", names=U[:5]), "names has 5 entries.*each of the 6 rows"),
        (lambda: set_information(toy(), "a2").g("C1"), "'a2' has no value 'C1'"),
        (lambda: set_information(toy(), "a2").f_star([6]), "no row 6: .* 0 to 5"),
        (lambda: set_information(toy(), "a2", names=U).f_star(["u7"]), "no row 'u7'"),
        (lambda: inter_information(toy(), "a2", "B9", "a1"), "'a2' has no value 'B9'"),
        (lambda: icp(toy(), "a1", {"A9"}, "a2", "B1"), "'a1' has no value 'A9'"),
    ],
)
def test_what_is_not_there_is_named(ask, words):
    with pytest.raises(ValueError, match=words):
        ask()


# information conditional probability


def test_icp_of_a_film_genre():
    # the weighted paper's example: P(Grant | Thriller)
    assert icp(catviz.load_dataset("toy_movie"), "actor", "Grant", "genre", "Thriller") == 0.5


@pytest.mark.parametrize("missing", [False, True])
def test_icp_is_the_share_of_common_rows_and_what_a_fit_uses(missing):
    table = random_table(seed=1)
    table = table.missing_as_category() if missing else table
    counts = catviz.count(table) if missing else catviz.count(table).without_missing()
    for r, s in itertools.permutations(range(4), 2):
        first, second = sets(table, r), sets(table, s)
        known = set().union(*second.values())
        shares = profiles(counts, r, s)
        for i, x in enumerate(first):
            among = first[x] & known
            alone = [icp(table, f"a{s}", {w}, f"a{r}", x) for w in second]
            assert alone == pytest.approx([len(second[w] & among) / len(among) for w in second])
            assert alone == pytest.approx(shares[i])
            assert sum(alone) == pytest.approx(1)
            both = list(second)[:2]
            assert icp(table, f"a{s}", both, f"a{r}", x) == pytest.approx(sum(alone[:2]))


def test_as_printed_icps_of_all_values_miss_one_where_cells_are_missing():
    table = CategoricalTable.from_pandas(pd.DataFrame({"a": ["x", "x", "x", "y"], "b": ["u", "v", None, "u"]}))
    printed = {w: len(set_information(table, "b").g(w) & set_information(table, "a").g("x")) / 3 for w in "uv"}
    assert sum(printed.values()) == pytest.approx(2 / 3)
    assert [icp(table, "b", w, "a", "x") for w in "uv"] == [0.5, 0.5]


def test_a_value_that_never_meets_the_column_takes_its_marginal():
    frame = pd.DataFrame({"a": ["x", "x", "y"], "b": ["u", "v", None], "none": [None] * 3}, dtype=object)
    table = CategoricalTable.from_pandas(frame)
    assert icp(table, "b", "u", "a", "y") == 0.5
    assert icp(table, "none", set(), "a", "x") == 0.0
    assert profiles(catviz.count(table).without_missing(), 0, 1)[1].tolist() == [0.5, 0.5]


def test_row_weights_count():
    frame = pd.DataFrame({"a": ["x", "x", "y"], "b": ["u", "v", "v"], "w": [1, 3, 5]})
    assert icp(CategoricalTable.from_pandas(frame, weights="w"), "b", "u", "a", "x") == 0.25


# four forms of one similarity


def test_the_papers_pair_is_half_alike_by_every_form():
    shares = profiles(catviz.count(toy()), 1, 0)
    assert [relative_similarity(shares, form)[0, 1] for form in FORMS] == [0.5] * 4


def exactly(form, x, y):
    """The form's definition, over shares as fractions of integers."""
    values = range(len(x))
    if form == "P":
        subsets = itertools.chain.from_iterable(itertools.combinations(values, k) for k in range(len(x) + 1))
        return min(2 - sum(x[w] for w in W) - sum(y[w] for w in set(values) - set(W)) for W in subsets)
    if form == "U":
        return 2 - sum(max(x[w], y[w]) for w in values)
    if form == "J":
        return 2 - sum(max(x[w], y[w]) for w in values if x[w] or y[w])
    return sum(min(x[w], y[w]) for w in values if x[w] and y[w])


@pytest.mark.parametrize("form", FORMS)
def test_every_form_by_its_definition_is_one_minus_total_variation(form):
    counts = catviz.count(random_table(40, (3, 5, 4), seed=2))
    for r, s in itertools.permutations(range(3), 2):
        joint = counts.joint(r, s)
        shares = [[Fraction(int(c), int(row.sum())) for c in row] for row in joint]
        found = relative_similarity(profiles(counts, r, s), form)
        alone = total_variation(counts, r, np.eye(3)[s])
        for i, j in itertools.product(range(len(joint)), repeat=2):
            exact = exactly(form, shares[i], shares[j])
            assert exact == 1 - sum(abs(p - q) for p, q in zip(shares[i], shares[j], strict=True)) / 2
            assert found[i, j] == pytest.approx(float(exact), abs=1e-15)
            assert found[i, j] == pytest.approx(1 - alone[i, j], abs=1e-15)


@pytest.mark.parametrize("name", ["zoo", "voting", "soybean_large"])
@pytest.mark.parametrize("na", ["category", "exclude"])
def test_cos_is_the_same_by_every_form(name, na):
    table = catviz.load_dataset(name)
    fast = catviz.COS(na=na).fit(table).value_similarities_.tables
    for form in "PUJ":
        for a, b in zip(fast, catviz.COS(na=na, inter=form).fit(table).value_similarities_.tables, strict=True):
            np.testing.assert_allclose(a, b, rtol=0, atol=1e-15)


@pytest.mark.parametrize("form", "PUJ")
def test_cos_by_another_form_really_asks_it(form, monkeypatch):
    asked = []

    def spy(shares, form):
        asked.append(form)
        return np.full((len(shares),) * 2, 0.25)

    monkeypatch.setattr(coupled, "relative_similarity", spy)
    m = catviz.COS(inter=form).fit(toy())
    assert asked == [form] * 6
    np.testing.assert_allclose(m.value_similarities_.tables[0], m.intra("a1") / 4)


def test_the_join_form_summed_over_the_intersection_would_be_wrong():
    x, y = profiles(catviz.count(toy()), 1, 0)[:2]
    both = (x > 0) & (y > 0)
    assert 2 - np.maximum(x, y)[both].sum() == 1.5


@pytest.mark.filterwarnings("ignore:COS on the single column")
@pytest.mark.parametrize("form", FORMS)
def test_every_form_on_awkward_columns(form):
    assert relative_similarity(np.ones((1, 40)) / 40, form).tolist() == [[1.0]]
    assert relative_similarity(np.empty((3, 0)), form).tolist() == np.ones((3, 3)).tolist()
    assert relative_similarity(np.eye(3), form).tolist() == np.eye(3).tolist()
    alone = pd.DataFrame({"a": list("xyxz")})
    similar = catviz.COS(inter=form).fit(alone).value_similarities_.tables[0]
    assert similar.tolist() == np.diag([2 / 4, 1 / 3, 1 / 3]).tolist()
    frame = pd.DataFrame({"a": list("xyxy"), "b": list("uvvu"), "none": [None] * 4}, dtype=object)
    wanted, found = (catviz.COS("exclude", inter=f).fit(frame).value_similarities_["a"] for f in ("I", form))
    pd.testing.assert_frame_equal(wanted, found)


def test_more_subsets_than_can_be_looked_up_are_refused_by_column():
    many = pd.DataFrame({"few": list("ab") * 20, "many": [f"v{i}" for i in range(40)]})
    with pytest.raises(ValueError, match=r"^inter='P': .*'many' has 40 values, .*2\^40 .*inter='I'"):
        catviz.COS(inter="P").fit(many)
    assert catviz.COS(inter="U").fit(many).value_similarities_["few"].loc["a", "b"] == 0
    with pytest.raises(ValueError, match=r"500 values, .*2\^500 .* 100,000,000"):
        relative_similarity(np.full((2, 500), 1 / 500), "P")


def test_the_limit_is_that_of_the_whole_fit(monkeypatch):
    monkeypatch.setattr(information, "MOST_ICP_CALLS", 480)
    catviz.COS(inter="P").fit(toy())
    monkeypatch.setattr(information, "MOST_ICP_CALLS", 479)
    with pytest.raises(ValueError, match="'a1' has 4 values.*more than 479"):
        catviz.COS(inter="P").fit(toy())


# how many are looked up


def test_calls_of_the_papers_pair():
    calls = icp_calls_of_pair(catviz.count(toy()), "a2", "B1", "B2", "a1")
    assert calls.to_dict() == {"P": 32, "U": 8, "J": 6, "I": 2}


@pytest.mark.parametrize("seed", range(3))
def test_the_closed_forms_are_the_sums_over_all_pairs_of_values(seed):
    table = random_table(30, seed=seed)
    counts = catviz.count(table)
    attributes = table.attributes
    total = dict.fromkeys(FORMS, 0)
    filled = table.missing_as_category()
    for r, a in enumerate(attributes):
        for x, y in itertools.combinations(counts.codebook.labels[r], 2):
            for b in (b for b in attributes if b != a):
                of_pair = icp_calls_of_pair(counts, a, x, y, b)
                phi, psi = (inter_information(filled, a, v, b) for v in (x, y))
                assert (of_pair["J"], of_pair["I"]) == (2 * len(phi | psi), 2 * len(phi & psi))
                total = {form: n + of_pair[form] for form, n in total.items()}
    assert icp_calls(counts).to_dict() == total


def test_calls_on_five_columns_of_soybean_large_are_those_of_its_first_five():
    table = catviz.load_dataset("soybean_large")
    first = table.select(table.attributes[:5])
    assert first.attributes == ("date", "plant_stand", "precip", "temp", "hail")
    calls = icp_calls(catviz.count(first).without_missing())
    assert calls.to_dict() == {"P": 3328, "U": 648, "J": 648, "I": 632}


def test_calls_on_all_of_soybean_large_where_the_printed_15704_for_i_is_not_reproduced():
    counts = catviz.count(catviz.load_dataset("soybean_large")).without_missing()
    assert len(counts.codebook.attributes) == 35 and counts.codebook.n_values.max() == 7
    assert icp_calls(counts).to_dict() == {"P": 74128, "U": 20124, "J": 19162, "I": 15114}


def test_calls_for_500_values_are_more_than_one_columns_subsets():
    frame = pd.DataFrame({"many": [str(i) for i in range(500)] * 2, "two": ["u"] * 500 + ["v"] * 500})
    calls = icp_calls(catviz.count(CategoricalTable.from_pandas(frame)))
    assert calls["P"] == 2 * comb(500, 2) * 2**2 + 2 * comb(2, 2) * 2**500
    assert calls["P"] > 3.2e150
    assert calls["I"] == 2 * 2 * comb(500, 2) + 2 * 500
    assert re.fullmatch(r"\d{151}", str(calls["P"]))


def test_weights_of_one_over_all_columns_contradict_the_papers_own_quarter():
    alike = [relative_similarity(profiles(catviz.count(toy()), 1, s))[0, 1] for s in (0, 2)]
    assert sum(alike) / 2 == 0.25
    assert sum(alike) / 3 == pytest.approx(1 / 6)


def test_the_helpers_are_where_the_coupled_family_is():
    assert (coupled.set_information, coupled.inter_information, coupled.icp) == (
        set_information,
        inter_information,
        icp,
    )
