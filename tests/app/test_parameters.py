"""Every parameter of every method: what is set stays, on other pages, on the way back and in the copied link."""

from urllib.parse import parse_qsl

import pytest
from representatives import slow_but
from scripted import SCRIPTS, assert_sound, moved_to, notes, run

from catviz.parameters import Choice, Number, Several
from catviz.registry import method, methods
from catviz.ui.state import controls, link

DATA = "toy_movie"
METHODS = [m.name for m in methods() if (m.compares_rows or m.clusters_rows) and controls.has_parameters(m)]
NUMBERS = [
    (m, name, special)
    for m in METHODS
    for name, declared in method(m).cls.parameters.items()
    if isinstance(declared, Number) and declared.drawn
    for special in (*declared.special, "a number")
]


@pytest.fixture
def chosen(monkeypatch):
    """What the last run of a page gave to each method."""
    found = {}
    keep = controls.parameters

    def parameters(method, fitting, only=None):
        found[method.name] = dict(keep(method, fitting, only))
        return tuple(sorted(found[method.name].items()))

    monkeypatch.setattr(controls, "parameters", parameters)
    return found


def opened(name):
    """The page that offers a method, and how a link names it there."""
    query = {"data": DATA, "method": name}
    if method(name).has_values:
        return "values", query
    return ("clusters", query) if method(name).clusters_rows else ("map", query | {"map": "MDS"})


def copied(at):
    code = next(c.value for c in at.code if "?" in c.value)
    pairs = parse_qsl(code.partition("?")[2])
    return {key: [value for k, value in pairs if k == key] for key, _ in pairs}


def assert_kept(at, page, name, chosen):
    """The same parameters after a visit to another page, and for whoever opens the link."""
    assert_sound(at)
    wanted = dict(chosen.pop(name))
    at.switch_page(f"{SCRIPTS}/columns.py").run()
    assert_sound(at)
    assert name not in chosen
    moved_to(at, page)
    assert chosen.pop(name) == wanted
    again = run(page, **copied(at))
    assert_sound(again)
    assert not notes(again)
    assert chosen[name] == wanted
    return wanted


def set_otherwise(at, name, parameter, declared):
    """Give a parameter another value than the one it has; the value."""
    key = f"{name}.{parameter}"
    if isinstance(declared, Several):
        two = list(declared.options)[:2]
        at.multiselect(key=key).set_value(two)
        return tuple(two)
    if isinstance(declared, Choice):
        box = at.selectbox(key=key)
        other = next(option for option in declared.options if option != box.value)
        box.set_value(other)
        return other
    if declared.special:
        at.selectbox(key=key).set_value("a number").run()
    place = link.CLUSTERS if parameter == "n_clusters" else f"{key}.value"
    (field,) = [box for kind in (at.number_input, at.slider) for box in kind if box.key == place]
    other = 0.35 if not declared.integer else 3 if field.value != 3 else 4
    field.set_value(other)
    return other


def of_each_kind():
    """Methods that together have every kind of parameter on every page."""
    seen, found = set(), []
    for name in METHODS:
        kinds = {
            (opened(name)[0], type(declared), getattr(declared, "integer", None))
            for declared in method(name).cls.parameters.values()
        }
        if kinds - seen:
            seen |= kinds
            found.append(name)
    return found


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", slow_but(of_each_kind(), METHODS))
def test_every_parameter_is_kept(name, chosen):
    page, query = opened(name)
    at = run(page, **query)
    given = {}
    for parameter, declared in method(name).cls.parameters.items():
        if parameter in chosen[name]:
            given[parameter] = set_otherwise(at, name, parameter, declared)
            at.run()
    assert given == chosen[name]
    assert assert_kept(at, page, name, chosen) == given


@pytest.mark.slow
@pytest.mark.parametrize(("name", "parameter", "special"), NUMBERS, ids=str)
def test_every_special_value_and_number_is_kept(name, parameter, special, chosen):
    page, query = opened(name)
    at = run(page, **query)
    declared = method(name).cls.parameters[parameter]
    if special == "a number":
        special = set_otherwise(at, name, parameter, declared)
    else:
        at.selectbox(key=f"{name}.{parameter}").set_value(str(special))
    at.run()
    assert assert_kept(at, page, name, chosen)[parameter] == special


@pytest.mark.parametrize("asked", ("2.5", "-0.1", "nan", "inf", "much"))
def test_a_link_with_an_impossible_number_says_so(asked, chosen):
    at = run("values", **{"data": DATA, "method": "TAVE", "TAVE.damping.value": asked})
    assert_sound(at)
    assert asked in notes(at)[0].replace("\\", "") and chosen["TAVE"]["damping"] == 1.0


def test_a_link_keeps_every_digit(chosen):
    at = run("values", **{"data": DATA, "method": "TAVE", "TAVE.damping.value": "0.12345678"})
    assert_kept(at, "values", "TAVE", chosen)
    assert chosen["TAVE"]["damping"] == 0.12345678
