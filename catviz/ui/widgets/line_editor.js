const WAIT = 300;  // a key held down moves a value many steps, and one message is enough
const STEP = 0.02;

export default function ({ data, parentElement, setStateValue }) {
    const line = parentElement.querySelector(".line");
    const said = parentElement.querySelector(".said");
    if (line.dataset.stamp === data.stamp) return;
    line.dataset.stamp = data.stamp;
    line.setAttribute("aria-label", data.label);
    const [low, high] = parentElement.querySelectorAll(".ends span");
    [low.textContent, high.textContent] = data.ends;
    const places = data.values.map(value => value.place);
    const axis = part("div", "axis");
    const marks = data.values.map(() => ({ stem: part("div", "stem"), dot: part("div", "dot") }));
    const buttons = data.values.map(item);
    line.replaceChildren(axis, ...marks.flatMap(mark => [mark.stem, mark.dot]), ...buttons);
    let timer = null, sent = places.join();
    tabStop(buttons[0]);
    new ResizeObserver(arrange).observe(line);
    arrange();

    function part(tag, name) {
        const made = document.createElement(tag);
        made.className = name;
        return made;
    }
    function item(value, i) {
        const button = part("button", ""), name = part("span", "name");
        name.textContent = value.label;
        button.type = "button";
        button.title = value.label;
        button.append(name);
        button.onkeydown = event => pressed(event, i);
        button.onpointerdown = event => grabbed(event, i);
        button.onfocus = () => tabStop(button);
        button.onblur = left;
        return button;
    }
    function tabStop(button) { buttons.forEach(b => { b.tabIndex = b === button ? 0 : -1; }); }
    function spoken(i) {
        const where = places[i] === null ? "not placed yet" : `${Math.round(100 * places[i])} % of the way`;
        return `${data.values[i].label}, ${where}`;
    }

    // every value stands in the lowest row that has room for it, above its place on the line; one without a place
    // waits in the rows at the top
    function arrange() {
        const width = line.clientWidth, rows = [], waiting = { row: 0, end: 0 };
        if (!width) return;
        const high = buttons[0].offsetHeight + 6, bottom = high * buttons.length + 10;
        line.style.height = `${bottom + 10}px`;
        axis.style.top = `${bottom}px`;
        buttons.forEach((button, i) => {
            const half = button.offsetWidth / 2, waits = places[i] === null, at = places[i] * width;
            button.classList.toggle("waits", waits);
            marks[i].stem.hidden = marks[i].dot.hidden = waits;
            button.setAttribute("aria-label", spoken(i));
            if (waits) {
                if (waiting.end && waiting.end + 2 * half > width) Object.assign(waiting, { row: waiting.row + 1, end: 0 });
                Object.assign(button.style, { left: `${waiting.end + half}px`, top: `${high * waiting.row}px` });
                waiting.end += 2 * half + 6;
                return;
            }
            const centre = Math.max(half, Math.min(width - half, at));
            let row = rows.findIndex(taken => taken.every(([a, b]) => centre + half + 4 < a || centre - half - 4 > b));
            if (row < 0) row = rows.push([]) - 1;
            rows[row].push([centre - half, centre + half]);
            const top = bottom - high * (row + 1) - 6;
            Object.assign(button.style, { left: `${centre}px`, top: `${top}px` });
            const from = top + button.offsetHeight;
            Object.assign(marks[i].stem.style, { left: `${at}px`, top: `${from}px`, height: `${bottom - from}px` });
            Object.assign(marks[i].dot.style, { left: `${at}px`, top: `${bottom}px` });
        });
    }
    function put(i, place) {
        places[i] = place === null ? null : Math.round(100 * Math.max(0, Math.min(1, place))) / 100;
        arrange();
    }
    function send() {
        clearTimeout(timer);
        if (places.join() === sent) return;
        sent = places.join();
        setStateValue("places", [...places]);
    }
    function tell(after) {
        clearTimeout(timer);
        timer = setTimeout(send, after);
    }
    function left(event) {  // for another button, which is to find the places as they are
        if (event.relatedTarget && !line.contains(event.relatedTarget)) send();
    }
    function pressed(event, i) {
        const way = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
        const end = { Home: 0, End: 1 }[event.key];
        if ((way === undefined && end === undefined) || event.ctrlKey || event.altKey || event.metaKey) return;
        event.preventDefault();
        if (event.shiftKey) {
            put(i, end ?? (places[i] === null ? 0.5 : places[i] + way * STEP));
            said.textContent = spoken(i);
            tell(WAIT);
        } else {
            const last = buttons.length - 1;
            buttons[end === undefined ? Math.max(0, Math.min(last, i + way)) : end * last].focus();
        }
    }
    function grabbed(event, i) {
        if (event.button !== 0) return;
        const button = event.currentTarget, before = places[i], left = line.getBoundingClientRect().left;
        const from = before === null ? left : event.clientX;
        button.focus();
        button.classList.add("held");
        button.setPointerCapture(event.pointerId);
        button.onpointermove = moved => put(i, before + (moved.clientX - from) / line.clientWidth);
        const drop = () => {
            button.onpointermove = button.onpointerup = button.onpointercancel = null;
            button.classList.remove("held");
            parentElement.removeEventListener("keydown", escape, true);
        };
        const escape = key => {
            if (key.key !== "Escape") return;
            drop();
            put(i, before);
        };
        parentElement.addEventListener("keydown", escape, true);
        button.onpointerup = () => { drop(); said.textContent = spoken(i); tell(0); };
        button.onpointercancel = () => { drop(); put(i, before); };
    }
}
