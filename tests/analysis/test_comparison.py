"""The comparison from the command line, the run that comes with catviz, and reports as one page."""

import argparse
import re

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.analysis import comparison_defaults
from catviz.analysis.comparison import compare
from catviz.analysis.significance import mean_scores
from catviz.cli import compare as compare_command
from catviz.export.html import html_page
from catviz.plots.compare import scores
from catviz.words import comparison
from catviz.words.comparison import markdown_table

SMALL = comparison_defaults.small_run()


def asked(*words):
    parser = argparse.ArgumentParser()
    compare_command.add_arguments(parser)
    return parser.parse_args(words)


def test_the_small_run_is_what_its_command_gives():
    names = [comparison_defaults.short_name(name) for name in comparison_defaults.METHODS]
    pairs = [(data, name) for data in comparison_defaults.DATA for name in names]
    assert list(SMALL.groupby(["data", "method"], sort=False).groups) == pairs
    assert SMALL.groupby(["data", "method"], sort=False)["repeat"].agg(list).tolist() == [list(range(100))] * 12
    tables = {"zoo": catviz.load_dataset("zoo")}
    found = compare(
        tables, {comparison_defaults.short_name(m): catviz.method(m).cls() for m in comparison_defaults.METHODS}
    )
    own = SMALL[SMALL["data"] == "zoo"].reset_index(drop=True)
    pd.testing.assert_frame_equal(own.drop(columns="seconds"), found.drop(columns="seconds"), atol=1e-6, rtol=0)


def test_the_command_writes_runs_and_reports_and_goes_on_where_it_was(tmp_path, capsys):
    words = ("--methods", "ADD", "Hamming", "--data", "zoo", "toy_movie", "--repeats", "2", "--out", str(tmp_path))
    compare_command.command(asked(*words))
    runs = pd.read_csv(tmp_path / "runs.csv")
    assert runs.groupby(["data", "method"], sort=False)["repeat"].count().tolist() == [2] * 4
    report = (tmp_path / "report.md").read_text(encoding="utf-8")
    means = mean_scores(runs, "adjusted_rand")
    assert f"| zoo | {means.loc['zoo', 'ADM']:.3f} | {means.loc['zoo', 'Hamming']:.3f} |" in report
    assert "Friedman over 2 data sets" in report and "python -m catviz compare --methods ADD Hamming" in report
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.count('class="plotly-graph-div"') == 2 and not re.search(r"<(script|link)[^>]+(src|href)=", page)
    text = capsys.readouterr().out
    assert "100 %" in text and "Friedman over 2 data sets" in text
    assert re.search("Mean ranks by ARI.*: ADM 1.00, Hamming 2.00", text)
    assert text.endswith(f"Written to {tmp_path}: runs.csv, report.md, report.html.\n")
    with pytest.raises(ValueError, match="another comparison.* --out"):
        compare_command.command(asked(*words, "--control", "ADD"))
    assert (tmp_path / "report.md").read_text(encoding="utf-8") == report
    compare_command.command(asked(*words))
    compare_command.command(asked(*words, "--control", "ADD", "--overwrite"))
    pd.testing.assert_frame_equal(pd.read_csv(tmp_path / "runs.csv"), runs)
    assert " 25 %" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--methods", "ROCK"), "learns no geometry"),
        (("--methods", "MVDM"), "told the groups"),
        (("--methods", "no such"), "no method"),
        (("--data", "no_such"), "no data set"),
    ],
)
def test_what_cannot_be_compared_is_refused(words, reason, tmp_path):
    with pytest.raises(ValueError, match=reason):
        compare_command.command(asked(*words, "--out", str(tmp_path)))


def test_one_data_set_tells_nothing():
    [said] = comparison.sentences(pd.DataFrame({"a": [0.1], "b": [0.2]}), "adjusted_rand", 0.05)
    assert "two data sets" in said and "two methods" in said


def test_sentences_name_the_pairs_told_apart_only_behind_the_gate():
    scores = mean_scores(SMALL, "adjusted_rand")
    gate, difference = comparison.sentences(scores, "adjusted_rand", 0.05)
    assert "do not all" in gate and difference.endswith(": ADM before Hamming.")
    assert len(comparison.sentences(scores, "adjusted_rand", 0.004)) == 1
    assert "all against Lin" in comparison.sentences(scores, "adjusted_rand", 0.05, "Lin")[1]


@pytest.mark.parametrize("metric", comparison_defaults.METRICS)
def test_ranks_are_tested_by_scores_corrected_for_chance_only(metric):
    """By the others, methods can rank differently on unrelated columns by the sizes of their clusters alone."""
    text = " ".join(comparison.sentences(mean_scores(SMALL, metric), metric, 0.05))
    tested = metric in ("adjusted_rand", "adjusted_mutual_info")
    assert ("Friedman" in text and "Pairs that differ: ADM" in text) == tested
    assert ("not corrected" in text and "ARI or AMI" in text) == (not tested)


def test_tables_in_markdown():
    frame = pd.DataFrame({"data": ["a|b"], "ARI": [np.nan], "AC": [0.12345]})
    assert markdown_table(frame) == "| data | ARI | AC |\n| --- | --- | --- |\n| a\\|b | – | 0.123 |"


def test_a_page_shows_text_as_it_is():
    parts = ["# A <b>\n\nOne **two** `x < y`\nthree\n\n- first\n- *second*", pd.DataFrame({"<i>": ["&", None]})]
    page = html_page("Q & A", parts)
    assert "<title>Q &amp; A</title>" in page and "<h1>A &lt;b&gt;</h1>" in page
    assert "<p>One <strong>two</strong> <code>x &lt; y</code> three</p>" in page
    assert "<ul><li>first</li><li>*second*</li></ul>" in page and "&lt;i&gt;" in page and "<td>–</td>" in page
    assert "<script" not in page


def test_plotly_comes_with_the_page_once():
    figure = scores(SMALL)
    one, two = (html_page("figures", [figure] * n) for n in (1, 2))
    assert len(one) > 1_000_000 and len(two) - len(one) < 100_000
