"""A page per method and a list of their classes, written from the registry and references.bib before a build."""

from __future__ import annotations

from pathlib import Path

from bibliography import bibtex, reference

from catviz.method_rows import rows
from catviz.registry import STATUSES, Method
from catviz.registry.described import families, parameters, symbols
from catviz.registry.registration import built_in

DOCS = Path(__file__).resolve().parents[1]
GENERATED = DOCS / "generated"
#: The folders of catviz that hold methods, and what their classes are listed under.
FOLDERS = {
    "distances": "Distances and similarities",
    "embeddings": "Embeddings",
    "orders": "Orders",
    "clustering": "Clusterers",
    "classification": "Classifiers",
}
PAIR = ("Hitchcock", "Koster")
"""Two directors of the example table with equal frequency and the same actors, in films of different genres."""
_TABLE = """The table has six films. {classes}

```{{example}}
import catviz

films = catviz.load_dataset("toy_movie")
films.to_pandas(){shown}
```
"""
_CLASS_LIST = """```{{eval-rst}}
.. autosummary::
   :toctree: api
   :nosignatures:
   :template: class.rst

{}```"""
_VALUES = """The method learns distances between the values of each column. Here are those of the directors:

```{{example}}
method = {fit}
method.value_distances_["director"].round(3)
```

Why is the distance of {a} and {b} what it is? Each line below is a term of the formula, with its factors.

```{{example}}
found = method.explain("director", "{a}", "{b}")
found.terms
```

```{{example}}
total = found.terms["contribution"].sum()
squared = " squared" if found.power == 2 else ""
print(f"sum of the terms: {{total:.4g}} = {{found.quantity}}{{squared}}")
distances = method.value_distances_["director"]
print(f"distance of {a} and {b}: {{distances.loc['{a}', '{b}']:.4g}}")
```

```{{example}}
:alt: Heat map of the distances between directors
catviz.plots.heat_map(method, "director", pair=("{a}", "{b}"))
```
"""
_ROWS = """The method compares rows and gives no distances between values:

```{{example}}
method = {fit}
import pandas as pd

pd.DataFrame(method.object_distances_.between(films)).round(3)
```
"""
_CLUSTERS = """Clusters of these films:

```{{example}}
clusters = {fit}
films.to_pandas().assign(cluster=clusters.labels_)
```

On a real table, clusters can be compared with known classes, which the clusterer has not seen:

```{{example}}
zoo = catviz.load_dataset("zoo")
labels = {zoo}.labels_
ari = catviz.metrics.scores(zoo.target, labels)["adjusted_rand"]
print(f"ARI of 7 clusters with the 7 known classes: {{ari:.3f}}")
```

```{{example}}
:alt: What sets the clusters apart
catviz.plots.cluster_profiles(zoo, labels, most=12)
```
"""
_CLASSES = """The classifier learns from the classes and gives a probability for each class:

```{{example}}
import pandas as pd

classifier = {fit}
probabilities = classifier.predict_proba(films).round(3)
films.to_pandas().join(pd.DataFrame(probabilities, columns=classifier.classes_))
```
"""


def page(m: Method) -> str:
    """Markdown: the page of one method."""
    formula = "\n\n".join(f"$$\n{part}\n$$" for part in m.formulas)
    called = f"Also called {', '.join(m.aliases)}. " if m.aliases else ""
    where = f"In the library: {{py:class}}`catviz.{m.name}`." if m.cls is not None else ""
    parts = [
        f"# {m.title}",
        m.summary,
        called + where,
        *(["## Formula", formula, symbols(m)] if m.formulas else []),
        *(["## Parameters", parameters(m)] if parameters(m) else []),
        *(["## A worked example", _example(m)] if m.cls is not None else []),
        "## When to use it",
        m.use,
        "## Limits",
        m.limits,
        "## How close it is to its source",
        f"{m.status_and_note[0].upper()}{m.status_and_note[1:]}. (*{m.status}*: {STATUSES[m.status]}.)",
        "## References",
        "\n".join(f"- {reference(key)}" for key in m.cite),
        *(f"```bibtex\n{bibtex(key)}\n```" for key in m.cite),
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


def index() -> str:
    """Markdown: all methods by family."""
    parts = [
        "# Methods",
        "Every method of catviz has a page: its idea, its formula with every symbol, an example computed when this "
        "site was built, when to use it and what to be careful about, and its source. "
        "[All methods on one page](../../methods.md) has the formulas together, and the rules that all methods share.",
    ]
    for family, members in families(built_in()).items():
        listed = "\n".join(f"- [{m.title}]({m.name}.md): {m.summary}" for m in members)
        parts += [f"## {family.capitalize()}", listed]
    names = "\n".join(m.name for m in built_in())
    return "\n\n".join([*parts, f"```{{toctree}}\n:hidden:\n\n../../methods\n{names}\n```"]) + "\n"


def classes() -> str:
    """Markdown: the classes of all methods, which have a page of the reference each, by the folder that holds them."""
    names: dict[str, list[str]] = {title: [] for title in FOLDERS.values()}
    for m in built_in():
        if m.cls is not None:
            names[FOLDERS[m.cls.__module__.split(".")[1]]].append(m.name)
    parts = ["# Classes of the methods"]
    for title, members in names.items():
        listed = "".join(f"   catviz.{name}\n" for name in sorted(members, key=str.casefold))
        parts += [f"## {title}", _CLASS_LIST.format(listed)]
    return "\n\n".join(parts) + "\n"


def write(app, config) -> None:
    """Write the pages that changed, and remove those of methods that are gone."""
    folder = GENERATED / "methods"
    folder.mkdir(parents=True, exist_ok=True)
    texts = {folder / f"{m.name}.md": page(m) for m in built_in()}
    texts |= {folder / "index.md": index(), GENERATED / "classes.md": classes()}
    for path in folder.glob("*.md"):
        if path not in texts:
            path.unlink()
    for path, text in texts.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def _example(m: Method) -> str:
    entry = rows()[m.name]
    classes = "The column *class* holds the known classes." if m.supervised else "The known classes are not used."
    shown = '.assign(**{"class": films.target})' if m.supervised else ""
    template = _CLASSES
    if m.has_values:
        template = _VALUES
    elif m.compares_rows:
        template = _ROWS
    elif not m.supervised:
        template = _CLUSTERS
    a, b = entry.get("pair", PAIR)
    return "\n".join(
        [
            _TABLE.format(classes=classes, shown=shown),
            template.format(fit=_fit(m, entry, "films", 2), zoo=_fit(m, entry, "zoo", 7), a=a, b=b),
        ]
    )


def _fit(m: Method, entry: dict, table: str, k: int) -> str:
    """The call that fits a method to a table, with what it cannot do without."""
    k = entry.get("clusters", k) if table == "films" else k
    settings = [f"n_clusters={k}"] if "n_clusters" in m.cls.parameters else []
    settings += entry.get("settings", []) if table == "films" else []
    settings += ["random_state=0"] if "random_state" in m.cls().get_params() else []
    fitted = f"{table}, {table}.target" if m.supervised else table
    return f"catviz.{m.name}({', '.join(settings)}).fit({fitted})"


def setup(app):
    """Called by Sphinx."""
    app.connect("config-inited", write)  # before autosummary looks for the classes it writes pages of
    return {"parallel_read_safe": True, "parallel_write_safe": True}
