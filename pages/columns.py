"""Columns: what is in the table, what goes with the outcome, two columns crossed, and the rows."""

from catviz.ui import labels
from catviz.ui.columns import crosstab, listing, outcome, table
from catviz.ui.state import view as views
from catviz.ui.widgets import panels

view = views.current()
ask = panels.question_above()
tab = panels.tabs("columns", labels.TABS_OF_COLUMNS, outcome.first_tab())
if tab == labels.OUTCOME:
    outcome.section(view, ask)
elif tab == labels.CROSSED:
    crosstab.section(view, ask)
elif tab == labels.LISTED:
    listing.section(view, ask(*listing.QUESTION))
else:
    table.section(view, ask(*table.question(view)))
