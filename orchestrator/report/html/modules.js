// Vega's modules in one page: each asks for others by name, as in CommonJS.
// Whose they are the comment at the head of the page says (third-party.txt).
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
