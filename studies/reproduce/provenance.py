"""Where figures come from: the versions, the data and the protocols behind the runs of a paper."""

from __future__ import annotations

import hashlib
import json
import platform
import sys
from importlib.metadata import version

import pandas as pd

from catviz.reading.datasets import DatasetNotHere
from studies.reproduce.prepared import prepared
from studies.reproduce.printed import results

_LIBRARIES = {"NumPy": "numpy", "SciPy": "scipy", "scikit-learn": "scikit-learn"}
#: Digits of a fingerprint that a report shows.
_SHOWN = 16


def versions() -> dict[str, str]:
    """Versions of catviz, Python and the libraries that compute.

    Examples
    --------
    >>> from studies.reproduce.provenance import versions
    >>> list(versions())
    ['catviz', 'Python', 'NumPy', 'SciPy', 'scikit-learn']
    """
    libraries = {name: version(package) for name, package in _LIBRARIES.items()}
    return {"catviz": sys.modules["catviz"].__version__, "Python": platform.python_version(), **libraries}


def fingerprints(paper: str) -> dict[str, str]:
    """A digest of each data set that is here, as the paper used it: columns, values, rows, classes."""
    digests = {}
    for name in dict.fromkeys(name for table in results(paper) for name in table.datasets.values()):
        try:
            digests[name] = prepared(paper, name).fingerprint
        except DatasetNotHere:
            continue
    return digests


def protocol_digest(paper: str) -> str:
    """SHA-256 of what a paper's protocols say of how a run is made and scored."""
    settings = []
    for table in results(paper):
        p = table.protocol
        settings.append([table.number, dict(p.scores), p.paper_tables, list(p.normalisers)])
    return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()


def provenance(paper: str) -> dict[str, object]:
    """All of it, for the first line of a journal."""
    return {**versions(), "protocol": protocol_digest(paper), "data": fingerprints(paper)}


def described(papers: list[str]) -> list[str | pd.DataFrame]:
    """All of it, for a report: versions, protocols, and a line a data set."""
    lines = [
        (paper, name, prepared(paper, name).shape, digest)
        for paper in papers
        for name, digest in fingerprints(paper).items()
    ]
    data = pd.DataFrame(
        [(paper, name, f"{n:,} x {d}", digest[:_SHOWN]) for paper, name, (n, d), digest in lines],
        columns=["paper", "data set", "rows and columns", "fingerprint"],
    )
    digests = ", ".join(f"{paper} {protocol_digest(paper)[:_SHOWN]}" for paper in papers)
    return [
        "## Provenance",
        f"Made with {', '.join(f'{name} {number}' for name, number in versions().items())}. Fingerprints of the "
        f"protocols: {digests}. Fingerprints of the data, as each paper used them (the first {_SHOWN} digits of "
        "a BLAKE2 digest of columns, values, rows and classes):",
        data,
    ]
