"""How the documentation site is built: ``make docs``. Everything it needs is in the repository or its environment."""

import sys
import warnings
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE / "_ext")]

import catviz  # noqa: E402

project = "catviz"
author = "the catviz developers"
copyright = "2026, the catviz developers"
version = release = catviz.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx_copybutton",
    "numpydoc",
    "docstrings",
    "mathml",
    "examples",
    "method_pages",
    "packages",
]
exclude_patterns = ["_ext", "_static", "_templates"]
templates_path = ["_templates"]
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_theme = "pydata_sphinx_theme"
html_title = "catviz"
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {
    "navbar_align": "left",
    "navbar_end": ["theme-switcher"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "show_toc_level": 2,
    "secondary_sidebar_items": ["page-toc"],
}
html_sidebars = {"compare": [], "built": []}

myst_enable_extensions = ["dollarmath", "deflist", "colon_fence"]
myst_heading_anchors = 3
html_math_renderer = "mathml"

autosummary_generate = True
autodoc_typehints = "none"
autodoc_member_order = "bysource"
numpydoc_show_class_members = False
numpydoc_xref_param_type = False
copybutton_selector = "div.highlight pre"
copybutton_exclude = ".linenos, .gp, .go"
copybutton_prompt_text = r">>> |\.\.\. "
copybutton_prompt_is_regexp = True

# examples use the names of this version: an old one ends the build
warnings.filterwarnings("error", category=DeprecationWarning, message=".*catviz.*")
