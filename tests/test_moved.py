"""Import paths of version 0.1 still lead somewhere, with a warning."""

import importlib
import sys

import pytest

import catviz
from catviz.analysis.method_ranks import MethodRanks, method_ranks
from catviz.analysis.reference_tests import reference_tests
from catviz.distances.conditional import conditional_profiles
from catviz.moved import MOVED


@pytest.mark.parametrize("old", MOVED)
def test_an_old_path_leads_to_the_new_one(old):
    sys.modules.pop(old, None)
    with pytest.warns(DeprecationWarning, match=MOVED[old]):
        found = importlib.import_module(old)
    assert found is importlib.import_module(MOVED[old])
    assert found.__spec__.name == MOVED[old]


def test_names_of_packages_that_are_gone():
    with pytest.warns(DeprecationWarning, match="catviz.clustering.by_name.CLUSTERERS"):
        from catviz.experiments import CLUSTERERS
    assert "k-modes" in CLUSTERERS
    with pytest.raises(ImportError):
        from catviz.experiments import nothing  # noqa: F401


def test_names_from_old_modules():
    with pytest.warns(DeprecationWarning):
        from catviz.table import CategoricalTable
    with pytest.warns(DeprecationWarning):
        from catviz.geometry import ValueSimilarities
    with pytest.warns(DeprecationWarning):
        from catviz.reading import bin_numbers  # noqa: F401
    assert CategoricalTable is catviz.CategoricalTable and ValueSimilarities is catviz.ValueSimilarities


def test_names_of_version_0_1_that_are_called_otherwise_now():
    with pytest.warns(
        DeprecationWarning, match=r"method_ranks\.Lens is now catviz\.analysis\.method_ranks\.MethodRanks"
    ):
        from catviz.analysis.method_ranks import Lens
    with pytest.warns(DeprecationWarning):
        from catviz.lens import lens
    with pytest.warns(DeprecationWarning):
        from catviz.distances.company import company
    with pytest.warns(DeprecationWarning):
        from catviz.experiments.against import against
    assert (Lens, lens, company) == (MethodRanks, method_ranks, conditional_profiles)
    assert against is reference_tests


def test_attributes_by_their_former_names():
    table, method = catviz.load_dataset("zoo"), catviz.method("ADM")
    with pytest.warns(DeprecationWarning, match="extra_columns"):
        assert table.carried is table.extra_columns
    with pytest.warns(DeprecationWarning, match="status_and_note"):
        assert method.standing == method.status_and_note
    with pytest.warns(DeprecationWarning, match="csv_files.InspectedFile"):
        from catviz.reading import Understanding
    assert isinstance(catviz.inspect_csv(b"a\nx\n", "f.csv"), Understanding)
