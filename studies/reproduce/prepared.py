"""Data sets as the papers' tables of results must have used them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from catviz.reading.datasets import dataset_info, load_dataset, row_names
from catviz.table.categorical import CategoricalTable
from studies.reproduce.class_cuts import cut_by_class

COMPLETE, BY_CLASS = "complete rows alone", "intervals chosen by the class"
WITH_SIZE = "with the number of students as a fifth column"
CODED, MET = "values in the order of their codes at UCI", "values in the order in which the rows have them"
_SIZE = "tae", "class_size"
#: Values of small Soybean's columns in the order of their codes, where ours is another one.
_CODES = {
    "plant_stand": ("normal", "lt-normal"),
    "hail": ("yes", "no"),
    "area_damaged": ("scattered", "low-areas", "upper-areas", "whole-field"),
    "seed_tmt": ("none", "fungicide"),
    "germination": ("90-100", "80-89", "lt-80"),
    "leaves": ("norm", "abnorm"),
    "lodging": ("yes", "no"),
    "stem_cankers": ("absent", "below-soil", "above-soil", "above-sec-nde"),
    "canker_lesion": ("dna", "brown", "dk-brown-blk", "tan"),
    "int_discolor": ("none", "black"),
    "fruit_pods": ("norm", "dna"),
}


def prepared(paper: str, name: str, variant: str = "") -> CategoricalTable:
    """One of our data sets, as a paper used it.

    OCL: nominal columns before ordered ones, kinds as its Table 2 counts them, columns of one value left out, missing
    cells a value placed last.
    W-CADO: Breast Cancer Wisconsin with the number of the sample as a tenth column. MTDLE: Balance without its 49
    balanced rows and Breast Cancer Wisconsin without incomplete ones. COForest and DISC: columns of one value left out,
    missing cells a value placed last, and Teaching assistants without the number of students. All
    others as we load them.

    Parameters
    ----------
    paper : str
        One of `catviz.published.PAPERS`.
    name : str
        A name of `list_datasets`.
    variant : str
        A name of `VARIANTS`: another way to prepare the rows, which the paper may have taken.

    Raises
    ------
    ValueError
        The set is neither bundled nor imported.

    Examples
    --------
    >>> prepared("OCL", "soybean_small").shape
    (47, 21)
    >>> prepared("W-CADO", "breast_cancer_wisconsin").shape
    (699, 10)
    """
    if variant:
        return VARIANTS[variant](paper, name)
    table = load_dataset(name)
    if paper == "OCL":
        return _nominal_first(table.missing_as_category(), name)
    if paper in ("COForest", "DISC"):
        table = table.select([a for a in table.attributes if (name, a) != _SIZE])
        return _varied(table.missing_as_category())
    if paper == "W-CADO" and name == "breast_cancer_wisconsin":
        return _with_numbers(table, name)
    if paper == "MTDLE" and name == "balance_scale":
        return table[table.target != "balanced"]
    if paper == "MTDLE" and name == "breast_cancer_wisconsin":
        return table.drop_missing()
    return table


def _nominal_first(table: CategoricalTable, name: str) -> CategoricalTable:
    kinds = dataset_info(name).ocl_kinds
    table = table.select([*kinds["nominal"], *kinds["ordinal"]])
    table = _varied(table)
    declared = tuple("ordinal" if a in kinds["ordinal"] else "nominal" for a in table.attributes)
    return replace(table, codebook=replace(table.codebook, kinds=declared))


def _varied(table: CategoricalTable) -> CategoricalTable:
    """The columns of more than one value."""
    values = zip(table.attributes, table.codebook.n_values, strict=True)
    return table.select([name for name, n in values if n > 1])


def _with_numbers(table: CategoricalTable, name: str) -> CategoricalTable:
    frame = table.to_pandas().astype(object).assign(sample=row_names(name), **{table.target_name: table.target})
    book = table.codebook
    kinds = zip(book.attributes, book.categories, book.kinds, strict=True)
    ordered = {attribute: values for attribute, values, kind in kinds if kind == "ordinal"}
    return CategoricalTable.from_pandas(frame, table.target_name, ordered, numeric="category")


def _complete(paper: str, name: str) -> CategoricalTable:
    if paper == "OCL":
        return _nominal_first(load_dataset(name).drop_missing(), name)
    return prepared(paper, name).drop_missing()


def _coded(paper: str, name: str) -> CategoricalTable:
    table = prepared(paper, name)
    names, values = table.attributes, table.categories
    return _in_order(table, [_CODES.get(a, v) for a, v in zip(names, values, strict=True)])


def _as_met(paper: str, name: str) -> CategoricalTable:
    table = prepared(paper, name)
    columns = zip(table.to_pandas().to_numpy(object).T, table.categories, strict=True)
    return _in_order(table, [sorted(levels, key=list(dict.fromkeys(column)).index) for column, levels in columns])


def _in_order(table: CategoricalTable, values: Iterable[Iterable[str]]) -> CategoricalTable:
    return table.recode(replace(table.codebook, categories=tuple(map(tuple, values))))


#: Other ways to prepare a data set.
VARIANTS: dict[str, Callable[[str, str], CategoricalTable]] = {
    COMPLETE: _complete,
    BY_CLASS: lambda paper, name: cut_by_class(name),
    WITH_SIZE: lambda paper, name: _varied(load_dataset(name).missing_as_category()),
    CODED: _coded,
    MET: _as_met,
}
