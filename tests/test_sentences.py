"""What the explorer and its reports may not say: that a difference which no test detected is none."""

import re

from python_files import at, files_in, strings_of

CALLED_EQUAL = re.compile(
    r"equal but for chance|\bit is neither\b|(?<!not )\breproduced\b"
    r"|\bno (real |significant )?difference\b(?! detected| of ranks is detected| of a point or more is detected)",
    re.IGNORECASE,
)


def test_what_no_test_detected_is_not_called_equal():
    found = [
        f"{at(path, line)}: {text}"
        for path in files_in("catviz", "pages")
        for line, text in strings_of(path)
        if CALLED_EQUAL.search(text)
    ]
    assert not found, "\n".join(found)


def test_the_words_looked_for_are_found():
    for text in ("neither: equal but for chance", "reproduced", "**No difference can be told.**", "It is neither."):
        assert CALLED_EQUAL.search(text), text
    for text in ("No difference detected", "not reproduced", "No difference of a point or more is detected"):
        assert CALLED_EQUAL.search(text) is None, text
