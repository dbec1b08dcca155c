"""Guesses that are drawn in the lessons: their scores, the link, the reset, and the line itself in a browser."""

from itertools import permutations
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from scripted import assert_sound, notes, run, spec, stated, words
from test_lessons import view

from catviz.ui.lessons import lesson, orders
from catviz.ui.lessons.page import COMPARE, DRAW_AGAIN, DRAWN_BEFORE, LESSONS, PLACE_FIRST, RESET, drawn_key, guess_key

FIRST, ORDERS, SHARES = (
    next(each for each in LESSONS if each.key == key) for key in ("same or not", "orders", "null band")
)
PLACES = "0.5 0.1 0.2 0.9 0.4 0.6"


def opened(lesson, drawn=None):
    """The page of a lesson whose guess is drawn, as older links name it, and a drawn guess in the link."""
    link = {"lesson": lesson.key, guess_key(lesson): DRAWN_BEFORE} | ({drawn_key(lesson): drawn} if drawn else {})
    at = run("lessons", **link)
    assert_sound(at)
    return at


def labels(at):
    return [button.label for button in at.button]


def press(at, label):
    next(button for button in at.button if button.label == label).click().run()
    assert_sound(at)


# scores


def test_the_score_of_places_is_their_linear_correlation_with_the_truth():
    places, truth = [0.1, 0.9, 0.4, 0.3], [0.2, 0.7, 0.7, 0.1]
    found = lesson.linear_correlation(places, truth, 0)
    assert found.value == pytest.approx(np.corrcoef(places, truth)[0, 1]) and found.chance == 0
    every = [np.corrcoef(order, truth)[0, 1] for order in permutations(places)]
    assert np.mean(every) == pytest.approx(0)
    assert found.as_good == pytest.approx(np.mean(np.array(every) >= found.value - 1e-9), abs=0.04)
    assert lesson.linear_correlation([0.5] * 4, truth, 0) is None


def test_a_random_place_is_as_far_off_as_the_formula_says():
    truth = [0.0, 0.55, 1.0]
    found = lesson.mean_gap([0.1, 0.55, 0.8], truth, 0)
    assert found.value == pytest.approx(0.1)
    grid = (np.arange(10_000) + 0.5) / 10_000
    assert found.chance == pytest.approx(np.mean([np.abs(grid - t).mean() for t in truth]), abs=1e-6)
    assert lesson.mean_gap(truth, truth, 0).as_good == 0


def test_the_score_of_an_order_goes_from_random_orders_to_the_best():
    shares = np.array([0.1, 0.5, 0.4])
    every = [orders._apart(np.array(ranks), shares) for ranks in permutations(range(3))]

    def scored(order):
        return lesson.of_order(order, lambda ranks: orders._apart(ranks, shares), min(every), 0)

    best = scored((0, 1, 2))
    assert best.value == pytest.approx(1) and best.as_good == pytest.approx(2 / 6, abs=0.04)
    assert np.mean([scored(order).value for order in permutations(range(3))]) == pytest.approx(0, abs=0.05)
    tau = lesson.tau_either_way((2, 1, 0), [np.arange(3)], 0)
    assert tau.value == 1 and tau.chance == pytest.approx((2 + 4 / 3) / 6, abs=0.02)


# on the page


def test_places_are_compared_with_the_distances():
    at = opened(FIRST, PLACES)
    guess = [float(place) for place in PLACES.split()]
    found = FIRST.find(view(FIRST))
    names = FIRST.sketch.labels(view(FIRST))
    r = np.corrcoef(guess, [found[name] for name in names])[0, 1]
    assert f"**r = {r:.2f}**" in words(at)
    drawn, answer = (trace for trace in spec(at)["data"] if trace["mode"] == "markers")
    assert (drawn["name"], answer["name"]) == ("your guess", "answer")
    assert spec(at)["layout"]["yaxis"]["ticktext"] == list(found)
    press(at, DRAW_AGAIN)
    assert COMPARE in labels(at) and "**r =" not in words(at)
    press(at, COMPARE)
    assert f"**r = {r:.2f}**" in words(at), "what was drawn is still there"


def test_a_guess_is_compared_once_every_value_has_a_place():
    at = opened(FIRST)
    assert FIRST.prompt(view(FIRST)) in words(at) and "Remember" not in words(at)
    assert COMPARE in labels(run("lessons", lesson=FIRST.key)), "a guess is drawn unless an option is chosen"
    (compare,) = (button for button in at.button if button.label == COMPARE)
    assert compare.disabled and compare.help == PLACE_FIRST


def test_values_at_one_place_have_no_correlation():
    at = opened(FIRST, " ".join(["0.5"] * 6))
    assert "one point" in words(at) and "**r =" not in words(at) and "Remember" in words(at)


def test_the_best_order_scores_one():
    found = ORDERS.find(view(ORDERS))
    best = np.argsort(found.learned.ranks)
    at = opened(ORDERS, " ".join(map(str, best)))
    assert stated(at, "Score 1.00") and stated(at, "Kendall's tau", "1.00")


@pytest.mark.parametrize(
    ("lesson", "drawn"), [(FIRST, "0.5 0.5"), (FIRST, "0.5 x"), (ORDERS, "0 0 1 2 3 4 5 6 7 8 9"), (SHARES, "2 0 0 0")]
)
def test_a_drawn_guess_that_does_not_fit_is_named(lesson, drawn):
    at = opened(lesson, drawn)
    assert any("not fit" in note.value for note in at.info)
    assert COMPARE in labels(at)


def test_a_link_before_the_guess_leaves_it_out():
    at = opened(FIRST, PLACES)
    before, whole = (parse_qs(urlsplit(code.value).query) for code in at.code)
    assert whole[guess_key(FIRST)] == [FIRST.sketch.option] and whole[drawn_key(FIRST)] == [PLACES]
    assert drawn_key(FIRST) not in before and before["lesson"] == [FIRST.key]
    assert {**before, drawn_key(FIRST): [PLACES]} == whole
    chosen = run("lessons", lesson=FIRST.key, **{guess_key(FIRST): FIRST.options[0]})
    before, whole = (parse_qs(urlsplit(code.value).query) for code in chosen.code)
    assert {**before, guess_key(FIRST): [FIRST.options[0]]} == whole and guess_key(FIRST) not in before
    press(at, RESET)
    (only,) = (parse_qs(urlsplit(code.value).query) for code in at.code)
    assert drawn_key(FIRST) not in only
    at.switch_page("pages/values.py").run()
    assert len(at.code) == len(run("values").code), "no other page has two links"


def test_reset_forgets_all_guesses_and_starts_with_the_first_lesson():
    at = opened(FIRST, PLACES)
    at.segmented_control(key="lesson").set_value(LESSONS[1].key).run()
    at.segmented_control(key=guess_key(LESSONS[1])).set_value("bruises").run()
    press(at, RESET)
    assert at.title[0].value == FIRST.title and "Remember" not in words(at)
    at.segmented_control(key=guess_key(FIRST)).set_value(FIRST.sketch.option).run()
    assert next(button for button in at.button if button.label == COMPARE).disabled, "the line starts anew"
    at.segmented_control(key="lesson").set_value(LESSONS[1].key).run()
    assert "Remember" not in words(at) and not notes(at)


def test_links_of_earlier_versions_name_a_lesson_by_its_number_or_another_key():
    for asked, key in (("1", "same or not"), ("2", "paths"), ("6", "null band"), ("neighbours", "paths")):
        at = run("lessons", lesson=asked)
        assert not notes(at) and at.title[0].value == next(each.title for each in LESSONS if each.key == key)


def test_the_line_above_the_page_speaks_of_the_table_of_the_lesson():
    at = run("lessons", data="zoo", lesson="ties")
    assert stated(at, "Balance scale", "625 rows", "4 columns")
    press(at, "Open it in Overview")
    assert at.selectbox(key="data").value == "balance_scale"


# in a browser


def test_values_are_placed_with_the_mouse_and_the_keyboard(explorer):
    explorer.goto("lessons", lesson=SHARES.key)
    page = explorer.page
    chip = page.get_by_role("button", name="age, not placed yet")
    box, line = chip.bounding_box(), page.get_by_role("group", name="Your guess on a line").bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(line["x"] + 0.1 * line["width"], middle[1], steps=5)
    page.mouse.up()
    page.get_by_role("button", name="age, 10 % of the way").wait_for()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+End")
    page.get_by_role("button", name="tumor_size, 100 % of the way").wait_for()
    assert page.get_by_role("button", name=COMPARE).is_disabled()
    for name in ("inv_nodes", "deg_malig"):
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Shift+ArrowRight")
        page.get_by_role("button", name=f"{name}, 50 % of the way").wait_for()
    assert explorer.until(page.get_by_role("button", name=COMPARE).is_enabled)
    explorer.settle()
    explorer.press(COMPARE)
    explorer.wait_for("percentage points")
    assert explorer.query()[drawn_key(SHARES)] == "0.1 1.0 0.5 0.5"
    assert not explorer.overflow() and not [chart for chart in explorer.charts() if chart["blank"]]
