"""Lessons: six guesses to make, and what the tables say."""

from catviz.ui.lessons import page
from catviz.ui.state import view as views
from catviz.ui.widgets import panels

views.current()
panels.heading(
    "What would you have guessed?",
    "Six tours of a few minutes: make a guess, then see what a table says, worked out here and now.",
)
page.draw(page.choose())
