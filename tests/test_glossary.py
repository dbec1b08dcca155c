"""The glossary: its formulas give what the code computes, its page is up to date, and no abbreviation is left out."""

import math
import re
from itertools import combinations

import numpy as np
import pytest
from plain import not_plain
from python_files import ROOT, files_in, strings_of
from scipy.stats import binomtest, false_discovery_control, hypergeom, norm

import catviz
from catviz import glossary
from catviz.analysis import metrics, statistics
from catviz.analysis.cluster_scores import weighted_silhouette
from catviz.analysis.crosstab import crosstab
from catviz.analysis.independence import EXACT, independence_test
from catviz.analysis.profiles import contrast
from catviz.analysis.statistics import friedman, nemenyi_difference
from catviz.geometry.inertia import inertia_table
from catviz.orders.arrangement import kendall_tau
from catviz.published import results
from catviz.table import association
from catviz.table.weights import effective_weights
from catviz.words.chips import _texts

TERMS = [term for of in glossary.topics().values() for term in of]
#: Names of files and of units, which need no entry.
ELSEWHERE = {"CSV", "HTML", "PDF", "SPSS", "UTF-8", "MB", "CPU"}
#: Names of papers, and of forms and variants that one paper numbers, where their definition is next to them.
OF_PAPERS = {"AC", "IRS", "IRSI", "IRSP", "IRSU", "IRSJ", "AAAI", "CURE", "UNTIE", "II", "III"}


def test_every_term_can_be_read():
    names = [term.short for term in TERMS]
    assert len(set(names)) == len(names) > 50
    for term in TERMS:
        assert term.meaning.endswith(".") and "`" not in term.entry(), term.name
        assert bool(term.formula) == bool(term.symbols), term.name
        said = [term.name, term.meaning, term.example, *(words for _, words in term.symbols)]
        assert not not_plain(" ".join(said)), term.name
        assert term.entry().count("$") % 2 == 0, term.name
        assert len(re.findall(r"[.!?](?= [A-Z]|$)", term.meaning)) <= 4, f"{term.name}: at most four sentences"
        assert not term.example or term.example.endswith("."), term.name
        assert not re.search(r"\\(bar|tilde|hat) ?[a-zA-Z\\]", term.formula), (
            f"{term.name}: an accent is hardly visible"
        )


def test_the_page_is_written_anew():
    page = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    assert page == glossary.document(), "python -m catviz.glossary > docs/glossary.md"
    assert re.search(r"^glossary$", (ROOT / "docs" / "index.md").read_text(encoding="utf-8"), re.M)


@pytest.fixture(scope="module")
def shown():
    """The texts of more than a word that pages, figures and the declarations of methods hold."""
    library = ("catviz/words", "catviz/plots", "catviz/registry", "catviz/embeddings", "catviz/distances")
    of_methods = [text for m in catviz.methods() for text in (m.summary, m.note, *(said for _, said in m.symbols))]
    return [
        text for path in files_in("catviz/ui", *library, "pages") for _, text in strings_of(path) if " " in text
    ] + [*of_methods, *(text for texts in _texts().values() for text in texts.values())]


def test_every_abbreviation_of_the_pages_has_an_entry(shown):
    methods = {word for m in catviz.methods() for name in (m.title, m.name, *m.aliases) for word in name.split()}
    known = {word for term in TERMS for word in (term.short, *term.forms)} | methods
    used = {word for text in shown if "\\" not in text for word in re.findall(r"(?<![\w.-])[A-Z]{2,5}(?![\w.-])", text)}
    assert {"ARI", "NMI"} <= used
    assert used - known - ELSEWHERE - OF_PAPERS == set()


def test_every_term_is_used_on_a_page(shown):
    more = [
        *metrics.NAMES.values(),
        *association.MEASURES,
        *(m.title for m in catviz.methods()),
        *results.BADGES.values(),
    ]
    every = " ".join([*shown, *more]).casefold()
    unused = [
        t.name for t in TERMS if not any(f.casefold() in every for f in (t.short, t.is_short_for or t.short, *t.forms))
    ]
    assert not unused


def test_a_method_is_a_term_only_if_other_terms_or_many_texts_name_it():
    """The dialog lists a method once, among the terms if it is one."""
    both = {term.short for term in TERMS} & {m.short for m in catviz.methods()}
    clusterers = {"k-modes", "k-means", "k-medoids", "Spectral", "Hierarchical"}
    assert both == {"MCA", "ADM", "Hamming", "OCL", "One-hot"} | clusterers


def test_a_search_finds_names_forms_and_meanings():
    assert [t.short for of in glossary.matching("adjusted rand").values() for t in of] == ["ARI"]
    assert [t.short for t in next(iter(glossary.matching("ARI").values()))] == ["ARI"]
    assert [t.short for of in glossary.matching("nemenyi").values() for t in of] == ["Critical difference"]
    assert glossary.matching("  ") == {topic: list(of) for topic, of in glossary.topics().items()}
    assert glossary.matching("no such term") == {}


def test_an_abbreviation_of_a_text_is_explained_once():
    assert glossary.explained("Nothing to explain: EARIE.") == "Nothing to explain: EARIE."
    assert glossary.explained("ARI and ARI").count("**ARI** (adjusted Rand index)") == 1
    assert glossary.explained("AMI NMI ARI MCA").count("**") == 2 * glossary.MOST


def of(name):
    return next(term for term in TERMS if term.short == name)


TABLE = np.array([[8, 2, 1], [3, 9, 4]])
N = TABLE.sum()


def pairs(counts):
    return (counts * (counts - 1) / 2).sum()


def test_scores_are_those_of_the_formulas():
    rows, columns = TABLE.sum(1), TABLE.sum(0)
    both, A, B = pairs(TABLE), pairs(rows), pairs(columns)
    E = A * B / math.comb(N, 2)
    assert metrics.adjusted_rand_index(TABLE) == pytest.approx((both - E) / ((A + B) / 2 - E))
    assert metrics.pairwise(TABLE) == pytest.approx((both / B, both / A, 2 * both / (A + B)))
    assert metrics.purity(TABLE) == pytest.approx(TABLE.max(0).sum() / N)
    assert metrics.accuracy(TABLE) == pytest.approx(
        max(TABLE[0, i] + TABLE[1, j] for i in range(3) for j in range(3) if i != j) / N
    )


def test_measures_of_association_are_those_of_the_formulas():
    p, rows, columns = TABLE / N, TABLE.sum(1), TABLE.sum(0)
    own, other = rows / N, columns / N
    information = (p * np.log(p / np.outer(own, other))).sum()
    h, k, joint = (-(q * np.log(q)).sum() for q in (own, other, p))
    expected = np.outer(rows, columns) / N
    chi2 = ((TABLE - expected) ** 2 / expected).sum()
    v, w = TABLE.shape
    v2, w2 = (s - (s - 1) ** 2 / (N - 1) for s in (v, w))
    corrected = math.sqrt(max(0, chi2 / N - (v - 1) * (w - 1) / (N - 1)) / (min(v2, w2) - 1))
    assert information == pytest.approx(h + k - joint)
    assert association.normalised_mutual_information(TABLE) == pytest.approx(2 * information / (h + k))
    assert association.redundancy(TABLE) == pytest.approx(information / joint)
    assert association.cramers_v(TABLE) == pytest.approx(math.sqrt(chi2 / (N * (min(v, w) - 1))))
    assert association.corrected_cramers_v(TABLE) == pytest.approx(corrected)
    clusters = metrics.normalised_mutual_information(TABLE, "sqrt")
    assert clusters == pytest.approx(information / math.sqrt(h * k)) and r"\sqrt{H_r H_s}" in of("NMI").entry()
    assert metrics.scores(*labels())["normalized_mutual_info"] == pytest.approx(clusters)


def labels():
    """Classes and clusters whose counts are TABLE."""
    cells = [(i, j) for (i, j), n in np.ndenumerate(TABLE) for _ in range(n)]
    return [str(i) for i, _ in cells], [j for _, j in cells]


def test_lift_and_test_value_are_those_of_the_formulas():
    zoo = catviz.load_dataset("zoo")
    line = contrast(zoo, np.arange(40)).iloc[0]
    n, nj, nxj = zoo.n_rows, 40, line["count"]
    nx = line["share_all"] * n
    assert line["lift"] == pytest.approx((nxj / nj) / (nx / n))
    drawn = hypergeom(n, round(nx), nj)
    assert line["v"] == pytest.approx(norm.ppf(drawn.cdf(nxj - 1) + drawn.pmf(nxj) / 2))
    example = hypergeom(100, 20, 50)
    share = example.cdf(15) + example.pmf(16) / 2
    assert f"= {share:.4f}, so v = {norm.ppf(share):.2f}." in of("Test value").example


def test_the_numbers_of_mca_are_those_of_the_formulas():
    zoo = catviz.load_dataset("zoo")
    mca = catviz.MCA().fit(zoo)
    inertia, values, columns = mca.inertia(), mca.values(), mca.columns()
    line, lam = values.iloc[0], mca.eigenvalues_[0]
    n, nx, g, Q = zoo.n_rows, line["rows"], line["coordinate"], zoo.n_attributes
    J = int(mca.counts_.codebook.n_values.sum())
    assert line["contribution"] == pytest.approx(100 * nx * g**2 / (n * Q * lam))
    assert line["cos2"] == pytest.approx(g**2 / (n / nx - 1))
    assert line["test value"] == pytest.approx(g * math.sqrt(nx * (n - 1) / (n - nx)))
    eigenvalues = inertia["eigenvalue"].to_numpy()
    assert eigenvalues.sum() == pytest.approx((J - Q) / Q)
    assert columns[columns["axis"] == 1]["eta2"].mean() == pytest.approx(lam)
    adjusted = (Q / (Q - 1)) ** 2 * (eigenvalues[eigenvalues > 1 / Q] - 1 / Q) ** 2
    greenacre = Q / (Q - 1) * ((eigenvalues**2).sum() - (J - Q) / Q**2)
    assert inertia["percent (Benzecri)"][0] == pytest.approx(100 * adjusted[0] / adjusted.sum())
    assert inertia["percent (Greenacre)"][0] == pytest.approx(100 * adjusted[0] / greenacre)


def test_statistics_of_tests_are_those_of_the_formulas():
    p = [0.02, 0.01, 0.04]
    ordered = sorted(p)
    holm = {q: max(min(1, (3 - j) * ordered[j]) for j in range(i + 1)) for i, q in enumerate(ordered)}
    assert statistics.holm(p) == pytest.approx([holm[q] for q in p])
    scores = np.array([[0.9, 0.8, 0.7], [0.9, 0.7, 0.8], [0.8, 0.6, 0.5], [0.7, 0.9, 0.6]])
    (tables, k), R = scores.shape, statistics.average_ranks(scores)
    assert friedman(scores).chi2 == pytest.approx(12 * tables / (k * (k + 1)) * ((R - (k + 1) / 2) ** 2).sum())
    assert nemenyi_difference(k, tables) == pytest.approx(2.3437 * math.sqrt(k * (k + 1) / (6 * tables)), rel=1e-3)


def test_residuals_and_the_f_of_iman_and_davenport_are_those_of_the_formulas():
    found = crosstab(catviz.load_dataset("zoo"), "legs", "tail")
    counts = found.counts.to_numpy()
    n, own, other = counts.sum(), counts.sum(1), counts.sum(0)
    e = np.outer(own, other) / n
    residuals = (counts - e) / np.sqrt(e * np.outer(1 - own / n, 1 - other / n))
    np.testing.assert_allclose(found.residuals.to_numpy(), residuals)
    scores = np.array([[0.9, 0.8, 0.7], [0.9, 0.7, 0.8], [0.8, 0.6, 0.5], [0.7, 0.9, 0.6]])
    (tables, k), told = scores.shape, friedman(scores)
    assert told.f == pytest.approx((tables - 1) * told.chi2 / (tables * (k - 1) - told.chi2))


def test_orders_and_silhouettes_are_those_of_the_formulas():
    a, b = [0, 1, 2, 3], [0, 2, 1, 3]
    swapped = sum((a[i] - a[j]) * (b[i] - b[j]) < 0 for i, j in combinations(range(4), 2))
    assert kendall_tau(a, b) == pytest.approx(1 - 2 * swapped / math.comb(4, 2))
    points = np.array([0.0, 1.0, 5.0, 6.5])
    D, clusters = np.abs(points[:, None] - points), [0, 0, 1, 1]
    silhouettes = []
    for i in range(4):
        own = [D[i, j] for j in range(4) if clusters[j] == clusters[i] and j != i]
        other = [D[i, j] for j in range(4) if clusters[j] != clusters[i]]
        silhouettes.append((np.mean(other) - np.mean(own)) / max(np.mean(other), np.mean(own)))
    assert weighted_silhouette(D, np.array(clusters), np.ones(4)) == pytest.approx(np.mean(silhouettes))


def test_examples_of_association_are_computed():
    counts = np.array([[6, 4], [4, 6]])
    assert association.cramers_v(counts) == pytest.approx(0.2) and "= 0.2." in of("Cramér's V").example
    assert association.corrected_cramers_v(counts) == 0 and "V is 0," in of("Bias-corrected V").example
    assert round(association.adjusted_mutual_information([[1, 1], [1, 1]]), 6) == -0.5 and "-0.5" in of("AMI").example
    halves = np.array([[1, 1, 0, 0], [0, 0, 1, 1]])
    given = [association.normalised_mutual_information(halves), metrics.normalised_mutual_information(halves, "sqrt")]
    assert all(f"{nmi:.3f}" in of("NMI").example for nmi in given)
    assert association.redundancy(halves) == pytest.approx(0.5) and "is 0.5." in of("Redundancy").example
    assert effective_weights([0.5, 1.5]).sum() == pytest.approx(1.6) and "1.6" in of("Effective number of rows").example
    few = independence_test([[3, 0], [1, 4]])
    assert few.test == EXACT and few.p == pytest.approx(8 / 56) and "8/56 = 0.14" in of("Exact test").example


def test_examples_of_scores_are_computed():
    counts = np.array([[8, 1], [2, 9]])
    assert metrics.accuracy(counts) == pytest.approx(0.85) and "85\u00a0%" in of("Accuracy").example
    assert metrics.purity(np.array([[8, 6], [2, 4]])) == pytest.approx(0.7) and "70\u00a0%" in of("Purity").example
    assert f"= {metrics.adjusted_rand_index(counts):.2f}." in of("ARI").example
    assert all(f"{each:.2f}" in of("Precision, recall and F1").example for each in metrics.pairwise(counts))


def test_examples_of_tests_are_computed():
    p = [0.01, 0.02, 0.04]
    assert statistics.holm(p) == pytest.approx([0.03, 0.04, 0.04])
    assert "0.03, 0.04 and 0.04." in of("Holm's correction").example
    assert false_discovery_control(p) == pytest.approx([0.03, 0.03, 0.04])
    assert "0.03, 0.03 and 0.04." in of("q").example
    assert f"= {nemenyi_difference(3, 10):.2f}." in of("Critical difference").example
    ranked = friedman([[0.9, 0.8, 0.7], [0.9, 0.7, 0.8], [0.8, 0.6, 0.5], [0.7, 0.9, 0.6]])
    assert f"= {ranked.chi2:.1f}." in of("Friedman's test").example
    assert f"= {ranked.f:.2f}." in of("Iman and Davenport's F").example
    assert f"= {binomtest(8, 9).pvalue:.3f}." in of("Sign test").example
    m, s = 0.02, 0.02
    assert f"= {m / math.sqrt((1 / 10 + 20 / 80) * s**2):.2f}." in of("Corrected resampled t-test").example
    assert f"= {m / math.sqrt(s**2 / 10):.2f}." in of("Naive p").example


def test_the_examples_of_corrected_inertia_are_computed():
    table = inertia_table(np.array([0.6, 0.3, 0.1]), 3, 6)
    assert f"{table['percent (Greenacre)'][0]:.0f}\u00a0%" in of("Greenacre's correction").example
    table = inertia_table(np.array([0.8, 0.6, 0.4, 0.2]), 2, 6)
    shares = table["percent (Benzecri)"][0], table["percent"][0]
    assert all(f"{share:.0f}\u00a0%" in of("Benzécri's correction").example for share in shares)


def test_the_examples_of_divergence_and_z_are_computed():
    a, b = np.array([0.8, 0.2]), np.array([0.5, 0.5])
    assert all(f"{(x * np.log(x / y)).sum():.3f}" in of("KL").example for x, y in ((a, b), (b, a)))
    shares, steps = np.array([0.5, 0, 0.5]), np.abs(np.subtract.outer(np.arange(3), np.arange(3))) / 2
    assert 4 * shares @ steps @ shares == 2 and "= 2." in of("z").example
