"""Import paths of version 0.1: for one version they lead to where the modules are now, and say so."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

_KEPT = {
    "table": "codebook source counts association kernels fusion weights limits",
    "reading": "delimited datasets",
    "geometry": "objects scaling triangles unseen",
    "analysis": "metrics statistics profiles projection",
}
"""Modules that only went into a package."""

_RENAMED = {
    "guessing": "table.column_roles",
    "importing": "reading.uci",
    "joint": "geometry.joint_map",
    "lens": "analysis.method_ranks",
    "metamorphic": "analysis.invariance",
    "scanning": "reading.sources",
    "scripts": "export.code",
    "reports": "export.html",
    "distances.company": "distances.conditional",
    "distances.context": "distances.dilca",
    "distances.divergence": "distances.leho",
    "distances.entropy": "distances.udm",
    "distances.jia": "distances.jdm",
    "distances.supervised": "distances.mvdm",
    "distances.weighted": "distances.wcado",
    "embeddings.correspondence": "embeddings.mca",
    "embeddings.coupling": "embeddings.cde",
    "embeddings.diffusion": "embeddings.tave",
    "embeddings.dynamical": "embeddings.stirr",
    "embeddings.supervised": "embeddings.target",
    "embeddings.transitive": "embeddings.mtdle",
    "clustering.medoids": "clustering.kmedoids",
    "orders.null": "analysis.order_null",
    "experiments.against": "analysis.reference_tests",
    "experiments.agreement": "analysis.agreement",
    "experiments.calibration": "calibration.claims",
    "experiments.chance": "analysis.baseline_scores",
    "experiments.claims": "papers.claims",
    "experiments.clusterers": "clustering.by_name",
    "experiments.figures": "papers.figures",
    "experiments.order_study": "analysis.order_study",
    "experiments.published": "papers.published",
    "experiments.reproduce": "papers.reproduce",
    "experiments.restarts": "analysis.restarts",
    "experiments.runner": "analysis.comparison",
    "experiments.shuffles": "analysis.shuffles",
    "experiments.significance": "analysis.significance",
    "experiments.silhouette": "analysis.silhouette",
    "experiments.splits": "analysis.splits",
    "experiments.stability": "analysis.stability",
    "experiments.structure": "analysis.cluster_structure",
}
MOVED = {f"catviz.{name}": f"catviz.{package}.{name}" for package, names in _KEPT.items() for name in names.split()}
MOVED |= {f"catviz.{old}": f"catviz.{new}" for old, new in _RENAMED.items()}
"""The path of version 0.1 -> the path now."""

_GATHERED = {
    "catviz": {"read": "catviz", "understand": "catviz"},
    "catviz.experiments": {
        "CLUSTERERS": "catviz.clustering.by_name",
        "agreement": "catviz.analysis.agreement",
        "compare": "catviz.analysis.comparison",
    },
    "catviz.table": {"CategoricalTable": "catviz.table.categorical"},
    "catviz.analysis.method_ranks": {
        "Lens": "catviz.analysis.method_ranks",
        "lens": "catviz.analysis.method_ranks",
    },
    "catviz.analysis.reference_tests": {"against": "catviz.analysis.reference_tests"},
    "catviz.distances.conditional": {"company": "catviz.distances.conditional"},
    "catviz.geometry": {
        "Explanation": "catviz.geometry.explanation",
        "Geometry": "catviz.geometry.value_geometries",
        "NumericPart": "catviz.geometry.numeric",
        "ValueDistances": "catviz.geometry.value_geometries",
        "ValueEmbedding": "catviz.geometry.value_geometries",
        "ValueOrder": "catviz.geometry.value_geometries",
        "ValueSimilarities": "catviz.geometry.similarities",
    },
    "catviz.reading": {
        "MISSING_TOKENS": "catviz.table.missing",
        "Understanding": "catviz.reading.csv_files",
        "UnreadableError": "catviz.reading.delimited",
        "bin_numbers": "catviz.table.binning",
        "read": "catviz.reading.csv_files",
        "understand": "catviz.reading.csv_files",
    },
}
"""Modules of version 0.1 whose names are now in others: module -> name -> where it is now."""

_NAMES = {
    "against": "reference_tests",
    "company": "conditional_profiles",
    "Lens": "MethodRanks",
    "lens": "method_ranks",
    "read": "read_csv",
    "Understanding": "InspectedFile",
    "understand": "inspect_csv",
}
"""Names of version 0.1 that are called otherwise now."""


class _Aliases(MetaPathFinder, Loader):
    """Finds modules by their paths of version 0.1."""

    def find_spec(self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> Any:
        if fullname in MOVED or fullname == "catviz.experiments":
            return ModuleSpec(fullname, self, is_package=fullname not in MOVED)
        return None

    def exec_module(self, module: ModuleType) -> None:
        name = module.__name__
        if name in _GATHERED:
            vars(module)["__getattr__"] = gathered(name)
            return
        _warn(name, MOVED[name])
        sys.modules[name] = import_module(MOVED[name])


def gathered(module: str, callers: int = 1) -> Callable[[str], object]:
    """A module's ``__getattr__`` for the names that it had in version 0.1; warns so many calls further up."""

    def found(name: str) -> object:
        where = _GATHERED[module].get(name)
        if where is None:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        new = _NAMES.get(name, name)
        _warn(f"{module}.{name}", f"{where}.{new}", callers)
        return getattr(import_module(where), new)

    return found


def _warn(old: str, new: str, callers: int = 1) -> None:
    message = f"{old} is now {new}; the old name ends with version 0.3"
    warnings.warn(message, DeprecationWarning, stacklevel=2 + callers)


def install() -> None:
    """Let the old paths lead to the new ones, in this process."""
    if not any(isinstance(finder, _Aliases) for finder in sys.meta_path):
        sys.meta_path.append(_Aliases())
