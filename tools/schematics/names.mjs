/** Names in lower case, their words joined by dashes: as files and folders have them. */
const KEBAB = /^[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*$/;
const MAX_LENGTH = 30;

/** Words that cannot name a variable, and those that could not name another kind of thing in the same file. */
const RESERVED = new Set(
  [
    ...[
      'abstract',
      'any',
      'as',
      'await',
      'boolean',
      'break',
      'case',
      'catch',
      'class',
      'const',
      'continue',
      'debugger',
    ],
    ...['declare', 'default', 'delete', 'do', 'else', 'enum', 'eval', 'export', 'extends', 'false', 'finally', 'for'],
    ...['function', 'if', 'implements', 'import', 'in', 'instanceof', 'interface', 'let', 'never', 'new', 'null', 'of'],
    ...['package', 'private', 'protected', 'public', 'return', 'static', 'super', 'switch', 'this', 'throw', 'true'],
    ...['try', 'type', 'typeof', 'undefined', 'unknown', 'var', 'void', 'while', 'with', 'yield'],
    // What the generated files call something else by.
    ...['admin', 'answer', 'app', 'audit', 'audit-trail', 'body', 'change', 'changes', 'database', 'entity-schema'],
    ...[
      'field',
      'fields',
      'found',
      'having',
      'id',
      'input',
      'item',
      'list-order',
      'list-page',
      'list-request',
      'locale',
    ],
    ...['lock-version', 'manager', 'module', 'order', 'owner', 'query', 'record', 'request', 'response', 'row'],
    ...['tenant', 'transaction', 'transactions', 'updated-by'],
  ].map((word) => camelOf(word).toLowerCase()),
);

/** @throws Error with a sentence that says what to do. */
export function expectForm(what, name) {
  if (typeof name !== 'string' || name === '') {
    throw new Error(`Name the ${what}: in lower case, words joined by dashes.`);
  }
  if (!KEBAB.test(name)) {
    throw new Error(
      `"${name}" cannot name a ${what}. Use lower case, with words joined by dashes, such as "price-list".`,
    );
  }
  if (name.length > MAX_LENGTH) {
    throw new Error(`"${name}" is too long to name a ${what}: use at most ${MAX_LENGTH} letters.`);
  }
}

/** The same for a resource, after which classes and variables are named. @throws Error */
export function expectName(what, name) {
  expectForm(what, name);
  if (RESERVED.has(camelOf(name).toLowerCase()) || classOf(name) in globalThis) {
    throw new Error(`"${name}" is a word of the language or of this program. Choose another name for the ${what}.`);
  }
}

/** All that a resource is called. @param context and `resource`, checked. */
export function namesOf(context, resource) {
  const plural = pluralOf(resource);
  const words = resource.replaceAll('-', ' ');
  const wordsOfAll = plural.replaceAll('-', ' ');
  // Tables are named after their context first.
  const own = resource === context || resource.startsWith(`${context}-`) ? plural : `${context}-${plural}`;
  return {
    context,
    contextClass: classOf(context),
    kebab: resource,
    kebabs: plural,
    camel: camelOf(resource),
    camels: camelOf(plural),
    Class: classOf(resource),
    Classes: classOf(plural),
    snake: snakeOf(resource),
    snakes: snakeOf(plural),
    words,
    wordsOfAll,
    Words: capitalized(words),
    WordsOfAll: capitalized(wordsOfAll),
    aWords: `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`,
    table: snakeOf(own),
    migration: own,
    migrationClass: classOf(own),
  };
}

function pluralOf(name) {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}

export function classOf(name) {
  return capitalized(camelOf(name));
}

function camelOf(name) {
  return name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
}

function snakeOf(name) {
  return name.replaceAll('-', '_');
}

function capitalized(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
