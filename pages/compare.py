"""Compare: which method finds the groups that are known, and do the methods agree at all?"""

from catviz.ui import compare, panels
from catviz.ui import view as views

view = views.current()
panels.heading(
    "Which method, and can you tell?",
    "Scores against the groups you know, and how far methods agree when you know none.",
)

methods = compare.choose_methods(view)
if compare.question(view) == compare.AGREE:
    compare.agreement(view, methods)
else:
    compare.against_groups(view, methods)
