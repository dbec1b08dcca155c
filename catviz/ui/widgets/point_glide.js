const GLIDE = 400, PATIENCE = 5000;  // milliseconds: of the movement, and until the new places are drawn

// Marks and names of a chart's points move from where they were to where they are, once these are other places.
function glide(own, place, plotOf, pointsOf) {
    if (own.place === place) return;
    own.place = place;
    const before = own.spots, began = performance.now();
    cancelAnimationFrame(own.waiting);
    wait();

    function wait() {
        const now = new Map(pointsOf().map(({ id, x, y }) => [id, [x, y]]));
        const shift = id => {
            const [a, b] = [before?.get(id), now.get(id)];
            return a && b && Math.hypot(a[0] - b[0], a[1] - b[1]) > 1 ? [a[0] - b[0], a[1] - b[1]] : null;
        };
        if (now.size && (!before || [...now.keys()].some(shift))) {
            own.spots = now;
            if (before && !matchMedia("(prefers-reduced-motion: reduce)").matches) move(plotOf(), shift);
        } else if (performance.now() - began < PATIENCE) own.waiting = requestAnimationFrame(wait);
    }

    function move(plot, shift) {
        for (const mark of plot.querySelectorAll(".scatterlayer path.point, .scatterlayer .textpoint")) {
            const ids = mark.closest(".trace").__data__?.[0].trace.customdata, by = shift(Number(ids?.[mark.__data__.i]));
            if (!by) continue;
            const from = { translate: `${by[0]}px ${by[1]}px` };
            mark.animate([from, { translate: "0 0" }], { duration: GLIDE, easing: "ease-in-out" });
        }
    }
}
