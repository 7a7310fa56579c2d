import { beside, intoList, intoObject, isPropertyOf, isStatic, keysOf, read } from './edits.mjs';

const FOLDERS = 'test/architecture/folders.spec.ts';

const ARCHITECTURE = 'ARCHITECTURE.md';

/** Libs that are no contexts: all others use them. */
export const SHARED = ['kernel', 'foundation'];

/** What a context is like, as far as a new resource depends on it. @throws Error for what is no context. */
export function contextOf(tree, name) {
  const root = `libs/${name}/src`;
  if (SHARED.includes(name)) {
    throw new Error(
      `libs/${name} serves all contexts and has no resources. Choose a context, or make one: nest g -c ./tools/schematics context <name>`,
    );
  }
  const module = `${root}/${name}.module.ts`;
  if (!tree.exists(module)) {
    throw new Error(
      `There is no context ${name}. Make it first: nest g -c ./tools/schematics context ${name} <resource>`,
    );
  }
  const modular = /^const MODULAR = \[(.*)\];$/m.exec(read(tree, FOLDERS))?.[1] ?? '';
  return {
    name,
    root,
    module,
    /** Those of its rooms, one a capability, bottom up; none where files are in the rooms themselves. */
    folders: keysOf(tree, FOLDERS, isPropertyOf(name)),
    /** Each of these has a module. */
    isModular: modular.includes(`'${name}'`),
    hasEntities: read(tree, module).includes('static readonly entities'),
  };
}

/** Adds an entity to those of a module. */
export function withEntity(tree, { module }, schema) {
  intoList(tree, module, 'static list of entities', isStatic('entities'), schema);
}

/** The row of a new folder, which imports none of the others yet. */
export function intoFolders(tree, { name, folders }, folder, description) {
  intoObject(tree, FOLDERS, `row of ${name}`, isPropertyOf(name), `'${folder}': []`);
  if (name !== 'iam') return;
  // Its folders are listed in the same order.
  const last = new RegExp(`^\\| \`${folders.at(-1)}\` +\\|.*$`, 'm').exec(read(tree, ARCHITECTURE))?.[0];
  if (!last)
    throw new Error(`${ARCHITECTURE} has no row for ${folders.at(-1)}. Bring it back, or adapt tools/schematics.`);
  beside(tree, ARCHITECTURE, last, { after: `\n| \`${folder}\` | ${description} |` });
}
