export default function ({ data, parentElement, setTriggerValue }) {
    const said = parentElement.querySelector(".formula"), key = parentElement.querySelector(".key");
    const box = parentElement.querySelector(".steps");
    const uses = data.numbers.map(() => []);
    data.numbers.forEach((number, i) => number.inputs.forEach(input => uses[input].push(i)));
    if (box.dataset.stamp !== data.stamp) {
        box.dataset.stamp = data.stamp;
        box.replaceChildren(...data.steps.map(step));
    }
    const cells = [...box.querySelectorAll("[data-number]")];
    box.onpointerover = event => { const cell = at(event); if (cell) light(number(cell)); };
    box.onpointerleave = () => light(data.chosen);
    box.onclick = event => { const cell = at(event); if (cell) { cell.focus(); keep(cell); } };
    box.listening?.abort();  // what listened to the data of the run before
    box.listening = new AbortController();
    const signal = { signal: box.listening.signal };
    box.addEventListener("focusin", event => { const cell = at(event); if (cell) { tabStop(cell); light(number(cell)); } }, signal);
    box.addEventListener("focusout", () => light(data.chosen), signal);
    box.onkeydown = pressed;
    tabStop(box.querySelector(`[data-number="${data.chosen}"]`) || cells[0]);
    light(data.chosen);

    function at(event) { return event.target.closest("[data-number]"); }
    function number(cell) { return Number(cell.dataset.number); }
    function keep(cell) { setTriggerValue("picked", data.numbers[number(cell)].name); }
    function tabStop(cell) { cells.forEach(c => { c.tabIndex = c === cell ? 0 : -1; }); }

    function reached(from, next) {
        const found = new Set(), waiting = [...next(from)];
        while (waiting.length) {
            const i = waiting.pop();
            if (!found.has(i)) { found.add(i); waiting.push(...next(i)); }
        }
        return found;
    }
    function light(chosen) {
        const direct = new Set(data.numbers[chosen].inputs);
        const before = reached(chosen, i => data.numbers[i].inputs), after = reached(chosen, i => uses[i]);
        cells.forEach(cell => {
            const i = number(cell);
            cell.classList.toggle("chosen", i === chosen);
            cell.classList.toggle("direct", direct.has(i));
            cell.classList.toggle("before", before.has(i) && !direct.has(i));
            cell.classList.toggle("after", after.has(i));
        });
        const { name, filled, shown, note } = data.numbers[chosen], strong = document.createElement("strong");
        strong.textContent = name;
        said.replaceChildren(strong, (filled ? ` = ${filled}` : "") + ` = ${shown}` + (note ? ` (${note})` : ""));
        key.replaceChildren(
            mark("chosen", "this number"),
            ...(before.size ? [mark("direct", "numbers in its formula")] : []),
            ...(before.size > direct.size ? [mark("before", "numbers that these are computed from")] : []),
            ...(after.size ? [mark("after", "computed from it")] : []),
            mark("bars", "how large a number is"),
        );
    }
    function mark(kind, words) {
        const item = element("span", "mark"), sample = element("span", `sample ${kind}`);
        item.append(sample, words);
        return item;
    }

    function pressed(event) {
        const cell = at(event);
        if (!cell || event.ctrlKey || event.altKey || event.metaKey) return;
        if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            keep(cell);
            return;
        }
        const line = cell.parentElement, all = [...line.querySelectorAll("[data-number]")], here = all.indexOf(cell);
        let to = null;
        if (event.key === "ArrowLeft") to = all[here - 1] || cells[cells.indexOf(cell) - 1];
        if (event.key === "ArrowRight") to = all[here + 1] || cells[cells.indexOf(cell) + 1];
        if (event.key === "ArrowUp" || event.key === "ArrowDown") to = vertical(cell, event.key === "ArrowUp" ? -1 : 1);
        if (event.key === "Home") to = cells[0];
        if (event.key === "End") to = cells[cells.length - 1];
        if (!to) return;
        event.preventDefault();
        to.focus();
    }
    function vertical(cell, by) {
        const lines = [...box.querySelectorAll("tbody tr")], place = cell.cellIndex;
        for (let k = lines.indexOf(cell.parentElement) + by; k >= 0 && k < lines.length; k += by) {
            const own = [...lines[k].querySelectorAll("[data-number]")];
            if (own.length) return own.find(c => c.cellIndex === place) || own[own.length - 1];
        }
        return null;
    }

    function element(tag, name, text) {
        const made = document.createElement(tag);
        if (name) made.className = name;
        if (text !== undefined) made.textContent = text;
        return made;
    }
    function subscripts(text) {
        return text.split(/_(\{[^}]*\}|\w)/).map((part, i) => (i % 2 ? element("sub", "", part.replace(/[{}]/g, "")) : part));
    }
    function step(given) {
        const section = element("section"), title = element("h2", "", given.title);
        const formula = element("p", "how"), symbols = element("p", "symbols");
        formula.append(...subscripts(given.formula));
        given.symbols.forEach(([symbol, meaning], i) => {
            const named = element("i");
            named.append(...subscripts(symbol));
            symbols.append(...(i ? ["; "] : []), named, ": " + meaning);
        });
        const table = element("table"), head = element("tr"), body = element("tbody"), top = element("thead");
        table.setAttribute("role", "grid");
        table.setAttribute("aria-label", given.title);
        head.append(heading("col", given.corner), ...given.columns.map((text, k) => column(given, text, k)));
        top.append(head);
        given.lines.forEach(([label, line], n) => {
            const row = element("tr", given.total && n === given.lines.length - 1 ? "total" : "");
            row.append(heading("row", label), ...line.map(cell));
            body.append(row);
        });
        table.append(top, body);
        section.append(title, ...(given.formula ? [formula] : []), ...(given.symbols.length ? [symbols] : []), table);
        return section;
    }
    function column(given, text, k) {
        const made = heading("col", text), own = given.lines.map(([, line]) => line[k]).filter(c => c);
        if (own.length && own.every(c => c[4])) made.classList.add("minor");
        if (own.length && own[0][3] && own.every(c => c[3] === own[0][3])) made.classList.add(own[0][3]);
        return made;
    }
    function heading(scope, text) {
        if (!text) return element("td", "none");
        const made = element("th"), inner = element("span", "", text);
        made.scope = scope;
        made.title = text;
        made.append(inner);
        return made;
    }
    function cell(given) {
        if (!given) return element("td", "none");
        const [place, text, bar, side, minor] = given, made = element("td", `${side} ${minor ? "minor" : ""}`.trim());
        made.dataset.number = place;
        made.setAttribute("role", "gridcell");
        made.style.setProperty("--bar", `${100 * bar}%`);
        made.setAttribute("aria-label", `${data.numbers[place].name}: ${text}`);
        made.textContent = text;
        return made;
    }
}
