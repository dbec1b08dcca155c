"""Lessons: six guesses to make, and what the tables say."""

from catviz.ui import panels
from catviz.ui import view as views
from catviz.ui.lessons import page

views.current()
panels.heading(
    "What would you have guessed?",
    "Six tours of a few minutes: make a guess, then see what a table says, worked out here and now.",
)
page.draw(page.choose())
