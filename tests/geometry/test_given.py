"""Functions that take a geometry take the fitted method too, and say in a sentence what else was given."""

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.analysis.cluster_scores import silhouette
from catviz.analysis.method_ranks import agreement, aligned, common_by_chance, method_ranks
from catviz.analysis.order_null import declared_agreement
from catviz.geometry.joint_map import value_map
from catviz.geometry.scaling import align
from catviz.geometry.triangles import row_triangle_violations

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

RNG = np.random.default_rng(0)
FRAME = pd.DataFrame({"a": RNG.choice(list("xyz"), 40), "b": RNG.choice(list("pqr"), 40)})
TABLE = catviz.CategoricalTable.from_pandas(FRAME, ordered={"b": list("pqr")})
ADM = catviz.AhmadDey().fit(TABLE)
GOODALL = catviz.Goodall().fit(TABLE)
MAP = catviz.row_map(ADM.geometry_, TABLE, "MDS")
VALUES = catviz.joint_map(ADM.geometry_, ADM.counts_)

#: What takes a geometry, and gives numbers.
TAKE = {
    "row_map": lambda g: catviz.row_map(g, TABLE, "MDS").coordinates,
    "neighbour_preservation": lambda g: catviz.neighbour_preservation(g, TABLE, MAP).trustworthiness,
    "row_triangle_violations": lambda g: row_triangle_violations(g, TABLE).n_violations,
    "joint_map": lambda g: catviz.joint_map(g, ADM.counts_).coordinates,
    "declared_agreement": lambda g: declared_agreement(g).to_numpy(),
    "method_ranks": lambda g: method_ranks("a", {"one": g, "other": GOODALL}).ranks,
    "agreement": lambda g: agreement(TABLE, {"one": g, "other": GOODALL}).to_numpy(),
    "heat_map": lambda g: np.array(catviz.plots.heat_map(g, "a").data[0].z, dtype=float),
}
#: What takes anything else that a geometry could be taken for.
OTHERS = {
    "value_map": value_map,
    "figure of values": catviz.plots.value_map,
    "mca_map": catviz.plots.mca_map,
    "scree": catviz.plots.scree,
    "eta2": catviz.plots.eta2,
    "silhouette": lambda g: silhouette(g, TABLE),
    "align": lambda g: align(g, MAP),
    "aligned": lambda g: aligned(g, VALUES),
    "common_by_chance": lambda g: common_by_chance(VALUES, g),
    "a map of rows": lambda g: catviz.neighbour_preservation(ADM, TABLE, g),
}
NEITHER = {
    "an unfitted method": catviz.AhmadDey(),
    "a class": catviz.AhmadDey,
    "a table": TABLE,
    "a frame": FRAME,
    "an array": np.eye(3)[0],
    "None": None,
    "a name": "ADM",
    "counts": ADM.counts_,
    "a model": catviz.KModes(2, random_state=0),
}
ROWS_ONLY = ("row_map", "neighbour_preservation", "row_triangle_violations", "agreement")


@pytest.mark.parametrize("take", TAKE.values(), ids=TAKE)
def test_a_fitted_method_gives_what_its_geometry_gives(take):
    np.testing.assert_array_equal(take(ADM), take(ADM.geometry_))
    lin = catviz.Lin().fit(TABLE)
    np.testing.assert_array_equal(take(lin), take(lin.geometry_))


@pytest.mark.parametrize("take", (TAKE | OTHERS).values(), ids=TAKE | OTHERS)
def test_what_is_neither_is_refused_in_a_sentence(take):
    for given in NEITHER.values():
        with pytest.raises(ValueError, match=r"give|is expected, not|not fitted") as refused:
            take(given)
        assert not isinstance(refused.value, AttributeError)


def test_a_geometry_is_refused_where_a_method_or_a_map_is_needed():
    for name, take in OTHERS.items():
        also = () if name in ("value_map", "figure of values") else (ADM,)
        for given in (ADM.geometry_, catviz.JiaDistance().fit(TABLE).geometry_, *also):
            with pytest.raises(ValueError, match=r"give|is expected, not|rows only"):
                take(given)


def test_distances_of_rows_alone_do_for_rows_alone():
    rows = catviz.JiaDistance().fit(TABLE)
    for name, take in TAKE.items():
        if name in ROWS_ONLY:
            np.testing.assert_array_equal(take(rows), take(rows.geometry_))
        else:
            with pytest.raises(ValueError, match="rows only"):
                take(rows)


def test_maps_are_aligned_by_their_coordinates():
    turned = MAP.coordinates @ np.array([[0.0, -1.0], [1.0, 0.0]]) * 3 + 1
    np.testing.assert_allclose(align(MAP, turned), MAP.coordinates, atol=1e-5)
