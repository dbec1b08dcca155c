"""Data sets as the papers' tables of results must have used them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from catviz.papers.class_cuts import cut_by_class
from catviz.reading.datasets import dataset_info, load_dataset, row_names
from catviz.table.categorical import CategoricalTable

COMPLETE, BY_CLASS = "complete rows alone", "intervals chosen by the class"


def prepared(paper: str, name: str, variant: str = "") -> CategoricalTable:
    """One of our data sets, as a paper used it.

    OCL: nominal columns before ordered ones, kinds as its Table 2 counts them, columns of one value left out, missing
    cells a value placed last.
    W-CADO: Breast Cancer Wisconsin with the number of the sample as a tenth column. MTDLE: Balance without its 49
    balanced rows and Breast Cancer Wisconsin without incomplete ones. All others as we load them.

    Parameters
    ----------
    paper : {"TAVE", "W-CADO", "OCL", "MTDLE", "COS"}
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
    values = dict(zip(table.attributes, table.codebook.n_values, strict=True))
    table = table.select([a for a in table.attributes if values[a] > 1])
    declared = tuple("ordinal" if a in kinds["ordinal"] else "nominal" for a in table.attributes)
    return replace(table, codebook=replace(table.codebook, kinds=declared))


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


VARIANTS: dict[str, Callable[[str, str], CategoricalTable]] = {
    COMPLETE: _complete,
    BY_CLASS: lambda paper, name: cut_by_class(name),
}
"""Other ways to prepare a data set."""
