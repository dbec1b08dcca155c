const options = name => ({displaylogo: false, responsive: true,
  toImageButtonOptions: {format: "png", scale: 2, filename: name}});
const figures = [...document.querySelectorAll("figure > div")];
for (const place of figures) {
  const drawn = JSON.parse(document.getElementById(place.id + "-data").textContent);
  const layout = {...drawn.layout, width: undefined, autosize: true};
  Plotly.newPlot(place, {data: drawn.data, layout, frames: drawn.frames, config: options(place.dataset.name)});
}
const fit = () => figures.forEach(place => Plotly.Plots.resize(place));
let opened = [];
addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll("details:not([open])")];
  opened.forEach(part => { part.open = true; });
  fit();
});
addEventListener("afterprint", () => { opened.forEach(part => { part.open = false; }); fit(); });
matchMedia("print").addEventListener("change", fit);
