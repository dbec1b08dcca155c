// figures are drawn while the page is read: keep each as wide as its place, which changes with what stands beside it
addEventListener("DOMContentLoaded", () => {
  for (const figure of document.querySelectorAll(".js-plotly-plot")) {
    new ResizeObserver(() => Plotly.Plots.resize(figure)).observe(figure.closest(".drawn"));
  }
});
