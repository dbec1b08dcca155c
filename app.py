"""The catviz explorer: page config, shared sidebar, navigation."""

import streamlit as st

from catviz.ui import shell

shell.configure()
page = st.navigation(shell.pages())
shell.run(page)
