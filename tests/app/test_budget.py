"""What stands on each view's first screen before anything is opened, as `make budget` counts it."""

import pytest
from analyst import content
from budget import SIZES, VIEWS, beyond, counted, show, upload

OWN = "nine.csv"
#: Views that are the same whatever the table is.
OF_NO_TABLE = ("start", "lessons", "board", "papers", "compare")


@pytest.mark.parametrize("data", [OWN, *(pytest.param(data, marks=pytest.mark.more) for data in ("mushroom", "zoo"))])
def test_each_view_has_few_words_and_half_of_its_first_screen_is_figure(explorer, data):
    if data == OWN:
        upload(explorer, {"name": OWN, "mimeType": "text/csv", "buffer": content(OWN)})
    else:
        explorer.goto("overview", data=data)
    wrong = {}
    for view in VIEWS:
        if data != "mushroom" and view in OF_NO_TABLE:
            continue
        show(explorer, view)
        for width, height in SIZES:
            explorer.page.set_viewport_size({"width": width, "height": height})
            explorer.settle()
            wrong[view, width] = beyond(counted(explorer), view)
    assert not any(wrong.values()), {place: words for place, words in wrong.items() if words}
