const WAIT = 300;  // a key held down chooses many points, and one message is enough
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export default function ({ data, parentElement, setStateValue, setTriggerValue }) {
    const walk = parentElement.querySelector(".walk"), said = parentElement.querySelector(".said");
    const own = walk.own ??= { at: null, corner: null, timer: null, zoom: null };
    Object.assign(own, { data, setStateValue, setTriggerValue });
    if (own.timer === null) own.chosen = new Set(data.chosen);
    walk.setAttribute("aria-label", data.label);
    walk.style.display = data.hidden ? "none" : "";
    own.over ??= event => listen(event.target.closest?.(".js-plotly-plot"));
    document.addEventListener("pointerover", own.over);
    if (!data.hidden) glide(own, data.place, map, points);
    walk.onkeydown = pressed;
    walk.onfocus = () => { const at = current(); if (at) show(at); };
    walk.onblur = () => { own.corner = null; own.marks?.remove(); said.textContent = ""; };
    return () => {
        document.removeEventListener("pointerover", own.over);
        cancelAnimationFrame(own.waiting);
        own.marks?.remove();
    };

    function map() { return document.querySelector(`.st-key-${CSS.escape(own.data.chart)} .js-plotly-plot`); }

    function listen(plot) {  // each time that the chart is drawn anew, it is another element
        if (!plot || plot !== map() || plot.heardBy === own) return;
        plot.heardBy = own;
        plot.on("plotly_click", ({ points, event }) => {
            // in this mode the chart chooses points itself
            if (plot._fullLayout.clickmode.includes("select") || points[0]?.customdata === undefined) return;
            const id = Number(points[0].customdata);
            if (!event.shiftKey) own.chosen = new Set([id]);
            else if (!own.chosen.delete(id)) own.chosen.add(id);
            own.at = id;
            send(0);
        });
        plot.on("plotly_doubleclick", () => {
            if (["lasso", "select"].includes(plot._fullLayout.dragmode)) clear();
        });
        plot.on("plotly_relayout", changed => {
            own.spots = new Map(points().map(({ id, x, y }) => [id, [x, y]]));
            const keys = Object.keys(changed), { xaxis, yaxis, dragmode } = plot._fullLayout;
            if (keys.some(key => /^[xy]axis\.autorange$/.test(key))) own.zoom = null;
            else if (keys.some(key => /^[xy]axis\.range/.test(key))) own.zoom = { x: [...xaxis.range], y: [...yaxis.range] };
            else if (!keys.includes("dragmode")) return;
            own.setStateValue("seen", { place: own.data.place, zoom: own.zoom, drag: dragmode });
        });
    }

    function points() {  // those in the frame, from left to right
        const plot = map();
        if (!plot?._fullLayout?.xaxis) return [];
        const { xaxis, yaxis } = plot._fullLayout, found = [];
        for (const trace of plot._fullData) {
            if (trace.visible !== true || !trace.customdata) continue;
            for (let i = 0; i < trace.x.length; i++) {
                const x = xaxis.l2p(trace.x[i]), y = yaxis.l2p(trace.y[i]);
                if (x < 0 || y < 0 || x > xaxis._length || y > yaxis._length) continue;
                const id = Number(trace.customdata[i]), words = trace.hovertext[i];
                found.push({ id, words, group: trace.meta, x: x + xaxis._offset, y: y + yaxis._offset });
            }
        }
        return found.sort((a, b) => a.x - b.x || a.y - b.y || a.id - b.id);
    }

    function current(all = points()) { return all.find(point => point.id === own.at) ?? all[0]; }

    function nearest(all, from, [right, down]) {
        const ahead = all.map(point => {
            const along = right * (point.x - from.x) + down * (point.y - from.y);
            const across = Math.abs(down * (point.x - from.x)) + Math.abs(right * (point.y - from.y));
            return { point, along, cost: Math.hypot(along, across) * (across > along ? 4 : 1) + across };
        }).filter(each => each.along > 0.5);
        return ahead.sort((a, b) => a.cost - b.cost)[0]?.point ?? from;
    }

    function pressed(event) {
        const all = points(), at = current(all), place = all.indexOf(at), last = all.length - 1;
        if (!at || event.ctrlKey || event.altKey || event.metaKey) return;
        const step = { Home: 0, End: last, PageUp: place - 1, PageDown: place + 1 }[event.key];
        let to = at;
        if (event.key in WAYS) to = nearest(all, at, WAYS[event.key]);
        else if (step !== undefined) to = all[Math.max(0, Math.min(last, step))];
        else if (event.key === " " || event.key === "Enter") toggle(at.id);
        else if (event.key === "b" || event.key === "B") corner(all, at);
        else if (event.key === "Escape") { if (own.corner === null) clear(); own.corner = null; }
        else return;
        event.preventDefault();
        event.stopPropagation();
        own.at = to.id;
        if (event.shiftKey && to !== at) { own.chosen.add(at.id).add(to.id); send(WAIT); }
        show(to, all);
    }

    function toggle(id) {
        if (!own.chosen.delete(id)) own.chosen.add(id);
        send(WAIT);
    }
    function corner(all, at) {
        const from = own.corner;
        own.corner = from === null ? at.id : null;
        const start = all.find(point => point.id === from);
        if (!start) return;
        const between = (value, a, b) => value >= Math.min(a, b) && value <= Math.max(a, b);
        for (const point of all) {
            if (between(point.x, start.x, at.x) && between(point.y, start.y, at.y)) own.chosen.add(point.id);
        }
        send(WAIT);
    }
    function clear() {
        if (!own.chosen.size) return;
        own.chosen = new Set();
        send(0);
    }
    function send(after) {
        clearTimeout(own.timer);
        own.timer = setTimeout(() => { own.timer = null; own.setTriggerValue("picked", [...own.chosen]); }, after);
    }

    function show(point, all = points()) {
        mark(point, all.find(each => each.id === own.corner));
        const words = new DOMParser().parseFromString(point.words.replaceAll("<br>", ", "), "text/html").body.textContent;
        const group = point.words.startsWith("<b>") || point.group === "rows" ? "" : `${point.group}, `;
        const chosen = own.chosen.has(point.id) ? "chosen" : "not chosen";
        const box = own.corner === null ? "" : "; a corner of the box is set";
        said.textContent = `${group}${words}; ${chosen}; point ${all.findIndex(each => each.id === point.id) + 1} of ${all.length}${box}`;
    }
    function mark(point, start) {
        const frame = map().querySelector(".svg-container");
        own.marks ??= document.createElement("div");
        const ring = document.createElement("div"), colour = own.data.colour;
        const at = (x, y, width, height, look) => `position:absolute;left:${x}px;top:${y}px;width:${width}px;`
            + `height:${height}px;box-sizing:border-box;pointer-events:none;z-index:9;border:${look} ${colour};`;
        ring.style.cssText = at(point.x - 13, point.y - 13, 26, 26, "3px solid") + "border-radius:50%";
        own.marks.replaceChildren(ring);
        if (start) {
            const box = document.createElement("div");
            const [left, top] = [Math.min(start.x, point.x) - 8, Math.min(start.y, point.y) - 8];
            const [wide, high] = [Math.abs(start.x - point.x) + 16, Math.abs(start.y - point.y) + 16];
            box.style.cssText = at(left, top, wide, high, "2px dashed");
            own.marks.append(box);
        }
        frame.append(own.marks);
    }
}
