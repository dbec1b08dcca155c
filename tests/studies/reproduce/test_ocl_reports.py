"""OCL's three ways of learning and the published figures."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.published import published
from catviz.published.results import DIFFERS, NOISY
from studies.reproduce import ocl_modes

PAGE = Path(__file__).resolve().parents[3] / "docs" / "ocl_modes.md"


def test_a_piece_is_ocl_from_single_starts():
    rows = pd.DataFrame(ocl_modes.Piece("voting", "reference", 3)())
    assert rows["run"].tolist() == [0, 1, 2]
    assert rows[["accuracy", "adjusted_rand"]].to_numpy() == pytest.approx(
        np.tile([0.89425287, 0.62072882], (3, 1)), abs=5e-9
    )


def made_up(values):
    sets = published("OCL", 3).datasets.values()
    lines = [(name, mode, run, a, a) for name in sets for mode in ocl_modes.MODES for run, a in enumerate(values)]
    return pd.DataFrame(lines, columns=["data", "mode", "run", "accuracy", "adjusted_rand"])


def test_the_page_sets_means_and_percentiles_beside_the_printed_figures():
    cells = ocl_modes.compared_with_published(made_up(np.linspace(0.6, 0.7, 5))).set_index(["set", "metric"])
    assert len(cells) == 24 and np.allclose(cells["reference"], 0.65)
    assert cells.loc[("BC", "CA"), "badge"] == NOISY and cells.loc[("VT", "CA"), "badge"] == DIFFERS
    text = ocl_modes.report(made_up(np.linspace(0.6, 0.7, 5)), "command")
    assert "0.6500 (0.6050 to 0.6950)" in text and "on 6 of the 12 sets" in text


def test_the_committed_page_is_of_all_sets():
    text = PAGE.read_text(encoding="utf-8")
    assert all(f"| {name} |" in text for name in published("OCL", 3).datasets)
    assert text.count("0.8943 (0.8943 to 0.8943)") == 1 and "–" not in text


def test_sets_that_are_not_here_are_left_out(monkeypatch, tmp_path):
    monkeypatch.setenv("CATVIZ_DATA", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    found = ocl_modes.ocl_modes(1, callback=lambda done, total: done == 1)
    assert found["data"].unique().tolist() == ["soybean_small"]
    assert catviz.dataset_info("caesarian").name not in set(found["data"])
