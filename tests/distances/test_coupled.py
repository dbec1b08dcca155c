"""The coupled family: the papers' worked numbers, identities, edge rules, every option, and what is no metric."""

import itertools
import warnings

import numpy as np
import pandas as pd
import pytest
from random_frames import independent_frame

import catviz
from catviz.distances.conditional import all_profiles, profiles
from catviz.distances.coupled import total_variation
from catviz.reading.limits import LIMITS
from catviz.table.categorical import CategoricalTable
from catviz.table.counts import count

FAMILY = (catviz.AhmadDey, catviz.COD, catviz.COS, catviz.WCADO)


def fitted(cls, name, **parameters):
    return cls(**parameters).fit(catviz.load_dataset(name))


def random_table(n=60, sizes=(3, 4, 2), seed=0, missing=0.1):
    return CategoricalTable.from_pandas(independent_frame(n, sizes, seed, missing))


def text_columns(table):
    """The table's columns as text, missing under a name of its own."""
    return table.to_pandas().astype(object).where(lambda f: f.notna(), "none")


# worked examples


def test_movie_intra_factors():
    m = fitted(catviz.WCADO, "toy_movie")
    actor = m.counts_.codebook.labels[0].index
    intra = m.intra("actor")
    assert intra[actor("De Niro"), actor("De Niro")] == pytest.approx(1 / 45)
    assert intra[actor("De Niro"), actor("Stewart")] == pytest.approx(4 / 45)
    # eta (1/a + 1/b) ab/N^2 on the diagonal gives back p_s
    for attribute, same in (("actor", 1 / 5), ("genre", 1 / 5), ("director", 2 / 15)):
        counts = m.counts_.block(attribute, attribute).diagonal()
        assert m.intra(attribute).diagonal() / (2 * counts / 36) == pytest.approx(same)


def test_movie_chance_that_two_films_agree():
    counts = fitted(catviz.WCADO, "toy_movie").counts_
    shares = {"actor": 1 / 5, "genre": 1 / 5, "director": 2 / 15}
    a, n = counts.frequencies[0][counts.codebook.code("actor", "Stewart")], counts.n_rows
    assert (a / n, (a - 1) / (n - 1)) == (pytest.approx(1 / 3), 1 / 5)
    for attribute, same in shares.items():
        a = counts.block(attribute, attribute).diagonal()
        assert (a / n * (a - 1) / (n - 1)).sum() == pytest.approx(same)


def test_movie_couplings():
    weights = fitted(catviz.WCADO, "toy_movie").attribute_weights_
    assert weights.loc["actor", "genre"] == pytest.approx(0.4078361781, abs=5e-11)
    assert weights.loc["actor", "director"] == pytest.approx(0.3552453213, abs=5e-11)
    assert weights.loc["genre", "director"] == pytest.approx(0.8262346571, abs=5e-11)
    assert (weights == weights.T).all(axis=None) and not np.diag(weights).any()
    assert (weights.to_numpy().sum() + 3) / 9 == pytest.approx(0.6865147014, abs=5e-11)
    with pytest.warns(UserWarning, match="columns actor; .*beta"):
        filtered = fitted(catviz.WCADO, "toy_movie", beta="eq22").attribute_weights_
    assert filtered.to_numpy().nonzero()[0].tolist() == [1, 2]


@pytest.mark.parametrize(
    ("attribute", "a", "b", "distance"),
    [
        ("actor", "De Niro", "Stewart", 0.0678294666),
        ("genre", "Comedy", "Thriller", 0.0734430806),
        ("director", "Hitchcock", "Koster", 0.0795633374),
    ],
)
def test_movie_w_cado_of_values(attribute, a, b, distance):
    assert fitted(catviz.WCADO, "toy_movie").value_distances_[attribute].loc[a, b] == pytest.approx(distance, abs=5e-11)


@pytest.mark.parametrize(("cls", "distance"), [(catviz.WCADO, 0.2628537615), (catviz.COD, 3.5), (catviz.AhmadDey, 3.0)])
def test_movie_objects_one_and_three(cls, distance):
    between = fitted(cls, "toy_movie").value_distances_.between(catviz.load_dataset("toy_movie"))
    assert between[0, 2] == pytest.approx(distance, abs=5e-11)


def test_movie_cos_of_directors():
    similar = fitted(catviz.COS, "toy_movie").value_similarities_["director"]
    assert similar.loc["Scorsese", "Coppola"] == pytest.approx(1 / 3)
    assert similar.loc["Koster", "Hitchcock"] == pytest.approx(0.25)
    assert similar.loc["Koster", "Coppola"] == 0.0


def test_information_table_values():
    m = fitted(catviz.COS, "toy_cos")
    assert m.intra("a2")[0, 1] == pytest.approx(0.5)
    explanation = m.explain("a2", "B1", "B2").terms.set_index("term")["1 - TV"]
    assert explanation["a1"] == pytest.approx(0.5)
    assert explanation.mean() == pytest.approx(0.25)
    assert m.value_similarities_["a2"].loc["B1", "B2"] == pytest.approx(0.125)
    assert profiles(m.counts_, 1, 0)[0, 0] == pytest.approx(0.5)


def test_information_table_objects():
    table = catviz.load_dataset("toy_cos")
    similar = catviz.COS().fit(table).value_similarities_.between(table)
    assert similar[1, 2] == pytest.approx(0.75)
    assert similar[0] == pytest.approx([4 / 3, 1.2, 0.45, 0.125, 0, 0.125])
    far = catviz.COD().fit(table).value_distances_.between(table)
    assert far[0] == pytest.approx([0, 0.75, 2.25, 3.75, 3.5, 3.25])
    assert catviz.AhmadDey().fit(table).value_distances_.between(table)[0] == pytest.approx([0, 0.5, 2, 2.75, 3, 2.75])


@pytest.mark.parametrize(
    ("name", "cls", "total"),
    [
        ("zoo", catviz.COS, 137684.318682),
        ("zoo", catviz.COD, 1265.790582),
        ("zoo", catviz.WCADO, 189.934937239),
        ("zoo", catviz.AhmadDey, 19916.4),
        ("voting", catviz.COS, 2408826.822005),
        ("voting", catviz.COD, 10110.872755),
        ("voting", catviz.WCADO, 1233.890961970),
        ("voting", catviz.AhmadDey, 587948.533333),
    ],
)
def test_sums_of_object_matrices(name, cls, total):
    m = fitted(cls, name)
    rows = m.value_similarities_ if cls is catviz.COS else m.value_distances_
    assert rows.between(catviz.load_dataset(name)).sum() == pytest.approx(total, rel=1e-11, abs=6e-7)


# identities


def test_adm_is_the_mean_total_variation_and_cod_stretches_it_by_rarity():
    table = random_table(50, (3, 4, 2, 5), seed=2)
    counts = catviz.count(table)
    adm, cod = catviz.AhmadDey().fit(table), catviz.COD().fit(table)
    for r in range(4):
        mean = sum(total_variation(counts, r, np.eye(4)[s]) for s in range(4) if s != r) / 3
        np.testing.assert_allclose(adm.value_distances_.tables[r], mean, atol=1e-14)
        rarity = 1 / counts.frequencies[r]
        expected = (rarity[:, None] + rarity) * mean
        np.testing.assert_allclose(cod.value_distances_.tables[r], expected, atol=1e-14)


def test_intra_attribute_similarity_lies_between_a_third_and_n_over_n_plus_two():
    for name in ("zoo", "voting", "toy_cos"):
        m = fitted(catviz.COS, name)
        for attribute in m.counts_.codebook.attributes:
            intra, n = m.intra(attribute), m.counts_.n_rows
            assert intra.min() >= 1 / 3 - 1e-12 and intra.max() <= n / (n + 2) + 1e-12


def test_cos_is_a_positive_semidefinite_kernel_and_its_distance_follows():
    table = catviz.load_dataset("zoo")
    m = catviz.COS().fit(table)
    S = m.value_similarities_.between(table)
    assert np.linalg.eigvalsh(S).min() > -1e-9
    own = np.diag(S)
    np.testing.assert_allclose(m.value_distances_.between(table), (own[:, None] + own) / 2 - S, atol=1e-10)


# the options of W-CADO


@pytest.mark.one_in(4)
@pytest.mark.parametrize("theta", ["product", "sum", "log", "one"])
@pytest.mark.parametrize("omega", ["product", "sum"])
@pytest.mark.parametrize("combine", ["product", "sum"])
@pytest.mark.parametrize("mix", [(0.5, 0.5), (0.2, 0.8)])
@pytest.mark.parametrize("beta", [None, "eq22", "offdiag", 0.05])
def test_w_cado_by_its_formulas(theta, omega, combine, mix, beta):
    table = random_table(50, (3, 4, 2), seed=3)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        found = catviz.WCADO(theta, omega=omega, combine=combine, mix=mix, beta=beta).fit(table)
    counts, (alpha, gamma) = found.counts_, mix
    d = 3
    xi = np.array([[catviz.table.association.redundancy(counts.joint(r, s)) for s in range(d)] for r in range(d)])
    off = xi[~np.eye(d, dtype=bool)]
    with_ones = np.where(np.eye(d), 1.0, xi)
    keep = {
        None: xi >= 0,
        "eq22": xi > with_ones.mean(),
        "offdiag": xi >= off.mean(),
        0.05: xi > 0.05,
    }[beta] & ~np.eye(d, dtype=bool)
    np.testing.assert_allclose(found.attribute_weights_, xi * keep, atol=1e-14)
    for r in range(d):
        n = counts.frequencies[r].astype(float)
        N = n.sum()
        same = (n * (n - 1)).sum() / (N * (N - 1))
        variations = {s: total_variation(counts, r, np.eye(d)[s]) for s in range(d) if s != r}
        for i, j in itertools.product(range(len(n)), repeat=2):
            a, b = n[i], n[j]
            eta = same if i == j else 1 - same
            one_way, other_way = (
                {
                    "product": a * b / N**2,
                    "sum": alpha * x / N + gamma * y / N,
                    "log": -alpha * np.log(x / N) - gamma * np.log(y / N),
                    "one": 1.0,
                }[theta]
                for x, y in ((a, b), (b, a))
            )
            t = (one_way + other_way) / 2
            intra = (eta * t if omega == "product" else alpha * eta + gamma * t) * (1 / a + 1 / b)
            assert found.intra(f"a{r}")[i, j] == pytest.approx(intra, abs=1e-14)
            inter = sum(xi[r, s] * keep[r, s] * variations[s][i, j] for s in variations)
            distance = 0.0 if i == j else intra * inter if combine == "product" else alpha * intra + gamma * inter
            assert found.value_distances_.tables[r][i, j] == pytest.approx(distance, abs=1e-14)


@pytest.mark.parametrize("mix", [(0.5, 0.6), (1.2, -0.2), (1.0,)])
def test_a_mix_must_be_two_shares_of_one(mix):
    with pytest.raises(ValueError, match="mix="):
        catviz.WCADO(mix=mix).fit(catviz.load_dataset("toy_movie"))


@pytest.mark.parametrize(
    "parameters", [{"theta": "half"}, {"omega": "x"}, {"combine": 1}, {"beta": "mean"}, {"beta": 2}, {"na": "drop"}]
)
def test_an_option_that_does_not_exist_is_named(parameters):
    (name,) = parameters
    with pytest.raises(ValueError, match=f"^{name}="):
        catviz.WCADO(**parameters).fit(catviz.load_dataset("toy_movie"))


def test_the_printed_filter_silences_every_column_of_tic_tac_toe_and_says_so():
    table = catviz.load_dataset("tic_tac_toe")
    with pytest.warns(UserWarning, match="distance is zero") as caught:
        m = catviz.WCADO(beta="eq22").fit(table)
    assert all(attribute in str(caught[0].message) for attribute in table.attributes)
    assert len(table.attributes) == 9 and not any(t.any() for t in m.value_distances_.tables)
    assert all(t.any() for t in catviz.WCADO().fit(table).value_distances_.tables)


# edge rules


@pytest.mark.parametrize("cls", FAMILY)
def test_a_single_column_has_equally_far_values_and_a_warning(cls):
    table = random_table(30, (4,), missing=0)
    with pytest.warns(UserWarning, match="single column 'a0'"):
        m = cls().fit(table)
    counts = m.counts_.frequencies[0]
    found = m.value_distances_.tables[0]
    if cls is catviz.AhmadDey:
        assert found.tolist() == (1 - np.eye(4)).tolist()
    elif cls is catviz.COD:
        np.testing.assert_allclose(found, (1 / counts[:, None] + 1 / counts) * (1 - np.eye(4)))
    elif cls is catviz.COS:
        np.testing.assert_allclose(m.value_similarities_.tables[0], np.diag(counts / (counts + 2)))
    else:
        np.testing.assert_allclose(found, m.intra("a0") * (1 - np.eye(4)))
    assert (found[~np.eye(4, dtype=bool)] > 0).all()
    explanation = m.explain("a0", "p", "q")
    assert explanation.value == pytest.approx(
        m.value_similarities_.tables[0][0, 1] if cls is catviz.COS else explanation.distance
    )


@pytest.mark.parametrize("cls", FAMILY)
@pytest.mark.parametrize("na", ["category", "exclude"])
def test_a_constant_column_has_a_zero_table(cls, na):
    frame = text_columns(random_table(30)).assign(same="x")
    m = cls(na=na).fit(frame)
    assert m.value_distances_["same"].to_numpy().tolist() == [[0.0]]


def test_excluded_missing_values_leave_pairwise_complete_counts():
    frame = pd.DataFrame({"a": ["x", "x", "y", "y", None, "z"], "b": ["u", None, "u", "v", "v", None]})
    # a and b are both known in three rows: (x, u), (y, u), (y, v); z meets no b and takes b's marginal (1/2, 1/2)
    adm = catviz.AhmadDey(na="exclude").fit(frame)
    expected = pd.DataFrame([[0, 0.5, 0.5], [0.5, 0, 0], [0.5, 0, 0]], index=list("xyz"), columns=list("xyz"))
    pd.testing.assert_frame_equal(adm.value_distances_["a"], expected)
    assert adm.value_distances_["b"].to_numpy().tolist() == [[0, 0.5], [0.5, 0]]
    cod = catviz.COD(na="exclude").fit(frame).value_distances_["a"]
    assert cod.loc["x", "y"] == pytest.approx((1 / 2 + 1 / 2) * 0.5)
    assert cod.loc["x", "z"] == pytest.approx((1 / 2 + 1 / 1) * 0.5)
    cos = catviz.COS(na="exclude").fit(frame).value_similarities_["a"]
    assert cos.loc["x", "y"] == pytest.approx(4 / 8 * 0.5) and cos.loc["z", "z"] == pytest.approx(1 / 3)
    w = catviz.WCADO(na="exclude").fit(frame)
    third = np.array([1, 1, 1]) / 3
    h_joint, h_side = -(third * np.log(third)).sum(), -(1 / 3 * np.log(1 / 3) + 2 / 3 * np.log(2 / 3))
    xi = (2 * h_side - h_joint) / h_joint
    assert w.attribute_weights_.loc["a", "b"] == pytest.approx(xi)
    same = (2 * 1 + 2 * 1) / (5 * 4)
    assert w.value_distances_["a"].loc["x", "y"] == pytest.approx(
        (1 - same) * (2 * 2 / 25) * (1 / 2 + 1 / 2) * xi * 0.5
    )


def test_missing_as_a_category_is_one_more_value():
    frame = pd.DataFrame({"a": ["x", "x", None, None], "b": ["u", "u", "u", "v"]})
    found = catviz.AhmadDey().fit(frame).value_distances_["a"]
    assert list(found.index) == ["x", "(missing)"] and found.iloc[0, 1] == 0.5
    assert catviz.AhmadDey().fit(frame).explain("a", "x", None).distance == 0.5
    with pytest.raises(ValueError, match="'a' has no value None"):
        catviz.AhmadDey(na="exclude").fit(frame).explain("a", "x", None)


@pytest.mark.parametrize("cls", FAMILY)
def test_an_excluded_missing_cell_may_hold_any_value_and_an_unseen_value_differs_from_all(cls):
    frame = pd.DataFrame({"a": ["x", "x", "y", "z", None, "z"], "b": list("uvuvvu"), "c": list("rrrrss")})
    m = cls(na="exclude").fit(frame)
    T = m.value_distances_.tables[0]
    p = np.array([2, 1, 2]) / 5
    rows = CategoricalTable.from_pandas(pd.DataFrame({"a": ["x", "y", "z"], "b": "u", "c": "r"}))
    expected = {None: (T @ p, p @ T @ p), "never seen": (T @ p / (1 - p), 0)}
    for value, (from_values, from_itself) in expected.items():
        odd = CategoricalTable.from_pandas(pd.DataFrame({"a": [value, value], "b": "u", "c": "r"}))
        np.testing.assert_allclose(m.value_distances_.between(rows, odd)[:, 0], from_values)
        assert m.value_distances_.between(odd).diagonal().tolist() == [0.0, 0.0]
        assert m.value_distances_.between(odd)[0, 1] == pytest.approx(from_itself)


@pytest.mark.filterwarnings("ignore:every distance is zero")
@pytest.mark.parametrize("cls", FAMILY)
@pytest.mark.parametrize("na", ["category", "exclude"])
def test_a_column_without_any_value_does_not_stop_the_others(cls, na):
    frame = pd.DataFrame({"a": list("xyxy"), "b": list("uvvu"), "none": [None] * 4}, dtype=object)
    m = cls(na=na).fit(frame)
    assert np.isfinite(m.value_distances_.between(CategoricalTable.from_pandas(frame))).all()


@pytest.mark.parametrize("cls", FAMILY)
def test_a_column_of_too_many_values_is_refused_by_name(cls):
    frame = pd.DataFrame({"few": list("abababa"), "many": ["p", "q", "r", "s", "t", "u", None]})
    remedy = "raise max_table_values, group rare values or leave the column out"
    with pytest.raises(ValueError, match=f"'many' has 7 values.*at most max_table_values=6; {remedy}"):
        cls(max_table_values=6).fit(frame)
    assert cls(max_table_values=7).fit(frame).value_distances_["many"].shape == (7, 7)


@pytest.mark.parametrize("cls", FAMILY)
def test_tables_are_built_for_every_column_that_is_read_from_a_file(cls):
    assert cls().max_table_values == LIMITS.distinct == 5_000
    with pytest.raises(ValueError, match="^max_table_values=0"):
        cls(max_table_values=0).fit(catviz.load_dataset("toy_movie"))


# explanations


@pytest.mark.parametrize("cls", FAMILY)
def test_contributions_add_up_to_the_number_they_explain_for_every_pair(cls):
    m = fitted(cls, "zoo")
    similar = cls is catviz.COS
    for r, attribute in enumerate(m.counts_.codebook.attributes):
        labels = m.counts_.codebook.labels[r]
        tables = m.value_similarities_.tables if similar else m.value_distances_.tables
        for i, j in itertools.combinations_with_replacement(range(len(labels)), 2):
            explanation = m.explain(attribute, labels[i], labels[j])
            assert explanation.terms["contribution"].sum() == pytest.approx(tables[r][i, j], abs=1e-9)
            assert explanation.distance == pytest.approx(m.value_distances_.tables[r][i, j], abs=1e-12)
            products = explanation.terms[list(explanation.factors)].prod(axis=1)
            assert products.to_numpy() == pytest.approx(explanation.terms["contribution"].to_numpy(), abs=1e-15)
    assert explanation.quantity == ("similarity" if similar else "distance")
    assert explanation.terms["term"].tolist() == [a for a in m.counts_.codebook.attributes if a != attribute]


def settings(cls):
    """The options that change what an explanation is made of."""
    if cls is catviz.COS:
        return [{}, {"inter": "U"}]
    if cls is catviz.WCADO:
        sums = [{"combine": "sum"}, {"combine": "sum", "theta": "log", "beta": 0.05}]
        return [{}, {"beta": "eq22"}, {"beta": "offdiag"}, {"beta": 1.0}, *sums]
    return [{}]


def explained_tables():
    frame = random_table(40, (3, 4, 2), seed=6, missing=0.2).to_pandas().astype(object)
    return {
        "three columns": frame,
        "one column": frame[["a1"]],
        "a constant column": frame.assign(same="x"),
        "a column without any value": frame.assign(none=None),
        "one column and one without any value": frame[["a0"]].assign(none=None),
        "values that never meet another column": pd.DataFrame(
            {"a": ["x", "x", "y", "y", None, "z"], "b": ["u", None, "u", "v", "v", None]}
        ),
    }


@pytest.mark.one_in(4)
@pytest.mark.filterwarnings("ignore:every distance is zero", "ignore:.*on the single column")
@pytest.mark.parametrize("na", ["category", pytest.param("exclude", marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", explained_tables())
@pytest.mark.parametrize("cls", FAMILY)
def test_contributions_add_up_whatever_is_missing_filtered_or_alone(cls, name, na):
    frame = explained_tables()[name]
    for options in settings(cls):
        m = cls(na=na, **options).fit(frame)
        tables = m.value_similarities_.tables if cls is catviz.COS else m.value_distances_.tables
        book = m.coupled_counts_.codebook
        for r, attribute in enumerate(book.attributes):
            both_ways = itertools.product(range(book.n_values[r]), repeat=2)
            for i, j in itertools.combinations(range(book.n_values[r]), 2) if options else both_ways:
                explanation = m.explain(attribute, book.labels[r][i], book.labels[r][j])
                assert explanation.value == pytest.approx(tables[r][i, j], abs=1e-12)
                products = explanation.terms[list(explanation.factors)].prod(axis=1).to_numpy()
                assert products == pytest.approx(explanation.terms["contribution"].to_numpy(), abs=1e-15)
                others = [a for a in book.attributes if a != attribute] or [attribute]
                assert explanation.terms["term"].tolist()[-len(others) :] == others
            if na == "category" and book.missing[r]:
                assert m.explain(attribute, None, book.labels[r][0]).distance == m.value_distances_.tables[r][-1, 0]
        for r, attribute in enumerate(book.attributes):
            if na == "exclude" and m.counts_.codebook.missing[r]:
                with pytest.raises(ValueError, match="has no value None"):
                    m.explain(attribute, None, None)


@pytest.mark.filterwarnings("ignore:every distance is zero")
def test_a_column_that_the_filter_drops_contributes_nothing():
    m = fitted(catviz.WCADO, "zoo", beta="offdiag")
    weights = m.attribute_weights_.loc["legs"].drop("legs")
    explanation = m.explain("legs", "2", "4").terms.set_index("term")
    assert (explanation["xi"] == weights).all()
    dropped = weights[weights == 0].index
    assert 0 < len(dropped) < len(weights)
    assert (explanation.loc[dropped, "contribution"] == 0).all() and (explanation["TV"] > 0).all()


@pytest.mark.parametrize("theta", ["product", "log"])
def test_the_sum_forms_explanation_adds_the_columns_own_counts(theta):
    m = fitted(catviz.WCADO, "zoo", combine="sum", theta=theta, mix=(0.3, 0.7))
    for a, b in (("0", "4"), ("2", "8"), ("4", "4")):
        explanation = m.explain("legs", a, b)
        assert explanation.terms["term"].iloc[0] == "legs (own counts)"
        assert explanation.value == pytest.approx(m.value_distances_["legs"].loc[a, b], abs=1e-12)
        assert explanation.terms[list(explanation.factors)].prod(axis=1).sum() == pytest.approx(
            explanation.distance, abs=1e-12
        )


def test_the_counts_behind_a_term_are_those_of_the_table():
    table = catviz.load_dataset("toy_movie")
    details = catviz.AhmadDey().fit(table).explain("actor", "De Niro", "Stewart").details
    genre = details[details["term"] == "genre"].set_index("value")
    assert genre["count with a"].to_dict() == {"Comedy": 0, "Crime": 2, "Thriller": 0}
    assert genre["count with b"].to_dict() == {"Comedy": 1, "Crime": 0, "Thriller": 1}
    assert genre["share of b"].to_dict() == {"Comedy": 0.5, "Crime": 0.0, "Thriller": 0.5}
    assert genre["difference"].sum() / 2 == 1.0


def test_the_breakdown_of_wcado_is_named_for_what_it_holds():
    m = catviz.WCADO().fit(catviz.load_dataset("toy_movie"))
    explanation = m.explain("actor", "De Niro", "Stewart")
    assert explanation.factors == ("eta", "theta", "1/n_x + 1/n_y", "xi", "TV")
    first = explanation.terms.set_index("term").loc["genre"]
    assert first["eta"] == pytest.approx(4 / 5) and first["theta"] == pytest.approx(1 / 9)
    assert first["1/n_x + 1/n_y"] == 1 and first["xi"] == pytest.approx(0.4078361781) and first["TV"] == 1
    assert m.intra("actor")[0, 0] == pytest.approx(1 / 45)
    added = catviz.WCADO(omega="sum").fit(catviz.load_dataset("toy_movie")).explain("actor", "De Niro", "Stewart")
    assert added.factors[0] == "alpha eta + gamma theta"
    assert added.terms[added.factors[0]].iloc[0] == pytest.approx((4 / 5 + 1 / 9) / 2)


def test_the_sum_forms_breakdown_leaves_out_what_a_term_does_not_have():
    m = fitted(catviz.WCADO, "zoo", combine="sum", mix=(0.3, 0.7))
    explanation = m.explain("legs", "2", "4")
    own, others = explanation.terms.iloc[0], explanation.terms.iloc[1:]
    assert own["alpha or gamma"] == 0.3 and own["differ"] == 1 and own[["xi", "TV"]].isna().all()
    assert (others["alpha or gamma"] == 0.7).all() and others[["eta", "theta", "differ"]].isna().all(axis=None)
    assert others["xi"].tolist() == m.attribute_weights_.loc["legs"].drop("legs").tolist()
    assert m.explain("legs", "4", "4").terms.iloc[0]["differ"] == 0


@pytest.mark.parametrize("missing", ["category", "exclude"])
def test_profiles_side_by_side_are_those_of_each_pair(missing):
    rng = np.random.default_rng(6)
    counts = count(
        CategoricalTable.from_pandas(pd.DataFrame(rng.choice(["u", "v", "w", None], (25, 5)), columns=list("abcde")))
    )
    counts = counts if missing == "category" else counts.without_missing()
    for r in range(5):
        each = np.hstack([profiles(counts, r, s) for s in range(5)])
        assert (all_profiles(counts, r) == each).all()
