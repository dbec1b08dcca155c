"""What a session keeps from run to run: every key of Streamlit's session state, named and typed once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import streamlit as st

T = TypeVar("T")


class Key(Generic[T]):
    """A place in the session state; ``name`` is also the ``key`` of the widget that writes there, if one does."""

    def __init__(self, name: str):
        self.name = name

    @property
    def there(self) -> bool:
        """True where something is kept."""
        return self.name in st.session_state

    def get(self) -> T | None:
        """What is kept, or None."""
        return st.session_state.get(self.name)

    def first(self, make: Callable[[], T]) -> T:
        """What is kept; made, and kept from now on, where there is nothing."""
        try:
            return st.session_state[self.name]
        except KeyError:
            return self.put(make())

    def put(self, value: T) -> T:
        """Keep a value."""
        st.session_state[self.name] = value
        return value

    def take(self) -> T | None:
        """What is kept, or None, and keep it no longer."""
        return st.session_state.pop(self.name, None)


def of_widget(name: str) -> Key[Any]:
    """The place of a widget, by its ``key``."""
    return Key(name)


class Chosen(Key[T]):
    """A choice that is kept across pages; ``name`` is its key in the link."""

    @property
    def widget(self) -> Key[T]:
        """The place of the widget that makes the choice."""
        n = RENEWED.first(dict).get(self.name, 0)
        return Key(f"{self.name}~{n}" if n else self.name)

    def get(self) -> T | None:
        """What the widget holds, or where there is none what was chosen before on any page, or None."""
        try:
            return st.session_state[self.widget.name]
        except KeyError:
            return CHOICES.first(dict).get(self.name)

    def put(self, value: T) -> T:
        """Choose. The widget is a new one from now on, which begins with the value.

        A value put under the key of a widget reaches the browser in one run only, and is lost where the widget's
        popover is closed then: the browser goes on with the value that the widget had, or with its first option.
        """
        if self.get() != value:
            self._renew()
        CHOICES.first(dict)[self.name] = value
        return value

    def take(self) -> T | None:
        """What is chosen, or None; the widget begins with its default again."""
        value = self.get()
        CHOICES.first(dict).pop(self.name, None)
        self._renew()
        return value

    def _renew(self) -> None:
        if self.widget.there:
            renewed = RENEWED.first(dict)
            renewed[self.name] = renewed.get(self.name, 0) + 1


# the run and its choices
#: What the link asks for and no widget has taken yet.
LINK: Key[dict[str, list[str]]] = Key("_link")
#: The choices made so far on all pages, by the key of their widget.
CHOICES: Key[dict[str, Any]] = Key("_choices")
#: The choices drawn in this run as text, and whether each is the default.
DRAWN: Key[dict[str, tuple[str | list[str], bool]]] = Key("_drawn")
#: How many widgets each choice has had before the one of now.
RENEWED: Key[dict[str, int]] = Key("_renewed")
#: The default that each widget was drawn with last whose default depends on other choices.
BEGAN: Key[dict[str, Any]] = Key("_began")
#: When the browser last went back or on to an entry of its history.
RESTORED: Key[int] = Key("_restored")
#: The keys of the choices of the last run that came to its end.
ENDED_WITH: Key[list[str]] = Key("_ended_with")
PAGE: Key[str] = Key("_page")
#: True in the first run of a page.
MOVED: Key[bool] = Key("_moved")
#: The tab of the page, where it has several.
TAB: Key[str] = Key("_tab")
#: The title of the dialog that is open.
DIALOG: Key[str] = Key("_dialog")
#: What the link asked for and could not get.
NOTES: Key[list[str]] = Key("_notes")
PRESENTING: Key[bool] = Key("_presenting")
#: True where keys of one character do nothing.
KEYS_OFF: Key[bool] = Key("_keys_off")
#: How many times as large letters are in a presentation, on the page and in its figures.
LETTERS = 1.4
#: True once the browser was made to load what draws figures.
CHARTS_LOADING: Key[bool] = Key("_charts_loading")
#: The view of this run (`catviz.ui.state.view.View`).
VIEW: Key[Any] = Key("_view")
JOBS: Key[Any] = Key("_jobs")
#: Results of a table of one's own (`catviz.ui.state.shelves.Shelf`), by the function that made them.
SHELVES: Key[dict[str, Any]] = Key("_shelves")

# uploads
UPLOAD: Key[Any] = Key("_upload")
#: Streamlit's number of the file that was read last.
UPLOAD_TAKEN: Key[str] = Key("_upload_taken")
#: The title of the page that opens in this run, since a table or a way to it was just chosen.
OPENS: Key[str] = Key("_opens")
#: The box whose file could not be read, and why.
UPLOAD_ERROR: Key[tuple[str, str]] = Key("_upload_error")
#: The link of this session, where it is about a file that is not here yet.
AWAITED: Key[dict[str, list[str]]] = Key("_awaited")
#: The page and the link of this session, where another file than the one it is about was opened.
SET_ASIDE: Key[tuple[str, dict[str, list[str]]]] = Key("_set_aside")

# preparation
#: How tables are read and prepared (`catviz.ui.state.preparation.Preparation`), by data set.
PREPARATIONS: Key[dict[str, Any]] = Key("_preparations")
#: Why a step cannot be taken, or a file not be read as was asked.
PREPARATION_ERROR: Key[str] = Key("_preparation_error")
#: True until the whole page has run with the new preparation.
PREPARATION_CHANGED: Key[bool] = Key("_preparation_changed")
#: The last answer to a question about the file: its data set, in words, and the preparation before it.
ANSWERED: Key[tuple[str, str, Any]] = Key("_answered")

# what a page draws and gives away
#: The figures of this run (`catviz.ui.widgets.charts.Drawn`), by the name of their file.
FIGURES: Key[dict[str, Any]] = Key("_figures")
#: Identity of the last first figure of a run: one the browser already shows is not drawn again.
FIRST_FIGURE: Key[int] = Key("_first_figure")
#: Format, width, height and scale of the pictures that charts save.
PICTURES: Key[dict[str, Any]] = Key("_pictures")
FILES_NAMED_AFTER: Key[str] = Key("_table")
#: Tables, further kinds of file and pieces of code of this run.
OFFERED: Key[tuple[dict, dict, list]] = Key("_offered")
#: The view of its own that the page shows, if it does not show the sidebar's table.
ABOUT: Key[Any] = Key("_about")
#: True where the page shows results of other tables than the sidebar's.
ABOUT_OTHERS: Key[bool] = Key("_about_others")
#: The prepared columns that questions were last asked about, and the questions.
QUESTIONS: Key[tuple[Any, list]] = Key("_questions")
#: Orders and places arranged by hand, by what is arranged.
ARRANGEMENTS: Key[dict[str, dict]] = Key("_handmade")
#: The guesses drawn in the lessons and compared with the answer, by lesson.
GUESSES: Key[dict[str, tuple[float, ...]]] = Key("_guesses")
#: The guess and the answer of each lesson that was answered, in words.
LESSONS_ANSWERED: Key[dict[str, tuple[str, str]]] = Key("_lessons_answered")
#: The choices that a link before the guess leaves out, in this run.
ANSWERS: Key[tuple[str, ...]] = Key("_answers")
#: The pieces of comparisons that ran, by name.
COMPARISON: Key[dict[str, list[dict]]] = Key("_comparison")

#: True until the page of the board's cell that was picked opens.
BOARD_OPENS: Key[bool] = Key("_board_opens")

# the report
#: The views collected so far (`catviz.export.report.Report`).
REPORT: Key[Any] = Key("_report")
#: True in the run whose view goes into the report.
COLLECTING: Key[bool] = Key("_collecting")

#: The names given to clusters, by what was clustered and how.
CLUSTER_NAMES: Key[dict[str, dict[int, str]]] = Key("_cluster_names")
#: How each map was last seen (`catviz.plots.rows.Zoom`), by where its points are.
ZOOMS: Key[dict[str, Any]] = Key("_zooms")
#: True until the whole page has run with the points picked.
POINTS_PICKED: Key[bool] = Key("_points_picked")
#: Selections of rows, as places among the distinct rows, by table and by name.
SAVED_SELECTIONS: Key[dict[str, dict[str, Any]]] = Key("_saved_selections")

# widgets that other code reads
DATA: Chosen[str] = Chosen("data")
PERPLEXITY: Chosen[int] = Chosen("perplexity")
ROWS_WITH: Key[list[int]] = Key("rows-with")
DISAGREEMENTS: Key[Any] = Key("lens-disagreements")


def selection(page: str) -> Key[tuple[str, str, Any]]:
    """The table, the content and the selection of a page."""
    return Key(f"_selection-{page}")
