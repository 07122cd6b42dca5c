// Reads the data that the page carries, builds the parts, and draws the pictures whenever width or colours change.
import { element } from "./elements.js";
import { theme } from "./charts.js";
import { verdictPart, findingsPart, comparisonParts, valuesPart, claimsPart, statisticsPart, batchesPart, latenciesPart, evidencePart, environmentPart, commandsPart } from "./sections.js";

// The parts of Vega that are in the page, as its own index puts them together.
const vega = {
  ...requireModule("vega-parser"), ...requireModule("vega-view"),
  expressionInterpreter: requireModule("vega-interpreter").expressionInterpreter,
};
Object.assign(requireModule("vega-dataflow").transforms, requireModule("vega-transforms"),
  requireModule("vega-view-transforms"), requireModule("vega-encode"));

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const views = new Map();

function draw(chart, isDark) {
  const width = Math.floor(chart.clientWidth);
  if (width === 0) return;
  views.get(chart)?.finalize();
  const spec = chart.makeChart(theme(isDark), width);
  // The interpreter needs no code from text, so that the page can forbid it.
  const view = new vega.View(vega.parse(spec, spec.config, { ast: true }), {
    expr: vega.expressionInterpreter, renderer: "svg", container: chart, hover: false, logLevel: 1,
  });
  views.set(chart, view);
  chart.setAttribute("role", "img");
  chart.setAttribute("aria-label", spec.description);
  chart.drawnWidth = width;
  return view.runAsync();
}

function drawAll(isDark) {
  return Promise.all([...document.querySelectorAll(".chart")].map((chart) => draw(chart, isDark)));
}

const data = JSON.parse(document.getElementById("data").textContent);
document.title = `${data.experiment}: ${data.verdict}`;

const parts = [verdictPart(data), findingsPart(data), ...comparisonParts(data), claimsPart(data), valuesPart(data),
  statisticsPart(data), batchesPart(data), latenciesPart(data), evidencePart(data), environmentPart(data), commandsPart(data)].filter((part) => part);
const links = parts.filter((part) => part.tagName === "SECTION").map((part) =>
  element("a", { href: `#${part.id}` }, part.querySelector("h2").textContent));
parts.splice(1, 0, element("nav", { "aria-label": "Parts of this report" }, links));
document.getElementById("report").replaceChildren(...parts);

await drawAll(prefersDark.matches);
document.documentElement.dataset.drawn = "true";

prefersDark.addEventListener("change", () => drawAll(prefersDark.matches));
const resized = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (Math.floor(target.clientWidth) !== target.drawnWidth) requestAnimationFrame(() => draw(target, prefersDark.matches));
  }
});
document.querySelectorAll(".chart").forEach((chart) => resized.observe(chart));
// Paper is white, whatever the screen is.
addEventListener("beforeprint", () => drawAll(false));
addEventListener("afterprint", () => drawAll(prefersDark.matches));
