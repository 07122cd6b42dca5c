// Vega's modules in one page: each asks for others by name, as in CommonJS.
// Vega: Copyright 2015-2021 University of Washington Interactive Data Lab, BSD-3-Clause (https://vega.github.io).
// It contains parts of D3: Copyright 2010-2021 Mike Bostock, ISC (https://d3js.org).
const loadedModules = new Map();

function requireModule(name) {
  // vega-functions asks for its neighbour by the name that it has on npm.
  const found = loadedModules.get(name === "vega-selections" ? "vega-selection" : name);
  if (!found) throw new Error(`module ${name} is not part of this page`);
  return found;
}

function defineModule(name, body) {
  const module = { exports: {} };
  body(module.exports, module, requireModule);
  loadedModules.set(name, module.exports);
}
