"""Compare: which method finds the groups that are known, can data tell, and do the papers' figures come back?"""

from catviz.ui.compare import tabs
from catviz.ui.state import view as views
from catviz.ui.widgets import panels

view = views.current()
panels.heading(
    "How do methods compare?",
    "Scores against the known classes, tests of differences between methods, and the papers' published results.",
)
tabs.show(view, tabs.tab(view))
