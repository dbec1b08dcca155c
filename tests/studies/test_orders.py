"""Agreement of learned with declared orders: the study, and the page that holds its results."""

import re
from pathlib import Path

import pandas as pd
import pytest

import catviz
from catviz.analysis.order_null import declared_agreement
from studies.orders import STUDIED, main, report, tau_table

PAGE = Path(__file__).resolve().parents[2] / "docs" / "orders.md"


def lymphography():
    return catviz.load_dataset("lymphography")


def test_a_report_says_what_was_found(capsys):
    main(["--data", "lymphography", "--seeds", "2", "--permutations", "3", "--ocl-permutations", "1"])
    page = capsys.readouterr().out
    assert page == report(
        tau_table(["lymphography"], 2, 3, 1),
        "python -m studies.orders --data lymphography --seeds 2 --permutations 3 --ocl-permutations 1",
        *(2, 3, 1),
    )
    assert "| lymphography | `lym_nodes_enlar` | 4 | 1.00 |" in page and "shuffled 3 times" in page
    assert "1.00 for ADM" in page


def test_the_agreement_of_ocl_is_the_mean_over_seeds():
    found = tau_table(["lymphography"], 2, 1, 1).set_index("column")
    fits = [catviz.OCL(4, init_order="random", random_state=seed).fit(lymphography()).geometry_ for seed in range(2)]
    wanted = pd.DataFrame([declared_agreement(fit) for fit in fits]).mean()
    assert found["OCL"].to_dict() == pytest.approx(wanted.to_dict())


def test_the_page_holds_what_co_occurrence_gives():
    lines = re.findall(r"^\| (\w+) \| `(\w+)` \| (\d+) \| ([\d.]+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    printed = {(data, column): (int(values), float(tau)) for data, column, values, tau in lines}
    wanted = {}
    for data in STUDIED:
        table = catviz.load_dataset(data).observed()
        for column, tau in declared_agreement(catviz.AhmadDey().fit(table).geometry_).items():
            wanted[data, column] = (len(table.categories[table.attributes.index(column)]), round(tau, 2))
    assert printed == wanted
    for column in ("wife_education", "husband_education", "standard_of_living"):
        assert printed["cmc", column] == (4, 1.0)
