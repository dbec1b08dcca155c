"""Symbols that mean the same in the formulas of several methods."""

from __future__ import annotations

PAIR = (r"x,\,y", "two values of one column")
PAIR_OF_R = (r"x,\,y", "two values of column r")
DISTANCE = (r"d(x,y)", "distance between x and y")
SIMILARITY = (r"s(x,y)", "similarity of x and y")
COLUMN = ("r", "the column of x and y")
OTHER = ("l", "another column")
COLUMNS = ("m", "number of columns")
N_ROWS = ("n", "number of rows")
COUNTS = (r"n_x,\,n_y", "numbers of rows with x and with y")
SHARES = (r"p_x,\,p_y", "shares of the rows with x and with y")
COUNT = ("n_x", "number of rows with x")
N_VALUES = ("v", "number of values of the column")
VARIATION = (
    r"\mathrm{TV}_l(x,y)",
    "total variation distance: half the sum of the absolute differences between the shares of column l's values in the "
    "rows with x and in the rows with y",
)
BRACKET = (r"[x\neq y]", "1 if x and y differ, otherwise 0")
BURT = ("G", "matrix that has, for every two values, the number of rows in which they occur together")
CLASS = ("c", "a known class")
CLASS_SHARE = (r"P(c\mid x)", "share of class c among the rows with x whose class is known")
FROM_SIMILARITY = r",\qquad d(x,y)=\tfrac12\bigl(s(x,x)+s(y,y)\bigr)-s(x,y)"
"""How every similarity becomes a distance."""
RULE = "The source defines the similarity s. The formula that turns s into the distance d is catviz's choice."
RULE_OF_ROWS = "The source defines the similarity of two rows. The distance, 1 minus it, is catviz's choice."
BORIAH = f"Boriah et al. also divide by the number of columns. This number is the same for all rows. {RULE}"
BORIAH_VALUES = BORIAH.replace("number of columns", "number of values of all columns")
