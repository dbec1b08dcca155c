"""``import catviz`` loads each public name when it is first used, and hides nothing by that."""

import ast
import pickle
import pkgutil
from importlib import import_module

import pytest
from loading import ROOT, loaded_by

import catviz

STUB = ast.parse((ROOT / "catviz" / "__init__.pyi").read_text(encoding="utf-8"))
LISTED = [(line.module, alias) for line in STUB.body if isinstance(line, ast.ImportFrom) for alias in line.names]


def test_the_stub_and_the_package_offer_the_same_names():
    names = [alias.name for _, alias in LISTED]
    assert all(alias.asname == alias.name for _, alias in LISTED), "a type checker takes only 'as' for public"
    assert len(set(names)) == len(names)
    assert catviz.__all__ == sorted(names, key=str.casefold)
    assert set(catviz.__all__) <= set(dir(catviz))
    assert "__version__" in dir(catviz)


@pytest.mark.parametrize(("module", "name"), [(module, alias.name) for module, alias in LISTED])
def test_a_name_leads_to_what_the_stub_says(module, name):
    where = import_module(module)
    assert getattr(catviz, name) is (getattr(where, name, None) or import_module(f"{module}.{name}"))


def test_no_public_name_is_that_of_a_module():
    assert not {module.name for module in pkgutil.iter_modules(catviz.__path__)} & set(catviz.__all__)


def test_a_star_import_brings_every_public_name():
    names = {}
    exec("from catviz import *", names)
    assert set(catviz.__all__) <= set(names)


def test_modules_of_the_package_are_found_by_name():
    assert catviz.plots is import_module("catviz.plots")


def test_a_name_that_is_not_there_is_refused():
    with pytest.raises(AttributeError, match="module 'catviz' has no attribute 'Hammig'"):
        catviz.Hammig  # noqa: B018
    with pytest.raises(ImportError, match="Hammig"):
        from catviz import Hammig  # noqa: F401


def test_an_estimator_survives_pickling():
    table = catviz.load_dataset("toy_movie")
    fitted = catviz.AhmadDey().fit(table)
    again = pickle.loads(pickle.dumps(fitted))
    assert type(again) is catviz.AhmadDey
    for before, after in zip(fitted.value_distances_.tables, again.value_distances_.tables, strict=True):
        assert (before == after).all()


HEAVY = ("numpy", "pandas", "pyarrow", "scipy", "sklearn", "plotly", "streamlit", "openTSNE")


def test_importing_the_package_imports_nothing_heavy():
    assert not loaded_by("import catviz", HEAVY)


def test_a_table_needs_neither_scipy_nor_scikit_learn():
    assert not loaded_by("import catviz; catviz.load_dataset('toy_movie')", HEAVY[3:])
