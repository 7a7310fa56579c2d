import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';

const FILES = join(import.meta.dirname, 'files');

/** A file made of a template, in which `<%= name %>` stands for what the resource is called. */
export function create(tree, path, template, names) {
  if (tree.exists(path)) throw new Error(`${path} exists already. Choose another name, or remove it first.`);
  const text = readFileSync(join(FILES, `${template}.template`), 'utf8');
  const filled = text.replaceAll(/<%= (\w+) %>/g, (_, name) => {
    if (!(name in names)) throw new Error(`The template ${template} asks for ${name}, which nothing is called.`);
    return names[name];
  });
  tree.create(path, filled);
}

/** Brings whatever was written into the form of the repository: how long lines become depends on the names. */
export async function formatted(tree) {
  const { ignorePatterns: _, ...options } = JSON.parse(tree.read('.oxfmtrc.json').toString('utf8'));
  for (const { kind, path } of tree.actions) {
    if (kind !== 'c' && kind !== 'o') continue;
    const { code, errors } = await format(path, tree.read(path).toString('utf8'), options);
    if (errors.length > 0) throw new Error(`${path} cannot be formatted: ${errors[0].message}`);
    tree.overwrite(path, code);
  }
  return tree;
}
