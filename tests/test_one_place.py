"""One fact, one place: what the whole package must say, or work out, in one module only."""

import ast
import inspect
import re
import tomllib

from public import entries
from python_files import ROOT, at, files_in, nodes_of, strings_of, text_of

import catviz
from catviz.clustering.starts import N_STARTS
from catviz.plots.colours import HIGHLIGHT, LIGHT, PALETTE
from catviz.reading.limits import LIMITS
from catviz.registry import DEFAULT, DEFAULT_MAP, REFERENCE
from catviz.ui.state import session

SOURCES = {path.relative_to(ROOT).as_posix(): text_of(path) for path in files_in("catviz", "pages")}

#: What, a pattern of it, and the modules that may hold it.
ONLY_IN = {
    "Streamlit's session state": (r"session_state", {"catviz/ui/state/session.py"}),
    "colours": (r"#[0-9a-fA-F]{6}\b", {"catviz/plots/colours.py"}),
    "programs for the browser": (r"document\.|addEventListener|querySelector", set()),
    "the box How it works": (r"\"How it works\"", {"catviz/ui/widgets/formula.py"}),
    "whether known classes taught a method": (r"hasattr\([^)]*\"classes_\"", set()),
    "durations in minutes": (r"/ 60\b", {"catviz/wording.py"}),
    "p values in words": (
        r"\bp (?:=|<) (?:\{[^}]*:|0?\.0)",
        {"catviz/wording.py"},
    ),
    "row weights of one each": (r"np\.ones\(.*if \w[\w.]*\.weights is None", {"catviz/table/categorical.py"}),
}


def test_a_fact_stands_in_its_place_only():
    wrong = []
    for what, (pattern, places) in ONLY_IN.items():
        lines = {
            name: text.count("\n", 0, found.start()) + 1
            for name, text in SOURCES.items()
            if (found := re.search(pattern, text))
        }
        wrong += [f"{name}:{line}: {what}" for name, line in lines.items() if name not in places]
        wrong += [f"{name} holds no more of {what}" for name in places - lines.keys()]
    assert not wrong, "\n".join(wrong)


def test_a_key_of_the_session_is_named_once():
    keys = [key.name for key in vars(session).values() if isinstance(key, session.Key) and key.name.startswith("_")]
    assert len(keys) > 15 and len(set(keys)) == len(keys)
    others = {name for name, text in SOURCES.items() for key in keys if f'"{key}"' in text}
    assert others == {"catviz/ui/state/session.py"}


def test_files_that_cannot_import_the_palette_use_its_colours():
    for asset in ("catviz/ui/frame/icon.svg", ".streamlit/config.toml"):
        used = re.findall(r"#[0-9a-fA-F]{6}\b", text_of(ROOT / asset))
        other = set(used) - {*PALETTE, HIGHLIGHT, *LIGHT.scale, LIGHT.paper}
        assert used and not other, f"{asset}: {other}"


def test_docstrings_name_the_defaults_that_parameters_have():
    """``name : int, default 5``: methods share parameters, and each of their docstrings writes them out."""
    checked = 0
    for name, thing in entries():
        given = re.findall(r"^(\w+) : .*, default (.+)$", inspect.getdoc(thing) or "", re.MULTILINE)
        has = inspect.signature(thing).parameters if given else {}
        for parameter, default in given:
            assert parameter in has, f"{name} has no parameter {parameter}"
            assert default.strip("`") in (repr(has[parameter].default), str(has[parameter].default)), (name, parameter)
            checked += 1
    assert checked > 30


def test_the_default_methods_are_in_the_registry():
    assert {DEFAULT, DEFAULT_MAP, REFERENCE} <= {method.name for method in catviz.methods()}


def test_the_level_of_tests_is_one_number():
    """No default, comparison or constant called a level is 0.05, and no sentence of a test writes 5 % out."""
    said = re.compile(r"(significant|rate|Hochberg|Holm|claim)[^.]{0,40}\b5[ \u00a0]%")
    wrong = []
    for path in files_in("catviz", "pages"):
        name = path.relative_to(ROOT).as_posix()
        for node in nodes_of(path):
            if isinstance(node, ast.arguments):
                numbers = [*node.defaults, *node.kw_defaults]
            elif isinstance(node, ast.Compare):
                numbers = node.comparators
            elif isinstance(node, ast.Assign) and re.search("LEVEL|ALPHA|CHANCE", ast.unparse(node.targets[0])):
                numbers = list(ast.walk(node.value))
            else:
                continue
            found = [each.lineno for each in numbers if isinstance(each, ast.Constant) and each.value == 0.05]
            wrong += [at(path, line) for line in found if name not in LEVELS]
        wrong += [at(path, line) for line, text in strings_of(path) if said.search(text) and name not in SIMULATED]
    assert not wrong, "\n".join(wrong)


#: What tests at 5 % and at 1 % did in simulations.
SIMULATED = {"catviz/words/board.py"}
#: Where the level stands, and where 0.05 is a share of the cells of a file.
LEVELS = {"catviz/analysis/statistics.py", "catviz/reading/encodings.py"}


def test_the_limit_of_an_upload_is_one_number():
    megabytes = LIMITS.bytes // 2**20
    options = tomllib.loads(text_of(ROOT / ".streamlit" / "config.toml"))
    assert options["server"]["maxUploadSize"] == megabytes
    for page in ("docs/guide/files.md", "docs/reliability.md"):
        (told,) = re.findall(r"^\| size of (?:a|the) file \| (\d+) MB \|$", text_of(ROOT / page), re.MULTILINE)
        assert int(told) == megabytes, page


def test_the_number_of_starts_is_one_number():
    defaults = {
        method.name: inspect.signature(method.cls).parameters["n_init"].default
        for method in catviz.methods()
        if method.cls is not None and "n_init" in inspect.signature(method.cls).parameters
    }
    assert {name for name, n in defaults.items() if n == N_STARTS} >= {"KModes", "KMeansCategorical", "OCL"}
    for method in catviz.methods():
        for said in re.findall(r"The best of[^.]* starts counts[^.]*", method.note):
            assert str(defaults[method.name]) in re.findall(r"\d+", said), method.name
    written = re.compile(
        r"n_init(?:: int)?\"?\s*[=:]\s*10\b|\bSTARTS = 10\b|\bstarts(?:: int)? = 10\b|\bstarts / 10\b"
        r"|\b(?:10|ten|twenty|fifty) (?:random )?starts\b"
    )
    wrong = [
        f"{name}:{line}"
        for name, text in SOURCES.items()
        for line, each in enumerate(text.splitlines(), 1)
        if written.search(each) and name != "catviz/clustering/starts.py"
    ]
    assert not wrong, "\n".join(wrong)
