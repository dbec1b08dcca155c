export default function ({ data, parentElement }) {
    const own = parentElement.lights ??= {};
    own.data = data;
    own.rows = new Map();
    own.over ??= event => listen(event.target.closest?.(".js-plotly-plot"));
    document.addEventListener("pointerover", own.over);
    lightAll();
    return () => { document.removeEventListener("pointerover", own.over); lightAll(); };

    function plots(keys) {
        return keys.flatMap(key => [...document.querySelectorAll(`.st-key-${CSS.escape(key)} .js-plotly-plot`)]);
    }

    function listen(plot) {  // each time that a chart is drawn anew, it is another element
        if (!plot || plot.litBy === own) return;
        const ofValues = plots([own.data.bars]).includes(plot);
        if (!ofValues && !plots(own.data.maps).includes(plot)) return;
        plot.litBy = own;
        plot.on("plotly_hover", ({ points }) => {
            const id = points[0]?.customdata;
            if (id === undefined) return;
            if (ofValues) light(plots(own.data.maps), row => has(Number(id), row));
            else light(plots([own.data.bars]), value => has(value, Number(id)));
        });
        plot.on("plotly_unhover", lightAll);
    }

    function has(value, row) {
        const bits = own.rows.get(value) ?? Uint8Array.from(atob(own.data.rows[value] ?? ""), c => c.charCodeAt(0));
        own.rows.set(value, bits);
        return Boolean(bits[row >> 3] >> (row & 7) & 1);
    }

    // the marks and names in charts, each with the id of what it stands for
    function light(charts, lit) {
        for (const mark of charts.flatMap(chart => [...chart.querySelectorAll(".point, .textpoint")])) {
            const ids = mark.closest(".trace").__data__?.[0].trace.customdata;
            if (ids) mark.classList.toggle("unlit", !lit(Number(ids[mark.__data__.i])));
        }
    }

    function lightAll() { document.querySelectorAll(".unlit").forEach(mark => mark.classList.remove("unlit")); }
}
