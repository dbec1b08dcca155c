"""Titles of pages and labels of widgets that messages name: a message and the screen say the same."""

START, LESSONS = "Start", "Lessons"
OVERVIEW = "Overview"
COLUMNS, VALUES, MAP, CLUSTERS = "Columns", "Values", "Map", "Clusters"
PREDICT, METHODS = "Predict", "Methods"
#: Tabs of Columns.
TABS_OF_COLUMNS = TABLE, OUTCOME, CROSSED, LISTED = "Table", "Outcome", "Crosstab", "Rows"
#: Tabs of Values.
TABS_OF_VALUES = SIMILAR, ORDER, COMPUTED = "Similar", "Order", "Computed"
#: Tabs of Methods.
TABS_OF_METHODS = BOARD, PAPERS, COMPARE, ALL_METHODS = "Board", "Papers", "Compare", "All methods"

CHANGE = "Change"
GLOSSARY, EXPORT = "Glossary", "Export"
GO_ON = "Go on"
LINK = "Copy link"
KNOWN_CLASSES = "Known classes"
LEFT_OUT = "Left out"
MISSING_VALUES = "Missing values"
MISSING_AS_VALUE = "count as a value"
MISSING_ROWS_OUT = "leave their rows out"
MORE = "More"
OPTIONS = "Options"
DETAILS = "Details"
OTHER_COLUMN = "Other column"
OWN_TABLE = "Open your own table"
PERPLEXITY = "Perplexity"
PREPARE = "Prepare"
#: What a question to the reader begins with; a report has none.
QUESTION = ":orange[Question:]"
#: Where ids and columns left out are still seen.
KEPT_IN = "lists of rows, in downloads, and in what you see when you point at a row"
ROW_WEIGHTS = "Row weights"
CHOSEN_ROWS, TABLE_ROWS, PREVIEWED_ROWS = "The chosen rows", "The table's rows", "The first rows, read again"
RUN = "Run"
SAVE_RECIPE = "Save the recipe"
SHOWN_ONLY = "Shown only"

#: What Values shows its distances as.
HEAT_MAP, AXES, MAP_OF_VALUES = "heat map", "1-D axes", "map of all values"
#: Tabs of Clusters.
PROFILES, AGAINST, STABLE, REAL = "Rules and values", "Against the classes", "Stable?", "More than chance?"
#: The colours of the map that show clusters.
CLUSTER_COLOURS = f"clusters (page {CLUSTERS})"
