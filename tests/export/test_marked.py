"""The explorer's Markdown as HTML: labels stay labels."""

import re

import pytest

from catviz.export.report import markdown, plain_text, to_html
from catviz.ui.text import plain

LABELS = [
    "<script>alert(1)</script>",
    "**a** `b` _c_",
    "$x$ \\ [d](http://e)",
    "# f",
    "- g",
    "=1+1",
    "a & b",
    ":red[x]",
]


@pytest.mark.parametrize("label", LABELS)
def test_a_label_that_the_explorer_escaped_is_read_as_it_is(label):
    made = to_html(f"**Values:** {plain(label)}")
    assert "<script" not in made and set(re.findall(r"<(\w+)", made)) == {"p", "strong"}
    assert plain_text(plain(label)) == label


def test_blocks():
    made = to_html("### Head\n\nfirst  \nsecond\n- one\n- **two**\n\nlast *word*")
    assert made == (
        "<h4>Head</h4>\n<p>first<br>second</p>\n<ul><li>one</li><li><strong>two</strong></li></ul>\n"
        "<p>last <em>word</em></p>"
    )


def test_a_quotation():
    assert to_html("> 75% of 4 > 3 rows") == "<blockquote>75% of 4 &gt; 3 rows</blockquote>"
    assert to_html(plain("> 75%")) == "<p>&gt; 75%</p>"


def test_colours_go_and_lone_marks_stay():
    assert to_html(":orange[Note:] 2 * 3") == "<p>Note: 2 * 3</p>"
    assert markdown(":green-badge[exact] \u2060x") == "exact x"
    assert to_html("a $n_{ij}$ b") == "<p>a <em>n_{ij}</em> b</p>"
