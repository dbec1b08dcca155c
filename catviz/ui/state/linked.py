"""Keys of the link that no widget has, where more than their own page needs them."""

ROWS_CHOSEN = "chosen"
"""The choice of rows (`catviz.ui.rows.linked`)."""
OWN_ORDER = "own"
"""The numbers of a column's values, from 1, in the order made by hand (`catviz.ui.orders.own_order`)."""
