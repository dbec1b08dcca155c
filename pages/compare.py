"""Compare: which method finds the groups that are known, and do the methods agree at all?"""

import streamlit as st

from catviz.ui import compare, panels
from catviz.ui import view as views

view = views.current()
panels.heading(
    "Which method, and can you tell?",
    "Scores against the groups you know, and how far methods agree when you know none.",
)

methods = compare.choose_methods(view)
scores, agree = st.tabs(["Against known groups", "Do the methods agree?"])
with scores:
    compare.against_groups(view, methods)
with agree:
    compare.agreement(view, methods)
