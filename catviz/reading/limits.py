"""How much is read of a file: the upload limit, and the limits of rows, columns, values and cells."""

from __future__ import annotations

from dataclasses import dataclass

from catviz.table.column_roles import MOST_DISTINCT


@dataclass(frozen=True)
class Limits:
    """How much is read: bytes of a file, its rows and columns, categories of a column, characters of a cell or a name.

    Of files that are packed or have types, also: bytes once unpacked, cells in all, and cells of a workbook's sheet
    from its first row and used column to the last ones.
    """

    bytes: int = 200 * 2**20
    rows: int = 5_000_000
    columns: int = 1_000
    distinct: int = MOST_DISTINCT
    characters: int = 10_000
    unpacked: int = 2 * 2**30
    cells: int = 100_000_000
    sheet_cells: int = 20_000_000


#: The limits checked before work; a column of more categories is left out, every other excess is refused.
LIMITS = Limits()
