"""The explorer without a browser: what Streamlit's client says to its server, and hears, so that many tabs fit."""

from __future__ import annotations

import asyncio
import re
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit
from uuid import uuid4

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Common_pb2 import FileUploaderState, FileURLs, UploadedFileInfo
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosedError

#: Seconds after which a page counts as not answered.
PATIENCE = 120.0
_COOKIE = "_streamlit_xsrf"
_RUN_ENDED = {ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY}


@dataclass(frozen=True)
class Answer:
    """What came of one request.

    ``first`` and ``seconds`` are from the request to the first message and to the end of the page's run; ``silence``
    is the longest time between two messages in between.
    """

    asked: str
    first: float
    seconds: float
    silence: float


@dataclass
class Shown:
    """An element of the page, the fragment it belongs to, and the run that drew it."""

    element: Element
    fragment: str
    run: int

    @property
    def kind(self) -> str:
        """Such as ``selectbox``."""
        return self.element.WhichOneof("type") or ""

    @property
    def proto(self) -> Any:
        """The message of that kind."""
        return getattr(self.element, self.kind)


class Tab:
    """One tab: connects, asks for runs of a page, keeps what is shown, and repeats fragments that ask for it."""

    def __init__(self, url: str, mark: re.Pattern[bytes]):
        """``mark`` is looked for in every message; what it finds is in ``marks``."""
        self.url, self._mark = url.rstrip("/"), mark
        self.marks: set[bytes] = set()
        self.problems: list[str] = []
        self.pages: dict[str, str] = {}
        self.heard_bytes = 0
        self._shown: dict[tuple[int, ...], Shown] = {}
        self._states: dict[str, WidgetState] = {}
        self._kept: dict[str, tuple[int, ForwardMsg]] = {}
        self._repeats: dict[str, asyncio.Task] = {}
        self._links: asyncio.Future[FileURLs] | None = None
        self._page = self._query = self._session = self._token = ""
        self._run = self._whole_run = 0
        self._begun, self._times = False, [0.0]
        self._ended = asyncio.Event()
        self._socket: ClientConnection
        self._listening: asyncio.Task

    # going about

    async def open(self, page: str = "", **query: str) -> Answer:
        """Open a page by its address, in a new session."""
        await asyncio.to_thread(self._fetch, f"/{page}")
        _, headers = await asyncio.to_thread(self._fetch, "/_stcore/health")
        found = re.search(rf"{_COOKIE}=([^;]+)", headers.get("Set-Cookie", ""))
        self._token = found[1] if found else ""
        self._socket = await connect(
            f"ws://{urlsplit(self.url).netloc}/_stcore/stream",
            subprotocols=["streamlit", self._token or "none"],  # type: ignore[list-item]
            additional_headers={"Cookie": f"{_COOKIE}={self._token}"},
            origin=self.url,  # type: ignore[arg-type]
            max_size=None,
            open_timeout=PATIENCE,
        )
        self._listening = asyncio.create_task(self._listen())
        self._query = urlencode(query)
        return await self._ask(f"open {page or 'start'}", name=page)

    async def go(self, title: str) -> Answer:
        """Go to a page by the navigation."""
        self._page, self._query = self.pages[title], ""
        return await self._ask(f"page {title}")

    async def select(self, shown: Shown, option: str) -> Answer:
        """Choose in a select box or among radio buttons."""
        self._states[shown.proto.id] = WidgetState(id=shown.proto.id, string_value=option)
        return await self._ask(f"select {shown.proto.label}", shown.fragment)

    async def turn(self, shown: Shown, on: bool) -> Answer:
        """Turn a check box or a toggle on or off."""
        self._states[shown.proto.id] = WidgetState(id=shown.proto.id, bool_value=on)
        return await self._ask(f"turn {shown.proto.label}", shown.fragment)

    async def press(self, shown: Shown) -> Answer:
        """Press a button."""
        trigger = WidgetState(id=shown.proto.id, trigger_value=True)
        return await self._ask(f"press {shown.proto.label}", shown.fragment, trigger)

    async def upload(self, shown: Shown, name: str, content: bytes) -> Answer:
        """Give a file box a file."""
        self._links = asyncio.get_running_loop().create_future()
        message = BackMsg()
        message.file_urls_request.request_id = str(uuid4())
        message.file_urls_request.file_names.append(name)
        message.file_urls_request.session_id = self._session
        await self._socket.send(message.SerializeToString())
        links = await asyncio.wait_for(self._links, PATIENCE)
        await asyncio.to_thread(self._fetch, links.upload_url, (name, content))
        file = UploadedFileInfo(name=name, size=len(content), file_id=links.file_id, file_urls=links)
        state = FileUploaderState(uploaded_file_info=[file])
        self._states[shown.proto.id] = WidgetState(id=shown.proto.id, file_uploader_state_value=state)
        return await self._ask("upload", shown.fragment)

    async def close(self) -> None:
        """Close the tab."""
        self._stop_repeats()
        await self._socket.close()
        await self._listening

    # what it shows

    def shown(self, *kinds: str) -> list[Shown]:
        """The elements of some kinds, from the top."""
        return [s for _, s in sorted(self._shown.items()) if s.kind in kinds]

    def chosen(self, shown: Shown) -> str:
        """What a select box shows."""
        state, box = self._states.get(shown.proto.id), shown.proto
        if state is not None:
            return state.string_value
        return box.raw_value or (box.options[box.default] if box.options else "")

    def words(self) -> str:
        """What the page says."""
        return "\n".join(self._words())

    def _words(self) -> Iterator[str]:
        for shown in self.shown("heading", "markdown", "alert", "progress"):
            yield shown.proto.text if shown.kind == "progress" else shown.proto.body

    # the wire

    def _fetch(self, path: str, file: tuple[str, bytes] | None = None) -> tuple[int, Any]:
        """The status and the headers of an answer; a file is put there."""
        headers, body = {"Cookie": f"{_COOKIE}={self._token}", "X-Xsrftoken": self._token}, None
        if file is not None:
            mark = uuid4().hex
            head = f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="{file[0]}"\r\n\r\n'
            body = head.encode() + file[1] + f"\r\n--{mark}--\r\n".encode()
            headers["Content-Type"] = f"multipart/form-data; boundary={mark}"
        request = urllib.request.Request(self.url + path, body, headers, method="GET" if file is None else "PUT")
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                answer.read()
                return answer.status, answer.headers
        except urllib.error.HTTPError as error:
            self.problems.append(f"{request.method} {path}: {error}")
            return error.code, error.headers

    async def _ask(self, what: str, fragment: str = "", trigger: WidgetState | None = None, name: str = "") -> Answer:
        """Ask for a run, and wait until it has ended."""
        asked = time.perf_counter()
        self._begun, self._times = False, [asked]
        self._ended.clear()
        await self._send(fragment, trigger, name)
        try:
            await asyncio.wait_for(self._ended.wait(), PATIENCE)
        except TimeoutError:
            self._times.append(time.perf_counter())
            self.problems.append(f"{what}: no answer in {PATIENCE:.0f} s")
        times = self._times
        silence = max(b - a for a, b in zip(times, times[1:], strict=False))
        return Answer(what, times[1] - asked, times[-1] - asked, silence)

    async def _send(self, fragment: str = "", trigger: WidgetState | None = None, name: str = "", again: bool = False):
        message = BackMsg()
        state = message.rerun_script
        state.query_string, state.page_script_hash, state.page_name = self._query, self._page, name
        state.fragment_id, state.is_auto_rerun = fragment, again
        state.cached_message_hashes.extend(self._kept)
        state.context_info.timezone, state.context_info.locale = "Europe/London", "en-GB"
        state.context_info.url, state.context_info.color_scheme = f"{self.url}/{name}", "light"
        there = {getattr(s.proto, "id", "") for s in self._shown.values()}
        state.widget_states.widgets.extend(s for key, s in self._states.items() if key in there)
        if trigger is not None:
            state.widget_states.widgets.append(trigger)
        await self._socket.send(message.SerializeToString())

    async def _listen(self) -> None:
        try:
            async for data in self._socket:
                assert isinstance(data, bytes)
                self.heard_bytes += len(data)
                self._times.append(time.perf_counter())
                self.marks.update(self._mark.findall(data))
                self._hear(ForwardMsg.FromString(data))
        except ConnectionClosedError as error:
            self.problems.append(f"the connection broke: {error}")
            self._ended.set()

    def _hear(self, message: ForwardMsg) -> None:
        kind, of_fragment = message.WhichOneof("type"), bool(message.metadata.run.fragment_ids)
        if message.metadata.cacheable:
            self._kept[message.hash] = (self._run, message)
        if kind == "ref_hash":
            there = message.metadata
            message, kind = self._kept[message.ref_hash][1], "delta"
            self._drawn(tuple(there.delta_path), message)
        elif kind == "delta":
            self._drawn(tuple(message.metadata.delta_path), message)
        elif kind == "new_session":
            self._begins(message, of_fragment)
        elif kind == "navigation":
            self.pages = {page.page_name: page.page_script_hash for page in message.navigation.app_pages}
            self._page = message.navigation.page_script_hash
        elif kind == "page_info_changed":
            self._query = message.page_info_changed.query_string
        elif kind == "page_not_found":
            self.problems.append("page not found")
        elif kind == "file_urls_response" and self._links is not None:
            self._links.set_result(message.file_urls_response.file_urls[0])
        elif kind == "auto_rerun":
            self._repeat(message.auto_rerun.fragment_id, message.auto_rerun.interval)
        elif kind == "stop_auto_rerun":
            self._stop_repeats(message.stop_auto_rerun.fragment_ids.__contains__)
        elif kind == "script_finished":
            self._finishes(message.script_finished)

    def _begins(self, message: ForwardMsg, of_fragment: bool) -> None:
        self._session = message.new_session.initialize.session_id
        self._run += 1
        self._begun = True
        if not of_fragment:
            self._whole_run = self._run
            self._stop_repeats()

    def _finishes(self, how: int) -> None:
        if how == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
            self.problems.append("the script does not compile")
        if how == ForwardMsg.FINISHED_SUCCESSFULLY:
            self._shown = {path: s for path, s in self._shown.items() if s.run >= self._whole_run}
            self._kept = {key: kept for key, kept in self._kept.items() if kept[0] >= self._whole_run - 2}
        if how in _RUN_ENDED and self._begun:
            self._ended.set()

    def _drawn(self, path: tuple[int, ...], message: ForwardMsg) -> None:
        if message.delta.WhichOneof("type") != "new_element":
            return
        shown = Shown(message.delta.new_element, message.delta.fragment_id, self._run)
        self._shown[path] = shown
        if shown.kind == "exception":
            self.problems.append(f"exception: {shown.proto.type} {shown.proto.message[:300]}")
        elif shown.kind == "alert" and shown.proto.format == shown.proto.ERROR:
            self.problems.append(f"error: {shown.proto.body[:300]}")
        elif getattr(shown.proto, "set_value", False):
            self._states.pop(shown.proto.id, None)

    def _repeat(self, fragment: str, seconds: float) -> None:
        async def again() -> None:
            while True:
                await asyncio.sleep(seconds)
                await self._send(fragment, again=True)

        self._stop_repeats(fragment.__eq__)
        self._repeats[fragment] = asyncio.create_task(again())

    def _stop_repeats(self, which: Callable[[str], object] = bool) -> None:
        for fragment in [f for f in self._repeats if which(f)]:
            self._repeats.pop(fragment).cancel()
