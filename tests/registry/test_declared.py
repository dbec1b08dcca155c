"""What pages and the documentation say of each parameter: a label, a help, a name for each choice."""

from plain import not_plain

import catviz
from catviz.parameters import Anything, Choice, Number, Several, help_text, in_words, label, on_screen

DECLARED = [
    (method.cls, name, declared)
    for method in catviz.methods()
    if method.cls is not None and method.package == "catviz"
    for name, declared in method.cls.parameters.items()
]


def lacking(declared):
    """What a page could not say of a parameter, or would say in code."""
    found = [] if declared.label.strip() else ["a label"]
    found += [] if declared.help.endswith(".") else ["a help that ends as a sentence does"]
    found += [] if len(declared.help) < 320 else ["a short help"]
    shown = [declared.label, declared.help]
    names = dict(declared.choices) if isinstance(declared.choices, dict) else dict.fromkeys(declared.choices, "")
    shown += names.values()
    found += [f"a name for {choice!r}" for choice, text in names.items() if not text.strip()]
    found += ["a different name for each choice"] if len(set(names.values())) < len(names) else []
    found += [f"text without backticks: {text!r}" for text in shown if "`" in text]
    return found + [f"plain words: {word}" for text in shown for word in not_plain(text)]


def test_every_parameter_has_its_words():
    wrong = [
        f"{cls.__name__}({name}=...) lacks {what}" for cls, name, declared in DECLARED for what in lacking(declared)
    ]
    assert len(DECLARED) > 100 and not wrong, "\n".join(wrong)


def test_what_is_lacking_is_found():
    words = {"label": "Power", "help": "What it does."}
    assert lacking(Number(1, **words)) == lacking(Choice({1: "one"}, **words)) == lacking(Anything(**words)) == []
    for wrong in (
        Number(1),
        Number(1, label="Power"),
        Number(1, special=(None,), **words),
        Number(1, special={None: "all", "auto": "all"}, **words),
        Choice((1, 2), **words),
        Choice({1: "one", 2: ""}, **words),
        Several({"a": "one", "b": "one"}, **words),
        Anything(label="Power", help="A power of `objects`."),
        Anything(label="Power", help=f"{'A long help. ' * 25}."),
        Anything(label="Power", help="The nearness of two values."),
    ):
        assert lacking(wrong), wrong


class Unlabelled(catviz.CountsMethod):
    """A method of another package, which declares no words.

    Parameters
    ----------
    max_depth : int
        Depth of the ``tree``,
        at most.
    sub_rule : str
    n_trees : int
    """

    parameters = {
        "max_depth": Number(1, 9),
        "sub_rule": Choice(("by_name", None, True, 0.5)),
        "n_trees": Number(0.0, integer=False, label="Trees", help="How many."),
    }


def test_a_parameter_without_words_is_shown_in_plain_form():
    assert [label(Unlabelled, name) for name in Unlabelled.parameters] == ["Maximum depth", "Sub rule", "Trees"]
    assert help_text(Unlabelled, "max_depth") == "Depth of the tree, at most. A whole number between 1 and 9."
    assert help_text(Unlabelled, "sub_rule") == ""
    assert help_text(Unlabelled, "n_trees") == "How many. A number of at least 0."
    rule = Unlabelled.parameters["sub_rule"]
    assert [rule.name_of(option) for option in rule.options] == ["by name", "none", "yes", "0.5"]
    assert in_words(Unlabelled, "n_clusters", 3) == "Number of clusters: 3"


def test_values_are_shown_by_their_names():
    assert in_words(catviz.TAVE, "n_iter", 20) == "Diffusion steps: 20"
    assert in_words(catviz.TAVE, "n_iter", float("inf")) == "Diffusion steps: until it converges"
    assert in_words(catviz.MTDLE, "bases", ("cosine", "mi/neglog")).endswith(
        "angle (cosine) + mutual information (−ln x)"
    )
    assert in_words(catviz.TFIDF, "sublinear_tf", False) == "Frequency of a value: count"


def test_messages_name_parameters_as_pages_do():
    found = on_screen(catviz.ROCK, "no two of them share a neighbour at theta=0.5: lower theta to merge more")
    name = "Least similarity of neighbours"
    assert found == f"no two of them share a neighbour at “{name}: 0.5”: lower “{name}” to merge more"
    name, found = "Most values in a column", on_screen(catviz.COD, 'na="exclude", max_table_values=4,096; give na')
    rule = "Missing values in this method"
    assert found == f"“{rule}: left out pair by pair”, “{name}: 4,096”; give “{rule}”"
    assert on_screen(catviz.TAVE, "take n_iter=inf or a damping below 1") == (
        "take “Diffusion steps: until it converges” or a damping below 1"
    )
    assert on_screen(catviz.MTDLE, "the columns a_theta and bases.csv") == "the columns a_theta and bases.csv"
