"""The catviz explorer: page config, shared sidebar, navigation; imported by Streamlit, the server that runs it."""

from pathlib import Path

import streamlit as st

if __name__ == "__main__":
    from catviz.ui import navigation
    from catviz.ui.frame import shell

    shell.configure()
    page = st.navigation(navigation.pages())
    shell.run(page)
else:
    from starlette.middleware import Middleware

    from catviz.ui import navigation
    from catviz.ui.frame.server import DeepAddresses, OneFirst, opened

    names = {file.stem for file in Path(__file__).with_name("pages").glob("*.py")} - {"start"}
    app = st.App(
        __file__,
        lifespan=opened,
        middleware=[Middleware(DeepAddresses, names, navigation.FORMER), Middleware(OneFirst)],
    )
