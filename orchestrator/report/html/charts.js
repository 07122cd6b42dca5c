// The pictures: each function makes a Vega specification from a part of the data. Colours are those of Okabe and Ito,
// which colour-blind readers tell apart; shapes and positions say the same again.

const palettes = {
  light: ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#56b4e9"],
  dark: ["#56b4e9", "#e69f00", "#2fc79b", "#e39cc3", "#f0e442", "#8ab8ff"],
};
const shapes = ["circle", "diamond", "triangle-up", "square", "cross", "triangle-down"];

export function theme(isDark) {
  const ink = isDark ? "#e6e6e6" : "#222222";
  const faint = isDark ? "#3c4148" : "#dcdfe3";
  return {
    ink, faint,
    paper: isDark ? "#16181c" : "#ffffff",
    band: isDark ? "#50565f" : "#d3d7dc",
    palette: isDark ? palettes.dark : palettes.light,
    config: {
      background: null,
      aria: false,  // the picture as a whole has a label, and a table or words beside it
      axis: { labelColor: ink, titleColor: ink, domainColor: faint, tickColor: faint, gridColor: faint,
        labelFontSize: 12, titleFontSize: 12, titleFontWeight: "normal", labelFont: "system-ui", titleFont: "system-ui" },
      legend: { labelColor: ink, titleColor: ink, labelFontSize: 12, labelFont: "system-ui", labelLimit: 400 },
      text: { fill: ink, font: "system-ui", fontSize: 12 },
    },
  };
}

function frame(look, width, height, description) {
  return {
    $schema: "https://vega.github.io/schema/vega/v5.json", description, width, height, padding: 4,
    autosize: { type: "fit", contains: "padding" }, config: look.config,
  };
}

const constant = (value) => ({ value });

// A vertical line over the whole height at `x` on the scale "x".
function upright(x, stroke, dash = []) {
  return { type: "rule", encode: { enter: {
    x: { scale: "x", value: x }, y: constant(0), y2: { signal: "height" },
    stroke: constant(stroke), strokeDash: constant(dash) } } };
}

function bar(lane, from, to, stroke, thickness) {
  return { type: "rule", encode: { enter: {
    x: { scale: "x", value: from }, x2: { scale: "x", value: to }, y: { scale: "lane", value: lane, band: 0.5 },
    stroke: constant(stroke), strokeWidth: constant(thickness), strokeCap: constant("round") } } };
}

function point(lane, x, fill, shape, size) {
  return { type: "symbol", encode: { enter: {
    x: { scale: "x", value: x }, y: { scale: "lane", value: lane, band: 0.5 }, shape: constant(shape),
    size: constant(size), fill: constant(fill), stroke: constant(fill) } } };
}

function dots(data, lane, fill, shape) {
  return { type: "symbol", from: { data }, encode: { enter: {
    x: { scale: "x", field: "ns" }, y: { scale: "lane", value: lane, band: 0.5, offset: { field: "offset" } },
    shape: constant(shape), size: constant(26), fill: constant(fill), fillOpacity: constant(0.55),
    tooltip: { signal: "'round ' + datum.round + ': ' + format(datum.ns, '.3f') + ' ns'" } } } };
}

// Rounds lie one below the other within their lane, so that none hides another.
function spread(values) {
  return values.map((ns, index) => ({ ns, round: index + 1, offset: 9 * Math.sin(index * 2.4) }));
}

// The rounds' differences of a pair and of two identical containers, on one axis: does the effect stand clear?
export function differenceChart(row, look, width) {
  const [own, twin] = look.palette;
  const lanes = ["the pair", "twins"];
  const everything = [0, row.estimate.low, row.estimate.high, ...row.rounds, -row.margin_ns, row.margin_ns];
  if (row.twin) everything.push(row.twin.low, row.twin.high, ...row.twin_rounds);
  const spec = frame(look, width, 118,
    `Differences of ${row.operation} by round: ${row.estimate.text} ns` +
    (row.twin ? `; two identical containers differ by ${row.twin.text} ns` : "") + ".");
  spec.data = [{ name: "rounds", values: spread(row.rounds) }, { name: "twins", values: spread(row.twin_rounds ?? []) }];
  spec.scales = [
    { name: "x", type: "linear", range: "width", nice: true, domain: [Math.min(...everything), Math.max(...everything)] },
    { name: "lane", type: "band", range: "height", domain: lanes },
  ];
  spec.axes = [
    { orient: "bottom", scale: "x", title: "difference, ns a call", grid: true, tickCount: Math.max(3, Math.round(width / 110)) },
    { orient: "left", scale: "lane", domain: false, ticks: false },
  ];
  spec.marks = [];
  if (row.twin) {
    spec.marks.push({ type: "rect", encode: { enter: {
      x: { scale: "x", value: row.twin.low }, x2: { scale: "x", value: row.twin.high }, y: constant(0),
      y2: { signal: "height" }, fill: constant(look.band), fillOpacity: constant(0.8) } } });
  }
  spec.marks.push(
    upright(0, look.ink), upright(-row.margin_ns, look.ink, [3, 4]), upright(row.margin_ns, look.ink, [3, 4]),
    dots("rounds", lanes[0], own, "circle"), bar(lanes[0], row.estimate.low, row.estimate.high, own, 5),
    point(lanes[0], row.estimate.median, look.ink, "diamond", 70));
  if (row.twin) {
    spec.marks.push(dots("twins", lanes[1], twin, "triangle-up"), bar(lanes[1], row.twin.low, row.twin.high, twin, 5),
      point(lanes[1], row.twin.median, look.ink, "diamond", 70));
  }
  return spec;
}

// Names each container of an operation: what of its condition is varied, and whether it is the twin.
export function seriesName(series, data) {
  return data.short_names[series.condition] + (series.twin ? " (twin)" : "");
}

// Text over grid lines: first its outline in the colour of the paper, so that no line runs through a letter.
function label(data, encode, look) {
  const outline = { stroke: constant(look.paper), strokeWidth: constant(4), strokeJoin: constant("round") };
  return [{ ...encode, ...outline }, encode].map((enter) => ({ type: "text", from: { data }, encode: { enter } }));
}

function seriesScales(names, look) {
  return [
    { name: "colour", type: "ordinal", domain: names, range: look.palette },
    { name: "shape", type: "ordinal", domain: names, range: shapes },
  ];
}

// How the batches of an operation are distributed, one lane a container, on common bins.
export function distributionChart(operation, data, look, width) {
  const names = operation.series.map((series) => seriesName(series, data));
  const step = (operation.high - operation.low) / operation.series[0].counts.length;
  const most = Math.max(...operation.series.flatMap((series) => series.counts.map((count) => count / series.batches)));
  const values = operation.series.flatMap((series, index) => series.counts.map((count, bin) => ({
    name: names[index], from: operation.low + bin * step, to: operation.low + (bin + 1) * step,
    share: count / series.batches })));
  const laneHeight = 46;
  const spec = frame(look, width, names.length * (laneHeight + 18) + 46,
    `Distribution of the batches of ${operation.operation} by container.`);
  spec.data = [{ name: "bins", values }, { name: "names", values: names.map((name) => ({ name })) }];
  spec.scales = [
    { name: "x", type: "linear", range: "width", domain: [operation.low, operation.high], zero: false },
    { name: "lane", type: "band", range: "height", domain: names },
    ...seriesScales(names, look),
  ];
  spec.axes = [{ orient: "bottom", scale: "x", title: "ns a call", grid: true, tickCount: Math.max(3, Math.round(width / 110)) }];
  const rise = { signal: `datum.share / ${most} * bandwidth('lane') * 0.62` };
  spec.marks = [
    { type: "rect", from: { data: "bins" }, encode: { enter: {
      x: { scale: "x", field: "from" }, x2: { scale: "x", field: "to", offset: -0.5 },
      y: { signal: `scale('lane', datum.name) + bandwidth('lane') - ${rise.signal}` },
      y2: { signal: "scale('lane', datum.name) + bandwidth('lane')" }, fill: { scale: "colour", field: "name" },
      tooltip: { signal: "format(datum.from, '.4~g') + ' to ' + format(datum.to, '.4~g') + ' ns: ' + format(datum.share, '.1%')" } } } },
    ...label("names", { x: { signal: "width" }, align: constant("right"), y: { signal: "scale('lane', datum.name) + 13" },
      text: { field: "name" }, limit: { signal: "width" } }, look),
  ];
  return spec;
}

// Every round's beginning, or every second, fifth, … where there are many.
function roundTicks(rounds, width) {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((step) => rounds / step * 45 <= width) ?? 1000;
  return Array.from({ length: Math.ceil(rounds / step) }, (_, index) => 1 + index * step);
}

// The batches in the order in which they were measured: a drift of the host shows in all containers alike.
export function courseChart(operation, data, look, width) {
  const names = operation.series.map((series) => seriesName(series, data));
  const values = operation.series.flatMap((series, index) =>
    series.ns.map((ns, i) => ({ name: names[index], turn: series.turns[i] + 1, ns })));
  const spec = frame(look, width, 190 + 18 * names.length,
    `Batches of ${operation.operation} in the order in which they were measured.`);
  const low = Math.min(...values.map((value) => value.ns));
  spec.data = [{ name: "batches", values }];
  spec.scales = [
    { name: "x", type: "linear", range: "width", domain: [1, data.rounds + 1], zero: false },
    { name: "y", type: "linear", range: "height", zero: false, clamp: true, nice: true,
      domain: [low, operation.high + (operation.high - low) * 0.05] },
    ...seriesScales(names, look),
  ];
  spec.axes = [
    { orient: "bottom", scale: "x", title: "round (a tick where it begins)", grid: true, format: "d", values: roundTicks(data.rounds, width) },
    { orient: "left", scale: "y", title: "ns a call", grid: true, tickCount: 5 },
  ];
  spec.legends = [{ fill: "colour", shape: "shape", orient: "top", direction: "vertical", labelLimit: Math.max(120, width - 60) }];
  spec.marks = [{ type: "symbol", clip: true, from: { data: "batches" }, encode: { enter: {
    x: { scale: "x", field: "turn" }, y: { scale: "y", field: "ns" }, size: constant(9),
    shape: { scale: "shape", field: "name" }, fill: { scale: "colour", field: "name" }, fillOpacity: constant(0.55) } } }];
  return spec;
}

// 1, 2 and 5 of each power of ten between `low` and `high`, or the powers alone where these would crowd.
function decimalTicks(low, high, width) {
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  const steps = width / Math.max(1, last - first) > 150 ? [1, 2, 5] : [1];
  return Array.from({ length: last - first + 1 }, (_, index) => steps.map((step) => step * 10 ** (first + index)))
    .flat().filter((tick) => tick >= low && tick <= high);
}

// The article's values beside those measured here, on a log scale.
export function articleChart(values, data, look, width) {
  const [here, article] = look.palette;
  const named = values.map((value) => ({
    here: value.ns.median, low: value.ns.low, high: value.ns.high, article: value.article,
    name: `${value.operation} · ${data.short_names[value.condition]}` }));
  const everything = named.flatMap((value) => [value.here, value.article]);
  const [low, high] = [Math.min(...everything) / 1.3, Math.max(...everything) * 1.3];
  const spec = frame(look, width, named.length * 38 + 84, "The article's values and those measured here, in ns a call, on a log scale.");
  spec.data = [{ name: "values", values: named }];
  spec.scales = [
    { name: "x", type: "log", range: "width", domain: [low, high] },
    { name: "lane", type: "band", range: "height", domain: named.map((value) => value.name) },
    { name: "which", type: "ordinal", domain: ["here", "article"], range: [here, article] },
    { name: "form", type: "ordinal", domain: ["here", "article"], range: ["circle", "diamond"] },
  ];
  spec.axes = [{ orient: "bottom", scale: "x", title: "ns a call, log scale", grid: true, format: "~g", values: decimalTicks(low, high, width) }];
  spec.legends = [{ fill: "which", shape: "form", orient: "top", direction: "horizontal" }];
  const middle = { scale: "lane", field: "name", band: 0.72 };
  const symbol = (field, fill, shape) => ({ type: "symbol", from: { data: "values" }, encode: { enter: {
    x: { scale: "x", field }, y: middle, size: constant(80), shape: constant(shape), fill: constant(fill),
    tooltip: { signal: `'${shape === "circle" ? "here" : "article"}: ' + format(datum.${field}, '.4~g') + ' ns'` } } } });
  spec.marks = [
    { type: "rule", from: { data: "values" }, encode: { enter: {
      x: { scale: "x", field: "here" }, x2: { scale: "x", field: "article" }, y: middle, stroke: constant(look.band), strokeWidth: constant(3) } } },
    ...label("values", { x: constant(0), y: { scale: "lane", field: "name", band: 0.28 }, text: { field: "name" },
      baseline: constant("middle"), limit: { signal: "width" } }, look),
    symbol("here", here, "circle"), symbol("article", article, "diamond"),
  ];
  return spec;
}

// Single calls. The last bin holds everything beyond P99, however long it took; it is told in words below the picture.
export function latencyChart(latency, look, width) {
  const shown = latency.bins.slice(0, -1).map(([from, to, calls]) => ({ from, to, calls }));
  const spec = frame(look, width, 200, `Histogram of ${latency.operation}: single calls up to P99.`);
  spec.data = [{ name: "bins", values: shown }];
  spec.scales = [
    { name: "x", type: "linear", range: "width", zero: false, domain: [shown[0].from, shown[shown.length - 1].to] },
    { name: "y", type: "linear", range: "height", nice: true, domain: [0, Math.max(...shown.map((bin) => bin.calls))] },
  ];
  spec.axes = [
    { orient: "bottom", scale: "x", title: "ns", tickCount: Math.max(3, Math.round(width / 90)) },
    { orient: "left", scale: "y", title: "calls", grid: true, format: "~s", tickCount: 5 },
  ];
  spec.marks = [{ type: "rect", from: { data: "bins" }, encode: { enter: {
    x: { scale: "x", field: "from" }, x2: { scale: "x", field: "to", offset: -0.5 }, y: { scale: "y", field: "calls" },
    y2: { scale: "y", value: 0 }, fill: constant(look.palette[0]),
    tooltip: { signal: "format(datum.from, '.4~g') + ' to ' + format(datum.to, '.4~g') + ' ns: ' + format(datum.calls, ',') + ' calls'" } } } }];
  return spec;
}
