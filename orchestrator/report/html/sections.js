// The parts of the page, from top to bottom. A part that has nothing to say is left out.
import { element, table, section, command, number, counted, capital } from "./elements.js";
import { differenceChart, distributionChart, courseChart, articleChart, latencyChart, seriesName } from "./charts.js";

const tones = { 0: "good", 1: "careful", 3: "bad", 4: "bad", 130: "careful" };
const marks = { good: "✓", careful: "!", bad: "✗" };

// A picture: main.js draws it from `make(look, width)` whenever the width or the colours change. What it shows is told
// in words or in a table as well.
function picture(title, make, ...alternative) {
  const canvas = element("div", { class: "chart" });
  canvas.makeChart = make;
  return element("figure", {}, element("figcaption", {}, title), canvas, alternative);
}

function numbersBelow(title, content) {
  return element("details", {}, element("summary", {}, title), content);
}

export function verdictPart(data) {
  const tone = tones[data.exit] ?? "bad";
  const facts = `${counted(data.rounds, "round")}, ${data.batches} batches of ${Number(data.batch_ms.toPrecision(3))} ms for each operation and container, ${data.values_are} of batches. ` +
    `${capital(data.interleave)}. ` +
    `${counted(data.containers, "container")}, ${data.left_behind === 0 ? "none" : data.left_behind} left behind. ` +
    `${data.wall_s.toFixed(1)} s, stopped by: ${data.stopped || "(it has not ended)"}.` +
    (data.precision ? ` ${capital(data.precision)}.` : "");
  return element("header", { id: "verdict" },
    element("p", { class: "kicker" }, `${data.experiment} · ${data.started_utc}`),
    element("h1", {}, data.question),
    element("p", { class: `verdict ${tone}`, role: "status" },
      element("span", { class: "mark", "aria-hidden": "true" }, marks[tone]), data.verdict + data.verdict_addition),
    element("ul", { class: "answers" }, answers(data), openClaims(data)),
    element("p", { class: "faint" }, facts),
    [data.hand_over, ...data.not_by_futex].filter(Boolean).map((sentence) => element("p", { class: "faint" }, `${capital(sentence)}.`)));
}

// One sentence a contrast, so that the page answers before it shows.
function answers(data) {
  return data.comparisons.flatMap((comparison) => comparison.rows.filter((row) => row.verdict).map((row) =>
    element("li", {}, answer(row, comparison, data.comparisons.length > 1), " ",
      element("strong", { class: row.as_expected ? "good" : "bad" }, row.as_expected ? row.verdict : `${row.verdict}, not as expected`))));
}

function answer(row, { factor, base_level, other_level, at }, isOneOfMany) {
  const where = at && isOneOfMany ? ` (${at})` : "";
  const both = `${factor} ${base_level} and ${other_level}${where}`;
  if (!row.estimate) return `${row.operation}, ${both}: no number, for lack of evidence:`;
  const ns = row.estimate.median;
  const ratio = row.ratio ? ` (${Math.abs(100 * (Number(row.ratio) - 1)).toFixed(1)} %)` : "";
  if (row.verdict.startsWith("differs")) {
    return `${row.operation} takes ${number(Math.abs(ns))} ns${ratio} ${ns > 0 ? "longer" : "less"} with ${factor} ${base_level} than with ${other_level}${where}:`;
  }
  if (row.verdict.startsWith("matches")) return `${row.operation} costs the same with ${both}, to within ${number(row.margin_ns)} ns:`;
  return `${row.operation}, ${both}: ${row.estimate.text} ns, which does not tell:`;
}

// Claims that hold stand in their table; what fails is told at once, and of the rest how many there are.
function openClaims(data) {
  if (data.claims.length === 0) return null;
  const of = (...verdicts) => data.claims.filter((claim) => verdicts.includes(claim.verdict));
  const failed = of("fails", "withheld").map((claim) =>
    element("li", {}, element("strong", { class: "bad" }, `claim ${claim.verdict}`), `: ${claim.says}`));
  const held = of("holds").length;
  const counts = [`${held} of ${counted(data.claims.length, "claim")} ${held === 1 ? "holds" : "hold"}`,
    ...["unresolved", "skipped"].filter((verdict) => of(verdict).length > 0).map((verdict) => `${of(verdict).length} ${verdict}`)];
  return [failed, element("li", {}, element("a", { href: "#claims" }, counts.join(", ")))];
}

export function findingsPart(data) {
  if (data.findings.length + data.remarks.length === 0) return null;
  return section("findings", "What is not as expected",
    data.findings.map((finding) => element("div", { class: "finding" },
      element("h3", {}, finding.title), element("p", {}, `On ${finding.operations}. ${finding.meaning}`),
      element("p", { class: "evidence" }, finding.reason))),
    data.remarks.length > 0 ? element("ul", {}, data.remarks.map((remark) => element("li", {}, remark))) : null);
}

function verdictCell(row) {
  if (!row.verdict) return "";
  return { text: row.as_expected ? row.verdict : `${row.verdict}, not as expected`, kind: row.as_expected ? "good" : "bad" };
}

const valueCell = (text) => (text === "withheld" ? { text, kind: "bad" } : text);

function roundsTable(row) {
  return numbersBelow("The rounds as a table", table(`Differences of ${row.operation} in ns a call`,
    ["round", "the pair", "twins"],
    row.rounds.map((ns, index) => [String(index + 1), number(ns), row.twin_rounds ? number(row.twin_rounds[index]) : ""]), [1, 2]));
}

function comparisonPart(comparison, index) {
  const title = `${comparison.factor}: ${comparison.base_level} against ${comparison.other_level}` +
    (comparison.at ? `, at ${comparison.at}` : "");
  const rows = comparison.rows.map((row) => [row.operation, row.system_calls, valueCell(row.base), valueCell(row.other),
    row.estimate ? row.estimate.text : "", row.ratio ?? "", row.article, verdictCell(row)]);
  const drawn = comparison.rows.filter((row) => row.estimate);
  return section(`comparison-${index}`, title,
    table("Nanoseconds a call; 95 % intervals in brackets", ["operation", "system calls", comparison.base_level,
      comparison.other_level, "difference", "ratio", "article", "verdict"], rows, [1, 2, 3, 4, 5, 6]),
    drawn.length > 0 ? element("p", { class: "faint" },
      `Difference = ${comparison.base_level} − ${comparison.other_level}. Each dot is a round, the thick line the 95 % interval, the ` +
      "diamond the median. The grey band is what two identical containers (twins) differ by; dotted lines bound what counts as " +
      "equal. An effect is one that stands clear of both.") : null,
    element("div", { class: "pair-of-columns" },
      drawn.map((row) => picture(`${row.operation}: ${row.verdict}`, (look, width) => differenceChart(row, look, width), roundsTable(row)))));
}

export function comparisonParts(data) {
  return data.comparisons.map(comparisonPart);
}

export function valuesPart(data) {
  if (data.values.length === 0) return null;
  const rows = data.values.map((value) => [value.operation, data.conditions[value.condition], value.system_calls,
    value.ns.text + value.mark, value.article === undefined ? "" : number(value.article), value.note ?? ""]);
  const head = ["operation", "condition", "system calls", "ns a call", "article", "note"];
  const filled = head.map((_, column) => column).filter((column) => rows.some((row) => row[column] !== ""));
  const values = table("Every value, in ns a call", filled.map((column) => head[column]),
    rows.map((row) => filled.map((column) => row[column])),
    [2, 3, 4].map((column) => filled.indexOf(column)).filter((column) => column >= 0));
  const withArticle = data.values.filter((value) => value.article > 0 && value.ns.median > 0);
  return section("values", withArticle.length > 0 ? "The article against here" : "Values",
    withArticle.length > 0 ? picture(data.article || "The article's values beside those measured here",
      (look, width) => articleChart(withArticle, data, look, width)) : null,
    values);
}

// A verdict or a level, and in small print what it rests on.
function wordAndReason(word, reason) {
  return element("span", {}, element("strong", {}, word), reason ? element("small", {}, reason) : null);
}

export function claimsPart(data) {
  if (data.claims.length === 0) return null;
  const kinds = { holds: "good", fails: "bad", withheld: "bad", unresolved: "careful", skipped: "careful" };
  return section("claims", "Claims", table("What is claimed, and what is so here",
    ["claim", "article", "here", "expected", "verdict"],
    data.claims.map((claim) => [claim.says, claim.article, claim.here, claim.expected,
      { text: wordAndReason(claim.verdict, claim.reason), kind: kinds[claim.verdict] }]), [1, 2]));
}

export function statisticsPart(data) {
  const { findings, explained, tables } = data.statistics;
  if (tables.length === 0) return null;
  const numeric = (head) => head.map((_, index) => index).slice(1);
  return section("statistics", "Statistics",
    findings.length > 0 ? element("ul", {}, findings.map((finding) =>
      element("li", {}, element("strong", { class: "careful" }, finding.what), `: ${finding.where}`))) : null,
    element("p", { class: "faint" }, explained),
    tables.map(({ caption, head, rows }) => numbersBelow(caption, table(caption, head, rows, numeric(head)))));
}

function batchesTable(operation, data) {
  return numbersBelow("As a table", table(`Batches of ${operation.operation}`,
    ["container", "batches", "in the fullest bin", `beyond ${number(operation.high)} ns`],
    operation.series.map((series) => [seriesName(series, data), String(series.batches), String(Math.max(...series.counts)),
      String(series.beyond)]), [1, 2, 3]));
}

function batchesOf(operation, data) {
  const thinned = operation.every > 1 ? `One batch in ${operation.every} is drawn. ` : "";
  const beyond = operation.series.reduce((sum, series) => sum + series.beyond, 0);
  return element("div", { class: "operation" },
    element("h3", {}, operation.operation),
    element("div", { class: "pair-of-columns" },
      picture("Distribution by container", (look, width) => distributionChart(operation, data, look, width), batchesTable(operation, data)),
      picture("Course over the rounds", (look, width) => courseChart(operation, data, look, width),
        element("p", { class: "faint" }, `${thinned}${beyond} batches took longer than ${number(operation.high)} ns a call (the outer Tukey ` +
          "fence): the distribution leaves them out, the course has them at its upper edge."))));
}

export function batchesPart(data) {
  if (data.batches_by_operation.length === 0) return null;
  return section("batches", "Batches",
    element("p", { class: "faint" }, "Every container's batches, the twin's among them. More than one hill means that the batches come in modes."),
    data.batches_by_operation.map((operation) => batchesOf(operation, data)));
}

function latencyOf(latency, data) {
  const last = latency.bins[latency.bins.length - 1];
  const withArticle = latency.rows.some((row) => row.article);
  const rows = latency.rows.map((row) => [row.what, row.here, ...(withArticle ? [row.article] : [])]);
  return element("div", { class: "operation" },
    element("h3", {}, `${latency.operation}, ${data.conditions[latency.condition]}`),
    latency.bins.length > 1 ? picture("Single calls up to P99", (look, width) => latencyChart(latency, look, width),
      element("p", { class: "faint" }, `${last[2]} calls took longer, up to ${number(last[1])} ns. Timer: ${latency.timer}.`)) : null,
    table(`${latency.timed} calls timed one by one, in ns`, ["ns a call", "here", ...(withArticle ? ["article"] : [])], rows, [1, 2]));
}

export function latenciesPart(data) {
  if (data.latencies.length === 0) return null;
  return section("latencies", "Single calls", data.latencies.map((latency) => latencyOf(latency, data)));
}

function observationCell(observation) {
  if (observation.kind === "has no say") return { text: "–", kind: "faint" };
  const text = wordAndReason(observation.level || observation.kind, observation.detail);
  return { text, kind: observation.kind === "in force" ? "good" : "bad" };
}

function attestationTable(caption, attestations, data) {
  return table(caption, ["condition", "factor", "declared", "inspect shows", "the runtime was told", "the process saw", "verdict"],
    attestations.map((one) => [data.conditions[one.condition], one.factor, one.declared, ...one.observations.map(observationCell),
      { text: one.state === "attested" ? `attested in ${counted(one.containers, "container")}` : wordAndReason(one.state, one.reason),
        kind: one.state === "attested" ? "good" : "falsified" }]));
}

export function evidencePart(data) {
  const falsified = data.attestations.filter((one) => one.state !== "attested");
  const named = data.attestations.filter((one) => one.state === "attested" && one.named);
  const implied = data.attestations.filter((one) => one.state === "attested" && !one.named);
  return section("evidence", "Evidence",
    element("p", { class: "faint" }, "A level counts as in force only where every source that has a say saw it in every container, from the first " +
      "batch to the last. What is not attested has no number on this page."),
    falsified.length > 0 ? element("div", { class: "alarm", role: "alert" },
      element("p", {}, `✗ ${falsified.length} ${falsified.length === 1 ? "level was" : "levels were"} not proven to be in force`),
      attestationTable("Not in force as declared", falsified, data)) : null,
    named.length > 0 ? attestationTable("In force as declared", named, data) : null,
    implied.length > 0 ? numbersBelow(`${implied.length} levels that were not varied, attested as well`,
      attestationTable("Attested though not varied", implied, data)) : null);
}

export function environmentPart(data) {
  return section("environment", "Environment",
    table("Where it was measured", ["what", "value"], data.environment.map(([name, value]) => [name, value])));
}

export function commandsPart(data) {
  return section("commands", "Exact commands",
    element("p", { class: "faint" }, "Each starts a container of this run by hand. It then waits for commands, one line of JSON each, as " +
      '{"do":"measure","operation":"getpid","iterations":10000}; Ctrl+D ends it.'),
    data.commands.map((one) => element("div", {}, element("h3", {}, one.condition), command(one.command, one.condition))));
}
