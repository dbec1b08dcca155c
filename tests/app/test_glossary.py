"""The glossary of the explorer, and what tooltips say of abbreviations."""

from scripted import assert_sound, run
from streamlit.testing.v1 import AppTest

from catviz.ui.labels import GLOSSARY


def drawn():
    from catviz.ui.frame import glossary

    glossary.contents()


def test_a_search_narrows_terms_and_methods_down():
    at = AppTest.from_function(drawn).run()
    assert r"\binom" in shown(at) and "Procrustes" in shown(at) and "TAVE" in shown(at)
    search(at, "adjusted rand")
    assert "ARI (adjusted Rand index)" in shown(at) and "Procrustes" not in shown(at) and "TAVE" not in shown(at)
    search(at, "graph diffusion")
    assert "TAVE" in shown(at)
    search(at, "MCA")
    assert shown(at).count("MCA (") == 1, "a method that is a term is described once"
    search(at, "PAM")
    assert "typical rows" in shown(at), "a method is found by its other names"
    search(at, "no *such* term")
    assert ["no *such* term" in info.value.replace("\\", "") for info in at.info] == [True]


def test_a_tooltip_explains_its_abbreviations():
    at = run("orders", data="toy_movie", order="OCL")
    assert_sound(at)
    help = at.selectbox(key="mode").help
    assert "never rises" in help and "**z** (objective" in help and f"More: {GLOSSARY}" in help
    about = at.selectbox(key="order").help
    assert "ADM" in about and "Methods" in about


def search(at, words):
    at.text_input[0].set_value(words).run()
    assert not at.exception


def shown(at):
    return " ".join(text.value for text in at.markdown)
