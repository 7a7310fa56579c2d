import ts from 'typescript';

/** @throws Error with a sentence that says what to do, where a file is not as the generators know it. */
function missing(path, what) {
  return new Error(
    `${path} has no ${what}, after which the generators would write. Bring it back, or adapt tools/schematics.`,
  );
}

export function read(tree, path) {
  const content = tree.read(path);
  if (content === null) throw new Error(`There is no ${path}. Generate in the root of the repository.`);
  return content.toString('utf8');
}

function change(tree, path, edit) {
  const text = read(tree, path);
  tree.overwrite(path, edit(text));
}

/** Writes in front of a piece of text that the file has, or behind it. */
export function beside(tree, path, anchor, { before = '', after = '' }) {
  change(tree, path, (text) => {
    if (!text.includes(anchor)) throw missing(path, `“${anchor.trim()}”`);
    return text.replace(anchor, () => `${before}${anchor}${after}`);
  });
}

/** Adds a line of imports behind the last. */
export function withImport(tree, path, statement) {
  change(tree, path, (text) => {
    const last = sourceOf(path, text).statements.findLast((one) => ts.isImportDeclaration(one));
    if (!last) throw missing(path, 'import');
    return `${text.slice(0, last.end)}\n${statement}${text.slice(last.end)}`;
  });
}

/** Adds an element to the end of a list. @param find chooses among all lists of the file, by its node and its source. */
export function intoList(tree, path, what, find, element) {
  change(tree, path, (text) => {
    const source = sourceOf(path, text);
    const list = firstOf(source, (node) => ts.isArrayLiteralExpression(node) && find(node, source));
    if (!list) throw missing(path, what);
    return inserted(text, list.elements, list.end, element);
  });
}

/** Adds a property to an object. @param before the property in front of which it goes, if there is one; else the end. */
export function intoObject(tree, path, what, find, property, before = () => false) {
  change(tree, path, (text) => {
    const source = sourceOf(path, text);
    const object = firstOf(source, (node) => ts.isObjectLiteralExpression(node) && find(node, source));
    if (!object) throw missing(path, what);
    const next = object.properties.find((one) => one.name && before(nameOf(one)));
    if (!next) return inserted(text, object.properties, object.end, property);
    const at = next.getStart(source);
    return `${text.slice(0, at)}${property},\n${text.slice(at)}`;
  });
}

/** The initial value of a variable with the name, at the top of the file. */
export function isValueOf(name) {
  return (node) => {
    let { parent } = node;
    while (ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent)) ({ parent } = parent);
    return ts.isVariableDeclaration(parent) && parent.name.getText() === name;
  };
}

/** The value of a property with the name, in whatever object. */
export function isPropertyOf(name) {
  return ({ parent }) => ts.isPropertyAssignment(parent) && nameOf(parent) === name;
}

/** The initial value of a static property of a class. */
export function isStatic(name) {
  return ({ parent }) => ts.isPropertyDeclaration(parent) && nameOf(parent) === name;
}

/** The object that the decorator of a module is given. */
function isOfModule({ parent }) {
  return ts.isCallExpression(parent) && parent.expression.getText() === 'Module' && ts.isDecorator(parent.parent);
}

/** The names of the properties of an object; none where there is no such object. */
export function keysOf(tree, path, find) {
  const source = sourceOf(path, read(tree, path));
  const object = firstOf(source, (node) => ts.isObjectLiteralExpression(node) && find(node, source));
  return object ? object.properties.map(nameOf) : [];
}

/** Adds to a list in the decorator of a module, or to the variable that it names; not twice where two lists are one. */
export function intoModule(tree, path, lists) {
  const places = new Map();
  const source = sourceOf(path, read(tree, path));
  const decorator = firstOf(source, (node) => ts.isDecorator(node) && node.getText().startsWith('@Module('));
  if (!decorator) throw missing(path, '@Module(…)');
  for (const [name, elements] of Object.entries(lists)) {
    const property = firstOf(decorator, (node) => ts.isPropertyAssignment(node) && nameOf(node) === name);
    if (!property) {
      intoObject(tree, path, '@Module({ … })', isOfModule, `${name}: [${elements.join(', ')}]`);
      continue;
    }
    const variable = ts.isIdentifier(property.initializer) ? property.initializer.text : null;
    const place = variable ?? name;
    if (!places.has(place)) places.set(place, { find: variable ? isValueOf(variable) : isPropertyOf(name), elements });
  }
  for (const [name, { find, elements }] of places) {
    for (const element of elements) intoList(tree, path, `list of ${name}`, find, element);
  }
}

/** Adds a static list of entities to a module that has none. */
export function withEntities(tree, path, Module) {
  change(tree, path, (text) => {
    const source = sourceOf(path, text);
    const declared = firstOf(source, (node) => ts.isClassDeclaration(node) && node.name?.text === Module);
    if (!declared) throw missing(path, `class ${Module}`);
    const brace = text.indexOf('{', declared.name.end) + 1;
    return `${text.slice(0, brace)}\n  static readonly entities: EntitySchema[] = [];\n${text.slice(brace)}`;
  });
  if (!/\bEntitySchema\b.*'typeorm'/.test(read(tree, path))) {
    withImport(tree, path, `import type { EntitySchema } from 'typeorm';`);
  }
}

/** Changes a file of JSON. */
export function inJson(tree, path, edit) {
  change(tree, path, (text) => {
    const value = JSON.parse(text);
    edit(value);
    return `${JSON.stringify(value, null, 2)}\n`;
  });
}

/** The same object with one more key, in the order of the alphabet as far as it has one. */
export function withKey(object, key, value) {
  const entries = Object.entries(object);
  const at = entries.findIndex(([other]) => other > key);
  entries.splice(at < 0 ? entries.length : at, 0, [key, value]);
  return Object.fromEntries(entries);
}

function sourceOf(path, text) {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}

function firstOf(root, matches) {
  let found;
  const visit = (node) => {
    if (found) return;
    if (matches(node)) found = node;
    else ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

function nameOf({ name }) {
  return ts.isStringLiteral(name) ? name.text : name.getText();
}

/** Behind the last of some nodes, or in front of what closes them where there are none. */
function inserted(text, nodes, end, addition) {
  const last = nodes.at(-1);
  if (!last) return `${text.slice(0, end - 1)}${addition}${text.slice(end - 1)}`;
  return `${text.slice(0, last.end)},\n${addition}${text.slice(last.end)}`;
}
