"""A presentation: the button, the link, and letters as large in figures as on the page."""

import pytest
from driver import PAGES
from scripted import SCRIPTS, assert_sound, run, spec

from catviz.ui.frame.present import PRESENT
from catviz.ui.lessons.page import LESSONS
from catviz.ui.state import session


def page_font(at):
    styles = [html.proto.body for html in at.get("html")]
    return next(text for text in styles if "html { font-size:" in text)


@pytest.mark.parametrize("page", ["values", "orders"])
def test_the_button_enlarges_the_page_and_its_figures_alike_and_the_link_carries_it(page):
    at = run(page, data="zoo")
    before = spec(at)["layout"]
    at.button(key="present").click().run()
    assert_sound(at)
    assert f"{16 * session.LETTERS:g}px" in page_font(at)
    after = spec(at)["layout"]
    assert after["font"]["size"] == pytest.approx(before["font"]["size"] * session.LETTERS)
    assert after["title"]["font"]["size"] == pytest.approx(before["title"]["font"]["size"] * session.LETTERS)
    assert not [button for button in at.button if button.label == PRESENT]
    by_link = run(page, data="zoo", present="1")
    assert spec(by_link)["layout"]["font"] == after["font"]


def test_a_presentation_goes_on_on_the_next_page():
    at = run("values", data="zoo", present="1")
    at.switch_page(f"{SCRIPTS}/columns.py").run()
    assert_sound(at)
    assert f"{16 * session.LETTERS:g}px" in page_font(at)


#: What is seen of the page, apart from its title and choices: figures, those cut by the screen's edge, and words.
SCREEN = """() => {
  const within = root => [...root.querySelectorAll('*')].filter(e => e.shadowRoot).map(e => e.shadowRoot);
  const roots = node => [node, ...within(node).flatMap(roots)];
  const all = what => roots(document).flatMap(root => [...root.querySelectorAll(what)]);
  const over = all('.bar[role=group]')[0].parentElement;
  const boxes = what => [...over.querySelectorAll(`:scope > ${what}`)].map(e => e.getBoundingClientRect());
  const [bar] = boxes('.bar'), [blank] = boxes('.blank'), covers = boxes('.covers > div');
  const bottom = blank.height ? Math.min(bar.top, blank.top) : bar.top;
  const inMain = e => Boolean(e) && (e.dataset?.testid === 'stMain' || inMain(e.parentNode ?? e.host));
  const seen = e => {
    const {left, top, bottom: low, width, height} = e.getBoundingClientRect();
    const x = left + width / 2, y = (Math.max(top, 0) + Math.min(low, bottom)) / 2;
    return e.checkVisibility() && width > 4 && height > 4 && low > 2 && top < bottom - 2
      && !covers.some(c => c.left <= x && x <= c.right && c.top <= y && y <= c.bottom);
  };
  const said = '[data-testid="stMarkdown"], [data-testid="stAlert"], [data-testid="stCaptionContainer"]';
  const text = `:is(${said}) :is(p, li)`;
  const words = all(`${text}, table, canvas, section, .st-key-guess-drawn`)
    .filter(e => inMain(e) && seen(e) && !e.closest('.st-key-heading, .st-key-choices, details'));
  const figures = all('[data-testid="stMain"] [data-testid="stPlotlyChart"] .plot-container')
    .filter(e => e.checkVisibility());
  const drawn = figures.map((e, i) => ({i, ...e.getBoundingClientRect().toJSON(), seen: seen(e)})).filter(e => e.seen);
  return {
    figures: drawn.map(e => e.i), of: figures.length, words: words.map(e => e.textContent.slice(0, 40)),
    cut: drawn.filter(e => e.top < -1 || e.bottom > bottom + 1 || e.left < -1 || e.right > innerWidth + 1),
    goesOn: boxes('.again').some(box => box.height > 0),
  };
}"""


def stepped(explorer):
    """What is on each screen of a presentation, from the first to the last, once it stands still."""
    place = explorer.page.locator(".bar .place")
    found = []
    while not found or len(found) < int(place.inner_text().split(" of ")[1]):
        if found:
            explorer.page.keyboard.press("ArrowRight")
        explorer.settle()
        screen = explorer.page.evaluate(SCREEN)
        if screen["cut"]:  # a figure may still be given its height
            explorer.until(lambda: not explorer.page.evaluate(SCREEN)["cut"])
            screen = explorer.page.evaluate(SCREEN)
        found.append(screen)
        assert place.inner_text().startswith(f"{len(found)} of "), place.inner_text()
    return found


@pytest.mark.tour
@pytest.mark.parametrize("at", PAGES)
def test_each_screen_of_a_presentation_shows_something_and_cuts_no_figure(explorer, at):
    explorer.page.set_viewport_size({"width": 1280, "height": 720})
    explorer.goto(at, present="1")
    explorer.finish()
    screens = stepped(explorer)
    for screen in screens:
        assert screen["figures"] or screen["words"], "an empty screen"
        assert not screen["cut"] and not screen["goesOn"]
    assert {i for screen in screens for i in screen["figures"]} == set(range(screens[0]["of"])), "a figure on no screen"
    assert len(screens) <= 6
    if at == "map":
        assert screens[0]["figures"] == [0, 1], "the map and its values"


@pytest.mark.tour
def test_a_step_beyond_a_question_shows_its_answer_from_the_first_screen_on(explorer):
    explorer.page.set_viewport_size({"width": 1280, "height": 720})
    lesson = next(lesson for lesson in LESSONS if lesson.step == "Best order")
    explorer.goto("lessons", lesson=lesson.key, present="1")
    explorer.finish()
    place, answered = explorer.page.locator(".bar .place"), explorer.page.locator(".st-key-answered")
    screens = len(stepped(explorer))
    assert screens > 1 and not answered.count()
    explorer.page.keyboard.press("ArrowRight")
    answered.first.wait_for(state="attached")
    explorer.finish()
    assert place.inner_text().startswith("1 of ")
    explorer.page.keyboard.press("ArrowRight")
    assert explorer.until(lambda: place.inner_text().startswith("2 of "))
