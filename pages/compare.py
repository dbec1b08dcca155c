"""Compare: which method finds the groups that are known, can data tell, and do the papers' figures come back?"""

import streamlit as st

from catviz.ui.compare import tabs
from catviz.ui.state import view as views
from catviz.ui.widgets import panels

view = views.current()
top = st.container()
chosen = tabs.tab(view)
with top:
    answer = panels.question(*tabs.QUESTIONS.get(chosen, tabs.QUESTION))
tabs.show(view, chosen, answer)
