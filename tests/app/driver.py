"""The explorer in headless Chromium: a server on a free port, and tabs that say what they show and what went wrong."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

ROOT = Path(__file__).resolve().parents[2]
#: Every page, and two tabs of Values by the names that links to them had.
PAGES = (
    *("start", "lessons", "overview", "columns", "values", "orders", "inside", "map", "clusters", "predict"),
    "methods",
)
#: The tabs by these names.
TABS = {"Orders": "Order", "Inside": "Computed"}
WIDTH, HEIGHT = 1440, 900
FLAGS = (
    "--no-sandbox",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-gpu-compositing",
    "--ignore-gpu-blocklist",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
#: Seconds that only what hangs takes, on a machine however slow and busy.
HANG = 300
#: A link to a page below the root makes Streamlit's client look for its server there first.
EXPECTED_404 = re.compile(r"/[^/]+/_stcore/(health|host-config)$")

#: Notes when the page last asked its server, and last heard from it: between the two a busy server has not begun.
_WIRE = """(() => {
  const wire = window.catvizWire = {sent: 0, heard: 0}, Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', () => { wire.heard = performance.now(); });
    }
    send(data) { wire.sent = performance.now(); super.send(data); }
  };
})()"""

#: Milliseconds between looks at a page that is waited for; in a look at every frame, the browser draws every frame.
_POLLED = 50
_READY = """() => {
  const wire = window.catvizWire;
  if (wire && wire.sent > wire.heard) return false;
  const app = document.querySelector('[data-testid="stApp"]');
  if (!app || document.querySelector('[data-testid="stStatusWidget"]')) return false;
  const script = app.getAttribute('data-test-script-state');
  const connection = app.getAttribute('data-test-connection-state');
  if ((script && script !== 'notRunning') || (connection && connection !== 'CONNECTED')) return false;
  if (document.querySelector('[data-testid="stSkeleton"],[data-testid="stAppSkeleton"]')) return false;
  return !!document.querySelector('[data-testid="stMain"] [data-testid="stElementContainer"],'
    + '[data-testid="stMain"] [data-testid="stException"]');
}"""
_DRAWN = """() => [...document.querySelectorAll('[data-testid="stPlotlyChart"]')]
  .filter(c => c.checkVisibility()).every(c => c.querySelector('.main-svg'))"""
#: What still opens or moves: a click meant for it would meet what is there now. A spinner never ends, and counts not.
_STILL = """() => document.getAnimations()
  .every(a => a.playState !== 'running' || a.effect.getComputedTiming().endTime === Infinity)"""
#: Scripts of ours that listen to keys: a key pressed before they have been loaded does nothing.
_HEARD = """() => [...document.querySelectorAll(
    ':is(.st-key-keys, .st-key-popovers, .st-key-presenting) [data-testid="stBidiComponentIsolated"]')]
  .every(({shadowRoot: root}) => root && [root, ...root.querySelectorAll('.bar')].some(each => each.listening))"""
_AT_REST = f"""calm => {{
  const now = performance.now(), rest = ({_READY})() && ({_DRAWN})() && ({_STILL})() && ({_HEARD})();
  window.catvizRest = rest ? window.catvizRest ?? now : undefined;
  if (!rest || now - window.catvizRest < 1000 * calm) return false;
  window.catvizRest = undefined;
  return true;
}}"""
_CHARTS = """() => [...document.querySelectorAll('[data-testid="stPlotlyChart"]')]
  .filter(c => c.checkVisibility()).map(c => {
    const plot = c.querySelector('.js-plotly-plot'), box = c.getBoundingClientRect();
    const traces = plot && plot._fullData ? plot._fullData : [];
    const size = a => a == null ? 0 : a.length ?? (a.bdata ? 1 : 0);
    const title = plot && plot._fullLayout && plot._fullLayout.title ? plot._fullLayout.title.text : '';
    return {title: /^Click to enter/.test(title) ? '' : title || '', types: [...new Set(traces.map(t => t.type))],
      traces: traces.length, points: traces.reduce((sum, t) => sum + size(t.x ?? t.values ?? t.z), 0),
      width: Math.round(box.width), height: Math.round(box.height),
      blank: !c.querySelector('.main-svg') || !traces.length || box.width < 60 || box.height < 40
        || /WebGL is not supported/.test(c.innerText)};
  })"""
_OVERFLOW = """() => {
  const wide = [];
  if (document.documentElement.scrollWidth > innerWidth + 1) wide.push('document');
  for (const name of ['stMain', 'stSidebarContent', 'stMainBlockContainer']) {
    const e = document.querySelector(`[data-testid="${name}"]`);
    if (e && !e.closest('[data-collapsed="true"]') && e.scrollWidth > e.clientWidth + 1) wide.push(name);
  }
  return wide;
}"""


def find_chromium() -> str | None:
    """Where Chromium is; None leaves the choice to playwright."""
    candidates = ["/usr/bin/chromium", *map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))]
    return next((c for c in candidates if c and os.access(c, os.X_OK)), None)


def launch(playwright):
    """A headless Chromium that can draw WebGL without a graphics card."""
    return playwright.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))


class Server:
    """The explorer's server, on a free port of the loopback interface."""

    def __init__(self, timeout: float = HANG):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self._log = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115
        command = [sys.executable, "-m", "streamlit", "run", "app.py"]
        options = {
            "server.headless": "true",
            "server.address": "127.0.0.1",
            "server.port": str(port),
            "server.fileWatcherType": "none",
            "browser.gatherUsageStats": "false",
        }
        for name, value in options.items():
            command += [f"--{name}", value]
        paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdout=self._log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, env=environment
        )
        try:
            self._wait(timeout)
        except BaseException:
            self.stop()
            raise

    def _wait(self, timeout: float) -> None:
        limit = time.monotonic() + timeout
        while time.monotonic() < limit:
            if self._process.poll() is not None:
                break
            try:
                with urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=2) as answer:
                    if answer.status == 200:
                        return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError(f"the server did not start:\n{self.log()}")

    def log(self) -> str:
        """What the server has printed so far."""
        if self._log.closed:
            return ""
        self._log.flush()
        place = self._log.tell()
        self._log.seek(0)
        text = self._log.read()
        self._log.seek(place)
        return text

    def failures(self) -> list[str]:
        """The exceptions whose tracebacks the log has, but for one of Streamlit's.

        Streamlit 1.67 takes a tab that closes while its message is read for one that sends text, and fails when it
        answers so.
        """
        ends = re.findall(r"Traceback \(most recent call last\):\n(?:[ +|].*\n|\n)*(\S.*)", self.log(), re.MULTILINE)
        return [end for end in ends if not end.startswith("starlette.websockets.WebSocketDisconnected")]

    def megabytes(self) -> float:
        """Memory that the server holds, where the system tells (Linux); else 0."""
        status = Path(f"/proc/{self._process.pid}/status")
        lines = status.read_text(encoding="utf-8").splitlines() if status.exists() else []
        return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), 0.0)

    def cpu_seconds(self) -> float:
        """Processor time that the server has used, where the system tells (Linux); else 0."""
        stat = Path(f"/proc/{self._process.pid}/stat")
        ticks = stat.read_text(encoding="utf-8").rpartition(")")[2].split()[11:13] if stat.exists() else ["0"]
        return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        """End the process that was started here."""
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._log.close()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_) -> None:
        self.stop()


class Explorer:
    """One tab on the explorer."""

    def __init__(self, page, url: str, timeout: float = HANG):
        self.page, self.url, self.timeout = page, url.rstrip("/"), timeout
        self._console: list[str] = []
        self._page_errors: list[str] = []
        self._foreign_requests: list[str] = []
        page.set_default_timeout(timeout * 1000)
        page.add_init_script(_WIRE)
        page.on("console", self._heard)
        page.on("pageerror", self._threw)
        page.on("request", self._asked)
        page.on("dialog", self._dialog)

    def _heard(self, message) -> None:
        where = message.location.get("url", "") if message.location else ""
        if message.type == "error" and not EXPECTED_404.search(urlsplit(where).path):
            self._console.append(f"{message.text[:400]} ({where[:200]})")

    def _threw(self, error) -> None:
        self._page_errors.append(str(error)[:500])

    def _asked(self, request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.netloc != urlsplit(self.url).netloc:
            self._foreign_requests.append(request.url[:200])

    def _dialog(self, dialog) -> None:
        self._page_errors.append(f"a dialog opened: {dialog.message[:200]}")
        dialog.dismiss()

    # going about

    def link(self, page: str = "", **query) -> str:
        """The address of a page with choices."""
        path = "" if page == "start" else page
        return f"{self.url}/{path}" + (f"?{urlencode(query, doseq=True)}" if query else "")

    def goto(self, page: str = "", **query) -> None:
        """Open a page by its address, in a new session, and wait for it."""
        self.open(self.link(page, **query))

    def open(self, address: str, calm: float = 0.3) -> None:
        """Open an address and wait for the page."""
        self.page.goto(address, wait_until="domcontentloaded")
        self.settle(calm)

    def click_page(self, title: str) -> None:
        """Go to a page by the navigation, or to a tab of Values."""
        if title in TABS:
            self.click_page("Values")
            self.tab(TABS[title])
            return
        address = re.compile(r"//[^/]+/(\?|$)" if title == "Start" else rf"/{title.lower()}(\?|$)")
        self.page.locator('[data-testid="stSidebarNavLink"]').filter(has_text=title).first.click()
        self.page.wait_for_url(address)
        self.settle()
        if not address.search(self.page.url):
            raise AssertionError(f"the navigation to {title} ended on {self.page.url}")

    def box(self, label: str):
        """A select box, by its label."""
        return self.page.get_by_role("combobox", name=label, exact=True).first

    def chosen(self, label: str) -> str:
        """What a select box shows."""
        return self.box(label).input_value()

    def choose(self, label: str, option: str) -> None:
        """Choose in a select box."""
        self.box(label).click()
        self.box(label).fill(option)
        self.page.get_by_role("option", name=option, exact=True).first.click()
        self.settle()

    def segment(self, label: str, option: str) -> None:
        """Choose among options side by side."""
        group = self.page.get_by_role("radiogroup", name=label, exact=True)
        group.get_by_role("radio", name=option, exact=True).click()
        self.settle()

    def unfold(self, summary) -> None:
        """Open what is folded below a line, if it is not open, and wait until all of it is seen."""
        if summary.locator("..").get_attribute("open") is None:
            summary.click()
            self.settle()

    def press(self, label: str) -> None:
        """Press a button in the main part, and wait for the page."""
        self.page.locator('[data-testid="stMain"]').get_by_role("button", name=label, exact=True).first.click()
        self.settle()

    def action(self, name: str):
        """Open what a button above the page holds; its content."""
        self.page.locator(".st-key-actions").get_by_role("button", name=name).click()
        return self.page.locator('[data-testid="stPopoverBody"]')

    def tab(self, name: str) -> None:
        """Choose a tab of the page."""
        self.page.locator(".st-key-tabs").get_by_role("radio", name=name, exact=True).click()
        self.settle()

    def chip(self, name: str) -> str:
        """What a chip of the page says, which is opened and closed again."""
        self.page.locator('[class*="st-key-chips"]').get_by_role("button", name=name).first.click()
        body = self.page.locator('[data-testid="stPopoverBody"]')
        body.wait_for()
        text = body.inner_text()
        self.page.keyboard.press("Escape")
        body.wait_for(state="detached")
        return text

    def add_to_report(self) -> None:
        """Add the view to the report."""
        self.page.locator(".st-key-actions").get_by_role("button", name="Add to the report").click()
        self.settle()

    def open_report(self):
        """Open the list of the report; the dialog."""
        self.page.locator(".st-key-actions").get_by_role("button", name="Open the report").click()
        dialog = self.page.locator('[data-testid="stDialog"]')
        dialog.wait_for()
        return dialog

    def give(self, label: str, file: str | Path | tuple[str, bytes]) -> None:
        """Give a file box a file, or a name with its content; a closed expander around it is opened first."""
        field = self.page.locator('[data-testid="stFileUploader"]').filter(has_text=label).locator("input[type=file]")
        closed = self.page.locator("details:not([open])").filter(has=field)
        if closed.count():
            self.unfold(closed.locator("summary"))
        if isinstance(file, tuple):
            name, content = file
            field.first.set_input_files({"name": name, "mimeType": "text/csv", "buffer": content})
        else:
            field.first.set_input_files(str(file))

    def upload(self, label: str, file: str | Path | tuple[str, bytes]) -> None:
        """Give a file box a file, and wait for the page."""
        with self.page.expect_response(lambda answer: answer.request.method == "PUT"):
            self.give(label, file)
        self.settle(0.5)

    def saved(self, press: Callable[[], None], folder: Path) -> Path:
        """The file that a press gives away, in a folder."""
        with self.page.expect_download() as download:
            press()
        file = folder / download.value.suggested_filename
        download.value.save_as(file)
        return file

    def copied_link(self) -> str:
        """The address the Copy link box holds."""
        self.page.get_by_role("button", name="Copy link").click()
        body = self.page.locator('[data-testid="stPopoverBody"]')
        link = body.locator("code").first.inner_text()
        self.page.keyboard.press("Escape")
        return link.replace("\n", "").strip()

    def wait_for(self, words: str | re.Pattern) -> None:
        """Wait until words stand in the main part."""
        found = self.page.locator('[data-testid="stMain"]').get_by_text(words)
        found.first.wait_for()

    def settle(self, calm: float = 0.3) -> None:
        """Wait until the run has ended and every chart is drawn, and stayed so for ``calm`` seconds."""
        self.page.wait_for_function(_AT_REST, arg=calm, polling=_POLLED, timeout=1000 * self.timeout)

    def until(self, holds: Callable[[], bool]) -> bool:
        """Wait until the page shows what is asked for; False if it hangs."""
        limit = time.monotonic() + self.timeout
        while not holds():
            if time.monotonic() > limit:
                return False
            self.page.wait_for_timeout(100)
        return True

    def finish(self) -> None:
        """Wait until work in the background has ended, and the page shows what came of it."""
        self.page.locator('[data-testid="stMain"] [data-testid="stProgress"]').first.wait_for(state="detached")
        self.settle()

    # what it shows

    def charts(self) -> list[dict]:
        """Every visible figure: title, types and number of traces, points, size, and whether it is blank."""
        return self.page.evaluate(_CHARTS)

    def exceptions(self) -> list[str]:
        """Tracebacks on the page."""
        return [e.strip()[:1000] for e in self._texts('[data-testid="stException"]')]

    def alerts(self) -> list[str]:
        """Boxes of errors, warnings and notes."""
        return [e.strip()[:800] for e in self._texts('[data-testid="stAlert"]')]

    def errors(self) -> list[str]:
        """Error boxes only."""
        return [e.strip()[:800] for e in self._texts('[data-testid="stAlertContentError"]')]

    def console_errors(self) -> list[str]:
        """Errors on the console, except the look-ups Streamlit makes on a link to a page."""
        return list(self._console)

    def page_errors(self) -> list[str]:
        """Uncaught errors of scripts, and dialogs."""
        return list(self._page_errors)

    def foreign_requests(self) -> list[str]:
        """Requests to any other host."""
        return list(self._foreign_requests)

    def overflow(self) -> list[str]:
        """Parts that scroll sideways."""
        return self.page.evaluate(_OVERFLOW)

    def nothing_to_draw(self) -> bool:
        """True where the page names a degenerate result instead of drawing it."""
        return "Nothing to draw here" in self.text()

    def text(self) -> str:
        """The words in the main part."""
        return self.page.locator('[data-testid="stMain"]').inner_text()

    def query(self) -> dict[str, str]:
        """The choices in the address bar."""
        return dict(parse_qsl(urlsplit(self.page.url).query))

    def problems(self) -> list[str]:
        """Whatever no page should ever have."""
        return [
            *(f"exception: {e}" for e in self.exceptions()),
            *(f"console: {e}" for e in self._console),
            *(f"page error: {e}" for e in self._page_errors),
            *(f"request to another host: {e}" for e in self._foreign_requests),
        ]

    def forget_problems(self) -> None:
        """Start a new account of console errors, page errors and requests."""
        for kept in (self._console, self._page_errors, self._foreign_requests):
            kept.clear()

    def _texts(self, selector: str) -> list[str]:
        return self.page.locator(selector).all_inner_texts()
