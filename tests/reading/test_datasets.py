import csv
import hashlib
import importlib.util
import json
import os
import pickle
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from catviz.reading.datasets import DatasetNotHere, data_folder, dataset_info, list_datasets, load_dataset, row_names
from catviz.table.counts import count

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "data"
BUILD = ROOT / "tests" / "data" / "build.py"
CATALOG = json.loads((DATA / "catalog.json").read_text(encoding="utf-8"))
BUNDLED = [e for e in CATALOG if e["source_class"] < 3]
OTHERS = [e for e in CATALOG if e["source_class"] == 3]


def _rules():
    spec = importlib.util.spec_from_file_location("catviz_data_rules", ROOT / "tests" / "data" / "rules.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.RULES


RULES = _rules()


def _read(path):
    with open(path, encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    return header, [tuple(row) for row in rows]


def _names(entries):
    return [e["name"] for e in entries]


def _agrees(entry, table):
    """The table is what the catalog says, whichever folder it was read from."""
    assert table.shape == (entry["n"], entry["d"])
    assert len(set(table.target)) == entry["classes"] and table.target_name == "class"
    n_categories = np.array([len(c) for c in table.categories])
    assert int((table.codes == n_categories).sum()) == entry["missing_cells"]
    if entry["values"] is not None:
        assert int(n_categories.sum()) == entry["values"]


def test_the_catalog_lists_39_sets_of_which_35_are_bundled():
    infos = [dataset_info(name) for name in list_datasets()]
    assert len(infos) == 39 and sum(i.bundled for i in infos) == 35
    assert infos[0].name == "mushroom"
    assert [i.name for i in infos] == _names(CATALOG) and len({i.name for i in infos}) == 39
    assert [i.bundled for i in infos] == sorted((i.bundled for i in infos), reverse=True)
    for info in infos:
        assert info.title and info.question.endswith("?") and info.about.endswith(".")
        assert info.source and info.licence and info.citation
        assert (info.original is None) == info.bundled
    assert pickle.loads(pickle.dumps(infos)) == infos and len(set(infos)) == 39


@pytest.mark.parametrize("entry", BUNDLED, ids=_names(BUNDLED))
def test_checksum(entry):
    assert hashlib.sha256((DATA / entry["file"]).read_bytes()).hexdigest() == entry["sha256"]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("entry", BUNDLED, ids=_names(BUNDLED))
def test_loaded_table_agrees_with_the_catalog_and_keeps_every_row_in_place(entry):
    table = load_dataset(entry["name"])
    _agrees(entry, table)
    header, rows = _read(DATA / entry["file"])
    assert table.target.tolist() == [row[-1] for row in rows]
    assert header == [*table.attributes, "class"]
    for r, attribute in enumerate(table.attributes):
        if attribute not in entry["binned"]:
            labels = np.array([*table.categories[r], ""], dtype=object)
            assert labels[table.codes[:, r]].tolist() == [row[r] for row in rows], attribute


@pytest.mark.one_in(3)
@pytest.mark.parametrize("entry", BUNDLED, ids=_names(BUNDLED))
def test_ordinal_attributes_stand_in_the_declared_order(entry):
    table = load_dataset(entry["name"])
    ordered = {a for a, kind in zip(table.attributes, table.kinds, strict=True) if kind == "ordinal"}
    assert ordered == {*entry["ordinal"], *entry["numeric"]}
    assert not ordered & set(entry["partly_ordered"])
    header, rows = _read(DATA / entry["file"])
    for attribute, order in entry["ordinal"].items():
        present = {row[header.index(attribute)] for row in rows}
        expected = tuple(value for value in order if value in present)
        assert table.categories[table.codebook.position(attribute)] == expected


def test_orders_that_natural_sort_would_miss():
    tumours = load_dataset("breast_cancer_ljubljana")
    assert tumours.categories[tumours.codebook.position("tumor_size")][:3] == ("0-4", "5-9", "10-14")
    soybean = load_dataset("soybean_small")
    months = ("april", "may", "june", "july", "august", "september", "october")
    assert soybean.categories[soybean.codebook.position("date")] == months
    cars = load_dataset("car")
    assert cars.categories[cars.codebook.position("buying")] == ("low", "med", "high", "vhigh")


@pytest.mark.parametrize(
    "name, attribute, value",
    [
        ("german_credit", "checking_status", "no checking"),
        ("german_credit", "savings_status", "no known savings"),
        ("shuttle_landing", "magnitude", "*"),
    ],
)
def test_a_value_outside_the_scale_makes_the_attribute_nominal(name, attribute, value):
    table = load_dataset(name)
    r = table.codebook.position(attribute)
    assert table.kinds[r] == "nominal" and value in table.categories[r]
    assert value not in dataset_info(name).partly_ordered[attribute]


def test_values_with_missing_as_a_level():
    assert len(count(load_dataset("voting")).values) == 48
    assert len(count(load_dataset("mushroom")).values) == 117


def test_numbers_are_binned_or_stay_ordered_categories():
    german = load_dataset("german_credit", bins=5)
    kinds = dict(zip(german.attributes, german.kinds, strict=True))
    categories = dict(zip(german.attributes, german.categories, strict=True))
    assert german.numeric.shape == (1000, 0)
    assert categories["installment_commitment"] == ("1", "2", "3", "4")
    assert kinds["installment_commitment"] == kinds["age"] == "ordinal"
    assert len(categories["age"]) == 5
    quantiles = load_dataset("german_credit", bins=5, strategy="quantile")
    assert quantiles.fingerprint != german.fingerprint
    frequency = np.bincount(quantiles.codes[:, quantiles.codebook.position("credit_amount")])
    assert len(frequency) == 5 and np.abs(frequency - 200).max() <= 2
    ages = np.array([float(row[12]) for row in _read(DATA / "german_credit.csv")[1]])
    codes = german.codes[:, german.codebook.position("age")]
    assert (np.diff(codes[np.argsort(ages, kind="stable")].astype(int)) >= 0).all()


def test_bins_none_keeps_numbers_aside():
    german = load_dataset("german_credit", bins=None)
    assert german.numeric_names == ("duration", "credit_amount", "age")
    assert german.numeric[0].tolist() == [6, 1169, 67] and german.n_attributes == 17
    liver = load_dataset("liver_disorders", bins=None)
    assert liver.shape == (345, 0) and liver.numeric.shape == (345, 6)
    assert load_dataset("zoo", bins=None).fingerprint == load_dataset("zoo").fingerprint
    for entry in BUNDLED:
        if entry["binned"]:
            assert load_dataset(entry["name"], bins=None).numeric_names == tuple(entry["binned"])


@pytest.mark.parametrize("bad", [{"bins": 1}, {"bins": 2.5}, {"strategy": "best"}])
def test_bad_bins(bad):
    with pytest.raises(ValueError):
        load_dataset("tae", **bad)


@pytest.mark.parametrize("name", RULES)
def test_rules_make_the_files(name):
    header, rows = RULES[name]()
    found_header, found = _read(DATA / f"{name}.csv")
    assert header == found_header and sorted(rows) == sorted(found)


def test_class_counts_of_the_rules():
    def classes(name):
        return Counter(row[-1] for row in RULES[name]()[1])

    assert classes("nursery") == {
        "not_recom": 4320,
        "recommend": 2,
        "very_recom": 328,
        "priority": 4266,
        "spec_prior": 4044,
    }
    assert classes("car") == {"unacc": 1210, "acc": 384, "good": 69, "vgood": 65}
    assert classes("tic_tac_toe") == {"positive": 626, "negative": 332}
    assert classes("monks2") == {"0": 290, "1": 142}


@pytest.mark.parametrize("entry", BUNDLED, ids=_names(BUNDLED))
def test_full_factorial_sets_have_independent_attributes(entry):
    if not entry["full_factorial"]:
        assert entry["name"] not in {"car", "nursery", "balance_scale", "monks1", "monks2", "monks3"}
        return
    counts = count(load_dataset(entry["name"]))
    frequencies = np.concatenate(counts.frequencies)
    for r, part in enumerate(counts.codebook.slices()):
        for other in counts.codebook.slices()[r + 1 :]:
            expected = np.outer(frequencies[part], frequencies[other])
            assert (counts.matrix[part, other] * counts.n_rows == expected).all()


def test_build_script_finds_no_difference():
    done = subprocess.run([sys.executable, "-B", str(BUILD), "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_build_script_notices_changes(tmp_path):
    for path in DATA.iterdir():
        if path.is_file():
            (tmp_path / path.name).write_bytes(path.read_bytes())

    def check():
        command = [sys.executable, "-B", str(BUILD), "--check", "--data", str(tmp_path)]
        return subprocess.run(command, capture_output=True, text=True)

    (tmp_path / "README.md").write_text("old", encoding="utf-8")
    assert check().returncode == 1 and "README.md is stale" in check().stderr
    rows = (tmp_path / "car.csv").read_text(encoding="utf-8").replace("low,unacc", "low,acc", 1)
    (tmp_path / "car.csv").write_text(rows, encoding="utf-8", newline="\n")
    problems = check().stderr
    assert re.search("car: .*checksum", problems) and re.search("car: .*the rule", problems)


def test_the_bundle_is_small_and_holds_nothing_it_must_not():
    files = [path for path in DATA.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert sum(path.stat().st_size for path in files) < 8_000_000
    expected = {e["file"] for e in BUNDLED} | {e["names_file"] for e in BUNDLED if e["names_file"]}
    found = {path.name for path in files if path.suffix == ".csv"}
    assert found == expected
    taken = {e["sha256"] for e in OTHERS}
    assert not any(hashlib.sha256(path.read_bytes()).hexdigest() in taken for path in files)
    assert data_folder().samefile(DATA)


def test_row_names():
    animals = row_names("zoo")
    assert len(animals) == 101 and animals[0] == "aardvark" and Counter(animals)["frog"] == 2
    assert row_names("toy_movie") == ("Godfather II", "Good Fellas", "Vertigo", "Harvey", "N by NW", "Bishop's Wife")
    assert len(row_names("breast_cancer_wisconsin")) == 699
    assert row_names("car") is None


def test_unknown_names_get_close_ones():
    with pytest.raises(ValueError, match="'mushroom'"):
        load_dataset("mushrooms")
    with pytest.raises(ValueError, match="'zoo'"):
        dataset_info("Zoo")
    with pytest.raises(ValueError, match="one of mushroom"):
        row_names("qqqq")


def test_liver_card_says_what_the_class_is_not():
    assert "not a diagnosis" in dataset_info("liver_disorders").about


@pytest.mark.parametrize("entry", OTHERS, ids=_names(OTHERS))
def test_sets_not_bundled_are_looked_up(entry, monkeypatch, tmp_path):
    name = entry["name"]
    monkeypatch.setenv("CATVIZ_DATA", str(tmp_path / "nowhere"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.raises(DatasetNotHere) as error:
        load_dataset(name)
    lines = str(error.value).splitlines()
    assert len(lines) == 2
    assert dataset_info(name).original[0] in lines[0] and dataset_info(name).original[1] in lines[0]
    assert f"{name}.csv" in lines[1] and f"import-uci {name}" in lines[1]

    (tmp_path / "catviz").mkdir()
    (tmp_path / "catviz" / f"{name}.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(ValueError, match="2 columns"):
        load_dataset(name)


@pytest.mark.parametrize("entry", OTHERS, ids=_names(OTHERS))
def test_sets_not_bundled_agree_with_the_catalog(entry, monkeypatch, tmp_path):
    folder = os.environ.get("CATVIZ_DATA")
    path = Path(folder or "", entry["file"])
    if not folder or not path.is_file():
        pytest.skip(f"{entry['name']} is not bundled and not in $CATVIZ_DATA")
    assert hashlib.sha256(path.read_bytes()).hexdigest() == entry["sha256"]
    monkeypatch.setenv("CATVIZ_DATA", folder)
    table = load_dataset(entry["name"])
    _agrees(entry, table)
    for attribute, order in entry["ordinal"].items():
        assert table.categories[table.codebook.position(attribute)] == tuple(order)
    cache = tmp_path / "catviz"
    cache.mkdir()
    (cache / entry["file"]).write_bytes(path.read_bytes())
    monkeypatch.delenv("CATVIZ_DATA")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert load_dataset(entry["name"]).fingerprint == table.fingerprint
