"""Names of points: none covers another, and names of less weight cover no point."""

import numpy as np

import catviz
from catviz.plots.colours import HIGHLIGHT
from catviz.plots.point_names import NamePlaces


def test_a_name_that_may_cover_no_point_is_left_out_where_points_are_all_around():
    around = np.array([[50, 50], [80, 50], [20, 50], [50, 65], [50, 35], [80, 65], [80, 35], [20, 65], [20, 35]])
    sizes = np.full(len(around), 20.0)

    def given(covers):
        room = NamePlaces([(0, 100), (0, 100)], 100, 100)
        room.avoid(around, sizes)
        return room.give(around, ["word"] * len(around), sizes, [0], 12, covers)

    assert list(given(True)) == [0] and not given(False)


def test_on_the_map_of_all_values_the_chosen_column_is_named_and_on_top():
    adm = catviz.AhmadDey().fit(catviz.load_dataset("mushroom"))
    *others, chosen = catviz.plots.value_map(adm, "ring_type").data
    assert chosen.name == "ring_type" and set(np.ravel(chosen.marker.color)) == {HIGHLIGHT}
    assert sum(map(bool, chosen.text)) == 5
    assert 5 < sum(bool(text) for trace in others for text in trace.text) <= 35
