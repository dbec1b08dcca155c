"""What is in doubt about a file as it was read, asked with the answers as buttons."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from catviz.reading.doubts import Answer, Question
from catviz.reading.questions import questions
from catviz.ui.labels import CHANGE, ORDER, PREPARE, QUESTION
from catviz.ui.state import preparation, session, uploads
from catviz.ui.state.view import View
from catviz.ui.text import plain

_BY_HAND = f"To declare one, open {PREPARE}, choose the column, and {ORDER} under {CHANGE}."
#: Letters of a question that is folded.
_BEGINNING = 40


def of(view: View) -> list[Question]:
    """What is in doubt, the questions that change most first."""
    last = session.QUESTIONS.get()
    if last is None or last[0] is not view.prepared:
        last = session.QUESTIONS.put((view.prepared, questions(view.prepared)))
    return last[1]


def ask(asked: Sequence[Question]) -> None:
    """Show each question in a line with its answers as buttons, how it was read first."""
    for question in asked:
        _ask(question)


def ask_folded(asked: Sequence[Question]) -> None:
    """Show the beginning of each question as a button that opens it with its answers."""
    for question in asked:
        with st.popover(f"{QUESTION} {plain(question.words, _BEGINNING)}"):
            _say(st.container(), question)
            _buttons(question, [st.container() for _ in range(_n_answers(question))])


def answered() -> None:
    """Say what was answered last, with a button that takes it back; nothing if nothing was."""
    last = session.ANSWERED.get()
    if last is not None and last[0] == session.DATA.get():
        said, undo = st.columns([5, 1], vertical_alignment="center")
        said.caption(f"Answered: {plain(last[1])}")
        undo.button("Undo", key="undo-answer", on_click=_take_back, width="stretch")


def read_again(data: str, settings: uploads.Settings) -> None:
    """Callback: steps that do not fit the columns as they are read now are dropped with all others."""
    if not preparation.change(data, preparation.of(data).recipe, settings):
        why = session.PREPARATION_ERROR.take()
        preparation.change(data, type(preparation.of(data).recipe)(), settings)
        session.PREPARATION_ERROR.put(f"The steps of the recipe do not fit the file as it is read now: {why}")


def _ask(question: Question) -> None:
    """A question with its answers, how it was read first."""
    n = _n_answers(question)
    widths = [max(10 - 2 * n, 2), *[2] * n]
    said, *places = st.columns(widths, vertical_alignment="center") if n else [st.container()]
    _say(said, question)
    _buttons(question, places)


def _say(place: DeltaGenerator, question: Question) -> None:
    place.markdown(f"{QUESTION} {plain(question.words)}" + ("" if question.answers else f" {_BY_HAND}"))


def _n_answers(question: Question) -> int:
    """How many answers there are, the way it was read among them; none where it can only be set by hand."""
    return len(question.answers) and 1 + len(question.answers)


def _buttons(question: Question, places: Sequence[DeltaGenerator]) -> None:
    """A button for each answer in a place of its own, how it was read first."""
    key = hashlib.blake2b(question.key.encode("utf-8", "replace"), digest_size=4).hexdigest()
    for i, (place, answer) in enumerate(zip(places, [question.settled, *question.answers], strict=False)):
        place.button(
            plain(answer.words),
            key=f"answer-{key}-{i}",
            help="as it was read" if not i else None,
            on_click=_answer,
            args=(question, answer),
            width="stretch",
        )


def _answer(question: Question, answer: Answer) -> None:
    """Give an answer: steps of the recipe, or another way of reading the file."""
    data = session.DATA.get()
    before = preparation.of(data)
    if answer.steps:
        preparation.add(data, *answer.steps)
    upload = uploads.current()
    if answer.settings and upload is not None:
        settings = dict(before.reading) | dict(answer.settings)
        read_again(data, tuple(settings.items()))
    session.ANSWERED.put((data, f"{question.words} {answer.words}.", before))


def _take_back() -> None:
    """Undo the last answer."""
    last = session.ANSWERED.take()
    if last is not None:
        data, _, before = last
        preparation.change(data, before.recipe, before.reading)
