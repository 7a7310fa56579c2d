import { runAsAsked } from './as-asked.mjs';
import { beside, inJson, intoList, intoObject, isPropertyOf, isValueOf, read, withImport, withKey } from './edits.mjs';
import { classOf, expectForm, expectName } from './names.mjs';
import { addResource, tell } from './resource.mjs';
import { create, formatted } from './templates.mjs';
import { intoEntities } from './wiring.mjs';

/** `nest g -c ./tools/schematics context <name> [resource]` */
export function context({ name, path = name }) {
  runAsAsked();
  return async (tree, { logger }) => {
    expectForm('context', name);
    expectName('resource', path);
    expectNew(tree, name);
    const contextModule = `${classOf(name)}Module`;
    const names = { context: name, contextClass: classOf(name) };
    create(tree, `libs/${name}/src/${name}.module.ts`, 'context/module.ts', names);
    create(tree, `libs/${name}/src/index.ts`, 'context/index.ts', names);
    intoEntities(tree, name, contextModule);
    intoWorkspace(tree, name, contextModule);
    const resource = addResource(tree, name, path);
    intoTree(tree, name, resource.wordsOfAll);
    await formatted(tree);
    tell(logger, resource);
    return tree;
  };
}

function expectNew(tree, name) {
  const { projects } = JSON.parse(read(tree, 'nest-cli.json'));
  if (tree.exists(`libs/${name}/src/index.ts`)) {
    throw new Error(
      `There is a context ${name} already. Add to it: nest g -c ./tools/schematics resource ${name} <name>`,
    );
  }
  if (name in projects || tree.exists(`apps/${name}/package.json`) || name === 'console') {
    throw new Error(`"${name}" is a program of this repository. Choose another name for the context.`);
  }
}

/** Projects of Nest, walls, and what composes the api. */
function intoWorkspace(tree, name, contextModule) {
  inJson(tree, 'nest-cli.json', (workspace) => {
    const project = { type: 'library', root: `libs/${name}`, sourceRoot: `libs/${name}/src`, entryFile: 'index' };
    workspace.projects = withKey(workspace.projects, name, project);
  });
  const walls = 'test/architecture/imports.spec.ts';
  intoObject(tree, walls, 'object ARROWS', isValueOf('ARROWS'), `'${name}': []`, (other) => other > name);
  const api = 'apps/api/src/api.module.ts';
  withImport(tree, api, `import { ${contextModule} } from '@libs/${name}';`);
  const isContexts = (node) =>
    isPropertyOf('imports')(node) && node.elements.some((one) => one.getText() === 'AuditModule');
  intoList(tree, api, 'list of imports with AuditModule', isContexts, contextModule);
}

/** The line of the context in the tree of ARCHITECTURE.md. */
function intoTree(tree, name, wordsOfAll) {
  const path = 'ARCHITECTURE.md';
  const lines =
    read(tree, path)
      .match(/(?<=^libs\/\n)(?: {2}\S.*\n)+/m)?.[0]
      .match(/.*\n/g) ?? [];
  const next = lines.find((line) => !/^ {2}(?:kernel|foundation)\//.test(line) && line.trim() > name);
  const anchor = next ?? lines.at(-1);
  if (!anchor) throw new Error(`${path} has no list of libs. Bring it back, or adapt tools/schematics.`);
  const own = `${`  ${name}/`.padEnd(30)}${wordsOfAll}\n`;
  beside(tree, path, anchor, next ? { before: own } : { after: own });
}
