"""The calibration study: its tables, its rates, a short run of it, and the committed page."""

import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom

import catviz
from catviz.table.association import association_matrix
from studies.calibrate import claims as study
from studies.calibrate.__main__ import main
from studies.calibrate.claims import CLAIMS, calibration, rates
from studies.calibrate.coverage import RESULT, WHAT, coverage
from studies.calibrate.report import coverage_table, report
from studies.calibrate.simulated import (
    MANY,
    crossed,
    disturbed,
    gone_together,
    graded,
    grouped,
    nearly_one_class,
    one_gradient,
    several_directions,
    split,
    tilted,
    unimodal,
    unrelated,
)

PAGE = Path(__file__).resolve().parents[2] / "docs" / "statistics.md"
#: Claims that take well under a second per table.
QUICK = ("profile", "related", "classifiers differ", "classifier equivalent", "methods differ", "order ADM")


@pytest.fixture(scope="module", params=[3, pytest.param(16, marks=pytest.mark.slow)])
def short_run(request):
    """A study of smaller tables, on which the claims must hold their level as well."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(study, "ROWS", (150, 300))
        patch.setattr(study, "COLUMNS", (3, 4, 6))
        return calibration(request.param, QUICK, seed=1000)


@pytest.mark.slow
@pytest.mark.parametrize("claim", QUICK)
def test_a_claim_is_seldom_made_where_it_is_false(short_run, claim):
    """Of 16 tables at 5 %, 4 or more would come by chance in .7 % of the runs, of 3 tables 2 or more in .7 %."""
    own = short_run[(short_run["claim"] == claim) & ~short_run["structure"]]
    assert own["made"].sum() <= {3: 1, 16: 3}[len(own)]


@pytest.mark.more
def test_claims_are_made_where_they_are_true(short_run):
    made = short_run[short_run["structure"]].groupby("claim")["made"].mean()
    assert made["profile"] == 1 and made["order ADM"] > 0


def test_the_tables_are_what_they_are_said_to_be():
    def v(table):
        return association_matrix(catviz.count(table), "Cramér's V").iloc[0, 1]

    assert v(unrelated(0, 50_000, 2, True)) < 0.02 and v(unrelated(1, 50_000, 2, False)) < 0.02
    assert v(grouped(0, 50_000, 2, 0.5)) == pytest.approx(0.22, abs=0.01)
    assert v(graded(0, 50_000, 2, 0.5)) == pytest.approx(0.24, abs=0.01)
    skewed, even = (np.bincount(unrelated(3, 9000, 1, s).codes[:, 0]) / 9000 for s in (True, False))
    assert skewed.max() > 1.3 * even.max()
    for table in (grouped(0, 3000, 3, 0.5), graded(0, 3000, 3, 0.5), grouped(0, 3000, 3, 0.5, True, 2)):
        assert catviz.profile(table, table.target == "a")["v"].abs().max() > 10
    assert grouped(0, 50, 3, 0.5, ordered=2).kinds == ("ordinal", "ordinal", "nominal")
    assert np.mean(grouped(0, 3000, 3, 0.5, skewed=True).target == "a") == pytest.approx(0.6, abs=0.03)
    assert graded(0, 50, 2, 0.5).kinds == ("ordinal", "ordinal")
    agreement = crossed(0, 3000, 3)
    assert np.mean((agreement.codes[:, 0] == agreement.codes[:, 1]) == (agreement.target == "a")) == pytest.approx(
        0.9, abs=0.02
    )
    assert catviz.profile(agreement, agreement.target == "a")["v"].abs().max() < 4


def test_arbitrary_orders_say_nothing_about_groups_but_values_do():
    """Over many tables the mean rank of a group's own values is that of any value: the order is unrelated to groups."""
    claim, ranks = CLAIMS["order matters"], []
    for i in range(60):
        table = claim.without(i)
        ordered = [r for r, kind in enumerate(table.kinds) if kind == "ordinal"]
        third = i // 12 % 3
        if third == 2 or third and i // 6 % 2:  # frequent values in the middle, whatever the class
            assert len(ordered) == table.n_attributes - (table.n_attributes // 3 if third == 2 else 0)
            continue
        assert len(ordered) == (table.n_attributes + 1) // 2
        ranks += [table.codes[table.target == "a", r].mean() for r in ordered]
    assert np.mean(ranks) == pytest.approx(2, abs=3 * np.std(ranks) / len(ranks) ** 0.5) and np.std(ranks) > 0.3


def test_ordered_columns_follow_nothing_beside_columns_that_follow_the_classes():
    table = disturbed(0, 6_000, 6, skewed=False)
    strength = catviz.profile(table, table.target == "a").set_index("attribute")["v"].abs().groupby(level=0).max()
    assert strength[["c0", "c1"]].min() > 20 and strength.drop(["c0", "c1"]).max() < 4
    assert table.kinds == ("nominal",) * 2 + ("ordinal",) * 4


def test_related_columns_whose_order_says_nothing_are_frequent_at_both_ends():
    table = tilted(0, 20_000, 3)
    assert association_matrix(catviz.count(table), "Cramér's V").to_numpy()[np.triu_indices(3, 1)].min() > 0.05
    shares = np.mean([np.bincount(tilted(i, 4_000, 3).codes.ravel(), minlength=5) for i in range(10)], axis=0) / 12_000
    assert shares[[0, 4]].min() > 0.3 and shares[1:4].max() < 0.2


def test_unimodal_columns_have_frequent_values_in_the_middle_and_say_nothing_about_classes():
    table = unimodal(0, 20_000, 3)
    shares = np.bincount(table.codes[:, 0]) / 20_000
    assert shares.argmax() == 2 and np.sort(shares)[::-1] == pytest.approx(
        [0.383, 0.242, 0.242, 0.067, 0.067], abs=0.02
    )
    assert set(table.kinds) == {"ordinal"} and np.mean(table.target == "a") == pytest.approx(0.6, abs=0.02)
    assert catviz.profile(table, table.target == "a")["v"].abs().max() < 4


def test_columns_of_one_gradient_are_all_related():
    for skewed in (False, True):
        found = association_matrix(catviz.count(one_gradient(0, 30_000, 6, skewed)), "Cramér's V").to_numpy()
        assert found[np.triu_indices(6, 1)].min() > 0.07
    shares = np.bincount(one_gradient(1, 30_000, 1, True).codes[:, 0]) / 30_000
    expected = np.arange(1, len(shares) + 1) ** -1.5
    assert np.sort(shares)[::-1] == pytest.approx(expected / expected.sum(), abs=0.01)
    groups = [catviz.count(several_directions(i, 20_000, 4)) for i in range(8)]
    found = [association_matrix(each, "Cramér's V").to_numpy()[np.triu_indices(4, 1)].mean() for each in groups]
    assert np.mean(found) == pytest.approx(0.22, abs=0.02)


def test_classifiers_are_alike_where_they_are_said_to_be():
    """With unequal classes they are not: one that names the largest class more often is right more often."""
    for i in range(12):
        table = CLAIMS["classifiers differ"].without(i)
        shares = np.unique(table.target, return_counts=True)[1] / len(table)
        assert len(shares) == 3 and shares.max() < 0.47
    large = [CLAIMS["classifiers differ"].without(i) for i in (5, 17)]
    assert all(catviz.profile(table, table.target == "a")["v"].abs().max() < 4 for table in large)


def test_further_kinds_of_tables_change_what_they_are_named_after_and_no_more():
    whole = grouped(0, 6_000, 6, 0.5)
    gone, parted = gone_together(0, whole), split(0, whole, 3)
    missing = gone.codes == gone.codebook.n_values
    assert missing[:, 0].mean() == pytest.approx(0.3, abs=0.02) and not missing[:, 3:].any()
    assert (missing[:, :3] == missing[:, [0]]).all() and (gone.codes == whole.codes)[~missing].all()
    assert parted.codebook.n_values.tolist() == [15] * 6 and (parted.target == whole.target).all()
    first = [value[0] for value in np.array(parted.categories[0])[parted.codes[:, 0]]]
    assert first == np.array(whole.categories[0])[whole.codes[:, 0]].tolist()
    rare = nearly_one_class(0, whole, 300)
    assert np.mean(rare.target == "a") == pytest.approx(0.97, abs=0.01) and len(rare) == 300
    for table in (unrelated(3, 600, 12, True, MANY), one_gradient(3, 6_000, 12, False, MANY)):
        assert table.codebook.n_values.min() >= 8 and 16 <= table.codebook.n_values.max() <= 20


@pytest.mark.slow
def test_one_gradient_of_many_values_is_seldom_rejected_without_a_mark():
    """5 of 30 come by chance in 1.6 % of the runs. With 30 to 60 rows a value, four would, and are marked."""
    found = [
        catviz.structure_test(one_gradient(i, 1_500, 3, i % 2 == 1, MANY), "ADM", null="one factor", random_state=i)
        for i in range(30)
    ]
    assert sum(each.significant and not each.few_rows for each in found) < 5
    few = catviz.structure_test(one_gradient(0, 600, 3, False, MANY), "ADM", null="one factor", n_shuffles=19)
    assert few.few_rows and not any(each.few_rows for each in found)


def test_rates_by_hand():
    lines = [
        {"claim": "profile", "structure": False, "table": i, "skewed": i % 2 == 1, "rows": 150 if i < 100 else 600}
        | {"columns": 3, "made": i < 18}
        for i in range(200)
    ]
    found = rates(pd.DataFrame(lines)).iloc[0]
    assert (found["made"], found["rate"], found["uniform"], found["skewed"]) == (18, 0.09, 0.09, 0.09)
    assert (found["n150"], found["n600"]) == (0.18, 0)
    assert found["most"] == 18 and binom.cdf(18, 200, 0.05) >= 0.99 > binom.cdf(17, 200, 0.05)
    assert found["holds"] and not rates(pd.DataFrame(lines).assign(made=lambda f: f["table"] < 19)).iloc[0]["holds"]
    assert binom.sf(17, 200, found["low"]) == pytest.approx(0.025) and binom.cdf(
        18, 200, found["high"]
    ) == pytest.approx(0.025)


def test_the_command_continues_and_writes_the_page(tmp_path, capsys):
    command = ["--tables", "12", "--claims", "profile", "--jobs", "1", "--out", str(tmp_path)]
    main(command)
    assert "1 claims; above their level: none" in capsys.readouterr().out
    first, text = (tmp_path / "runs.csv").read_bytes(), (tmp_path / "statistics.md").read_text(encoding="utf-8")
    journal = tmp_path / "calibration.journal"
    journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:2]))
    main(command)
    assert (tmp_path / "runs.csv").read_bytes() == first
    assert "python -m studies.calibrate --tables 12 --seed 0 --claims profile" in text
    with pytest.raises(ValueError, match="choose some of"):
        calibration(2, ["profiles"])


def test_no_claim_of_the_committed_study_is_above_its_level():
    """Every claim is there; where it is false, it was made at most as often as stated."""
    errors, power = re.findall(r"^\| page .*?(?=\n\n)", PAGE.read_text(encoding="utf-8"), flags=re.S | re.M)
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in errors.splitlines()]
    found = pd.DataFrame(lines[2:], columns=lines[0]).set_index("claim")
    assert set(found.index) == set(CLAIMS) and all(f"| {key} |" in power for key in CLAIMS)
    assert (found["tables"].astype(int) == 200).all()
    assert (found["claims"].astype(int) <= found["at most"].astype(int)).all()


def test_the_committed_page_says_what_a_report_says():
    """Tables and the command aside."""
    lines = [
        {"claim": key, "structure": structure, "table": i, "skewed": None, "rows": 150, "columns": 3, "made": False}
        for key in CLAIMS
        for structure in (False, True)
        for i in range(2)
    ]
    made = report(rates(pd.DataFrame(lines)), "")
    prose = [[line for line in text.splitlines() if line[:1] != "|"][:-1] for text in (made, PAGE.read_text("utf-8"))]
    assert prose[0] == prose[1]
    assert {claim.page for claim in CLAIMS.values()} <= set(re.findall(r"^\| (\w+) \|", PAGE.read_text("utf-8"), re.M))


def test_the_claim_that_order_matters_has_power_in_the_committed_study():
    """A test that is never significant keeps its level too."""
    _, power = re.findall(r"^\| page .*?(?=\n\n)", PAGE.read_text(encoding="utf-8"), flags=re.S | re.M)
    tables, made = map(int, re.search(r"^\| Values \| order matters \| (\d+) \| (\d+) \|", power, flags=re.M).groups())
    assert tables == 100 and made >= 80


def test_the_page_has_the_measured_coverage_and_it_is_as_wanted():
    assert coverage_table().strip() in PAGE.read_text(encoding="utf-8")
    found = pd.read_csv(RESULT)
    assert (found["n_tables"] >= 200).all() and set(zip(found["rows"], found["columns"], strict=True)) == {
        (n, d) for n in (150, 600) for d in (6, 20)
    }
    assert set(found["values"]) == {"any", "skewed"}
    sure = found[(found["values"] == "any") | found["what"].isin(["interval", "nearest set"])]
    for line in sure.itertuples():
        low, high = WHAT[line.what]
        slack = 3 * np.sqrt(0.05 * 0.95 / line.of)
        assert low - slack <= line.share <= (high + slack if line.values == "any" else 1), line


def test_a_sample_is_held_against_its_population():
    held = {line["what"]: (line["held"], line["of"]) for line in coverage("ADM", 150, 6, 0)}
    assert set(held) == set(WHAT) - {"ellipse"} and held["interval"][1] > 40
    assert held["interval"][0] >= 0.8 * held["interval"][1]
    [ellipses] = coverage("MCA", 150, 6, 0)
    assert ellipses["of"] > 15 and ellipses["held"] >= 0.7 * ellipses["of"]
