"""The public API is what tests/api.txt says: a change of a name or a signature is meant, or it is none.

``python tests/test_api.py`` writes the file anew.
"""

import inspect
import sys
import warnings
from pathlib import Path

SNAPSHOT = Path(__file__).parent / "api.txt"
HEAD = "# The public API, written by `python tests/test_api.py`. CONTRIBUTING.md says how a public name may change.\n"


def written() -> str:
    """A line for each public name: its signature, without annotations, and defaults as code writes them."""
    from public import entries

    lines = [line(name, thing) for name, thing in entries()]
    return HEAD + "".join(f"{each}\n" for each in lines)


def line(name: str, thing: object) -> str:
    """A property and an exception are marked as such; a class has the signature of its constructor."""
    if inspect.isclass(thing) and issubclass(thing, Exception):
        return f"{name}: {thing.__bases__[0].__name__}"
    if not inspect.isclass(thing) and not callable(thing) and not isinstance(thing, classmethod | staticmethod):
        return f"{name}: property"
    function = getattr(thing, "__func__", thing)
    kind = {classmethod: "classmethod ", staticmethod: "staticmethod "}.get(type(thing), "")
    signature = inspect.signature(function)
    bare = [p.replace(annotation=p.empty) for p in signature.parameters.values()]
    return f"{kind}{name}{signature.replace(parameters=bare, return_annotation=signature.empty)}"


def test_the_public_api_is_as_recorded():
    recorded, now = (set(text.splitlines()) for text in (SNAPSHOT.read_text(encoding="utf-8"), written()))
    gone, new = sorted(recorded - now), sorted(now - recorded)
    assert not gone and not new, f"recorded, but not there: {gone}; there, but not recorded: {new}. {__doc__}"


def test_a_changed_signature_is_another_line():
    assert line("f", lambda a, b=1: a) == "f(a, b=1)"
    assert line("f", lambda a, b=2: a) != line("f", lambda a, b=1: a)


if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]
    warnings.simplefilter("error")
    SNAPSHOT.write_text(written(), encoding="utf-8")
