"""How long a picture takes in the browser: the explorer beside bare Streamlit pages that draw the same figures.

One bare page has nothing else, another all the parts of the explorer's, finished: what Streamlit itself takes for them.

``python studies/benchmarks/latency.py`` prints the section that ``make bench`` adds to its results.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from unittest import mock

from browser import ROOT, TIMEOUT, Site, Waited, driver, gone, new_tab, opened, served, slid, waited

OURS, BARE, SAME = "catviz", "bare Streamlit", "bare, the same parts"
BARE_APP = ROOT / "studies" / "benchmarks" / "bare" / "app.py"
TABLES = ("voting", "mushroom")
ROUNDS = 7
GOALS = {
    "first picture after start": 1.4,
    "page switch, first visit": 1.3,
    "page switch, again": 1.3,
    "slider, new picture": 1.2,
    "slider, seen before": 1.2,
}
#: Places of the slider of clusters, which starts at 2.
SLID = (3, 4)
#: By action, table, and whose pages.
Waits = Mapping[tuple[str, str, str], Sequence[Waited]]
#: What a server imports before it can draw; Streamlit's charts import pandas and plotly themselves.
IMPORTS = {
    OURS: "import catviz.ui.frame.sidebar, catviz.ui.frame.export_popover",
    BARE: "import streamlit, pandas, plotly.io, plotly.graph_objects",
}


def main() -> None:
    """The command line."""
    print("\n".join(section()))


def section() -> list[str]:
    """The measurements as lines of Markdown."""
    from playwright.sync_api import sync_playwright

    waits: dict[tuple[str, str, str], list[Waited]] = {}
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        chromium = driver.launch(playwright)
        for table in TABLES:
            folder = Path(place) / table
            finished_figures(table, folder)
            sites = {
                BARE: Site(BARE_APP, (str(folder),)),
                SAME: Site(BARE_APP, (str(folder), "parts")),
                OURS: Site(ROOT / "app.py", query=f"?data={table}"),
            }
            signs = _signs(chromium, sites[BARE])
            for _ in range(ROUNDS):
                for name, site in sites.items():
                    for action, took in _tour(chromium, site, signs):
                        waits.setdefault((action, table, name), []).append(took)
        version = chromium.version
        chromium.close()
    imports = {name: _importing(code) for name, code in IMPORTS.items()}
    return [*_results(waits, version), "", *_parts(waits, {table: _scripts(table) for table in TABLES}, imports)]


def finished_figures(table: str, folder: Path) -> None:
    """The explorer's own figures as JSON, and what its pages tell Streamlit, from its pages run without a browser."""
    folder.mkdir()
    wanted = {"start": ("start-1", "start-2"), "values": ("values",), "map": ("map",)}
    for page, names in wanted.items():
        _write(folder, *_told(page, data=table), names)
    for k in (*reversed(SLID), 2):
        at, messages = _told("clusters", data=table, k=str(k))
        _write(folder, at, messages, (f"clusters-{k}",))
    (folder / "clusters.slider").write_bytes(at.slider(key="k").proto.SerializeToString())


def _told(page: str, **query: str):
    """(a page that ran, its messages to Streamlit that draw something in the main part or the sidebar)."""
    from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext

    messages, enqueue = [], ScriptRunContext.enqueue

    def listening(self, message) -> None:
        if message.WhichOneof("type") == "delta" and message.metadata.delta_path[0] in (0, 1):
            messages.append(message.SerializeToString())
        enqueue(self, message)

    with mock.patch.object(ScriptRunContext, "enqueue", listening):
        return _run(page, **query), messages


def _run(page: str, **query: str):
    from streamlit.testing.v1 import AppTest

    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    for key, value in query.items():
        at.query_params[key] = value
    if page != "start":
        at.switch_page(f"pages/{page}.py")
    return at.run()


def _write(folder: Path, at, messages: Sequence[bytes], names: Sequence[str]) -> None:
    """The first figures of a page, which are its main ones, and all its messages."""
    (folder / f"{names[0]}.messages").write_bytes(pickle.dumps(messages))
    for name, chart in zip(names, at.get("plotly_chart"), strict=False):
        (folder / f"{name}.json").write_text(chart.proto.spec, encoding="utf-8")


def _signs(chromium, site: Site) -> dict[str, list[str]]:
    """What tells each finished figure apart once it is drawn."""
    with served(site) as (address, _):
        tab = new_tab(chromium)
        signs = {}
        for name in ("start", "values", "map", "clusters"):
            tab.goto(f"{address}/{'' if name == 'start' else name}")
            signs[name] = _resting_signs(tab)
        signs["clusters-2"] = signs["clusters"]
        for k in SLID:
            tab.get_by_role("slider", name="Clusters").press("ArrowRight")
            tab.wait_for_function(
                "old => __waits.still() && __waits.signs()[0] !== old", arg=signs[f"clusters-{k - 1}"][0]
            )
            signs[f"clusters-{k}"] = _resting_signs(tab)
        tab.context.close()
    return signs


def _resting_signs(tab) -> list[str]:
    tab.wait_for_function("() => __waits.still() && __waits.signs().length", timeout=TIMEOUT)
    tab.wait_for_timeout(500)
    return tab.evaluate("() => __waits.signs()")


def _tour(chromium, site: Site, signs: Mapping[str, list[str]]) -> Iterator[tuple[str, Waited]]:
    """Every action once or more, on a new server with a browser that has seen nothing."""
    with served(site) as (address, started):
        tab = new_tab(chromium, signs["start"])
        tab.goto(address, wait_until="commit")
        before = tab.evaluate("() => performance.timeOrigin") / 1000 - started
        yield "first picture after start", waited(tab, before)
        for again in (False, True):
            if not again:
                opened(tab, f"{address}/values{site.query}", signs["values"])
            else:
                gone(tab, "Values", signs["values"])
            yield f"page switch, {'again' if again else 'first visit'}", gone(tab, "Map", signs["map"])
        gone(tab, "Clusters", signs["clusters-2"])
        for k in SLID:
            yield "slider, new picture", slid(tab, "ArrowRight", signs[f"clusters-{k}"])
        for k in reversed((2, *SLID[:-1])):
            yield "slider, seen before", slid(tab, "ArrowLeft", signs[f"clusters-{k}"])
        tab.context.close()


def _scripts(table: str) -> dict[str, float]:
    """Seconds of the explorer's script alone, by action: the pages run without a browser, nothing kept at first."""
    import streamlit as st

    st.cache_resource.clear()
    at = _run("values", data=table)
    seconds = {}
    for which in ("first visit", "again"):
        seconds[f"page switch, {which}"] = _timed(at.switch_page("pages/map.py"))
        at.switch_page("pages/values.py").run()
    at.switch_page("pages/clusters.py").run()
    seconds["slider, new picture"] = _timed(at.slider(key="k").set_value(SLID[0]))
    at.slider(key="k").set_value(2).run()
    seconds["slider, seen before"] = _timed(at.slider(key="k").set_value(SLID[0]))
    return seconds


def _timed(at) -> float:
    start = time.perf_counter()
    at.run()
    return time.perf_counter() - start


def _importing(code: str) -> float:
    """Median CPU seconds of a process that imports, less one that imports nothing."""
    return median(_cpu(code) for _ in range(ROUNDS)) - median(_cpu("pass") for _ in range(ROUNDS))


def _cpu(code: str) -> float:
    before = os.times()
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def _results(waits: Waits, version: str) -> list[str]:
    head = ["action", "table", "catviz, s", "bare, s", "ratio", "same parts, s", "ratio", "goal", "", "at rest, s"]
    lines = [
        "## The explorer in a browser",
        "",
        f"Wall seconds in Chromium {version} until the picture is drawn: median (least to most) of {ROUNDS} "
        "rounds. The peers are bare Streamlit pages that draw the same finished figure: one has nothing else, the "
        "other has all parts of our page and works nothing out, since it tells Streamlit what our page told it: the "
        "share that is Streamlit's. All in turn, each round with a new server and a browser that has loaded nothing. "
        "Pages go from Values to Map; the slider is that of Clusters, whose new picture ours has to work out first. "
        "At rest: until our page's last part is there. Ours can be quicker than the same parts: it waits after its "
        "first figure until that is drawn, they are sent at once.",
        "",
        *_table_head(head),
    ]
    for action, table in dict.fromkeys((action, table) for action, table, _ in waits):
        ours = waits[action, table, OURS]
        cells, ratios = [action, table, _spread(ours, "drawn")], []
        for peer in (BARE, SAME):
            theirs = waits[action, table, peer]
            ratios.append(_middle(ours, "drawn") / _middle(theirs, "drawn"))
            cells += [_spread(theirs, "drawn"), f"{ratios[-1]:.2f}"]
        cells += [f"<= {GOALS[action]:g}", _verdict(*ratios, GOALS[action]), _spread(ours, "rested")]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def _verdict(of_bare: float, of_same: float, goal: float) -> str:
    if of_bare <= goal:
        return "met"
    if of_same <= goal:
        return "met beside the same parts"
    return f"not met: {of_same / goal:.1f} times it beside the same parts"


def _parts(waits: Waits, scripts: Mapping[str, Mapping[str, float]], imports: Mapping[str, float]) -> list[str]:
    head = ["action", "table", "", "script alone", "request sent", "last message", "picture", "at rest", "MB received"]
    lines = [
        "Where the time goes, in seconds after the action (medians). The script alone is the page run without a "
        "browser; the rest of the wait is Streamlit's way to the browser, building the page there, and drawing.",
        "",
        *_table_head(head),
    ]
    for (action, table, name), each in waits.items():
        alone = scripts[table].get(action) if name == OURS else None
        moments = [f"{_middle(each, moment):.2f}" for moment in ("sent", "heard", "drawn", "rested", "megabytes")]
        cells = [action, table, name, "" if alone is None else f"{alone:.2f}", *moments]
        lines.append("| " + " | ".join(cells) + " |")
    note = f"{imports[OURS]:.2f} CPU seconds here and {imports[BARE]:.2f} in the bare page's process"
    return [*lines, "", f"Imports take {note}, once for each server, before its first picture."]


def _table_head(head: Sequence[str]) -> list[str]:
    return ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]


def _middle(waits: Sequence[Waited], moment: str) -> float:
    return median(getattr(w, moment) for w in waits)


def _spread(waits: Sequence[Waited], moment: str) -> str:
    seconds = [getattr(w, moment) for w in waits]
    return f"{median(seconds):.2f} ({min(seconds):.2f} to {max(seconds):.2f})"


if __name__ == "__main__":
    main()
