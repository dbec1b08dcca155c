"""Every page on many tables, without a browser: no exception, and a figure or the reason why there is none."""

from urllib.parse import parse_qsl

import pytest
from driver import PAGES, ROOT
from streamlit.testing.v1 import AppTest

import catviz
from catviz.registry import methods
from catviz.ui import inside
from catviz.ui.view import weight_columns

LARGE = ("mushroom", "breast_cancer_ljubljana", "voting", "nursery", "kr_vs_k")
AWKWARD = ("toy_movie", "shuttle_landing", "balloons", "soybean_small", "liver_disorders")
LEARN_VALUES = tuple(m.name for m in methods() if m.has_values)
SCRIPTS = next(ROOT.glob("*/compare.py")).parent.name
NOTHING = "Nothing to draw here"


def run(page, **query):
    """A page as a link with these choices opens it."""
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    for key, value in query.items():
        at.query_params[key] = value
    if page != "start":
        at.switch_page(f"{SCRIPTS}/{page}.py")
    return at.run()


def words(at):
    kinds = (at.title, at.markdown, at.caption, at.info, at.warning, at.error, at.success)
    return "\n".join(str(element.value) for kind in kinds for element in kind)


def figures(at):
    return len(at.get("plotly_chart"))


def notes(at):
    return [note.value for note in at.info if "link asks for" in note.value]


def assert_sound(at):
    assert not at.exception, [e.message for e in at.exception]
    assert not at.error, [e.value for e in at.error]
    assert at.title, "the page has no title"


def assert_shows_something(at):
    assert_sound(at)
    assert figures(at) or NOTHING in words(at)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("data", LARGE + AWKWARD)
def test_page_opens_on(data, page):
    at = run(page, data=data)
    assert_shows_something(at)
    assert not notes(at)
    assert at.selectbox(key="data").value == data


@pytest.mark.parametrize("name", LEARN_VALUES)
@pytest.mark.parametrize("data", ("nursery", "voting", "toy_movie"))
def test_values_and_orders_under_every_method(data, name):
    at = run("values", data=data, method=name)
    assert_shows_something(at)
    assert not notes(at)
    assert at.selectbox(key="method").value == name
    at = run("orders", data=data, order=name)
    assert_shows_something(at)
    assert at.selectbox(key="order").value == name


@pytest.mark.parametrize("name", inside.STEPS)
@pytest.mark.parametrize("data", ("nursery", "voting", "toy_movie", "balloons"))
def test_inside_under_every_method_it_explains(data, name):
    at = run("inside", data=data, method=name)
    assert_shows_something(at)
    assert at.selectbox(key="method").value == name
    assert any("→" in m.value for m in at.markdown), "the walk does not end in a number"


@pytest.mark.parametrize("name", LEARN_VALUES)
@pytest.mark.parametrize("data", ("breast_cancer_ljubljana",))
def test_rows_under_every_method(data, name):
    assert_shows_something(run("rows", data=data, method=name, map="PCA"))


@pytest.mark.parametrize("how", ("MCA", "PCA", "MDS"))
@pytest.mark.parametrize("data", ("voting", "kr_vs_k", *AWKWARD))
def test_rows_on_every_map_that_is_there_at_once(data, how):
    at = run("rows", data=data, map=how)
    assert_shows_something(at)
    assert not notes(at)


def test_tsne_waits_for_run():
    at = run("rows", data="nursery", map="t-SNE")
    assert_sound(at)
    assert any("Run" in i.value for i in at.info)
    assert [b.label for b in at.button if b.label == "Run"]


@pytest.mark.parametrize("look", ("heat map", "lanes", "all columns"))
@pytest.mark.parametrize("data", ("nursery", "kr_vs_k", *AWKWARD))
def test_every_look_at_values(data, look):
    assert_shows_something(run("values", data=data, look=look))


@pytest.mark.parametrize("page", PAGES[1:])
def test_without_known_groups(page):
    at = run(page, data="voting", groups="none")
    assert_sound(at)
    assert at.selectbox(key="groups").value == "none"
    assert "accuracy" not in words(at).casefold()
    if page == "compare":
        assert any("No groups are known" in i.value for i in at.info) or figures(at)


@pytest.mark.parametrize("page", PAGES[1:])
def test_groups_from_another_column(page):
    at = run(page, data="voting", groups="crime")
    assert_shows_something(at)
    assert at.selectbox(key="groups").value == "crime"


@pytest.mark.parametrize("page", PAGES[1:])
def test_row_weights(page):
    data = "hayes_roth"
    column = weight_columns(catviz.load_dataset(data))[0]
    at = run(page, data=data, weights=column)
    assert_shows_something(at)
    assert at.selectbox(key="weights").value == column
    if page != "compare":
        choice = [s for s in at.selectbox if s.key == "column"]
        assert not choice or column not in choice[0].options


@pytest.mark.parametrize("page", PAGES[1:])
def test_columns_shown_only(page):
    at = run(page, data="voting", shown=["crime", "immigration"])
    assert_shows_something(at)
    assert at.multiselect(key="shown").value == ["crime", "immigration"]
    choice = [s for s in at.selectbox if s.key == "column"]
    assert not choice or not {"crime", "immigration"} & set(choice[0].options)


def test_columns_shown_only_are_placed_among_all_columns():
    at = run("values", data="voting", shown=["crime"], look="all columns")
    assert_shows_something(at)
    assert "shown only" in at.get("plotly_chart")[0].proto.spec


@pytest.mark.parametrize("page", PAGES[1:])
@pytest.mark.parametrize("data", ("voting", "breast_cancer_ljubljana"))
def test_drop_rows_with_missing_values(data, page):
    assert_shows_something(run(page, data=data, missing="drop rows"))


@pytest.mark.parametrize("page", PAGES[1:])
def test_few_columns_left(page):
    columns = catviz.load_dataset("voting").attributes
    at = run(page, data="voting", out=list(columns[1:]))
    assert not at.exception
    assert figures(at) or NOTHING in words(at) or at.info


def test_no_column_left_is_one_sentence():
    at = run("values", data="toy_movie", out=list(catviz.load_dataset("toy_movie").attributes))
    assert not at.exception
    assert [e for e in at.error if "no column is left" in e.value]


@pytest.mark.parametrize(
    ("page", "key", "text"),
    [
        ("values", "data", "no_such_table"),
        ("columns", "groups", "no_such_column"),
        ("columns", "shown", "no_such_column"),
        ("columns", "out", "no_such_column"),
        ("columns", "weights", "handicapped_infants"),
        ("columns", "missing", "perhaps"),
        ("columns", "seed", "seven"),
        ("columns", "seed", "-1"),
        ("columns", "column", "no_such_column"),
        ("columns", "measure", "no_such_measure"),
        ("values", "method", "no_such_method"),
        ("values", "column", "no_such_column"),
        ("values", "a", "no_such_value"),
        ("values", "b", "**no** [such](http://x.example) <b>value</b>"),
        ("values", "look", "sideways"),
        ("orders", "order", "no_such_method"),
        ("orders", "spacing", "wide"),
        ("inside", "method", "Hamming"),
        ("inside", "xi", "1000"),
        ("rows", "map", "no_such_map"),
        ("rows", "colour", "no_such_column"),
        ("compare", "methods", "no_such_method"),
        ("compare", "tables", "no_such_table"),
        ("compare", "clusterer", "no_such_clusterer"),
        ("compare", "repeats", "1000000"),
        ("compare", "metric", "no_such_score"),
    ],
)
def test_a_link_that_asks_for_the_impossible_falls_back_with_a_note(page, key, text):
    at = run(page, **({"data": "voting"} | {key: text}))
    assert_sound(at)
    shown = notes(at)
    assert shown, f"no note says that {key}={text} is not here"
    assert any(text.split()[0].strip("*_")[:2] in note for note in shown)


def test_a_link_with_unknown_keys_opens():
    at = run("values", data="voting", nonsense="1", _view="x", _jobs="y", present="2")
    assert_shows_something(at)


def test_copied_link_holds_every_choice():
    wanted = {"data": "voting", "method": "COS · coupled similarity", "column": "crime", "a": "no", "b": "yes"}
    at = run("values", **wanted)
    assert_shows_something(at)
    code = next(c.value for c in at.code if "?" in c.value)
    link = dict(parse_qsl(code.partition("?")[2]))
    assert {key: link[key] for key in wanted if key != "data"} == {k: v for k, v in wanted.items() if k != "data"}
    again = run("values", **link)
    assert_shows_something(again)
    assert not notes(again)
    for key in ("data", "method", "column", "a", "b"):
        assert again.selectbox(key=key).value == at.selectbox(key=key).value


def test_choices_follow_from_page_to_page():
    at = run("values", data="voting", method="WCADO", column="crime")
    assert_shows_something(at)
    for page in ("inside", "columns", "values"):
        at.switch_page(f"{SCRIPTS}/{page}.py").run()
        assert_shows_something(at)
        assert at.selectbox(key="column").value == "crime"
        if page != "columns":
            assert at.selectbox(key="method").value == "WCADO"


def test_another_table_starts_with_its_own_choices():
    at = run("values", data="voting", column="crime")
    at.selectbox(key="data").set_value("mushroom").run()
    assert_shows_something(at)
    assert at.selectbox(key="column").value in catviz.load_dataset("mushroom").attributes


def test_every_bundled_table_is_offered():
    at = run("columns")
    assert len(at.selectbox(key="data").options) >= sum(
        catviz.dataset_info(name).bundled for name in catviz.list_datasets()
    )
