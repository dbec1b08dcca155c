const FIGURES = '[data-testid="stPlotlyChart"], [data-testid="stBidiComponentRegular"], [data-testid="stBidiComponentIsolated"]';
const OPEN = '[role="dialog"], [role="listbox"], [data-testid="stPopoverBody"]';
const TYPED = "textarea, canvas, [role=grid], [role=listbox], [role=dialog]";
const MOVED = `${TYPED}, input, select, [contenteditable], [role=slider], [role=radio], [role=tab], [role=option], [tabindex] li`;
const ABOVE = 36;  // pixels over a figure, for its toolbar
const RESTS = "at-rest";
const NEAR = 8;
const LEAST = 0.35;  // of the screen: what is lower belongs to the figure before

export default function ({ parentElement, setTriggerValue }) {
    const main = document.querySelector('[data-testid="stMain"]'), bar = parentElement.querySelector(".bar");
    const header = document.querySelector('[data-testid="stHeader"]');
    const [back, next, end] = bar.querySelectorAll("button"), place = bar.querySelector(".place"), root = document.documentElement;
    bar.listening?.abort();  // what the run before listened to
    bar.listening = new AbortController();
    const signal = bar.listening.signal;
    back.onclick = () => go(-1);
    next.onclick = () => go(1);
    end.onclick = () => setTriggerValue("ended", true);
    window.addEventListener("keydown", pressed, { signal, capture: true });
    window.addEventListener("mousemove", moved, { signal, capture: true });
    main.addEventListener("scroll", tell, { signal, passive: true });
    const watched = new ResizeObserver(tell);
    watched.observe(main.firstElementChild);
    signal.addEventListener("abort", () => {
        watched.disconnect();
        header.style.visibility = "";
        root.classList.remove(RESTS);
    });
    rest(bar.resting ?? true);
    tell();
    return () => bar.listening.abort();

    // where the screens begin: the page's title, then each figure, more than one where it is taller
    function screens() {
        const page = main.clientHeight - ABOVE, from = main.getBoundingClientRect().top - main.scrollTop + ABOVE, tops = [0];
        for (const figure of main.querySelectorAll(FIGURES)) {
            const box = figure.getBoundingClientRect();
            if (!figure.checkVisibility() || box.height < LEAST * page) continue;
            for (let top = box.top - from; top < box.bottom - from - LEAST * page; top += 0.9 * page) {
                if (top > tops[tops.length - 1] + NEAR) tops.push(top);
            }
        }
        return tops;
    }
    function ended() { return main.scrollTop + main.clientHeight >= main.scrollHeight - 2; }
    function tell() {
        const tops = screens(), at = main.scrollTop;
        const here = ended() ? tops.length : Math.max(1, tops.filter(top => top <= at + NEAR).length);
        const text = `${here} of ${tops.length}`;
        if (place.textContent !== text) place.textContent = text;
        back.disabled = at < 1;
        next.disabled = ended();
        header.style.visibility = at > NEAR ? "hidden" : "";  // it would lie over the figure
    }
    function go(by) {
        rest(true);
        const tops = screens(), at = main.scrollTop;
        main.scrollTo(0, by > 0 ? tops.find(top => top > at + NEAR) ?? main.scrollHeight
            : tops.findLast(top => top < at - NEAR) ?? 0);
        tell();
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
        if (event.key === "Tab") rest(false);
        if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
        const within = list => event.composedPath().some(e => e.matches?.(list));
        if (event.key === "Escape") {
            const large = [...document.querySelectorAll('[data-testid="stFullScreenFrame"]')]
                .some(e => getComputedStyle(e).position === "fixed");
            if (!large && !document.querySelector(OPEN)) setTriggerValue("ended", true);
            return;
        }
        const clicked = { PageDown: 1, PageUp: -1 }[event.key], by = clicked || { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!by || within(clicked ? TYPED : MOVED) || document.querySelector(OPEN)) return;
        event.preventDefault();
        event.stopPropagation();
        go(by);
    }
}
