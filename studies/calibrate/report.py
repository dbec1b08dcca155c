"""The calibration study as a page of Markdown: docs/statistics.md."""

from __future__ import annotations

import pandas as pd

from catviz.analysis.statistics import LEVEL
from catviz.wording import percent
from catviz.words.markdown import markdown_table
from studies.calibrate.claims import CLAIMS, COLUMNS, ROWS


def report(found: pd.DataFrame, command: str) -> str:
    """What each claim means, how it is tested, and how often it was made.

    Parameters
    ----------
    found : DataFrame
        From `studies.calibrate.claims.rates`.
    command : str
        What wrote it.
    """
    false, true = found[~found["structure"]], found[found["structure"]]
    above = int((~false["holds"]).sum())
    verdict = f"{above} of the {len(false)} claims are above it." if above else f"None of the {len(false)} is above it."
    rows, columns = (" or ".join(map(str, some)) for some in (ROWS, COLUMNS))
    level = f"{100 * LEVEL:.0f} %"
    return f"""# The claims of the explorer, and their measured error rates

The explorer states some results as facts about a table. Examples are that the rows cluster better than by chance, that
a learned order agrees with the declared one, and that classifiers differ. Each of these claims is made by a test at a
stated level. A level of 5 % means: of the tables on which the claim is false, the test should make it on at most 5 %.

This page lists the claims. It says how often each claim was made on simulated tables on which it is false, and how
often on simulated tables on which it is true. The simulated tables have 150 or 600 rows, 3 to 12 columns and 2 to 6
values per column; exceptions are named in the list of tables. For smaller or larger tables, the rates were not
measured.

## What is not measured

The error rates of the following claims and choices are not measured here. Unless their line says otherwise, they are
tested and corrected in the same way as the claims that are measured.

- **Orders.** Single columns that are named after the claim about all of them; every method except ADM.
- **Clusters.** Every method except Hamming and ADM, and every clusterer except k-modes. Hierarchical clustering is
  measured only under ADM, and only for the first test, that of cluster structure. Stability is measured only for
  k-modes.
- **Clusters and Rows.** Columns that are shown only. Their values are tested as a family of their own
  (Benjamini-Hochberg).
- **Columns.** The p value of two columns crossed; it is not corrected for the number of pairs that are looked at.
  Columns whose table with the outcome has more than 20,000 cells: their p value comes from a gamma distribution, and it
  can be too small if a group of the outcome is rare.
- **Classify.** Every encoding except one-hot and ADM, and every classifier except logistic regression and nearest
  neighbours. The 95 % intervals: each holds on its own and is not corrected for their number.
- **Compare.** Single pairs of methods; every method except Hamming, Lin and ADM; every clusterer except k-modes.
- **Rings on Compare's board.** A ring marks a score that could be chance. For clusterers the level is 5 % for each
  score on its own, without a correction. For classifiers, rings compare means and test nothing.
- **Advice on Compare's board.** What following the advice costs is tested only in docs/board.md.
- **Ranks on Compare's board.** They are tested at 1 %. In 400 simulations the classes were shuffled (36 methods, 18
  tables, k-modes or k-means). There the test at 1 % made a false claim in 16 of the 400 simulations, which is 4 %. The
  same test at 5 % made one in 46 of the 400. Other clusterers and classifiers were not simulated
  (docs/board.md).
- **Each method compared with Hamming** (docs/board.md): exact signed-rank tests at 5 %, Holm-corrected over the
  methods. How often they err was counted in the same 400 simulations.
- **MCA.** The test values of supplementary values: each is taken on its own, without a correction. The ellipses of
  class means have a nominal level of 95 % each, which takes the mean as normal and the axes as given. If only few rows
  shape an axis, the ellipses can contain the mean far too rarely. Therefore a class gets no ellipse if it has fewer
  than 20 rows, or if more than a quarter of an axis comes from values that fewer than 5 of its rows have.
- **The lesson on one-hot coding.** Its differences (corrected resampled t-tests, with Holm's correction for three).
- **The figures of the papers.** Their badges (equivalence within a margin, or Student's t), and the verdicts on the
  papers' claims that allow for chance.
- **Supervised methods.** For them, the known classes are shuffled too.

All other numbers and figures of the explorer describe the table that is shown. Examples are the associations of
columns, the silhouettes, the test values of clusters and the agreement of methods.

## Error rates

This table is about simulated tables on which the claim is false. The level of all tests is {level}. The simulated
tables have {rows} rows and {columns} columns in turn; for *classifier equivalent* only the number of rows changes.
Columns that are called unrelated have two to six values, with equal or skewed (1 / i^1.5) shares. There are three known
classes, with equal or skewed (60, 30 and 10 %) shares. Some claims need other tables:

- *classifiers differ*: the classes always have equal shares. With other shares, a classifier that names the largest
  class more often has a higher accuracy, and the claim is true.
- *order matters*: only the shares of the classes are equal or skewed. There are three kinds of tables. In about half of
  them, all columns follow three groups of rows, which are the classes; half of the columns have a declared order, which
  is unrelated to the groups. In about a third of the tables, a third of the columns follow the classes; the others are
  ordered columns that are unrelated to the classes and to all columns, with their frequent values in the middle. In
  about a sixth of the tables, all columns are ordered columns of this unrelated kind.
- *order ADM*: there are three kinds of tables, about a third of each. In the first kind the columns are unrelated, and
  each column of three or more values has a declared order. In the second kind the columns are related, with their
  frequent values at both ends of a declared order that says nothing. In the third kind the columns follow one gradient
  on one scale, whose declared order is drawn at random. The shares of the second and the third kind are neither equal
  nor skewed in this way. Half of these tables are still counted under *equal shares*, and half under *skewed shares*.
- *beyond one gradient*: the columns follow one gradient. They are related, but there are no groups of rows.

*Claims* is the number of tables on which the claim was made. The interval is the exact 95 % interval of the rate. *At
most* is a limit for the number of claims: if the true rate is {level}, a study stays at or below this number with a
probability of 99 %. {verdict} A true rate of 8 % would often pass too. The interval shows which rates are not excluded.

{_table(false, with_bound=True)}

## Power

This table is about simulated tables that were built so that the claim should be true, with structure of the stated
size. A rate below 100 % means that the claim was missed on the other tables. If a structure is not detected, it can
still be there. A claim that is never made has a low error rate, but it is useless. On tables of these sizes, this is so
far the case for *classifier equivalent*.

{_table(true, with_bound=False)}

## The tables

The dots in a claim stand for names and numbers. Cramér's V and the correlations are those of the distribution that the
rows are drawn from; in a single table they differ by chance.

{_tables()}

## How the claims are tested

All tests assume that rows are independent. If several rows belong to one person, one school class or another group,
this is not so. Then unrelated columns are called related, and rows are said to cluster, far more often than in {level}
of the tables. The rates above do not hold for tables with rows of this kind.

- **Cluster structure** (`catviz.structure_test`). Each column is shuffled on its own. The counts of its values stay the
  same, and its relations to other columns are lost. On each shuffled table the distances are learned again, and the
  same clusterer with the same number of starts clusters the rows. For each number of clusters k there are two
  statistics: the share explained, 1 - objective(k) / objective(1), and the mean silhouette (under spectral and
  hierarchical clustering only the silhouette). Both are standardised: from the value of each table, the mean over all
  other tables is subtracted, and the result is divided by the standard deviation over these other tables. The p value
  is that of the largest standardised value over both statistics and all k (Westfall and Young 1993). So looking at
  every k does not raise the error rate, but trying several methods, clusterers or columns does. The test stops early if
  none of the first 39 shuffled tables has a largest value as high as that of the table itself. It also stops if the
  remaining shuffled tables can no longer change the result. Both rules together keep the level. A significant result
  says that columns are related in a way that clusters pick up. It does not say that there are separate groups.
- **Beyond one gradient** (`catviz.structure_test` with `null="one factor"`). This test is made if the first one is
  significant. It uses the same statistics and the same kind of comparison, with simulated tables in the place of
  shuffled ones. The simulated tables follow one gradient, a Gaussian one-factor copula: one normal variable is behind
  all columns. Each column is a normal variable that depends on it by the column's own loading. This variable is cut
  into the column's values so that every value occurs as often as in the table. The order of the values is that on the
  first axis of multiple correspondence analysis; declared orders are not used. The loadings are chosen so that each
  column has the same expected mean association with the others as in the table (Tschuprow's T squared, corrected for
  bias). If one gradient cannot relate the columns so closely, the result in the explorer says so. Order and loadings
  are estimated from the table, so the p value is approximate, and the rates above are those of the approximate test. A
  result that is not significant means that one gradient is not ruled out. It does not mean that there are no groups:
  groups in tables of three columns are often missed. So are two groups that differ along a single direction, since they
  resemble a gradient. A significant result means that no single gradient of this kind explains the clusters. Groups are
  one explanation, and several gradients are another. A third one is values that are most frequent somewhere along one
  gradient (ideal points). The error rates above were measured on tables of one normal gradient, not on other tables
  without groups.
- **Rows drawn.** If there are more than 5,000 rows, the explorer makes both tests on 5,000 rows drawn without
  replacement, and says so. If the clusterer compares all pairs of rows, the number is 2,000. With fractional weights,
  rows are drawn with probabilities in proportion to their weights. The number of rows drawn is as large as the largest
  weight allows: sum(w) / max(w). The tests treat these rows as independent rows of the weighted population. Error rates
  with weights are not measured here.
- **Stability** (`catviz.analysis.stability.stability_test`). The clusterer runs 20 times, each time from other starting
  rows. The statistic is the mean adjusted Rand index of two runs. It is compared with the same statistic on shuffled
  tables, as in the test of cluster structure. One number of clusters is tested, so trying several methods, clusterers,
  numbers of clusters or columns raises the error rate. The index itself is descriptive: it says how much the start
  matters.
- **Agreement with declared orders** (`catviz.analysis.order_null.order_null`). The statistic is the mean over all
  ordered columns of |tau|, the size of Kendall's tau. It gets two p values: one from tables in which all columns are
  shuffled, and one from orders drawn at random. The larger p value counts. The p value from shuffled tables is not
  enough. On these tables, learned orders follow the counts of values; on tables with related columns they do so less.
  So an order that is learned from related columns can agree better than those of shuffled tables although the declared
  order means nothing. Two kinds of columns share their random orders: columns with the same values, for example the
  items of a questionnaire, and columns with equally many values. If these columns are related, they learn one order,
  and this order must count only once. Therefore no claim is possible if all columns have three values, or if all have
  four. Columns with different numbers of values can share one meaningless coding under different names. They do not
  share random orders, so on these tables the claim can be made far too often. If the claim is made, the single columns
  that are significant after Holm's correction are named. Trying several methods, their settings (clusters, algorithm,
  starts) or columns raises the error rate.
- **Order matters** (`catviz.analysis.order_test.order_test`). This claim needs two significant tests. In the first one,
  k-modes runs from 10 starts under the declared orders. Its mean adjusted Rand index with the known classes is ranked
  among the indices under up to 99 random orders of the same values, from the same starts. All other columns are treated
  in the same way under all orders. The rank gives an exact p value only if the declared order is exchangeable with
  random orders. On many scales it is not, because frequent values lie side by side. This has two effects even if the
  order says nothing about the classes: the clusters have other sizes, and the ordered columns disturb less what other
  columns show of the classes. The adjusted Rand index is corrected for the sizes of the clusters. Accuracy is not, so
  it is only described. Because of the second effect there is a second test: the gain over random orders must also be
  larger than the gain after the rows of the ordered columns are shuffled. The second test is exact if the ordered
  columns are unrelated to all other columns and to the classes. Both tests stop early as described above. Both must be
  significant, so no correction is needed. Learned orders are described and not tested: they are learned from the rows
  that are then clustered, so they are never exchangeable with random orders. Without known classes nothing is tested.
  Then z, the objective of OCL, is described; frequent values side by side are enough to make it low.
- **Profiles of chosen rows** (`catviz.profile`). Every value with an expected count of at least 5 gets an exact
  hypergeometric test. The p values are adjusted for a false discovery rate of 5 % (Benjamini and Hochberg 1995). The
  error rate above was measured on tables in which no value really differs. Rows can be chosen by the same columns, for
  example on a map of rows or of values, or by a clustering. Then the test values describe the rows and test nothing,
  and the page says so.
- **Related columns** (`catviz.analysis.clusterability.related`). The statistic is chi-squared, summed over all pairs of
  columns. It is ranked among those of up to 99 tables with shuffled columns; the test stops early as described above.
  If there are more than 2,000 rows, the test is made on 2,000 rows drawn at random, and on fewer if there are very many
  columns or values. Missing cells stay in place while the other cells of a column are shuffled. So cells that are
  missing together do not make columns count as related. Only `catviz.clusterability` also shows the p value of the
  chi-squared distribution. This p value is far too small if there are rare values, or many columns and few rows.
- **Nested columns** (`catviz.analysis.nested`). Some columns determine others, as a month its quarter. They are related
  by construction, so that clusters of seasons would be significant in any table with both. The tests of cluster
  structure, of stability and of related columns therefore shuffle these columns together, as one. Tables of one
  gradient get their values from the column that determines them. The conclusion names the pairs. A column that
  determines another one in all rows but a few is not treated so.
- **What goes with an outcome** (`catviz.outcome`). Each column is tested for independence from the chosen column, in
  the rows in which both are known. Two columns of two values each get an exact test over all tables with the same
  totals, ordered by chi-squared (Fisher's exact test orders them by probability). Other columns get the chi-squared
  distribution if every expected count is at least 50. If not, the table is compared with random tables that have the
  same totals. (The usual limit of 5 is enough for p near 0.05. Holm's correction needs smaller p values, and these need
  larger counts.) The p values of all columns are corrected by Holm's method. Values are tested by exact hypergeometric
  tests, as in profiles; if column and outcome have two values each, both are one test with one p value. A value can be
  significant only if its column is. With m columns tested and s of them significant, the values of these columns are
  tested at 5 % times s / m (Benjamini and Hochberg 1995, within each column); the false discovery rate is then at most
  5 % on average over the significant columns (Benjamini and Bogomolov 2014). Missing values, which the tests of columns
  leave out, are corrected together, apart from the others (Benjamini and Hochberg).
- **Classifiers** (`catviz.analysis.reference_tests.reference_tests`). One pair of an encoding and a classifier is the
  reference, and every other pair is compared with it by the corrected resampled t-test (Nadeau and Bengio 2003), with
  Holm's correction. *Equivalent* is a separate claim: two one-sided tests within one percentage point (Schuirmann
  1987), also with Holm's correction. A difference that is not significant is never called equality.
- **Methods over data sets** (`catviz.analysis.significance`). Friedman's statistic is compared with its values after
  the ranks are permuted. Only if this test is significant, pairs of methods are named whose average ranks differ by
  more than Nemenyi's critical difference. Ranks of clusterings are tested only by ARI and AMI, also those of printed
  tables. Printed accuracies of classifiers are tested. Accuracy, purity, F1 and NMI of clusterings are not corrected
  for chance: different sizes of the clusters are enough to make methods rank differently. So ranks by these scores are
  described. ARI and AMI are corrected for chance on average, and their ranks are not. This was seen in one simulation
  of 600 studies, which is not part of this run (30 unrelated tables, hierarchical clustering, four methods). In 76 of
  the 600 studies, ranks by ARI differed significantly, in favour of methods with large clusters. The test assumes that
  the tables are independent; versions of one table are not.

Row weights that are whole numbers count as repeated rows. If these numbers are survey weights and not counts, every p
value is far too small; divide them by their mean, and they are fractional. Whole weights of a file are rescaled as
fractional ones are if they cannot be counts: on rows of single cases, they are nearly all different or 10 on average.
Fractional weights are rescaled when a table is made, to Kish's effective number of rows. Every count, method, score and
profile uses the rescaled weights. Values and columns are not tested then (profiles, outcomes, crosstabs), because one
effective number does not hold for every group of rows. One simulation, which is not part of this run, shows what would
happen. It had 50 rows of weight 6.1 and 1,000 rows of weight 1.1, six unrelated columns, and as outcome the group of
rows. Tests with the effective number made a claim on 70 % of 300 tables. The tests of cluster structure draw rows in
proportion to their weights. Other permutation tests, and splits into training and test rows, refuse fractional weights.

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
