"""Compare: which method finds the groups that are known, can data tell, and do the papers' figures come back?"""

from catviz.ui import compare, panels
from catviz.ui import view as views

view = views.current()
panels.heading(
    "Which method, and can you tell?",
    "Scores against known groups, which differences are significant, and the papers' figures beside ours.",
)
compare.show(view, compare.tab(view))
