"""The frame of every lesson: the chooser, the statement, the guess, the answer, and where to go on."""

from __future__ import annotations

from typing import Any

import streamlit as st

from catviz.ui.labels import COLUMNS
from catviz.ui.lessons.lesson import Guess, Lesson, PageLink
from catviz.ui.lessons.neighbours import Neighbours
from catviz.ui.lessons.null_distribution import NullDistribution
from catviz.ui.lessons.one_hot import OneHotAccuracy
from catviz.ui.lessons.orders import Orders
from catviz.ui.lessons.same_or_not import SameOrNot
from catviz.ui.lessons.ties import Ties
from catviz.ui.state import controls, defaults, link, session
from catviz.ui.state.table_choices import go
from catviz.ui.state.view import View
from catviz.ui.text import plain
from catviz.ui.widgets import downloads, editors, formula, panels

NOT_YET = "not yet"
#: What older links call a guess that is drawn.
DRAWN_BEFORE = "draw it"
COMPARE, DRAW_AGAIN, RESET = "Compare with the answer", "Change your guess", "Reset all lessons"
FIRST_AGAIN, GO_ON = "Back to lesson 1", f"Go on to {COLUMNS}"
PLACE_FIRST = "Place all names on the line first."
LESSONS: tuple[Lesson, ...] = (SameOrNot(), Neighbours(), Orders(), Ties(), OneHotAccuracy(), NullDistribution())


def choose() -> Lesson:
    """The lesson chosen by its number, in one line with the way to the next and to start over."""
    by_key = {lesson.key: lesson for lesson in LESSONS}
    with st.container(horizontal=True, vertical_alignment="center", key="lessons"):
        titles = "  \n".join(f"{_number(lesson)}. {lesson.title}" for lesson in LESSONS)
        st.markdown("**Lesson**", width="content", help=titles)
        chosen = controls.segmented(
            "Lesson", list(by_key), "lesson", text=lambda key: str(_number(by_key[key])), label_visibility="collapsed"
        )
        following = LESSONS[_number(by_key[chosen]) % len(LESSONS)]
        goes: dict[str, Any] = {"on_click": controls.choose, "kwargs": {"lesson": following.key}}
        if following is not LESSONS[0]:
            st.button("Next lesson", key="next-lesson", **goes)
        else:
            st.button(FIRST_AGAIN, key="first-lesson", **goes)
            if st.button(GO_ON, key="after-lessons"):
                st.switch_page("pages/columns.py")
        st.button(RESET, on_click=_reset, help="Forget all guesses and go back to lesson 1.", type="tertiary")
    return by_key[chosen]


def draw(lesson: Lesson) -> None:
    """Show the statement and the question; below, the figure at the left, and at the right the guess and the answer.

    A narrow window has the guess and the answer above the figure, a phone has them below it.
    """
    view = defaults.own_view(lesson.data)
    downloads.about(view)
    session.ANSWERS.put((guess_key(lesson), drawn_key(lesson)))
    panels.heading(f"{_number(lesson)}. {lesson.title}", f"{lesson.introduction(view)}  \n**{lesson.question}**")
    words, picture = st.container(key="lesson-body").columns([2, 3], gap="medium")
    with words:
        by_hand = [lesson.sketch.option] if lesson.sketch else []
        formerly = dict(lesson.formerly) | dict(zip([DRAWN_BEFORE], by_hand, strict=False))
        options = [NOT_YET, *lesson.options, *by_hand]
        guess = controls.segmented("Your guess", options, guess_key(lesson), formerly=formerly)
    draws = guess in by_hand
    drawn = _drawn(lesson, view) if draws else None
    with picture:
        answer, arranged = None, None
        if draws and drawn is None:
            arranged = lesson.sketch.edit(view, drawn_key(lesson))
        if guess == NOT_YET or (draws and drawn is None):
            lesson.show(view)
        else:
            answer = lesson.find(view)
            if answer is not None:
                _answer(lesson, view, answer, drawn)
    with words:
        if answer is not None:
            with st.container(key="answered"):
                _explain(lesson, view, answer, guess, drawn)
        elif guess == NOT_YET:
            st.caption("The answer appears after your guess.")
        elif arranged is not None:
            st.markdown(lesson.sketch.task)
            first = PLACE_FIRST if None in arranged else None
            compare: dict[str, Any] = {"on_click": _compare, "args": (lesson, tuple(arranged))}
            st.button(COMPARE, type="primary", disabled=first is not None, help=first, **compare)


def guess_key(lesson: Lesson) -> str:
    """The guess's name in the address."""
    return f"{lesson.key}-guess".replace(" ", "-")


def drawn_key(lesson: Lesson) -> str:
    """The drawn guess's name in the address."""
    return f"{guess_key(lesson)}-drawn"


def _number(lesson: Lesson) -> int:
    return LESSONS.index(lesson) + 1


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


def _reset() -> None:
    """Callback: no guess in any lesson."""
    session.GUESSES.take()
    for lesson in LESSONS:
        link.forget(guess_key(lesson), drawn_key(lesson))
        editors.forget(drawn_key(lesson))
    controls.choose(lesson=LESSONS[0].key)


def _answer(lesson: Lesson, view: View, found, drawn: Guess | None) -> None:
    """The figures, and the numbers behind them."""
    if drawn is not None:
        lesson.sketch.compared(view, found, drawn)
    lesson.reveal(view, found)
    st.caption(" ".join(filter(None, (lesson.caption(found), view.about_rows if lesson.tested else ""))))
    if details := lesson.details(found):
        with formula.how_it_works():
            st.markdown(details)
    lesson.export(view, found)


def _explain(lesson: Lesson, view: View, found, guess: str, drawn: Guess | None) -> None:
    """The score or the verdict, the reason, the sentence to remember, and pages that show more."""
    verdict = _verdict(guess, lesson.answer(found)) if drawn is None else lesson.sketch.scored(view, found, drawn)
    st.markdown(f"{verdict}\n\n{lesson.explanation(found, guess)}")
    st.info(f"**Remember:** {lesson.takeaway}")
    if drawn is not None:
        st.button(DRAW_AGAIN, on_click=_draw_again, args=(lesson,), width="stretch")
    for page_link in lesson.page_links:
        how: dict[str, Any] = {"on_click": _open, "args": (lesson, page_link), "width": "stretch", "wrap": True}
        if st.button(page_link.label, key=f"door-{page_link.label}", **how):
            st.switch_page(f"pages/{page_link.page}.py")


def _verdict(guess: str, answer: str) -> str:
    if guess == answer:
        return f"You guessed **{plain(guess)}**: right."
    return f"You guessed **{plain(guess)}**. The answer is **{plain(answer)}**."


def _open(lesson: Lesson, page_link: PageLink) -> None:
    """Callback: what the door names; parameters of methods set before would contradict what the lesson says."""
    controls.forget_parameters()
    go(data=lesson.data, **page_link.choices)
