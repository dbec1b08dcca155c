"""The words that stand on each page before anything is opened, as `budget` counts them in a browser."""

import re

import pytest
from analyst import content
from budget import WHOLE_PAGE
from driver import PAGES
from scripted import VIEWS, finished, run

from catviz.ui.state.uploads import Upload

OWN = "nine.csv"
_WORD = re.compile(r"\S*[^\W_]\S*")


def seen_words(at):
    """Words of headings, prose, captions and notes that are in no closed expander and no popover."""
    closed = [
        part
        for kind in ("popover", "expander")
        for box in at.main.get(kind)
        for parts in (box.markdown, box.caption, box.info, box.warning)
        for part in parts
    ]
    main = at.main
    kinds = (at.title, main.header, main.subheader, main.markdown, main.caption, main.info, main.warning)
    return sum(len(_WORD.findall(part.value)) for kind in kinds for part in kind if part not in closed)


@pytest.mark.parametrize("page", [*PAGES, *(view for view in VIEWS if VIEWS[view][0] == "columns")])
@pytest.mark.parametrize("data", ["mushroom", "zoo", OWN])
def test_a_page_has_no_more_words_than_its_budget(page, data):
    at = run(page, Upload(data, content(data))) if data == OWN else run(page, data=data)
    assert seen_words(finished(at)) <= WHOLE_PAGE
