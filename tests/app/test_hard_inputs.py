"""Links and files that try to break a page: very long texts and numbers, names that look alike, too many values."""

import numpy as np
import pandas as pd
import pytest
from driver import PAGES
from scripted import assert_sound, moved_to, notes, run, stated, words

from catviz.reading.delimited import UnreadableError
from catviz.reading.limits import LIMITS
from catviz.table import sizes
from catviz.ui.state.uploads import Upload

SIDEBAR = tuple(page for page in PAGES if page not in ("start", "lessons"))
DIGITS = "9" * 5_000
LONGEST_NOTE = 200
#: Of one element of a page; Streamlit refuses to send more than 200 MB.
MOST_BYTES = 10**7


def upload(frame, name="own.csv"):
    return Upload(name, frame.to_csv(index=False).encode())


def elements(block):
    for child in block.children.values():
        yield child
        if hasattr(child, "children"):
            yield from elements(child)


def largest(at):
    return max(element.proto.ByteSize() for element in elements(at._tree) if hasattr(element.proto, "ByteSize"))


@pytest.mark.parametrize(
    ("page", "query"),
    [
        ("values", {"seed": DIGITS}),
        ("values", {"seed": f"-{DIGITS}", "method": "x" * 20_000}),
        ("values", {"method": "TAVE", "TAVE.n_iter.value": DIGITS, "column": DIGITS}),
        ("clusters", {"k": DIGITS, "names": f"{DIGITS}:name"}),
        ("rows", {"rows": DIGITS, "saved": f"a:{DIGITS}-{DIGITS}", "compared": DIGITS, "shown": DIGITS}),
        ("columns", {"data": "y" * 20_000, "prep": "A" * 20_000}),
    ],
)
def test_long_texts_of_a_link_are_refused_in_a_short_note(page, query):
    at = run(page, **{"data": "zoo"} | query)
    assert_sound(at)
    said = notes(at)
    assert said or page == "map" and "link" in words(at)
    assert all(len(note) < LONGEST_NOTE for note in said)
    if page == "values":
        assert all("…" in note for note in said)


def test_a_cell_beyond_the_limit_is_refused_with_its_column_and_row():
    frame = pd.DataFrame({"a": list("uv") * 20, "b": ["x"] * 6 + ["y" * (LIMITS.characters + 1)] + ["x"] * 33})
    with pytest.raises(UnreadableError, match="10,001 .* 'b', row 7, .* 10,000 "):
        upload(frame)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("page", ("columns", "values", "orders", "inside", "map", "clusters"))
def test_labels_as_long_as_the_limit_are_cut_for_the_browser(page):
    rng = np.random.default_rng(0)
    long = [f"{i:02d}".rjust(LIMITS.characters, "w") for i in range(30)]
    frame = pd.DataFrame({"q" * LIMITS.characters: rng.choice(long, 300), "b": rng.choice(list("uvw"), 300)})
    at = run(page, upload(frame))
    assert_sound(at)
    assert largest(at) < MOST_BYTES
    boxes = [box for kind in (at.selectbox, at.multiselect) for box in kind]
    options = [option for box in boxes for option in box.options]
    assert max(map(len, options)) < 400
    assert all(len(set(box.options)) == len(box.options) for box in boxes)


def names():
    """Names that are the same but for case, spaces, signs, or what a key or a file name would leave out."""
    alike = ["a", "A", "a b", "a  b", "a-b", "a_b", "a.b", "A.B", "a/b", "a\\b", "a:b", "<b>a</b>", "&lt;b&gt;"]
    odd = ["é", "e\u0301", "😀", "😀😀", "a\u200bb", "a\u00a0b", "\u202eabc", "x" * 400, "x" * 399 + "y"]
    own = ["data", "seed", "column", "method", "class", "value", "count", "label", "size", "column 1", "(missing)"]
    rng = np.random.default_rng(0)
    return pd.DataFrame({name: rng.choice(["a", "A", "a b", "a-b"], 120) for name in (*alike, *odd, *own)})


@pytest.mark.one_in(4)
@pytest.mark.parametrize("page", SIDEBAR)
def test_names_that_look_alike_have_widgets_of_their_own(page):
    assert_sound(run(page, upload(names(), f"{'x' * 200}.csv")))


def test_names_that_look_alike_are_prepared_apart():
    few = names()[["a", "A", "a b", "a-b", "x" * 400, "x" * 399 + "y"]]
    at = run("columns", upload(few))
    for name in few.columns[1:]:
        box = next(box for box in at.selectbox if box.label == "Column to prepare")
        assert_sound(box.set_value(name).run())


def test_a_column_of_too_many_values_is_left_out_and_its_most_frequent_values_offered():
    n = LIMITS.distinct + 900
    code = [*(f"item {i}" for i in range(n)), *(f"item {i % 50}" for i in range(600))]
    unique = [f"id-{i}-{i}x" for i in range(len(code))]
    frame = pd.DataFrame(
        {
            "code": code,
            "own": unique,
            "b": ["u", "v"] * (len(code) // 2),
            "c": ["x", "y", "y", "z", "z"] * (len(code) // 5),
        }
    )
    at = run("columns", upload(frame))
    assert_sound(at)
    assert stated(at, "code", "left out", "5,900", "50 values", "2 rows")
    assert stated(at, "own", "left out", "none of them", "2 rows")
    (button,) = [button for button in at.button if button.label.startswith("Use the most frequent")]
    button.click().run()
    assert_sound(at)
    table = at.session_state["_upload"].table
    assert len(table.categories[table.attributes.index("code")]) == 51
    for page in ("values", "inside"):
        assert_sound(moved_to(at, page))


@pytest.fixture
def three_large_columns(monkeypatch):
    """Columns of 300 values, two of which are few enough; most rows of the first have frequent values."""
    monkeypatch.setattr(sizes, "MOST_VALUES", 800)
    n = 900
    frame = pd.DataFrame({name: [f"{name} {i % 300}" for i in range(n)] for name in "pqr"} | {"b": list("uvw") * 300})
    frame.loc[frame.index >= 300, "p"] = [f"often {i % 20}" for i in range(n - 300)]
    return upload(frame)


def test_columns_of_too_many_values_in_all_are_offered_to_be_left_out(three_large_columns):
    at = run("columns", three_large_columns)
    assert not at.exception
    assert stated(at, 923, 800, "p") and ["923" in error.value for error in at.error] == [True]
    (button,) = [button for button in at.button if button.label == "Leave out 1 column"]
    button.click().run()
    assert_sound(at)
    assert at.session_state["_upload"].table.attributes == ("q", "r", "b")
    assert_sound(moved_to(at, "orders"))


def test_the_most_frequent_values_of_such_columns_can_be_kept(three_large_columns):
    at = run("columns", three_large_columns)
    (button,) = [button for button in at.button if button.label.startswith("Use the most frequent")]
    assert button.label.endswith(": p")
    button.click().run()
    assert_sound(at)
    table = at.session_state["_upload"].table
    assert table.attributes == ("p", "q", "r", "b") and len(table.categories[0]) == 21


@pytest.mark.one_in(3)
@pytest.mark.parametrize("page", SIDEBAR)
def test_marks_that_no_text_can_hold_or_that_turn_it_round(page):
    rng = np.random.default_rng(0)
    columns = {
        "l\ud800": ["\ud800", "a\udfffb", "\ufffd", "x"],
        "r\u202el": ["\u202eevil", "\u200f", "a\u200bb", "\u2028z", "\x01\x02", "\x7f"],
        "b": ["u", "v"],
    }
    lines = [",".join(columns), *(",".join(rng.choice(v) for v in columns.values()) for _ in range(120))]
    assert_sound(run(page, Upload("odd.csv", "\n".join(lines).encode("utf-8", "surrogatepass"))))
