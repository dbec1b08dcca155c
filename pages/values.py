"""Values: which values of a column are similar, in which order they lie, and how their distances are computed."""

from catviz.ui import labels
from catviz.ui.inside import tab as computed
from catviz.ui.orders import tab as order
from catviz.ui.state import view as views
from catviz.ui.values import similar
from catviz.ui.widgets import panels

view = views.current()
ask = panels.question_above()
tab = panels.tabs("values", labels.TABS_OF_VALUES)
if tab == labels.ORDER:
    order.section(view, ask)
elif tab == labels.COMPUTED:
    computed.section(view, ask(*computed.QUESTION))
else:
    similar.section(view, ask(*similar.QUESTION))
