"""The explorer's shared parts: the only place in catviz that knows streamlit."""
