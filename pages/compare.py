"""Compare: which method finds the groups that are known, and do the methods agree at all?"""

from catviz.ui import compare, panels
from catviz.ui import view as views

view = views.current()
panels.heading(
    "Which method, and can you tell?",
    "Scores against the groups you know, and how far methods agree when you know none.",
)

asked = compare.question(view)
if asked == compare.LIST:
    compare.listing()
elif asked == compare.AGREE:
    compare.agreement(view, compare.choose_methods(view, asked))
else:
    compare.against_groups(view, compare.choose_methods(view, asked))
