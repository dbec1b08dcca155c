"""Numbers on colour: the ink is legible on every colour of every scale, and all figures that print numbers use it."""

import json
from base64 import b64decode

import numpy as np
import pandas as pd
import pytest

import catviz
from catviz.plots import classify, columns, compare, inside, method_ranks
from catviz.plots.adapted import on_white
from catviz.plots.cell_letters import inks
from catviz.plots.colours import DARK, LIGHT

AA = 4.5
ZOO = catviz.load_dataset("zoo")
ADM = catviz.AhmadDey().fit(ZOO)


def rgb(colour):
    return [int(colour[i : i + 2], 16) for i in (1, 3, 5)]


def brightness(colour):
    """Relative luminance as WCAG 2.2 words it, a channel at a time."""
    channels = [c / 255 for c in colour]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def ratio(one, other):
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


def along(stops, share):
    """The colour that Plotly paints at a share of a scale of (place, colour)."""
    places, colours = zip(*stops, strict=True)
    return [np.interp(share, places, channel) for channel in zip(*map(rgb, colours), strict=True)]


def of_cells(figure):
    """(ink, colour behind it) of every annotation of a figure's JSON that stands in a cell of a heat map."""
    figure = json.loads(figure)
    maps = [t for t in figure["data"] if t["type"] == "heatmap" and "zmin" in t]
    for note in figure["layout"]["annotations"]:
        for cells in maps:
            if (note.get("xref", "x"), note.get("yref", "y")) != (cells.get("xaxis", "x"), cells.get("yaxis", "y")):
                continue
            z = cells["z"]
            height, width = map(int, z["shape"].split(","))
            z = np.frombuffer(b64decode(z["bdata"]), z["dtype"]).reshape(height, width)
            if note["x"] < width and note["y"] < height and not np.isnan(z[note["y"], note["x"]]):
                share = (float(z[note["y"], note["x"]]) - cells["zmin"]) / (cells["zmax"] - cells["zmin"])
                yield note["font"]["color"], along(cells["colorscale"], np.clip(share, 0, 1))


@pytest.mark.parametrize("scale", ["scale", "diverging"])
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_the_ink_is_legible_on_every_colour_of_a_scale(theme, scale):
    colours = getattr(theme, scale)
    stops = [(i / (len(colours) - 1), colour) for i, colour in enumerate(colours)]
    behind = [along(stops, share) for share in np.linspace(0, 1, 401)]
    chosen = inks(np.array(behind), theme)
    assert min(ratio(rgb(ink), colour) for ink, colour in zip(chosen, behind, strict=True)) >= AA
    soft = [max(ratio(rgb(theme.text), colour), ratio(rgb(theme.paper), colour)) for colour in behind]
    for ink, contrast in zip(chosen, soft, strict=True):
        assert (ink in (theme.text, theme.paper)) == (contrast >= AA), "black and white only where they are needed"


MATRIX = pd.DataFrame(np.linspace(-1, 1, 36).reshape(6, 6), index=list("abcdef"), columns=list("abcdef"))
SMALL = MATRIX.iloc[:4, :4]
SCORES = pd.DataFrame(
    [(f"table {t}", f"method {m}", (m * 7 + t * 3) % 10 / 10) for t in range(3) for m in range(9)],
    columns=["data", "method", "ARI"],
)
CROSSED = catviz.crosstab(ZOO, "legs", "class")
FIGURES = {
    "distances": lambda theme: catviz.plots.heat_map(ADM, "legs", ("5", "8"), tree=True, theme=theme.name),
    "lifts": lambda theme: catviz.plots.cluster_profiles(ZOO, ZOO.target, theme=theme.name),
    "correlations": lambda theme: method_ranks.correlations(MATRIX, theme),
    "agreement": lambda theme: compare.agreement(MATRIX.abs(), theme),
    "board": lambda theme: compare.board(SCORES, "ARI", "ARI", theme),
    "matrix": lambda theme: inside.matrix(SMALL.abs(), theme, "", "quantity", largest=1.0),
    "near": lambda theme: inside.matrix(SMALL.abs(), theme, "", "quantity", largest=1.0, near=True),
    "centred": lambda theme: inside.centred_matrix(SMALL.iloc[:3, :3], theme, ""),
    "shares": lambda theme: columns.crossed(CROSSED, theme),
    "residuals": lambda theme: columns.crossed(CROSSED, theme, "residuals"),
    "confusion": lambda theme: classify.confusion_map((100 * MATRIX.abs()).round().astype(int), theme),
}


@pytest.mark.parametrize("kind", FIGURES)
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_every_number_printed_in_a_cell_is_legible_also_on_white_paper(theme, kind):
    drawn = FIGURES[kind](theme).to_json()
    for figure in (drawn, on_white(drawn, theme)):
        found = list(of_cells(figure))
        assert len(found) >= 9
        assert min(ratio(rgb(ink), colour) for ink, colour in found) >= AA
