"""The frame of every lesson: the steps, the question, the guess, the answer, and where to go on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

from catviz.ui.labels import COLUMNS, DETAILS
from catviz.ui.lessons.baseline import Baseline
from catviz.ui.lessons.best_of_many import BestOfMany
from catviz.ui.lessons.dolphin import Dolphin
from catviz.ui.lessons.lesson import Guess, Lesson, PageLink
from catviz.ui.lessons.next_sample import NextSample
from catviz.ui.lessons.null_distribution import NullDistribution
from catviz.ui.lessons.one_hot import OneHotAccuracy
from catviz.ui.lessons.orders import Orders
from catviz.ui.lessons.paths import Paths
from catviz.ui.lessons.perplexity import Perplexity
from catviz.ui.lessons.random_map import RandomMap
from catviz.ui.lessons.same_or_not import SameOrNot
from catviz.ui.lessons.start_again import StartAgain
from catviz.ui.lessons.ties import Ties
from catviz.ui.lessons.two_accuracies import TwoAccuracies
from catviz.ui.lessons.two_p import TwoP
from catviz.ui.state import controls, defaults, link, session
from catviz.ui.state.table_choices import go
from catviz.ui.state.view import View
from catviz.ui.text import plain
from catviz.ui.widgets import downloads, editors, panels
from catviz.words.chips import chips

NOT_YET, SHOWN = "not yet", "show the answer"
#: What older links call a guess that is drawn.
DRAWN_BEFORE = "draw it"
COMPARE, DRAW_AGAIN, RESET = "Compare with the answer", "Change your guess", "Reset all lessons"
FIRST_AGAIN, GO_ON = "Back to the first lesson", f"Go on to {COLUMNS}"
PLACE_FIRST = "Place all names on the line first."
LESSONS: tuple[Lesson, ...] = (
    SameOrNot(),
    Paths(),
    Orders(),
    Ties(),
    TwoP(),
    OneHotAccuracy(),
    NullDistribution(),
    NextSample(),
    RandomMap(),
    StartAgain(),
    Perplexity(),
    Baseline(),
    BestOfMany(),
    TwoAccuracies(),
    Dolphin(),
)
#: The step after the last lesson, as its key and as its name.
SUMMARY, SUMMARY_STEP = "summary", "Summary"
#: Lessons by their numbers in older links, and by older keys.
_FORMERLY = dict(zip("123456", ("same or not", "paths", "orders", "ties", "one-hot", "null band"), strict=True))
_FORMERLY["neighbours"] = "paths"
_STYLE = Path(__file__).with_suffix(".css")


def draw() -> None:
    """Show the steps, and the lesson that is chosen or the summary."""
    st.html(_STYLE)
    chosen = _choose()
    if chosen == SUMMARY:
        _summary()
    else:
        _lesson(next(lesson for lesson in LESSONS if lesson.key == chosen))


def guess_key(lesson: Lesson) -> str:
    """The guess's name in the address."""
    return f"{lesson.key}-guess".replace(" ", "-")


def drawn_key(lesson: Lesson) -> str:
    """The drawn guess's name in the address."""
    return f"{guess_key(lesson)}-drawn"


def _choose() -> str:
    """The step that is chosen."""
    steps = {lesson.key: f"{'✓ ' * _is_answered(lesson)}{lesson.step}" for lesson in LESSONS} | {SUMMARY: SUMMARY_STEP}
    with st.container(key="lessons"):
        return controls.segmented(
            "Lesson",
            list(steps),
            "lesson",
            text=lambda key: steps[key],
            code=str,
            formerly=_FORMERLY,
            label_visibility="collapsed",
        )


def _lesson(lesson: Lesson) -> None:
    """Show the question and the guess; below, what there is to see before the guess, or the answer."""
    view = defaults.own_view(lesson.data)
    if lesson.of_many:
        downloads.about_others()
    else:
        downloads.about(view)
    session.ANSWERS.put((guess_key(lesson), drawn_key(lesson)))
    heading = st.container(key="heading")
    guess, draws = _guess(lesson)
    drawn = _drawn(lesson, view) if draws else None
    asks = drawn is None if draws else guess == NOT_YET
    prompt = lesson.prompt(view)
    with heading:
        st.title(lesson.title, anchor=False, help=None if asks else prompt)
        if asks:
            st.container(key="prompt").markdown(prompt)
    if asks:
        if draws:
            _edit(lesson, view)
        lesson.show(view)
        return
    answered = st.container(key="answered")
    found = lesson.find(view)
    if found is not None:
        verdict = _verdict(guess, lesson.answer(found)) if drawn is None else lesson.sketch.scored(view, found, drawn)
        session.LESSONS_ANSWERED.first(dict)[lesson.key] = (_in_words(guess, drawn), lesson.sentence(found))
        with answered:
            panels.answer(lesson.sentence(found), "lesson")
            st.markdown(verdict)
        _answer(lesson, view, found, guess, drawn)


def _guess(lesson: Lesson) -> tuple[str, bool]:
    """What is guessed, and whether it is drawn."""
    by_hand = [lesson.sketch.option] if lesson.sketch else []
    formerly = dict(lesson.formerly) | {name: own for own in by_hand for name in (DRAWN_BEFORE, NOT_YET)}
    options = [*(by_hand or [NOT_YET]), *lesson.options, SHOWN]
    following = [*(each.key for each in LESSONS), SUMMARY][LESSONS.index(lesson) + 1]
    with st.container(horizontal=True, vertical_alignment="center", key="lesson-guess"):
        guess = controls.segmented(
            "Your guess", options, guess_key(lesson), formerly=formerly, label_visibility="collapsed"
        )
        goes: dict[str, Any] = {"on_click": controls.choose, "kwargs": {"lesson": following}}
        st.button("Next lesson", key="next-lesson", type="tertiary", **goes)
    return guess, guess in by_hand


def _is_answered(lesson: Lesson) -> bool:
    """True if a guess was made in this session."""
    guess = controls.kept(guess_key(lesson))
    drawn = lesson.sketch is not None and guess == lesson.sketch.option
    return lesson.key in session.GUESSES.first(dict) if drawn else guess not in (None, NOT_YET, SHOWN)


def _edit(lesson: Lesson, view: View) -> None:
    """Draw what the guess is made with, and the button that ends it."""
    with st.container(key="guess-drawn"):
        made = lesson.sketch.edit(view, drawn_key(lesson))
    first = PLACE_FIRST if None in made else None
    compare: dict[str, Any] = {"on_click": _compare, "args": (lesson, tuple(made))}
    st.button(COMPARE, type="primary", disabled=first is not None, help=first, **compare)


def _drawn(lesson: Lesson, view: View) -> Guess | None:
    """The drawn guess that was compared with the answer, here or in the link."""
    asked = link.asked(drawn_key(lesson))
    if asked is not None:
        try:
            guess = tuple(float(part) if "." in part else int(part) for part in asked.split())
        except ValueError:
            guess = ()
        if lesson.sketch.valid(view, guess):
            _compare(lesson, guess)
            editors.put(drawn_key(lesson), guess)
        else:
            link.note("The link holds a drawn guess that does not fit this lesson.")
    guesses = session.GUESSES.first(dict)
    if lesson.key in guesses:
        link.write(drawn_key(lesson), " ".join(map(str, guesses[lesson.key])))
    return guesses.get(lesson.key)


def _compare(lesson: Lesson, guess: Guess) -> None:
    """Callback: take what is drawn as the guess."""
    session.GUESSES.first(dict)[lesson.key] = tuple(guess)


def _draw_again(lesson: Lesson) -> None:
    """Callback: back to the editor, with what was drawn."""
    session.GUESSES.first(dict).pop(lesson.key, None)


def _offer_reset() -> None:
    st.button(RESET, on_click=_reset, help="Forget all guesses and go back to the first lesson.", type="tertiary")


def _reset() -> None:
    """Callback: no guess in any lesson."""
    session.GUESSES.take()
    session.LESSONS_ANSWERED.take()
    for lesson in LESSONS:
        link.forget(guess_key(lesson), drawn_key(lesson))
        editors.forget(drawn_key(lesson))
    controls.choose(lesson=LESSONS[0].key)


def _answer(lesson: Lesson, view: View, found, guess: str, drawn: Guess | None) -> None:
    """The figures with their caption, what limits the answer, what to remember, where to go on, and the details."""
    with st.container(key="revealed"):
        if drawn is not None:
            lesson.sketch.compared(view, found, drawn)
        lesson.reveal(view, found)
    if caption := lesson.caption(found):
        st.caption(caption)
    limits = dict(lesson.chips(view, found))
    if lesson.tested:
        rows = "no sample" if view.no_sample else "independent rows?"
        limits |= chips("lessons", rows, about_rows=plain(view.about_rows, 1000))
    panels.chips(limits)
    st.info(f"**Remember:** {lesson.takeaway}")
    with st.container(horizontal=True, key="ways-on"):
        if drawn is not None:
            st.button(DRAW_AGAIN, on_click=_draw_again, args=(lesson,))
        for page_link in lesson.page_links:
            key, args = f"door-{page_link.label}", (lesson, page_link)
            panels.door(page_link.label, page_link.page, _open, args=args, key=key, wrap=True)
        _offer_reset()
    with st.expander(DETAILS):
        measured = "" if drawn is None else lesson.sketch.scored_too(view, found, drawn)
        said = (lesson.background(view), lesson.explanation(found, guess), lesson.details(found), measured)
        st.markdown("\n\n".join(filter(None, said)))
        lesson.tables(view, found)
    lesson.export(view, found)


def _verdict(guess: str, answer: str) -> str:
    if guess == SHOWN:
        return ""
    if guess == answer:
        return f"You guessed **{plain(guess)}**: right."
    return f"You guessed **{plain(guess)}**. The answer is **{plain(answer)}**."


def _in_words(guess: str, drawn: Guess | None) -> str:
    if drawn is not None:
        return "drawn by hand"
    return "–" if guess == SHOWN else guess


def _summary() -> None:
    """Every lesson in a line: its question, the guess, and what the table says."""
    downloads.about_others()
    answered = session.LESSONS_ANSWERED.first(dict)
    with st.container(key="heading"):
        st.title("What did you guess, and what is true?", anchor=False)
        panels.answer(f"{len(answered)} of {len(LESSONS)} lessons answered.", "lesson")
    lines = ["| Lesson | Your guess | What the table says |", "|---|---|---|"]
    for lesson in LESSONS:
        guess, sentence = answered.get(lesson.key, ("not yet", ""))
        lines.append(f"| {lesson.title} | {plain(guess)} | {sentence} |")
    st.markdown("\n".join(lines))
    with st.container(horizontal=True, key="ways-on"):
        goes: dict[str, Any] = {"on_click": controls.choose, "kwargs": {"lesson": LESSONS[0].key}}
        st.button(FIRST_AGAIN, key="first-lesson", **goes)
        panels.door(GO_ON, "columns", key="after-lessons")
        _offer_reset()


def _open(lesson: Lesson, page_link: PageLink) -> None:
    """Callback: what the door names; parameters of methods set before would contradict what the lesson says."""
    controls.forget_parameters()
    go(data=lesson.data, **page_link.choices)
