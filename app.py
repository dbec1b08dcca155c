"""The catviz explorer: page config, shared sidebar, navigation."""

import streamlit as st

from catviz.ui import navigation
from catviz.ui.frame import shell

shell.configure()
page = st.navigation(navigation.pages())
shell.run(page)
