"""A Streamlit server of one's own and a tab in Chromium that records how long its pictures take."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "app")]

import driver  # noqa: E402

TIMEOUT = 60_000

#: A picture is there in the first frame in which every figure wanted is drawn; a page rests when its run has ended.
_RECORDER = """(() => {
  const log = window.__waits = {wanted: null, asked: 0, sent: 0, heard: 0, bytes: 0, drawn: 0, rested: 0};
  const nested = a => a[0] != null && a[0].length && typeof a[0] !== 'string';
  const first = a => a && a.length ? (nested(a) ? first(a[0]) : a[0]) : null;
  log.sign = plot => JSON.stringify([plot._fullLayout.title.text, (plot.layout.annotations || []).length,
    plot._fullData.map(t => [t.type, (t.x || t.z || []).length, (t.z && t.z[0] || []).length,
      first(t.x), first(t.y), first(t.z)])]);
  log.signs = () => [...document.querySelectorAll('[data-testid="stPlotlyChart"] .js-plotly-plot')]
    .filter(plot => plot._fullData && plot.querySelector('.main-svg') && plot.checkVisibility()).map(log.sign);
  log.still = () => {
    const app = document.querySelector('[data-testid="stApp"]');
    return !!app && app.getAttribute('data-test-script-state') === 'notRunning'
      && !document.querySelector('[data-stale="true"],[data-testid="stSkeleton"],[data-testid="stAppSkeleton"]');
  };
  log.arm = (wanted, asked) =>
    Object.assign(log, {wanted, asked, sent: 0, heard: 0, bytes: 0, drawn: 0, rested: 0});
  for (const kind of ['pointerdown', 'keydown'])
    addEventListener(kind, () => { if (log.wanted && !log.asked) log.asked = performance.now(); }, true);
  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', e => {
        if (log.rested) return;
        log.heard = performance.now();
        log.bytes += e.data.byteLength || e.data.size || e.data.length || 0;
      });
    }
    send(data) {
      if (log.asked && !log.sent) log.sent = performance.now();
      super.send(data);
    }
  };
  const look = () => {
    if (log.wanted && log.asked && !log.rested) {
      const there = log.signs();
      if (log.wanted.every(w => there.includes(w))) {
        log.drawn = log.drawn || performance.now();
        if (log.still()) log.rested = performance.now();
      }
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  if (window.__opening) log.arm(window.__opening, 1e-9);
})();"""


@dataclass(frozen=True)
class Waited:
    """Seconds from an action until its request is sent, its last message heard, its picture drawn, its page at rest."""

    sent: float
    heard: float
    drawn: float
    rested: float
    megabytes: float


@dataclass(frozen=True)
class Site:
    """A Streamlit script to serve, with its arguments, and the address that shows a table's values."""

    script: Path
    given: tuple[str, ...] = ()
    query: str = ""


@contextmanager
def served(site: Site) -> Iterator[tuple[str, float]]:
    """Address and time of start (seconds since 1970) of a new server."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = {
        "server.headless": "true",
        "server.address": "127.0.0.1",
        "server.port": port,
        "server.fileWatcherType": "none",
        "browser.gatherUsageStats": "false",
    }
    flags = [f"--{name}={value}" for name, value in options.items()]
    command = [sys.executable, "-m", "streamlit", "run", str(site.script), *flags, "--", *site.given]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    started = time.time()
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, cwd=ROOT, env=environment, **quiet)
    try:
        address = f"http://127.0.0.1:{port}"
        _await_health(address, process)
        yield address, started
    finally:
        process.terminate()
        process.wait(20)


def _await_health(address: str, process: subprocess.Popen) -> None:
    limit = time.monotonic() + 60
    while time.monotonic() < limit and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=2) as answer:
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(0.02)
    raise RuntimeError("the server did not start")


def new_tab(chromium, opening: list[str] | None = None):
    """A tab that has loaded nothing yet and records its waits; ``opening`` are the figures to wait for at once."""
    size = {"width": driver.WIDTH, "height": driver.HEIGHT}
    context = chromium.new_context(viewport=size, color_scheme="light", reduced_motion="reduce")
    context.add_init_script(f"window.__opening = {json.dumps(opening)};")
    context.add_init_script(_RECORDER)
    return context.new_page()


def opened(tab, address: str, wanted: list[str]) -> None:
    """Open an address, and wait for its figures."""
    tab.goto(address, wait_until="commit")
    tab.evaluate("wanted => __waits.arm(wanted, 1e-9)", wanted)
    waited(tab)


def gone(tab, title: str, wanted: list[str]) -> Waited:
    """Go to a page by the navigation."""
    link = tab.locator('[data-testid="stSidebarNavLink"]').filter(has_text=title).first
    link.hover()
    tab.evaluate("wanted => __waits.arm(wanted, 0)", wanted)
    link.click()
    return waited(tab)


def slid(tab, key: str, wanted: list[str]) -> Waited:
    """Move the slider of clusters by a key."""
    slider = tab.get_by_role("slider", name="Clusters")
    slider.focus()
    tab.evaluate("wanted => __waits.arm(wanted, 0)", wanted)
    tab.keyboard.press(key)
    return waited(tab)


def waited(tab, before: float = 0.0) -> Waited:
    """What was recorded of the action just made, ``before`` seconds after its start; then a moment of calm."""
    try:
        tab.wait_for_function("() => __waits.rested", polling=100, timeout=TIMEOUT)
    except Exception as error:
        signs = tab.evaluate("() => [__waits.wanted, __waits.signs()]")
        raise RuntimeError(f"{tab.url}: not the figures wanted: {signs}") from error
    log = tab.evaluate("() => ({...__waits, sign: 0, signs: 0, still: 0, arm: 0})")
    tab.wait_for_timeout(400)
    moments = (before + (log[name] - log["asked"]) / 1000 for name in ("sent", "heard", "drawn", "rested"))
    return Waited(*moments, log["bytes"] / 1e6)
