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

// `numeric` holds the columns that are aligned to the right. The wrapper scrolls where a screen is narrow, by keyboard too.
export function table(caption, head, rows, numeric = []) {
  const alignment = (index) => (numeric.includes(index) ? { class: "number" } : {});
  const headRow = element("tr", {}, head.map((text, index) => cell("th", text, { scope: "col", ...alignment(index) })));
  const bodyRows = rows.map((row) =>
    element("tr", {}, row.map((content, index) =>
      index === 0 ? cell("th", content, { scope: "row" }) : cell("td", content, alignment(index)))));
  return element("div", { class: "scrolls", tabindex: "0", role: "region", "aria-label": caption },
    element("table", {},
      element("caption", {}, caption), element("thead", {}, headRow), element("tbody", {}, bodyRows)));
}

export function section(id, title, ...children) {
  return element("section", { id, "aria-labelledby": `${id}-title` },
    element("h2", { id: `${id}-title` }, title), children);
}

// A command with a button that copies it. The clipboard may be out of reach of a file that was opened from disk; then
// the command is selected, so that the next Ctrl+C takes it.
export function command(text, label) {
  const code = element("code", { tabindex: "0" }, text);
  const button = element("button", { type: "button", "aria-label": `Copy the command: ${label}` }, "Copy");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = "Selected";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
  return element("div", { class: "command" }, element("pre", {}, code), button);
}

export function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

// Two digits behind the point below ten, one above, as in the other reports.
export function number(value) {
  return value.toFixed(Math.abs(value) < 9.995 ? 2 : 1);
}
