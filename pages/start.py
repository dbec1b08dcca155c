"""Start: two heat maps of nine odours, doors to what catviz is for, and one distance worked out."""

import streamlit as st

from catviz.registry import method
from catviz.ui import start
from catviz.ui.start import EXAMPLE
from catviz.ui.state import cache, defaults
from catviz.ui.text import in_percent, number
from catviz.ui.widgets import charts, downloads, panels
from catviz.ui.widgets.downloads import offer_values
from catviz.ui.widgets.kept_figures import kept
from catviz.words.chips import chips

view = defaults.own_view()
left, right = (cache.fitted(view, name).distances for name in (EXAMPLE.left, EXAMPLE.right))
order, pair = right.order("leaf").labels(EXAMPLE.column), (EXAMPLE.pair[0], EXAMPLE.surprise)
near, others = right[EXAMPLE.column], view.table.n_attributes - 1
(a, b), flat, learned = EXAMPLE.pair, method(EXAMPLE.left).short, method(EXAMPLE.right).short

downloads.about(view)
panels.question(
    "How similar are two odours?",
    f"catviz measures distances between the values of a column, here nine odours of {view.table.n_rows:,} mushrooms.",
)(
    f"{a.capitalize()} and {b}: distance {number(near.loc[a, b])}. Their mushrooms have the same shares in all "
    f"{others} other columns."
)
start.next_steps()
sides = st.container(key="start-body").columns(2, gap="medium")
for side, name, distances in zip(sides, (EXAMPLE.left, EXAMPLE.right), (left, right), strict=True):
    with side:
        title = method(name).title
        how = {"pair": EXAMPLE.pair if distances is right else None, "order": order, "title": title}
        figure = kept(start.narrow_heat_map)(distances, EXAMPLE.column, **how, theme=charts.theme())
        charts.show(figure, f"start-{name}", f"Distances of nine odours, {title}.", leads=charts.LED)
st.caption(
    f"Left: {flat} sees only same or different. Right: {learned} compares the other columns. "
    f"{charts.theme().near.capitalize()}: alike."
)
poisonous = {value: in_percent(start.share_of_class(value, "poisonous")) for value in (EXAMPLE.surprise, a)}
panels.chips(
    chips("start", "invented mushrooms")
    | chips(
        "start",
        "near is not safe",
        a=a,
        b=b,
        near=EXAMPLE.surprise,
        poisonous=poisonous[EXAMPLE.surprise],
        poisonous_a=poisonous[a],
    )
)
with st.expander(start.WORKED_OUT.format(number(near.loc[pair]))):
    start.worked_example(view, near.loc[pair], others)
with panels.aside("advice"):
    start.advice_section()
compared = [cache.fitted(view, name) for name in (EXAMPLE.left, EXAMPLE.right)]
offer_values(view, compared, EXAMPLE.column, EXAMPLE.pair)
