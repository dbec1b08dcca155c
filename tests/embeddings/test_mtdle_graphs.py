"""The graph of values: proximities, transfers, thinning, bridges, shortest paths and the steps of one."""

import itertools

import numpy as np
import pandas as pd
import pytest
from scipy.sparse.csgraph import minimum_spanning_tree

import catviz
from catviz.embeddings.mtdle_graphs import (
    BASES,
    Base,
    bridging_edges,
    default_n_neighbors,
    edge_lengths,
    nearest_edges,
    shortest_paths,
    symbol_paths,
)
from catviz.table.categorical import CategoricalTable

SIX = pd.DataFrame({"u": list("aaabbc"), "v": list("xxyyyz")})
PLACE = dict(zip("abcxyz", range(6), strict=True))


def counted(frame, **options):
    return catviz.count(CategoricalTable.from_pandas(frame, **options))


def random_counts(seed, n=40, sizes=(3, 4, 2, 5)):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame({f"a{r}": rng.choice(list("pqrst")[:v], n) for r, v in enumerate(sizes)})
    return frame, counted(frame)


def slow_paths(lengths):
    """Floyd and Warshall, one entry at a time."""
    d = [[0.0 if i == j else x for j, x in enumerate(row)] for i, row in enumerate(lengths)]
    for k, i, j in itertools.product(range(len(d)), repeat=3):
        d[i][j] = min(d[i][j], d[i][k] + d[k][j])
    return np.array(d)


# lengths of edges


@pytest.mark.parametrize(
    ("base", "lengths"),
    [
        ("cooc/one", {"ax": 1, "ay": 1, "by": 1, "cz": 1}),
        ("cooc/inverse", {"ax": 1 / 2, "ay": 1, "by": 1 / 2, "cz": 1}),
        ("cooc/neglog", {"ax": np.log(3), "ay": np.log(6), "by": np.log(3), "cz": np.log(6)}),
        ("jaccard/inverse", {"ax": 3 / 2, "ay": 5, "by": 3 / 2, "cz": 1}),
        ("jaccard/neglog", {"ax": -np.log(2 / 3), "ay": -np.log(1 / 5), "by": -np.log(2 / 3), "cz": 0}),
        ("mi/inverse", {"ax": 1 / 0.318257, "ay": 1 / 0.056633, "cz": 1 / 0.450561}),
        ("mi/neglog", {"ax": -np.log(0.318257), "ay": -np.log(0.056633), "cz": -np.log(0.450561)}),
        ("hamming", {"ax": 1, "ay": 4, "by": 1, "cz": 0}),
        ("euclidean", {"ax": 1, "ay": 2, "by": 1, "cz": 0}),
        ("cosine", {"ax": 0.615480, "ay": 1.230959, "by": 0.615480, "cz": 0}),
    ],
)
def test_six_rows_worked_by_hand(base, lengths):
    found = edge_lengths(counted(SIX), Base.of(base))
    for (p, q), length in lengths.items():
        assert found[PLACE[p], PLACE[q]] == found[PLACE[q], PLACE[p]] == pytest.approx(length, abs=1e-6, rel=2e-5)
    edges = {"ax", "ay", "by", "cz"}
    assert {p + q for p, q in itertools.combinations("abcxyz", 2) if np.isfinite(found[PLACE[p], PLACE[q]])} == edges


def slow_length(base, p, q):
    """From two indicator vectors, by the formulas of Table 1."""
    both, either = np.sum(p * q), np.sum(np.maximum(p, q))
    similar = {"cooc": both, "jaccard": both / either}
    if base.proximity == "mi":
        cells = [(np.mean((p == i) & (q == j)), np.mean(p == i), np.mean(q == j)) for i in (0, 1) for j in (0, 1)]
        similar["mi"] = sum(c * np.log(c / (x * y)) for c, x, y in cells if c)
    if base.proximity in similar:
        x = similar[base.proximity]
        if x < 1e-12:
            return np.inf
        share = x / len(p) if base.proximity == "cooc" else x
        return {"one": 1.0, "inverse": 1 / x, "neglog": -np.log(share)}[base.transfer]
    if base.proximity == "cosine":
        return np.arccos(min(both / np.sqrt(p.sum() * q.sum()), 1))
    return {"hamming": np.abs(p - q).sum(), "euclidean": np.linalg.norm(p - q)}[base.proximity]


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("seed", range(3))
def test_lengths_are_those_of_the_indicator_vectors(base, seed):
    frame, counts = random_counts(seed)
    base, found = Base.of(base), edge_lengths(counts, Base.of(base))
    vectors = [(a, (frame[a] == v).to_numpy(float)) for a, v in counts.values]
    for i, j in itertools.product(range(len(vectors)), repeat=2):
        (a, p), (b, q) = vectors[i], vectors[j]
        joined = a != b and (p * q).any()
        assert found[i, j] == pytest.approx(slow_length(base, p, q) if joined else np.inf, abs=1e-7, rel=1e-9)
    assert (found >= 0).all() and (found == found.T).all()


def test_weights_of_rows_are_counts():
    often = SIX.iloc[[0, 0, 1, 2, 3, 3, 3, 4, 5]]
    weighted = counted(SIX.assign(w=[2, 1, 1, 3, 1, 1]), weights="w")
    for base in BASES:
        plain, heavy = (edge_lengths(c, Base.of(base)) for c in (counted(often), weighted))
        np.testing.assert_allclose(heavy, plain, atol=1e-12)


@pytest.mark.parametrize("base", ["cosine", "hamming", "euclidean", "jaccard/neglog", "cooc/neglog"])
def test_rounding_of_weights_is_no_length(base):
    frame = pd.DataFrame({"u": list("aaabbb"), "v": list("xxxyyy"), "w": [0.1, 0.7, 0.13, 0.1, 0.2, 0.3]})
    lengths = edge_lengths(counted(frame, weights="w"), Base.of(base))
    if base == "cooc/neglog":
        assert lengths[0, 2] == pytest.approx(-np.log(0.93 / 1.53))
    else:
        assert lengths[0, 2] == lengths[1, 3] == 0


def test_independent_values_have_no_edge_of_mutual_information():
    counts = counted(pd.DataFrame(list(itertools.product("ab", "xyz")), columns=["u", "v"]))
    assert np.isinf(edge_lengths(counts, Base.of("mi/neglog"))).all()
    assert np.isfinite(edge_lengths(counts, Base.of("jaccard/one"))).sum() == 12
    found = symbol_paths(counts, Base.of("mi/one"))
    assert found.n_filled == 10 and set(found.distances[np.triu_indices(5, 1)]) == {1.0}


# shortest paths


def test_paths_of_six_rows():
    found = symbol_paths(counted(SIX), Base.of("cooc/inverse/all"))
    d = {p + q: found.distances[PLACE[p], PLACE[q]] for p, q in itertools.combinations("abcxyz", 2)}
    assert d["ab"] == 1.5 and d["bx"] == 2 and d["cz"] == 1
    assert found.n_filled == 8 and found.n_bridges == 0 and d["ac"] == d["xz"] == 4
    assert found.components.tolist() == [0, 0, 1, 0, 0, 1]
    jaccard = symbol_paths(counted(SIX), Base.of("jaccard/neglog/all"))
    assert jaccard.distances[0, 1] == pytest.approx(2.014903, abs=5e-7)
    assert jaccard.distances[PLACE["c"], PLACE["z"]] == 0 and not jaccard.filled[PLACE["c"], PLACE["z"]]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("density", [0.1, 0.3, 1.0])
def test_paths_are_those_of_a_slow_search(seed, density):
    rng = np.random.default_rng(seed)
    lengths = np.where(rng.random((14, 14)) < density, rng.integers(0, 5, (14, 14)).astype(float), np.inf)
    lengths = np.minimum(lengths, lengths.T)
    np.fill_diagonal(lengths, np.inf)
    found = shortest_paths(lengths)
    np.testing.assert_allclose(found, slow_paths(lengths))
    assert (found == found.T).all() and (lengths == 0).any()


@pytest.mark.parametrize("wrong", [-1e-9, np.nan])
def test_a_length_below_zero_is_refused_before_the_search(wrong):
    lengths = np.full((3, 3), np.inf)
    lengths[0, 1] = lengths[1, 0] = wrong
    with pytest.raises(ValueError, match=rf"length {wrong}: .*at least 0"):
        shortest_paths(lengths)


@pytest.mark.parametrize("base", ["cosine", "jaccard/neglog", "mi/inverse/2", "cooc/one/1", "hamming/1", "cooc/neglog"])
@pytest.mark.parametrize("seed", range(4))
def test_the_steps_of_a_path_are_edges_that_add_up_to_it(base, seed):
    _, counts = random_counts(seed)
    found = symbol_paths(counts, Base.of(base))
    length = dict(zip(found.values, range(len(found.values)), strict=True))
    hops = slow_paths(np.where(found.kept | found.bridges, 1.0, np.inf))
    for a, b in itertools.product(found.values, repeat=2):
        path = found.path(a, b)
        i, j = length[a], length[b]
        assert path["length"].sum() == pytest.approx(found.distances[i, j], abs=1e-12)
        if a == b:
            assert path.empty
            continue
        assert path["from"].iloc[0] == a and path["to"].iloc[-1] == b
        assert path["from"].tolist()[1:] == path["to"].tolist()[:-1]
        assert len(path) >= (1 if found.filled[i, j] else hops[i, j])
        for step in path.itertuples():
            p, q = length[step[1]], length[step.to]
            kind = "edge" if found.kept[p, q] else "bridge" if found.bridges[p, q] else "filled"
            assert step.kind == kind and (kind == "filled") == found.filled[i, j]
            assert kind == "filled" or step.length == found.lengths[p, q]


def test_of_equal_paths_the_one_of_fewest_steps_through_frequent_values_is_given():
    frame = pd.DataFrame(
        {"u": list("aabb") + ["a", "b"], "v": list("xyxyxx"), "w": list("ppppqq")}
    )  # x stands with a and b more often than y
    found = symbol_paths(counted(frame), Base.of("cooc/one/all"))
    assert found.path(("u", "a"), ("u", "b"))["to"].tolist() == [("v", "x"), ("u", "b")]
    with pytest.raises(ValueError, match=r"\('u', 'c'\) is not"):
        found.path(("u", "a"), ("u", "c"))


# thinning and joining


def test_edges_as_long_as_the_last_one_kept_are_kept_too():
    counts = counted(pd.DataFrame({"u": list("abcd"), "v": list("wxyz")}))
    lengths = np.full((8, 8), np.inf)
    lengths[0, 4:] = lengths[4:, 0] = [1, 2, 2, 3]
    lengths[1, 7] = lengths[7, 1] = 5
    kept = nearest_edges(lengths, counts, 2)
    assert np.flatnonzero(kept[0]).tolist() == [4, 5, 6, 7]  # 7 has two edges only, and so keeps both
    assert kept[1, 7] and (kept == kept.T).all()
    assert np.flatnonzero(nearest_edges(lengths, counts, 1)[0]).tolist() == [4, 5, 6, 7]
    lengths[2, 7] = lengths[7, 2] = 1
    lengths[3, 7] = lengths[7, 3] = 2
    assert np.flatnonzero(nearest_edges(lengths, counts, 2)[0]).tolist() == [4, 5, 6]
    assert (nearest_edges(lengths, counts, "all") == np.isfinite(lengths)).all()


@pytest.mark.parametrize("size", [1, 2, 3])
@pytest.mark.parametrize("seed", range(3))
def test_an_edge_stays_if_it_is_among_the_shortest_of_either_end(seed, size):
    _, counts = random_counts(seed)
    lengths = edge_lengths(counts, Base.of("cosine"))
    kept = nearest_edges(lengths, counts, size)
    for i, j in itertools.combinations(range(len(lengths)), 2):
        near = [lengths[i, j] <= np.sort(lengths[k])[size - 1] + 1e-12 for k in (i, j)]
        assert kept[i, j] == (np.isfinite(lengths[i, j]) and any(near))


@pytest.mark.parametrize(("sizes", "wanted"), [((3, 4, 2, 5), 4), ((2, 2), 2), ((2, 1), 1), ((2,) * 9, 9), ((1,), 1)])
def test_the_default_is_half_the_values_but_at_most_the_columns(sizes, wanted):
    frame = pd.DataFrame({f"a{r}": [str(i % v) for i in range(10)] for r, v in enumerate(sizes)})
    assert default_n_neighbors(counted(frame)) == wanted


def three_parts():
    """Parts {0, 1}, {2, 3}, {4, 5} and two values alone, with edges between them that were cut."""
    lengths = np.full((8, 8), np.inf)
    kept = np.zeros((8, 8), dtype=bool)
    for i, j in ((0, 1), (2, 3), (4, 5)):
        lengths[i, j], kept[i, j] = 1, True
    for i, j, x in ((0, 2, 7), (1, 3, 4), (2, 4, 6), (3, 5, 6 + 1e-14), (0, 5, 9), (6, 0, 3)):
        lengths[min(i, j), max(i, j)] = x
    return np.minimum(lengths, lengths.T), kept | kept.T


def test_the_shortest_edges_that_were_cut_join_the_parts_again_ties_included():
    bridges = bridging_edges(*three_parts())
    assert {(int(i), int(j)) for i, j in np.argwhere(np.triu(bridges))} == {(1, 3), (2, 4), (3, 5), (0, 6)}
    assert (bridges == bridges.T).all()


def test_what_no_edge_joins_stays_apart():
    lengths, kept = three_parts()
    assert not bridging_edges(np.where(kept, lengths, np.inf), kept).any()
    assert not bridging_edges(lengths, np.isfinite(lengths)).any()


@pytest.mark.parametrize("seed", range(5))
def test_bridges_are_a_minimum_spanning_tree_of_the_parts(seed):
    rng = np.random.default_rng(seed)
    lengths = np.triu(rng.random((20, 20)) + 0.01, 1)
    kept = np.kron(np.eye(5, dtype=bool), np.ones((4, 4), dtype=bool))
    between = np.where(kept, np.inf, lengths + lengths.T)
    bridges = bridging_edges(np.where(kept, 0.001, between), kept)
    shortest = between.reshape(5, 4, 5, 4).min(axis=(1, 3))
    tree = minimum_spanning_tree(np.where(np.isinf(shortest), 0, shortest))
    assert bridges.sum() // 2 == 4 == tree.nnz
    assert between[bridges].sum() / 2 == pytest.approx(tree.sum())


@pytest.mark.parametrize("seed", range(4))
def test_thinning_never_takes_a_path_away(seed):
    _, counts = random_counts(seed, n=12)
    for base in BASES:
        thin, whole = (symbol_paths(counts, Base.of(f"{base}/{size}")) for size in (1, "all"))
        assert (thin.filled == whole.filled).all() and (thin.components == whole.components).all()
        there = ~whole.filled
        assert (thin.distances[there] >= whole.distances[there] - 1e-12).all()
        np.testing.assert_allclose(whole.distances[there], slow_paths(whole.lengths)[there], atol=1e-12)
        assert set(thin.distances[thin.filled]) <= {2 * thin.distances[there].max() or 1.0}


def test_edges_tell_what_was_kept_cut_and_put_back():
    _, counts = random_counts(1)
    found = symbol_paths(counts, Base.of("cosine/1"))
    edges = found.edges()
    kinds = edges["kind"].value_counts()
    assert kinds["edge"] == found.kept.sum() / 2 and kinds["bridge"] == found.n_bridges > 0
    assert kinds.sum() == np.isfinite(found.lengths).sum() / 2
    assert (edges["from"].map(lambda v: v[0]) != edges["to"].map(lambda v: v[0])).all()
    first = edges.iloc[0]
    at = [found.values.index(first[side]) for side in ("from", "to")]
    assert first["length"] == found.lengths[at[0], at[1]]


# bases as text


@pytest.mark.parametrize(
    ("given", "base", "name"),
    [
        ("cosine", Base("cosine"), "cosine"),
        ("cosine/all", Base("cosine", None, "all"), "cosine/all"),
        ("cosine/5", Base("cosine", None, 5), "cosine/5"),
        ("jaccard/neglog", Base("jaccard", "neglog"), "jaccard/neglog"),
        ("mi/inverse/12", Base("mi", "inverse", 12), "mi/inverse/12"),
        (("cooc", "one", "all"), Base("cooc", "one", "all"), "cooc/one/all"),
        (("hamming", None, None), Base("hamming"), "hamming"),
        (["euclidean", None, np.int64(3)], Base("euclidean", None, 3), "euclidean/3"),
        (("cosine",), Base("cosine"), "cosine"),
    ],
)
def test_a_base_is_text_or_a_tuple(given, base, name):
    assert Base.of(given) == base and str(Base.of(given)) == name
    assert Base.of(name) == base


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("cosine", "angle (cosine)"),
        ("mi/inverse", "mutual information (1 / x)"),
        ("jaccard/neglog/5", "Jaccard similarity (−ln x), 5 nearest"),
        ("cooc/one/all", "co-occurrence (each edge 1 long), all edges"),
    ],
)
def test_a_base_has_a_title(name, title):
    assert Base.of(name).title == title


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("cos", "'cos' is no proximity: .*cooc"),
        ("", "'' is no proximity"),
        ("jaccard", "jaccard with transfer None: .* one, inverse, neglog"),
        ("mi/5", "mi with transfer '5'"),
        ("cosine/neglog", "cosine with transfer 'neglog'"),
        (("hamming", "one", 3), "hamming with transfer 'one'"),
        ("cosine/0", "cosine with 0 neighbours: .* 1, or 'all'"),
        ("cosine/-1", "cosine with '-1' neighbours"),
        ("cooc/one/many", "cooc with 'many' neighbours"),
        (("cosine", None, True), "cosine with True neighbours"),
        (("cosine", None, 2.5), "cosine with 2.5 neighbours"),
        ("cooc/one/2/3", "is no base"),
        (("cooc", "one", 2, 3), "is no base"),
        ((), "is no base"),
        (3, "3 is no base: .*'jaccard/neglog'"),
    ],
)
def test_what_is_no_base_is_said(given, words):
    with pytest.raises(ValueError, match=words):
        Base.of(given)


def test_all_bases_by_name_are_bases():
    assert len(BASES) == 12 and [str(Base.of(base)) for base in BASES] == list(BASES)
