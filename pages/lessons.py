"""Lessons: questions to guess, and what the tables say."""

from catviz.ui.lessons import page
from catviz.ui.state import view as views

views.current()
page.draw()
