const FRAMES = '[data-testid="stLayoutWrapper"]:has(> [class*="st-key-screen-"])';
const FIGURE = '[data-testid="stPlotlyChart"]';
const ELEMENT = '[data-testid="stElementContainer"]';
const TALL = `${ELEMENT}:has(${FIGURE})`;
const ROW = '[data-testid="stHorizontalBlock"]';
const LAYOUT = `${ROW}, [data-testid="stVerticalBlock"], [data-testid="stColumn"], [data-testid="stLayoutWrapper"]`;
const HEADING = "h1, h2, h3", CONTROL = 'input, button, [role=radiogroup], [role=slider], [data-testid="stMetric"]';
const CLOSED = "details:not([open]), :has(> details:not([open]))";
const ASKS = '[data-testid="stButtonGroup"], [data-testid="stButton"], [data-testid="stDownloadButton"], [data-testid="stPopover"], hr';
const SAYS = `[data-testid="stMarkdown"]:not(:has(hr)), [data-testid="stCaptionContainer"], [data-testid="stMetric"], table, canvas, input`;
const SHOWS = `${FIGURE}, table, canvas, section, li, [data-testid="stMetric"], [data-testid="stAlert"], [data-testid="stCaptionContainer"], `
    + '[data-testid="stMarkdown"]:not(:has(hr), :has(p:only-child > strong:only-child)), [role=slider], textarea';
const TOP = ".st-key-heading";  // a page's title and what it says of the page
const CAPTION = '[data-testid="stCaptionContainer"]', CAPTIONED = `${ELEMENT}:has(${CAPTION})`;
const CHIPS = '[data-testid="stLayoutWrapper"]:has(> [class*="st-key-chips-"])';
const SAID = '[data-testid="stLayoutWrapper"]:has(> [class*="st-key-said-"])';  // a card's sentence
const TOPIC = "p > strong:first-child";
const OPEN = '[role="dialog"], [role="listbox"], [data-testid="stPopoverBody"]';
const TYPED = "textarea, canvas, [role=grid], [role=listbox], [role=dialog]";
const MOVED = `${TYPED}, input, select, [contenteditable], [role=slider], [role=radio], [role=tab], [role=option], [tabindex] li`;
// what keeps the arrow keys after it was clicked: a click leaves the focus on choices that are made
const WRITTEN = `${TYPED}, input:not([type=radio], [type=checkbox], [role=combobox]), select, [contenteditable], [role=slider], [role=option]`;
// where the last screen leads: to a lesson's answer, and to the next lesson once this one is answered
const CHOOSER = ".st-key-lessons", ANSWERED = ".st-key-answered", ONWARD = ".st-key-next-lesson button";
const REVEAL = ".st-key-lesson-guess [role=radio]:last-of-type";
const RESTS = "at-rest";
const NEAR = 8, MARGIN = 12;  // pixels: the same place, around a screen
const LEAST = 0.55, BRIEF = 0.47, LOW = 0.38;  // of the screen: a figure's height, below a page's title, and above the last words
const SIZES = [1, 0.85, 0.75, 0.65, 0.55, 0.45, 0.4];  // of the letters of a figure: the largest with which it fits a screen
const SMALLEST = SIZES.at(-1);
const CLOSER = [1, 0.95, 0.9, 0.85, 0.8];  // of a text in sections: the largest with which its first ones fit
const GAP = 12;  // pixels between such a figure and the words below it
const AGAIN = 60;  // pixels of a table or a text that the next screen shows again
const STAYS = ".said";  // what stays at the top while the rest of its element is scrolled
const CLOSE = 0.85, TIGHT = 0.7;  // of a line's height: the least from one to the next, and below the page's heading
const APART = 1;  // the same in a figure that is cut between two rows
const SAME = 0.04;  // of a height: what makes no difference
const EDGE = 4;  // pixels around an element that are its own
const MANY = 6;  // rows of a figure that can begin on one screen and go on on the next
const RULE = `${ELEMENT}:has(hr)`, COLOURS = ".colorbar";
const SHORT = 60;  // letters of a line in bold that is a heading, or of a line that goes with the heading above it

export default function ({ parentElement, setTriggerValue }) {
    const main = document.querySelector('[data-testid="stMain"]'), bar = parentElement.querySelector(".bar");
    const blank = parentElement.querySelector(".blank");
    const again = parentElement.querySelector(".again"), covers = parentElement.querySelector(".covers");
    const root = document.documentElement;
    const [back, next, close] = bar.querySelectorAll("button"), place = bar.querySelector(".place");
    bar.listening?.abort();  // what the run before listened to
    bar.listening = new AbortController();
    const signal = bar.listening.signal;
    const known = bar.known ??= new WeakMap();  // heights of figures
    let screens = bar.screens ?? [], divided = new Set(), soon;
    back.onclick = () => go(-1);
    next.onclick = () => go(1);
    close.onclick = () => setTriggerValue("ended", true);
    window.addEventListener("keydown", pressed, { signal, capture: true });
    window.addEventListener("mousemove", moved, { signal, capture: true });
    main.addEventListener("scroll", tell, { signal, passive: true });
    main.addEventListener("focusin", uncover, { signal });
    window.addEventListener("pointerdown", () => { bar.clicked = true; }, { signal, capture: true });
    const watched = new ResizeObserver(later), changed = new MutationObserver(all => {
        if (all.some(({ target }) => !target.closest(".hoverlayer"))) {
            wait();
            later();
        }
    });
    for (const each of [main, main.firstElementChild]) watched.observe(each);
    changed.observe(main, { childList: true, subtree: true });
    signal.addEventListener("abort", () => {
        watched.disconnect();
        changed.disconnect();
        clearTimeout(soon);
        root.classList.remove(RESTS);
    });
    rest(bar.resting ?? true);
    arrange();
    return () => bar.listening.abort();

    // a figure whose names lie on each other has not got its height yet
    function wait() {
        for (const frame of main.querySelectorAll(FRAMES)) {
            const [one, other] = [...frame.querySelectorAll(".ytick text")].slice(0, 2).map(each => each.getBoundingClientRect());
            frame.classList.toggle("waits", Boolean(other) && panels(frame).length === 1 && Math.abs(one.top - other.top) < one.height / 2);
        }
    }
    function later() {
        clearTimeout(soon);
        soon = setTimeout(arrange, 100);
    }
    // screens of whole elements, as print is paged; figures then take the room that is left
    function arrange() {
        const page = main.clientHeight, at = main.scrollTop, here = screens.findIndex(screen => near(screen.top, at));
        const frames = [...main.querySelectorAll(FRAMES)].filter(frame => frame.checkVisibility());
        for (const text of main.querySelectorAll(ELEMENT)) closer(text, page);
        const head = frames.length ? Math.min(page, edges({ node: frames[0] }).bottom) : 0;
        const several = new Set();  // figures with names on several screens
        divided = new Set();
        const least = frames.map((frame, i) => {
            const at = edges({ node: frame }).top, opens = at < head, floor = (opens ? BRIEF : LEAST) * page;
            const whole = Math.max(page - 2 * MARGIN - said(frame), LEAST * page);
            const own = scaleOf(frame), names = legible(frame, TIGHT) / own;
            // letters keep their size unless there is too little room, or room to spare
            const needs = size => size * names * (size > own ? 1.05 : size === own ? 0.92 : 1);
            const led = opens ? 0 : before(frame, page), rooms = [whole - (opens ? at : choices(frame)), whole];
            const fits = [...(led ? [whole - led] : []), ...rooms]
                .find((height, k) => Math.max(led && !k ? BRIEF * page : floor, needs(SMALLEST)) <= height);
            const size = SIZES.find(each => needs(each) <= fits) ?? 1, least = fits < floor ? fits : floor;
            for (const tall of frame.querySelectorAll(TALL)) scaled(tall, size);
            if (square(frame)) {  // one scale for both axes: all the height there is, or what its captions leave of it
                const all = page - 2 * MARGIN - (opens ? at : choices(frame)), left = all - said(frame);
                return Math.max(floor, left < LEAST * page ? all : left);
            }
            if (!fits) {
                several.add(i);
                divided.add(frame);
                return legible(frame, listed(frame) ? APART : CLOSE);
            }
            return size < 1 ? fits : Math.min(Math.max(least, legible(frame, CLOSE)), fits);
        });
        fill(frames, least);
        for (const tall of main.querySelectorAll(TALL)) reduce(tall, page);
        let found = screensOf(page);
        for (let k = 1; k < found.length; k++) {
            if (!taken(found, k, frames, least, several, page)) continue;
            fill(frames, least);
            found = screensOf(page);
        }
        for (const [i, frame] of frames.entries()) {
            const k = found.findIndex(each => each.some(part => frame.contains(part.node)));
            if (k < 0 || several.has(i)) continue;
            const { left, right } = frame.getBoundingClientRect(), above = part => part.left < right && part.right > left;
            // what a figure of its own column will push down leaves this one its room
            const pushed = part => found[k].some(each => each.left < part.right && each.right > part.left && has([each], FIGURE));
            const stacked = found[k].filter(above);
            const beside = (found[k + 1] ?? []).filter(part => !above(part) && !pushed(part));
            const own = frames.filter((other, j) => j >= i && stacked.some(part => other.contains(part.node))).length;
            const free = Math.min(start(found[k], found) + page, ...beside.map(part => part.top - MARGIN)) - MARGIN - end(stacked);
            // a later screen with columns of which only some are pushed down grows
            const mixed = found.slice(k + 1).filter(each => each.some(above) && !each.every(part => above(part) || pushed(part)));
            const spare = mixed.map(each => start(each, found) + page - MARGIN - end(each));
            least[i] += Math.max(0, Math.min(free / own, ...spare));
            fill(frames, least);
            for (const part of found.flat()) Object.assign(part, edges(part));
        }
        const tops = found.map(screen => Math.min(...screen.map(part => part.top))), all = parts(main.firstElementChild, page);
        wait();
        screens = found.map((screen, k) => {
            const top = start(screen, found), low = screen.reduce((one, part) => part.bottom > one.bottom ? part : one);
            const below = goesOn(low) && axisBelow(low.node), bottom = end(screen) + (goesOn(low) ? 0 : EDGE);
            const before = screen[0].from && has(screen, FIGURE) && !axisBelow(screen[0].node);
            return {
                top, bottom, again: below ? low.node : before ? screen[0].node : null, below,
                covered: covered(screen, found.flat(), all, { top, bottom: k < found.length - 1 ? bottom : top + page, first: tops[k] }),
            };
        });
        bar.screens = screens;
        main.scrollTop = another() ? 0 : here < 0 ? at : (used() ?? screens[here])?.top ?? at;
        tell();
    }
    function screensOf(page) {
        return paged(lines(parts(main.firstElementChild, page), page), page).map(screen => screen.flat());
    }
    // true if the figure of a screen leaves its room to what the next one begins with but belongs to it: captions, or
    // the last choice of a column
    function taken(found, k, frames, least, several, page) {
        const before = found[k - 1], words = found[k].filter(part => k < found.length - 1 || !idle(part.node));
        const other = words.findIndex(part => !captioned([part]) && !offers(part)), own = words.slice(0, other < 0 ? undefined : other);
        if (!own.length || own.some(part => part.to !== undefined)) return false;
        const i = frames.findIndex(frame => before.some(part => frame.contains(part.node)));
        const missing = end(own) - start(before, found) - page + MARGIN;
        if (i < 0 || several.has(i) || missing <= 0) return false;
        if (least[i] - missing < Math.max((square(frames[i]) ? LEAST : LOW) * page, legible(frames[i], TIGHT))) return false;
        least[i] -= missing;
        return true;
    }
    // what is seen of other screens on this one
    function covered(own, shown, all, { top, bottom, first }) {
        const { left: edge, right: far, top: above } = main.getBoundingClientRect();
        const gap = !own[0].from ? [{ left: edge, right: far, top, bottom: first - EDGE }]
            : has(own, FIGURE) ? [{ left: edge, right: far, top, bottom: first }]
            : staying(own[0].node) ? [{ left: edge, right: far, top: top + staying(own[0].node), bottom: first }] : [];
        const others = all.filter(part => !own.some(({ node }) => node === part.node) && part.top < bottom && part.bottom > top)
            .filter(part => shown.some(({ node }) => node === part.node) || part.top < top || part.bottom > bottom)
            .map(part => ({ left: part.left - EDGE, right: part.right + EDGE, top: part.top - EDGE, bottom: Math.min(part.bottom + EDGE, bottom) }));
        return [...(top > 0 ? gap : []), ...others].map(box => ({ ...box, top: Math.max(0, box.top - top) + above, bottom: box.bottom - top + above }))
            .filter(box => box.bottom > box.top);
    }
    // true where the page has another title than before, as the next lesson has
    function another() {
        const title = main.querySelector("h1")?.textContent, before = bar.title;
        bar.title = title ?? before;
        if (before === undefined || bar.title === before) return false;
        leave();
        return true;
    }
    // no control is in use any longer
    function leave() {
        if (main.contains(document.activeElement)) document.activeElement.blur();
    }
    // the screen of the control that was used last: what it changes can move it to another
    function used() {
        const active = document.activeElement;
        if (!main.contains(active) || !active.matches("input, button, [role=radio], [role=slider]")) return undefined;
        const { top } = edges({ node: active });
        return screens.findLast(screen => screen.top <= top);
    }
    // a figure that is taller than a screen is drawn smaller, with more room from left to right
    function reduce(tall, page) {
        const height = tall.offsetHeight, whole = page - 2 * MARGIN, below = said(tall), above = first(tall) ? 0 : choices(tall);
        const room = [whole - below - above, whole - above, whole].find(each => each >= LOW * page && each >= SMALLEST * height);
        if (!tall.closest(FRAMES)) scaled(tall, room < height ? room / height : 1, height);
    }
    function scaled(tall, scale, height = 0) {
        tall.classList.toggle("reduced", scale < 1);
        tall.style.setProperty("--reduced", scale);
        tall.style.setProperty("--spared", `${(scale - 1) * height}px`);
    }
    function scaleOf(node) {
        return Number(node.querySelector(".reduced")?.style.getPropertyValue("--reduced") ?? 1);
    }
    // the height of the captions and chips below a figure, up to what is of another matter, and of the choices above it
    function said(figure) {
        let height = 0;
        for (let each = beside(figure, "nextElementSibling"); each; each = beside(each, "nextElementSibling")) {
            if (each.offsetHeight < 4) continue;  // what is not seen
            if (!each.matches(`${CAPTIONED}, ${CHIPS}, ${SAID}`) || each.querySelector(TOPIC)) break;
            height += each.offsetHeight + GAP;
        }
        return height;
    }
    function choices(figure) {
        const above = beside(figure, "previousElementSibling");
        return above?.querySelector(CONTROL) && !above.querySelector(FIGURE) ? above.offsetHeight + GAP : 0;
    }
    // the height of what leads to a figure from the heading before it, where that leaves the figure its room
    function before(figure, page) {
        const last = earlier(figure, FIGURE).at(-1);
        const heading = earlier(figure, HEADING).find(each => !last || last.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING);
        const led = heading ? edges({ node: figure }).top - edges({ node: heading.closest(ELEMENT) ?? heading }).top : 0;
        return led < (1 - BRIEF) * page ? led : 0;
    }
    // what is seen of a kind before an element
    function earlier(node, what) {
        return [...main.querySelectorAll(what)].filter(each => each.checkVisibility() && !node.contains(each)
            && each.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING);
    }
    function first(figure) { return !earlier(figure, FIGURE).length; }
    // a text in sections is drawn a little smaller where the first of them then share a screen with the choices above
    function closer(text, page) {
        const sections = roots(text).flatMap(root => [...root.querySelectorAll("section")]).map(each => each.getBoundingClientRect());
        if (!sections.length || text.querySelector(FIGURE)) return;
        const own = Number(text.style.zoom || 1), { top } = edges({ node: text }), above = text.getBoundingClientRect().top;
        const low = Math.max(...sections.filter(each => each.top < sections[0].bottom).map(each => each.bottom)) - above;
        const room = page - MARGIN - EDGE - top, size = CLOSER.find(each => each * low / own <= room) ?? 1;
        if (size !== own) text.style.zoom = size;
    }
    function beside(node, next) {
        while (!node[next] && node.parentElement.matches(LAYOUT)) node = node.parentElement;
        return node[next];
    }
    function fill(frames, heights) {
        frames.forEach((frame, i) => frame.style.setProperty("--screen", `${heights[i]}px`));
    }
    // a figure with one scale for both axes
    function square(frame) {
        const layout = frame.querySelector(".js-plotly-plot")?._fullLayout;
        return Boolean(layout?.xaxis?.scaleanchor || layout?.yaxis?.scaleanchor);
    }
    // a figure of rows with names, which can begin on one screen and go on on the next
    function listed(frame) {
        return named(frame) && panels(frame).length === 1 && frame.querySelectorAll(".ytick").length >= MANY && !frame.querySelector(COLOURS);
    }
    // true for a figure with names along its axis, not numbers: only those can stand too close to each other
    function named(frame) {
        return Boolean(frame.querySelector(".js-plotly-plot")?._fullLayout?.yaxis?.ticktext);
    }
    // the height of a figure at which the names along its axis, and the words below them, come so close to each other
    function legible(frame, close) {
        const found = measured(frame, close), before = known.get(frame) ?? {}, last = before[close];
        // letters are drawn at whole pixels: a little more or less is no other height, or the figure would not rest
        known.set(frame, { ...before, [close]: Math.abs(found - last) <= SAME * found ? Math.max(found, last) : found });
        return known.get(frame)[close];
    }
    function measured(frame, close) {
        const layout = frame.querySelector(".js-plotly-plot")?._fullLayout, axis = layout?.yaxis;
        const ticks = [...frame.querySelectorAll(".ytick text")], svg = frame.querySelector(".main-svg")?.getBoundingClientRect();
        if (!named(frame) || panels(frame).length !== 1 || ticks.length < 2 || !svg?.height) return 0;
        const box = each => each.getBoundingClientRect(), scale = scaleOf(frame);
        const rows = ticks.map(each => ({
            middle: (box(each).top + box(each).bottom) / 2, above: box(each).height / 2, below: box(each).height / 2,
            line: box(each).height / Math.max(1, each.querySelectorAll(".line").length),
        })).sort((one, other) => one.middle - other.middle);
        const texts = written(frame), rowOf = ({ anchor }) => rows.find(row => near(row.middle, anchor));
        for (const { each, own } of texts.map(each => ({ each, own: rowOf(each) })).filter(({ own }) => own)) {
            own.above = Math.max(own.above, each.anchor - each.top);
            own.below = Math.max(own.below, each.bottom - each.anchor);
        }
        const spare = (1 - close) * Math.min(...rows.map(row => row.line));
        const larger = rows.slice(1).map(({ middle, above }, i) => (rows[i].below + above - spare) / (middle - rows[i].middle));
        // words at heights between the rows, against those of the row above
        const between = texts.filter(each => !rowOf(each)).map(({ anchor, top }) => ({ middle: anchor, over: anchor - top }))
            .filter(({ over }) => over > 0);
        for (const { middle, over } of between) {
            const row = rows.findLast(each => each.middle < middle);
            if (row) larger.push((row.below + over) / (middle - row.middle));
        }
        return svg.height + scale * axis._length * (Math.max(...larger) - 1);
    }
    // the texts of a figure at heights of its axis, and where on the screen these heights are
    function written(node) {
        const plot = node.querySelector(".js-plotly-plot"), axis = plot?._fullLayout?.yaxis, scale = scaleOf(node);
        const svg = node.querySelector(".main-svg")?.getBoundingClientRect();
        const notes = [...node.querySelectorAll(".annotation")].map(each => {
            const { y, yref } = plot._fullLayout.annotations[each.dataset.index] ?? {};
            return { each, y: yref === "y" ? y : undefined };
        });
        const names = [...node.querySelectorAll(".textpoint")].map(each => ({ each, y: each.__data__?.y }));
        return [...notes, ...names].filter(({ each, y }) => y !== undefined && each.textContent).map(({ each, y }) => {
            const { top, bottom } = each.getBoundingClientRect();
            return { top, bottom, anchor: svg.top + scale * (axis._offset + axis.d2p(y)) };
        });
    }
    // where the panels of a figure are, from its top, the highest first; panels side by side are one
    function panels(node) {
        const layout = node.querySelector(".js-plotly-plot")?._fullLayout, found = new Map();
        for (const name of layout?._subplots.yaxis ?? []) {
            const { _offset: top, _length: length } = layout[`yaxis${name.slice(1)}`];
            found.set(Math.round(top), { top, length });
        }
        return [...found.values()].sort((one, other) => one.top - other.top);
    }
    // the panels of a figure with the letters around each, from the element's top
    function lettered(node) {
        const svg = node.querySelector(".main-svg");
        if (!svg) return [];
        const above = node.getBoundingClientRect().top, inner = svg.getBoundingClientRect().top - above;
        const made = panels(node).map(({ top, length }) => [inner + top, inner + top + length]), bare = made.map(box => [...box]);
        for (const text of node.querySelectorAll(".main-svg text")) {
            const { top, bottom } = text.getBoundingClientRect(), middle = (top + bottom) / 2 - above;
            const far = bare.map(([first, last]) => Math.max(first - middle, middle - last, 0)), i = far.indexOf(Math.min(...far));
            if (i < 0) continue;
            made[i] = [Math.min(made[i][0], top - above), Math.max(made[i][1], bottom - above)];
        }
        return made;
    }
    // the rows of names along a figure's only axis, each with the letters beside and below it
    function lanes(node) {
        const above = node.getBoundingClientRect().top, box = each => each.getBoundingClientRect();
        const names = [...node.querySelectorAll(".ytick")].map(box).sort((one, other) => one.top - other.top);
        const made = names.map(({ top, bottom }) => [top - above, bottom - above]);
        const middles = names.map(({ top, bottom }) => (top + bottom) / 2);
        for (const { top, bottom, anchor } of written(node)) {
            // words between two rows, as the names of a declared order, stand above the marks of the lower one
            const own = middles.findIndex(middle => near(middle, anchor)), i = own < 0 ? middles.findIndex(middle => middle > anchor) : own;
            if (i >= 0) made[i] = [Math.min(made[i][0], top - above), Math.max(made[i][1], bottom - above)];
        }
        const marks = new Map();  // the highest of each row
        for (const { top, bottom } of [...node.querySelectorAll(".scatterlayer .point")].map(box)) {
            const i = middles.findIndex(middle => near(middle, (top + bottom) / 2));
            if (i < 0) continue;
            marks.set(i, Math.min(marks.get(i) ?? Infinity, top - above));
            made[i] = [Math.min(made[i][0], top - above), Math.max(made[i][1], bottom - above)];
        }
        for (const [i, next] of made.slice(1).entries()) {  // letters so close that their boxes overlap
            if (made[i][1] > next[0]) made[i][1] = next[0] = Math.min((made[i][1] + next[0]) / 2, (marks.get(i + 1) ?? Infinity) - 1);
        }
        return made;
    }
    // what the next screens of a figure show again: its legend and the axis above it, or else the axis below it
    function strip(node) {
        const svg = node.querySelector(".main-svg"), rows = panels(node);
        if (!svg || !rows.length) return null;
        const own = svg.getBoundingClientRect(), edge = own.top + rows[0].top, low = own.top + rows.at(-1).top + rows.at(-1).length;
        const boxes = list => [...node.querySelectorAll(list)].map(each => each.getBoundingClientRect()).filter(box => box.height);
        const keys = boxes(".legend").filter(box => box.bottom <= edge + NEAR);
        const named = rows.length === 1 ? boxes(".xtick text") : [], high = [...keys, ...named.filter(box => box.bottom <= edge + NEAR)];
        const below = [...named, ...(rows.length === 1 ? boxes(".xtitle") : [])].filter(box => box.top >= low - NEAR);
        const kept = high.length ? high : below;
        if (!kept.length) return null;
        const top = Math.min(...kept.map(box => box.top)) - 2, bottom = Math.max(...kept.map(box => box.bottom)) + 2;
        return { svg, from: top - own.top, height: bottom - top, below: !high.length };
    }
    // true for a figure whose axis is below it: every screen but its last shows that axis at the lower edge
    function axisBelow(node) { return Boolean(strip(node)?.below); }
    function goesOn({ node, to }) { return to !== undefined && to < heightOf(node) - 1; }
    // the room that the axis takes below a piece of a figure
    function foot(line) {
        return Math.max(0, ...line.map(part => goesOn(part) && axisBelow(part.node) ? strip(part.node).height : 0));
    }
    // of an element as it is seen
    function heightOf(node) {
        const { height } = node.getBoundingClientRect();
        return node.classList.contains("reduced") ? height * node.style.getPropertyValue("--reduced") : height;
    }
    function near(one, other) { return Math.abs(one - other) < NEAR; }
    function has(some, what) { return some.some(part => part.node.querySelector(what)); }
    function start(screen, all) {
        const own = screen.flat();
        const axis = own[0].from && has(own, FIGURE) ? strip(own[0].node) : null;
        const before = !own[0].from ? MARGIN : has(own, FIGURE) ? (axis && !axis.below ? axis.height : MARGIN) : Math.max(AGAIN, staying(own[0].node) + MARGIN);
        return screen === all[0] ? 0 : Math.min(...own.map(part => part.top)) - before;
    }
    function roots(node) {
        return [node, ...[...node.querySelectorAll("*")].map(each => each.shadowRoot).filter(root => root)];
    }
    function staying(node) {
        return Math.max(0, ...roots(node).map(root => root.querySelector(STAYS)?.getBoundingClientRect().height ?? 0));
    }
    function end(some) { return Math.max(...some.map(part => part.bottom)); }
    // where an element is on the page, or the piece of it from one height to another
    function edges({ node, from = 0, to }) {
        const box = node.getBoundingClientRect(), start = box.top - main.getBoundingClientRect().top + main.scrollTop;
        return { top: start + from, bottom: start + (to ?? heightOf(node)), left: box.left, right: box.right };
    }
    // what must not be cut
    function parts(node, page) {
        const cuts = [...divided].some(frame => frame.contains(node) && node.matches(TALL));
        const height = heightOf(node), fits = height <= page - 2 * MARGIN && !cuts;
        if (!node.checkVisibility() || node.matches(RULE)) return [];
        const framed = fits && (node.matches(ROW) || getComputedStyle(node).borderTopWidth !== "0px");
        const inner = node.matches(LAYOUT) || (node.querySelector(ELEMENT) && !node.matches(ELEMENT));
        if (inner && !(framed && !node.querySelector(FIGURE))) {
            return [...node.children].flatMap(child => parts(child, page));
        }
        if (height < 4) return [];
        return (fits ? [{ node }] : cut(node, height, page)).map(piece => ({ ...piece, ...edges(piece) }));
    }
    // the pieces of what is taller than a screen: rows of panels, or lines of words
    function cut(node, height, page) {
        const above = node.getBoundingClientRect().top, rows = panels(node).length > 1 ? lettered(node) : lanes(node);
        const last = node.querySelector(".main-svg")?.getBoundingClientRect().top + Math.max(...panels(node).map(({ top, length }) => top + length));
        const beyond = text => text.getBoundingClientRect().top >= last;  // the axis below a figure stays with its last line
        const room = page - staying(node) - 2 * MARGIN;
        const whole = roots(node).flatMap(root => [...root.querySelectorAll("section")])
            .filter(each => each.getBoundingClientRect().height <= room);
        const words = roots(node).flatMap(root => [...root.querySelectorAll(`text, tr, p:not(${STAYS} *), li, h2`)])
            .filter(each => !whole.includes(each.closest("section")) && !(rows.length && beyond(each)))
            .concat(whole).map(each => each.getBoundingClientRect());
        const boxes = rows.length > 1 ? rows
            : words.map(box => [box.top - above, box.bottom - above]).sort((one, other) => one[0] - other[0]);
        const cuts = [0], shown = node.querySelector(FIGURE) ? page - (strip(node)?.height ?? 0) - MARGIN : page;
        let low = boxes[0]?.[1] ?? 0;
        for (const [top, bottom] of [...boxes, [height, height]]) {
            while (top - cuts.at(-1) > shown && low - cuts.at(-1) > shown) cuts.push(cuts.at(-1) + 0.9 * shown);
            if (top >= low) cuts.push(Math.min((low + top) / 2, low + NEAR));
            low = Math.max(low, bottom);
        }
        const bars = [...node.querySelectorAll(COLOURS)].map(each => each.getBoundingClientRect()).filter(box => box.height < shown);
        for (const { top, bottom } of bars) {  // what the colours mean is seen in one piece
            const kept = cuts.filter(at => at <= top - above || at >= bottom - above);
            cuts.splice(0, Infinity, ...kept);
        }
        if (cuts.length > 1 && cuts.at(-1) >= Math.max(...boxes.map(box => box[1])) - 1) cuts.pop();  // after the last line
        return cuts.map((from, i) => ({ node, from, to: cuts[i + 1] ?? height }));
    }
    // elements side by side, as far as a screen holds them
    function lines(all, page) {
        const made = [];
        for (const part of all.sort((one, other) => one.top - other.top)) {
            const last = made.at(-1), beside = last && part.top < end(last) - 3;
            if (beside && part.bottom - last[0].top <= page - 2 * MARGIN) last.push(part);
            else made.push([part]);
        }
        return made;
    }
    // a heading after a figure begins a screen, as does a figure of several screens; what leads to the next line goes
    // with it, and so does the figure that a caption is about
    function paged(all, page) {
        const made = [], waiting = [...all];
        while (waiting.length) {
            const line = waiting.shift();
            const last = made.at(-1), rest = last && page - (end(last.flat()) - start(last, made));
            const figures = last?.flat().filter(part => has([part], FIGURE)) ?? [];
            const finished = last?.length && figures.every(part => part.from > 0);  // no more than the end of a figure so far
            const begins = last && ((titles(line) && figures.length && !finished) || (long(line) && rest < (made.length > 1 ? LEAST : BRIEF) * page)
                || (last.at(-1).every(offers) && last.flat().every(part => idle(part.node))));
            const fit = last && !begins ? line.filter(part => part.bottom - start(last, made) + foot([part]) <= page - MARGIN) : [];
            if (last && fit.length === line.length) last.push(line);
            else if (fit.length && ((made.length === 1 && !figures.length && has(fit, FIGURE)) || aside(fit, line))) {
                // side by side: what has room stays
                last.push(fit);
                waiting.unshift(...lines(line.filter(part => !fit.includes(part)), page));
            } else {
                const leads = [];
                const fits = () => end(line) - last.at(-1)[0].top <= page - 2 * MARGIN;
                const figure = () => leads.find(each => has(each, FIGURE)) ?? line;
                const moves = () => leading(last.at(-1), figure()) && (made.length > 1 || (titles(last.at(-1)) && last.slice(0, -1).flat().some(shows)));  // choices stay first
                const pulls = () => made.length > 1 && !leads.length && captioned(line) && !last.at(-1).some(goesOn) && has(last.at(-1), FIGURE);
                while (last?.length > 1 && (moves() || brief(last) || pulls()) && fits()) {
                    leads.unshift(last.pop());
                }
                made.push([...leads, line]);
            }
        }
        const shown = made.filter((screen, k) => screen.flat().some(k ? shows : part => !idle(part.node)));
        return joined(shown.length ? shown : made, page);
    }
    // screens that fit on one together are one; a piece of a figure keeps its own
    function joined(all, page) {
        const made = [];
        for (const screen of all) {
            const last = made.at(-1), piece = [...(last?.flat() ?? []), ...screen.flat()].some(part => part.to !== undefined);
            if (last && !piece && end(screen.flat()) - start(last, made) <= page - MARGIN) last.push(...screen);
            else made.push([...screen]);
        }
        return made;
    }
    // what there is to see apart from titles and choices
    function shows(part) {
        if (idle(part.node) || titles([part]) || part.node.closest(TOP)) return false;
        return roots(part.node).some(root => root.querySelector(SHOWS));
    }
    // what only offers more: it needs no screen of its own
    function idle(node) {
        return node.matches(CLOSED) || node.closest(CHOOSER) || (node.querySelector(ASKS) && !node.querySelector(`${SAYS}, ${FIGURE}`));
    }
    // buttons in a column next to what has no room
    function aside(fit, line) {
        const others = line.filter(part => !fit.includes(part));
        return fit.every(part => idle(part.node) && others.every(({ left, right }) => part.left >= right || part.right <= left));
    }
    // a choice that nothing follows in its column
    function offers({ node }) {
        const column = node.closest('[data-testid="stColumn"]');
        return Boolean(column && node.querySelector('[data-testid="stButtonGroup"]') && idle(node)
            && [...column.querySelectorAll(ELEMENT)].filter(each => each.offsetHeight >= 4).at(-1)?.contains(node.querySelector("button")));
    }
    function long([{ node, from, to }]) {
        return from === 0 && to < heightOf(node) - 1 && node.querySelector(FIGURE);
    }
    // what is said of the figure above it
    function captioned(line) { return line.every(part => part.node.matches(CAPTIONED) || part.node.closest(SAID)); }
    // a line of words below a heading
    function brief(lines) {
        const [title, line] = lines.slice(-2);
        return lines.length > 2 && titles(title) && !has(line, `${FIGURE}, ${CONTROL}`) && line[0].node.textContent.length < SHORT;
    }
    function titles(line) {
        const text = line[0].node.textContent.trim();
        const bold = line[0].node.querySelector("p:only-child > strong:first-child")?.textContent;
        return has(line, HEADING) || (bold && text.startsWith(bold) && text.length < SHORT);
    }
    function leading(line, following) {
        return !has(line, FIGURE) && (titles(line) || (has(line, CONTROL) && has(following, FIGURE)));
    }

    function current() { return screens.findLastIndex(screen => screen.top <= main.scrollTop + NEAR); }
    function tell() {
        const here = current(), at = main.scrollTop, text = `${here + 1} of ${screens.length}`;
        if (place.textContent !== text) place.textContent = text;
        back.disabled = at < 1;
        next.disabled = here >= screens.length - 1 && !onward();
        const whole = here < screens.length - 1 && near(screens[here].top, at);
        blank.style.height = `${whole ? Math.max(0, main.clientHeight + at - screens[here].bottom) : 0}px`;
        const rests = near(screens[here]?.top, at);
        repeat(rests ? screens[here] : {});
        covers.replaceChildren(...(rests ? screens[here].covered : []).map(({ left, right, top, bottom }) => {
            const made = document.createElement("div");
            made.style.cssText = `left: ${left}px; top: ${top}px; width: ${right - left}px; height: ${bottom - top}px`;
            return made;
        }));
    }
    // the legend and the axis of a figure that began on a screen before, or the axis of one that goes on
    function repeat({ again: node, below, bottom, top }) {
        const found = node && strip(node);
        again.style.top = `${below ? bottom - top : 0}px`;
        again.style.height = `${found?.height ?? 0}px`;
        again.replaceChildren();
        if (!found) return;
        const { left, width } = found.svg.getBoundingClientRect();
        const drawn = [...node.querySelectorAll(".main-svg")].map(svg => svg.cloneNode(true));
        for (const bar of drawn.flatMap(svg => [...svg.querySelectorAll(COLOURS)])) bar.remove();  // in one piece, or not at all
        for (const svg of drawn) svg.style.cssText = `position: absolute; left: ${left}px; top: ${-found.from}px; width: ${width}px; background: none`;
        again.append(...drawn);
    }
    function go(by) {
        leave();
        arrange();
        rest(true);
        const at = main.scrollTop, tops = screens.map(screen => screen.top);
        const found = by > 0 ? tops.find(top => top > at + NEAR) : tops.findLast(top => top < at - NEAR);
        const on = found === undefined && by > 0 ? onward() : null;
        on?.click();
        main.scrollTop = on ? 0 : found ?? at;  // what comes is seen from its first screen on
        tell();
    }
    function onward() {
        return main.querySelector(main.querySelector(ANSWERED) ? ONWARD : REVEAL);
    }
    // a control below this screen that is reached by a key
    function uncover({ target }) {
        const { top } = edges({ node: target });
        if (!blank.clientHeight || top <= screens[current()].bottom) return;
        main.scrollTop = screens.findLast(screen => screen.top <= top).top;
    }
    // toolbars and tooltips below a pointer that rests are hidden
    function rest(resting) {
        bar.resting = resting;
        root.classList.toggle(RESTS, resting);
    }
    function moved(event) {  // what scrolls below the pointer makes such events too
        const spot = `${event.screenX} ${event.screenY}`;
        if (bar.pointer !== undefined && bar.pointer !== spot) rest(false);
        bar.pointer = spot;
    }

    function pressed(event) {
        if (event.key === "Tab") {
            rest(false);
            bar.clicked = false;
        }
        if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
        const within = list => event.composedPath().some(e => e.matches?.(list));
        if (event.key === "Escape") {
            const large = [...document.querySelectorAll('[data-testid="stFullScreenFrame"]')]
                .some(e => getComputedStyle(e).position === "fixed");
            if (!large && !document.querySelector(OPEN)) setTriggerValue("ended", true);
            return;
        }
        const clicked = { PageDown: 1, PageUp: -1 }[event.key], by = clicked || { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!by || within(clicked ? TYPED : bar.clicked ? WRITTEN : MOVED) || document.querySelector(OPEN)) return;
        event.preventDefault();
        event.stopPropagation();
        go(by);
    }
}
