"""The calibration study as a page of Markdown: docs/statistics.md."""

from __future__ import annotations

import pandas as pd

from catviz.analysis.comparison_report import markdown_table
from catviz.calibration.claims import CLAIMS, COLUMNS, LEVEL, ROWS
from catviz.wording import percent


def report(found: pd.DataFrame, command: str) -> str:
    """What each claim means, how it is tested, and how often it was made.

    Parameters
    ----------
    found : DataFrame
        From `catviz.calibration.claims.rates`.
    command : str
        What wrote it.
    """
    false, true = found[~found["structure"]], found[found["structure"]]
    above = int((~false["holds"]).sum())
    verdict = f"{above} of {len(false)} are above it" if above else f"none of the {len(false)} is above it"
    verdict += ". A true rate of 8 % would often pass too: the interval shows which rates are not excluded"
    rows, columns = (" or ".join(map(str, some)) for some in (ROWS, COLUMNS))
    level = f"{100 * LEVEL:.0f} %"
    return f"""# The claims of the explorer, and their measured error rates

The explorer states some things as facts about a table: that rows cluster better than chance, that an order agrees with
the declared one, that classifiers differ. Each such claim is made by a test at a stated level. This
page lists the claims, and how often each was made on simulated tables: where it is false, and where it is true. The
tables have 150 or 600 rows, 3 to 12 columns and 2 to 6 values a column, but where the list of tables says otherwise: on
smaller or larger ones the rates were not measured.

The claims below are measured. Unless said otherwise, these are tested and corrected likewise, but their error rates are
not measured here:

- single columns that are named after the claim on all of them (Orders), and single pairs of methods (Compare);
- columns shown only, whose values are tested as a family of their own on Clusters and Rows (Benjamini-Hochberg);
- the differences in the lesson on one-hot coding (corrected resampled t-tests, Holm-corrected for three);
- the badges of the papers' figures (equivalence within a margin, or Student's t);
- on Compare's board: rings (of clusterers at 5 %, each on its own and not corrected; of classifiers they compare means,
  and test nothing); what advice costs (tested in docs/board.md alone); ranks, which are tested at 1 %: with 30 methods
  (k-modes or k-means, 16 tables; others were not simulated) and shuffled classes that test made a claim in 21 of 400
  tries, and at 5 % in 46 (docs/board.md);
- verdicts on the papers' claims that allow for chance;
- on Clusters, every method but Hamming and ADM, and every clusterer but k-modes (hierarchical clustering is measured
  under ADM, for the first test alone); for stability, every clusterer but k-modes; on Orders, every method but ADM;
- on Classify, encodings but one-hot and ADM, and classifiers but logistic regression and nearest neighbours; on
  Compare, methods but Hamming, Lin and ADM, and clusterers but k-modes;
- columns whose table with the outcome has more than 20,000 cells (a gamma distribution: p can be too small if a group
  is rare);
- supervised methods, whose classes are shuffled too;
- p of two columns crossed, the test values of supplementary values in MCA and the 95 % intervals on Classify, each on
  its own;
- the ellipses of class means in MCA (nominally 95 % each, taking the mean as normal and the axes as given): where few
  rows shape an axis they can hold the mean far too rarely, so a class of fewer than 20 rows has none, nor has one if
  more than a quarter of an axis comes from values that fewer than 5 of its rows have.

Other numbers and figures of the explorer describe the table at hand: associations of columns, silhouettes, test values
of clusters, agreement of methods.

## Error rates

Tables where the claim is false; the level is {level}. They have {rows} rows and {columns} columns in turn
(*classifier equivalent*: rows only). Unrelated columns have two to six values with equal or skewed (1 / i^1.5)
shares, and three classes with equal or skewed (60, 30 and 10 %) shares. For *classifiers differ* the classes have equal
shares: otherwise a classifier that names the largest class more often has a higher accuracy, and the claim is true. For
*order matters* only the classes are skewed; a third of these tables have columns that follow the classes beside ordered
columns that follow nothing, with their frequent values in the middle, and a sixth have only the latter.
A third of the tables of *order ADM* have related
columns, with their frequent values at both ends, and a third have columns that follow one gradient on one scale whose
declared order is drawn at random. For *beyond one gradient* the columns of the tables follow one
gradient: they are related, but there are no groups. *Claims* counts the tables on which the claim was made. The
interval is the exact 95 % interval of the rate. *At most*: a study with a true rate of {level} stays within this number
with a probability of 99 %;
{verdict}.

{_table(false, with_bound=True)}

## Power

Tables built so that the claim should be true, with structure of the stated size. A rate below 100 % means that
the claim is missed on the other tables. Not detected does not mean absent. A claim that is never made on any
table has a low error rate and no use: so far *classifier equivalent*, on tables of these sizes.

{_table(true, with_bound=False)}

## The tables

{_tables()}

## How the claims are tested

All tests take rows as independent. With several rows of one person, class or other group, unrelated columns are called
related, and rows clustered, far more often than the level says: the rates above do not hold for such tables.

- **Cluster structure** (`catviz.structure_test`). Each column is shuffled on its own: value counts stay,
  relations between columns are lost. Distances are learned anew on every shuffled table, and the same clusterer
  with the same number of starts clusters each of them. Two statistics per k: the share explained, 1 -
  objective(k) / objective(1), and the mean silhouette. Each is standardised by the mean and the standard
  deviation over the other tables. The p value is that of the largest standardised statistic over both and all k
  (Westfall and Young 1993), so looking at every k does not raise the error rate; trying several methods,
  clusterers or columns does. The test stops once none of
  the first 39 shuffled tables reaches the table, or once the rest cannot change the answer; both looks together
  keep the level. A significant result says that columns are related in a way that clusters pick up. It does not
  say that there are separate groups.
- **Beyond one gradient** (`catviz.structure_test` with `null="one factor"`). Asked if the first test is significant, on
  the same statistics, compared in the same way with simulated tables of one gradient: a Gaussian one-factor copula.
  One normal variable is behind all columns; each column is a normal variable that depends on it by a loading of its
  own, cut into the column's values so that every value occurs as often as in the table. The order of the
  values is that on the first axis of multiple correspondence analysis, declared orders aside. The loadings are such
  that each column's mean association with the others (Tschuprow's T squared, corrected for bias) is expected to be that
  of the table; the sentence says so if one gradient cannot relate columns so closely. Order and loadings are estimated
  from the table, so the p value is approximate; the rates above are what it gives. Not significant means that
  one gradient is not ruled out, not that there are no groups: groups in tables of three columns are often missed, and
  so are two groups that differ along a single direction, which look much like a gradient. Significant means that no
  single gradient of this kind explains the clusters; groups are one explanation, several gradients are another, and so
  are values that are most frequent somewhere along one gradient (ideal points). The rates above are those of tables of
  this kind.
- **Rows drawn.** The explorer makes both tests on 5,000 rows drawn without replacement if there are more (2,000 if the
  clusterer compares all pairs of rows), and says so. With fractional weights, rows are drawn with
  probabilities in proportion to their weights, as many as the largest weight allows: sum(w) / max(w). These are taken
  for independent rows of the weighted population. Error rates with weights are not measured here.
- **Stability** (`catviz.analysis.restarts.stability_test`). The mean adjusted Rand index of 20 runs from
  other starts, compared in the same way with shuffled tables. One number of clusters is tested: trying several
  methods, clusterers, numbers of clusters or columns raises the error rate. The index itself is descriptive: it says
  how much the start matters.
- **Agreement with declared orders** (`catviz.analysis.order_null.order_null`). The mean |tau| over all ordered
  columns, compared with tables whose columns are all shuffled, and with orders drawn at random: the larger p counts.
  Learned orders follow the counts of values less where columns are related, so related columns alone can agree better
  than shuffled ones although the declared orders mean nothing. Columns with the same values, as the items of a
  questionnaire, and columns with equally many values share their random orders: if they go together they learn one
  order, which counts once. If all columns have three values, or all have four, no claim is possible then. Columns with
  different numbers of values that share one meaningless coding under other names count on their own: there the claim
  can come far too often. If the claim is made, single columns are named after Holm's correction. Trying several
  methods, their settings (clusters, algorithm, starts) or columns raises the error rate.
- **Order matters** (`catviz.analysis.order_test.order_test`). k-modes from 10 starts under the declared orders:
  the mean adjusted Rand index with the known classes is ranked among those under up to 99 random orders of the same
  values, from the same starts. All other columns are treated alike under all orders. The rank gives an exact p value
  only if the declared order is exchangeable with random ones. On many scales it is not, since frequent values lie side
  by side: that changes the sizes of the clusters, and disturbs less what other columns show of the classes. The
  adjusted Rand index is corrected for the sizes; accuracy is not, and is described only. The gain over random orders
  must also be larger than where the rows of the ordered columns are shuffled, which is exact if these are unrelated to
  all else. Both tests stop early as above, and both must be significant, so no correction is needed.
  Learned orders are described and not tested: they are learned from the rows that are then clustered, so they are never
  exchangeable with random orders. Without known classes nothing is tested: z is described, and frequent values side
  by side are enough to make it low.
- **Profiles of chosen rows** (`catviz.profile`). Exact hypergeometric tests of all values with an expected
  count of at least 5, with the false discovery cut at 5 %, measured where no value differs (Benjamini and
  Hochberg 1995). If the rows were chosen by the same columns, as on a map of rows or of values or by a clustering,
  test values describe and test nothing; the page says so.
- **Related columns** (`catviz.analysis.clusterability.related`). The sum over all pairs of columns of chi-squared,
  ranked among those of up to 99 tables with shuffled columns; that stops early as above. It is made on 2,000 rows drawn
  at random if there are more, and on fewer if there are very many columns or values. Missing cells stay in place when
  the others of a column are shuffled, so cells that are missing together relate no columns. The tail of the chi-squared
  distribution is shown by `catviz.clusterability` alone: it is far too small if there are rare values, or many columns
  and few rows.
- **What goes with an outcome** (`catviz.outcome`). Columns by a test of independence from the chosen column, in the
  rows in which both are known:
  an exact test of two by two
  values (tables with the same totals, ranked by chi squared); else chi squared if every expected count is at least 50,
  and otherwise random tables with the same totals. Holm-corrected for all columns.
  Values by the exact hypergeometric tests of profiles.
- **Classifiers** (`catviz.analysis.reference_tests.reference_tests`). The corrected resampled t-test (Nadeau and Bengio
  2003) of every pair against one, Holm-corrected. *Equivalent* is a claim of its own: two one-sided tests
  within one percentage point (Schuirmann 1987), Holm-corrected likewise. A difference that is not significant
  is never called equality.
- **Methods over data sets** (`catviz.analysis.significance`). Friedman's statistic, with its p among permuted ranks;
  only if that is significant, pairs whose average ranks differ by more than Nemenyi's critical difference. Ranks of
  clusterings are tested by ARI and AMI only, those of printed tables too; printed accuracies of classifiers are tested.
  Accuracy, purity, F1 and NMI of clusterings are not corrected for chance: methods can rank differently by the sizes of
  their clusters alone, so ranks by these scores are described. ARI and AMI are corrected on average, not in rank: in a
  simulation that is not part of this run (30 unrelated tables, hierarchical clustering, four methods) ranks by ARI
  differed significantly in 76 of 600 studies, in favour of methods with large clusters. The tables are taken for
  independent; versions of one table are not.

Row weights that are whole numbers count as repeated rows. If they are survey weights and no counts, every p value is
far too small; divided by their mean they are fractional. Fractional weights are rescaled, when a table is made, to
Kish's effective number of rows; every count, method, score and profile sees the rescaled ones. Values and columns are
not tested then (profiles, outcomes, crosstabs): one effective number does not hold for every group of rows. In one
simulation, which is not part of this run (50 rows of weight 6.1 and 1,000 of 1.1, six unrelated columns, the group as
outcome), such tests made a claim on 70 % of 300 tables. The tests of cluster structure
draw rows in proportion to them; other permutation tests and splits refuse them.

Written by `{command}`.
"""


def _table(found: pd.DataFrame, with_bound: bool) -> str:
    lines = []
    for _, line in found.iterrows():
        made = {"page": CLAIMS[line["claim"]].page, "claim": line["claim"]}
        made |= {"tables": f"{line['tables']}", "claims": f"{line['made']}", "rate": _percent(line["rate"])}
        made["95 % interval"] = f"{_percent(line['low'])} to {_percent(line['high'])}"
        if with_bound:
            made |= {"equal shares": _percent(line["uniform"]), "skewed shares": _percent(line["skewed"])}
        made |= {f"{n} rows": _percent(line[f"n{n}"]) for n in ROWS}
        lines.append(made | ({"at most": f"{line['most']}"} if with_bound else {}))
    return markdown_table(pd.DataFrame(lines))


def _tables() -> str:
    lines = [
        {"claim": key, "what it says": f"“{claim.words}”", "false on": claim.false, "true on": claim.true}
        for key, claim in CLAIMS.items()
    ]
    return markdown_table(pd.DataFrame(lines))


def _percent(share: float) -> str:
    return "–" if share != share else f"{percent(share, 1)} %"
