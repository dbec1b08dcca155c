"""The catviz explorer: page config, shared sidebar, navigation."""

import streamlit as st

from catviz.ui.frame import shell
from catviz.ui.state import navigation

shell.configure()
page = st.navigation(navigation.pages())
shell.run(page)
