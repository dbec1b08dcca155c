"""An order made by hand: values dragged with the mouse or a finger, or moved with Shift and the arrow keys."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

KEPT = 24
"""Orders a session keeps, one a column of a table."""

_HTML = """
<p id="how">Drag a value to its place. With the keyboard: arrows go from value to value, Shift and arrows move one,
Escape takes a drag back.</p>
<ol aria-describedby="how"></ol>
<p class="said" role="status" aria-live="polite"></p>
"""

_CSS = """
:host { display: block; }
p { margin: 0 0 0.5rem 0; font-family: var(--st-font); font-size: 0.875rem; color: var(--st-text-color); }
p.said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
ol { display: flex; flex-wrap: wrap; gap: 0.4rem; margin: 0; padding: 2px; list-style: none; }
li { min-width: 0; max-width: 100%; }
button {
    display: flex; align-items: center; gap: 0.45rem; max-width: 100%; padding: 0.4rem 0.65rem 0.4rem 0.5rem;
    font-family: var(--st-font); font-size: 1rem; line-height: 1.3; text-align: left;
    color: var(--st-text-color); background: var(--st-secondary-background-color);
    border: 1px solid var(--st-border-color); border-radius: var(--st-base-radius);
    cursor: grab; touch-action: none; user-select: none; -webkit-user-select: none;
}
button:hover { border-color: var(--st-primary-color); }
button:focus-visible { outline: 3px solid var(--st-primary-color); outline-offset: 1px; }
button.held { cursor: grabbing; border-color: #D55E00; box-shadow: 0 0 0 2px #D55E00; }
.place { font-size: 0.8rem; opacity: 0.65; min-width: 1.1em; text-align: right; font-variant-numeric: tabular-nums; }
.dot { flex: none; border-radius: 50%; background: #0072B2; }
.name { max-width: 16rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
"""

_JS = """
const WAIT = 300;  // a key held down moves a value many places, and one message is enough

export default function ({ data, parentElement, setStateValue }) {
    const list = parentElement.querySelector("ol");
    const said = parentElement.querySelector(".said");
    if (list.dataset.stamp === data.stamp) return;
    list.dataset.stamp = data.stamp;
    list.setAttribute("aria-label", data.label);
    const items = data.values.map(item);
    list.replaceChildren(...items);
    let timer = null, sent = order().join("\\u0000");
    number();
    tabStop(buttons()[0]);

    function item(value) {
        const li = document.createElement("li"), button = document.createElement("button");
        const place = document.createElement("span"), dot = document.createElement("span");
        const name = document.createElement("span");
        place.className = "place"; dot.className = "dot"; name.className = "name";
        dot.style.width = dot.style.height = value.size + "px";
        name.textContent = value.label;
        button.type = "button";
        button.title = value.title;
        button.dataset.id = value.id;
        button.dataset.name = value.label;
        button.append(place, dot, name);
        button.onkeydown = pressed;
        button.onpointerdown = grabbed;
        button.onfocus = () => tabStop(button);
        li.append(button);
        return li;
    }
    function buttons() { return [...list.querySelectorAll("button")]; }
    function order() { return buttons().map(b => Number(b.dataset.id)); }
    function tabStop(button) { buttons().forEach(b => { b.tabIndex = b === button ? 0 : -1; }); }
    function number() {
        const all = buttons();
        all.forEach((b, i) => {
            b.querySelector(".place").textContent = i + 1;
            b.setAttribute("aria-label", `${b.dataset.name}, place ${i + 1} of ${all.length}`);
        });
    }
    function tell(after) {
        clearTimeout(timer);
        timer = setTimeout(() => {
            const now = order();
            if (now.join("\\u0000") === sent) return;
            sent = now.join("\\u0000");
            setStateValue("order", now);
        }, after);
    }
    function move(button, to) {
        const all = [...list.children], li = button.parentElement, from = all.indexOf(li);
        to = Math.max(0, Math.min(all.length - 1, to));
        if (to === from) return false;
        list.insertBefore(li, to < from ? all[to] : all[to].nextSibling);
        number();
        return true;
    }
    function pressed(event) {
        const button = event.currentTarget, all = buttons(), at = all.indexOf(button), last = all.length - 1;
        const to = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: last }[
            event.key
        ];
        if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
        event.preventDefault();
        if (!event.shiftKey) {
            all[Math.max(0, Math.min(last, to))].focus();
        } else if (move(button, to)) {
            button.focus();
            said.textContent = button.getAttribute("aria-label");
            tell(WAIT);
        }
    }
    function grabbed(event) {
        if (event.button !== 0) return;
        const button = event.currentTarget, before = [...list.children];
        button.focus();
        button.classList.add("held");
        list.setPointerCapture(event.pointerId);  // the value itself would lose it, being taken out and put back
        list.onpointermove = moved => {
            const under = buttons().find(b => {
                const box = b.getBoundingClientRect();
                return moved.clientX >= box.left && moved.clientX <= box.right
                    && moved.clientY >= box.top && moved.clientY <= box.bottom;
            });
            if (!under || under === button) return;
            const box = under.getBoundingClientRect(), all = buttons();
            const from = all.indexOf(button), to = all.indexOf(under), own = button.getBoundingClientRect();
            // a wide neighbour is passed at its middle, or the two would change places back and forth
            const passed = own.top === box.top
                ? (to > from ? moved.clientX > box.right - own.width : moved.clientX < box.left + own.width)
                : true;
            if (passed) move(button, to);
        };
        const drop = () => {
            list.onpointermove = list.onpointerup = list.onpointercancel = null;
            button.classList.remove("held");
            parentElement.removeEventListener("keydown", escape, true);
        };
        const escape = key => {
            if (key.key !== "Escape") return;
            drop();
            list.replaceChildren(...before);
            number();
        };
        parentElement.addEventListener("keydown", escape, true);
        list.onpointerup = () => {
            drop();
            button.focus();
            said.textContent = button.getAttribute("aria-label");
            tell(0);
        };
        list.onpointercancel = () => { drop(); list.replaceChildren(...before); number(); };
    }
}
"""
_component = st.components.v2.component("catviz_order", html=_HTML, css=_CSS, js=_JS)


def edit(content: str, label: str, labels: Sequence[str], sizes: Sequence[float], start: Sequence[int]) -> list[int]:
    """An order of values, made by hand.

    Parameters
    ----------
    content : str
        What is ordered: the order made of it is kept for the session.
    label : str
        What a screen reader calls the list.
    labels : values as they are shown
    sizes : rows that carry each value
    start : numbers of the values in the order to start from

    Returns
    -------
    Numbers of the values in the order made so far.
    """
    kept = _orders().setdefault(content, {"epoch": 0, "seed": list(start), "order": list(start)})
    while len(_orders()) > KEPT:
        _orders().pop(next(iter(_orders())))
    key = f"order-{content}-{kept['epoch']}"
    if key not in st.session_state:
        # a new component, on this page's first run or on return to it, starts from the order made so far
        kept["seed"] = list(kept["order"])
    largest = max(max(sizes), 1)
    values = [
        {
            "id": i,
            "label": labels[i],
            "title": f"{labels[i]}: {sizes[i]:,.0f} rows",
            "size": round(6 + 12 * (sizes[i] / largest) ** 0.5, 1),
        }
        for i in kept["seed"]
    ]
    made = _component(key=key, data={"stamp": key, "label": label, "values": values}, on_order_change=lambda: None).get(
        "order"
    )
    if made and sorted(made) == list(range(len(labels))):
        kept["order"] = [int(i) for i in made]
    return kept["order"]


def put(content: str, order: Sequence[int]) -> None:
    """In a callback: put another order in place of the one made so far."""
    kept = _orders()[content]
    kept["epoch"] += 1
    kept["order"] = list(order)


def _orders() -> dict[str, dict]:
    return st.session_state.setdefault("_orders", {})
