"""The frame of every lesson: the chooser, the guess, then the answer, the sentence to keep, and where to go on."""

from __future__ import annotations

from typing import Any

import streamlit as st

from catviz.ui.lessons.lesson import Door, Lesson
from catviz.ui.lessons.neighbours import Neighbours
from catviz.ui.lessons.null_band import NullBand
from catviz.ui.lessons.one_hot import OneHotStrikesBack
from catviz.ui.lessons.orders import Orders
from catviz.ui.lessons.same_or_not import SameOrNot
from catviz.ui.lessons.ties import Ties
from catviz.ui.start import story
from catviz.ui.state import controls
from catviz.ui.state.table_choices import go
from catviz.ui.text import plain
from catviz.ui.widgets import downloads

NOT_YET = "not yet"
LESSONS: tuple[Lesson, ...] = (SameOrNot(), Neighbours(), Orders(), Ties(), OneHotStrikesBack(), NullBand())


def choose() -> Lesson:
    """The lesson chosen."""
    by_key = {lesson.key: lesson for lesson in LESSONS}
    return by_key[controls.segmented("Lesson", list(by_key), "lesson")]


def draw(lesson: Lesson) -> None:
    """What is told, the question and the guess; below, the figure at the left, and at the right what it says."""
    view = story.view(lesson.data)
    downloads.about(view)
    st.subheader(lesson.title, anchor=False)
    st.markdown(f"{lesson.told(view)}\n\n**{lesson.question}**")
    guess = controls.segmented("Your guess", [NOT_YET, *lesson.options], guess_key(lesson))
    picture, words = st.columns([3, 2], gap="large")
    with picture:
        found = None
        if guess == NOT_YET:
            lesson.show(view)
        else:
            found = lesson.find(view)
            if found is not None:
                lesson.reveal(view, found)
                lesson.export(view, found)
    with words:
        if found is not None:
            st.markdown(f"{_verdict(guess, lesson.answer(found))} {lesson.because(found, guess)}")
            st.info(f"**To keep:** {lesson.keep}")
            _doors(lesson)
        elif guess == NOT_YET:
            st.caption("The answer is worked out once you have guessed.")
        _next(lesson, found is not None)


def guess_key(lesson: Lesson) -> str:
    """The guess's name in the address."""
    return f"{lesson.key}-guess".replace(" ", "-")


def _verdict(guess: str, answer: str) -> str:
    if guess == answer:
        return f"You guessed **{plain(guess)}**, and so it is."
    return f"You guessed **{plain(guess)}**; it is **{plain(answer)}**."


def _doors(lesson: Lesson) -> None:
    for door in lesson.doors:
        how: dict[str, Any] = {"on_click": _open, "args": (lesson, door), "width": "stretch"}
        if st.button(door.label, key=f"door-{door.label}", **how):
            st.switch_page(f"pages/{door.page}.py")


def _open(lesson: Lesson, door: Door) -> None:
    """Callback: what the door names; parameters of methods set before would contradict what the lesson says."""
    controls.forget_parameters()
    go(data=lesson.data, **door.choices)


def _next(lesson: Lesson, answered: bool) -> None:
    following = LESSONS[(LESSONS.index(lesson) + 1) % len(LESSONS)]
    st.button(
        f"Next lesson: {following.key}",
        key="next-lesson",
        type="primary" if answered else "secondary",
        on_click=controls.choose,
        kwargs={"lesson": following.key},
        width="stretch",
    )
