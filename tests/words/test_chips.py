"""The texts of chips are written as those of pages are."""

import pytest
from plain import loose_percents, not_plain, odd_numbers

from catviz.words.chips import _texts, chips

EVERY = [(view, words) for view, texts in _texts().items() for words in texts]


@pytest.mark.parametrize(("view", "words"), EVERY)
def test_a_chip_uses_usual_words_and_is_shorter_than_its_text(view, words):
    text = _texts()[view][words]
    assert not [*not_plain(text), *loose_percents(text), *odd_numbers(text)]
    assert len(words.split()) <= 8 and text[-1] in ".}"


def test_facts_are_filled_in_and_none_is_left_out():
    filled = chips("columns", "{columns} without information", columns="1 column", names="{veil}")
    assert filled == {"1 column without information": "{veil}: a single value, so no information."}
    with pytest.raises(KeyError):
        chips("columns", "{columns} without information", columns="1 column")
