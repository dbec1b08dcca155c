"""Compare: which method finds the groups that are known, can data tell, and do the papers' figures come back?"""

from catviz.ui import compare, panels
from catviz.ui import view as views

view = views.current()
panels.heading(
    "Which method, and can you tell?",
    "Scores against known groups, whether their differences are more than luck, and the papers' figures beside ours.",
)
compare.show(view, compare.tab(view))
