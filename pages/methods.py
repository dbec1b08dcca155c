"""Methods: which finds the classes that are known, do the papers' numbers come out again, and what each one is."""

from catviz.ui.methods import tabs
from catviz.ui.state import view as views

tabs.show(views.current())
