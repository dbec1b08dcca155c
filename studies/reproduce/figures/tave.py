"""TAVE, Figures 2 and 3: how many numbers describe a row, and how much q matters."""

from __future__ import annotations

import pandas as pd

from catviz.analysis.metrics import scores
from catviz.clustering.by_name import CLUSTERERS
from catviz.embeddings.cde import CDE
from catviz.embeddings.tave import AVE, TAVE
from catviz.published import published
from catviz.remarks import collected_remarks
from catviz.table.categorical import CategoricalTable
from studies.reproduce.prepared import prepared
from studies.reproduce.runs import is_here

#: Values of q.
STEPS = (1, 2, 3, 5, 7, 10, 15, 20, 25, 30)
_TOO_LARGE = "Chess(KRvsK)"


def dimensions(random_state: int = 0) -> pd.DataFrame:
    """TAVE, Figure 2: numbers that CDE and TAVE give a row of each data set.

    Parameters
    ----------
    random_state : int
        That of CDE's clusterings of values.

    Returns
    -------
    DataFrame, a row a data set: ``data``, the paper's name, ``CDE`` and ``TAVE``
    """
    sets = _sets()
    sizes = {name: dimensions_of(sets[name], random_state) for name in sets}
    return pd.DataFrame([{"data": name} | numbers for name, numbers in sizes.items()])


def dimensions_of(table: CategoricalTable, random_state: int = 0) -> dict[str, int]:
    """Numbers that CDE and TAVE give a row of a table.

    TAVE's are those of AVE, which diffuses nothing and so is faster: the values of every column and of its partner.

    Examples
    --------
    >>> import catviz
    >>> from studies.reproduce.figures.tave import dimensions_of
    >>> dimensions_of(catviz.load_dataset("toy_tave"))["TAVE"]
    18
    """
    with collected_remarks():
        placed = {"CDE": CDE(random_state=random_state).fit(table), "TAVE": AVE().fit(table)}
    return {name: sum(x.shape[1] for x in m.geometry_.embed().coordinates) for name, m in placed.items()}


def sensitivity(repeats: int = 20, random_state: int = 0) -> pd.DataFrame:
    """TAVE, Figure 3: the F-score of k-means after q steps of diffusion.

    Parameters
    ----------
    repeats : int
        Runs of k-means for each q; run i has the seed ``random_state + i`` whatever q is.

    Returns
    -------
    DataFrame, a row a run: ``data``, ``q``, ``repeat``, ``F``
    """
    sets, lines = _sets(), []
    pieces = [(name, q) for name in sets if name != _TOO_LARGE for q in STEPS]
    for name, q in pieces:
        table = sets[name]
        with collected_remarks():
            geometry = TAVE(n_iter=q, ties="index").fit(table).geometry_
        k = table.n_classes
        for repeat in range(repeats):
            model = CLUSTERERS["k-means"].unfitted(geometry, k, random_state=random_state + repeat).fit(table)
            F = scores(table.target, model.labels_, paper_tables=True)["F1"]
            lines.append({"data": name, "q": q, "repeat": repeat, "F": F})
    return pd.DataFrame(lines, columns=["data", "q", "repeat", "F"])


def _sets() -> dict[str, CategoricalTable]:
    names = published("TAVE", 3).datasets
    return {name: prepared("TAVE", ours) for name, ours in names.items() if is_here("TAVE", ours)}
