// Building the page: text from outside only ever becomes a text node.

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== null));
  return made;
}

// A cell is a text, an element, or { text, kind } where kind is one of the classes of style.css.
function cell(tag, content, attributes = {}) {
  if (content && content.kind !== undefined) {
    return element(tag, { ...attributes, class: `${attributes.class ?? ""} ${content.kind}`.trim() }, content.text);
  }
  return element(tag, attributes, content ?? "");
}

// `numeric` holds the columns that are aligned to the right. The wrapper scrolls where a screen is narrow, by keyboard
// too; where it is narrower still, style.css makes a block of each row, whose cells name their columns, and what a
// browser then forgets of the table's meaning its roles say.
export function table(caption, head, rows, numeric = []) {
  const alignment = (index) => (numeric.includes(index) ? { class: "number" } : {});
  const headRow = element("tr", { role: "row" },
    head.map((text, index) => cell("th", text, { scope: "col", role: "columnheader", ...alignment(index) })));
  const bodyRows = rows.map((row) => element("tr", { role: "row" }, row.map((content, index) =>
    index === 0 ? cell("th", content, { scope: "row", role: "rowheader" })
      : cell("td", content, { role: "cell", "data-column": head[index], ...alignment(index) }))));
  return element("div", { class: "scrolls", tabindex: "0", role: "region", "aria-label": caption },
    element("table", { role: "table", class: head.length > 3 ? "wide" : undefined },
      element("caption", {}, caption), element("thead", { role: "rowgroup" }, headRow),
      element("tbody", { role: "rowgroup" }, bodyRows)));
}

export function section(id, title, ...children) {
  return element("section", { id, "aria-labelledby": `${id}-title` },
    element("h2", { id: `${id}-title` }, title), children);
}

// A command with a button that copies it. The clipboard may be out of reach of a file that was opened from disk; then
// the command is selected, so that the next Ctrl+C takes it.
export function command(text, label) {
  const code = element("code", { tabindex: "0" }, text);
  const button = element("button", { type: "button", "aria-live": "polite" });
  // A button may be one of many, so to a reader who only hears it says whose it is.
  const say = (word) => {
    button.textContent = word;
    button.setAttribute("aria-label", `${word} the command: ${label}`);
  };
  say("Copy");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      say("Copied");
    } catch {
      getSelection().selectAllChildren(code);
      say("Selected");
    }
    setTimeout(() => say("Copy"), 2000);
  });
  return element("div", { class: "command" }, element("pre", {}, code), button);
}

export function capital(sentence) {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

export function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

// Two digits behind the point below ten, one above, as in the other reports.
export function number(value) {
  return value.toFixed(Math.abs(value) < 9.995 ? 2 : 1);
}
