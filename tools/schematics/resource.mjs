import { runAsAsked } from './as-asked.mjs';
import { contextOf } from './contexts.mjs';
import { read } from './edits.mjs';
import { expectForm, expectName, namesOf } from './names.mjs';
import { create, formatted } from './templates.mjs';
import { intoApi, intoContext, intoMigrations } from './wiring.mjs';
import { intoConsole, intoSuites } from './tables.mjs';

/** `nest g -c ./tools/schematics resource <context> <name>` */
export function resource({ name, path }) {
  runAsAsked();
  return async (tree, { logger }) => {
    expectForm('context', name);
    expectName('resource', path);
    const names = addResource(tree, name, path);
    await formatted(tree);
    tell(logger, names);
    return tree;
  };
}

/** What to do next. */
export function tell(logger, { kebabs }) {
  logger.info(`Now: npm run openapi, which writes what follows from the routes, and npm test -- ${kebabs}`);
  logger.info(
    'Then give it the fields that it is about, and translate its labels in apps/console/src/screens/*/locales.',
  );
}

/** All of a resource but its form. @returns what it is called. */
export function addResource(tree, contextName, resourceName) {
  const context = contextOf(tree, contextName);
  const names = { ...namesOf(contextName, resourceName), ...placesOf(context, resourceName, contextName) };
  expectFree(tree, names);
  const files = filesOf(context, names);
  for (const [path, template] of files) create(tree, path, template, names);
  intoMigrations(tree, names);
  intoContext(tree, context, names);
  intoApi(tree, names);
  intoConsole(tree, names);
  intoSuites(tree, context, names);
  return names;
}

/** How its files refer to each other, and what depends on whose it is. */
function placesOf({ folders }, resourceName, contextName) {
  const { Classes, contextClass, kebabs } = namesOf(contextName, resourceName);
  const [up, folder] = folders.length > 0 ? ['../..', `/${kebabs}`] : ['..', ''];
  const own = `Managed${Classes}, ${Classes}Service`;
  const session = `import type { AdminSession } from '@libs/iam';`;
  const lines = [`import { ${own} } from '@libs/${contextName}';`, session].sort((a, b) =>
    a.split(' from ')[1] < b.split(' from ')[1] ? -1 : 1,
  );
  return {
    folder,
    domain: `${up}/domain${folder}`,
    infrastructure: `${up}/infrastructure${folder}`,
    contextModule: `${contextClass}Module`,
    imports: contextName === 'iam' ? `import { type AdminSession, ${own} } from '@libs/iam';` : lines.join('\n'),
  };
}

function filesOf({ root, isModular }, names) {
  const { folder, kebab, kebabs } = names;
  const [domain, application, infrastructure] = ['domain', 'application', 'infrastructure'].map(
    (room) => `${root}/${room}${folder}`,
  );
  const api = `apps/api/src/admin/${kebabs}`;
  return [
    [`${domain}/${kebab}.ts`, 'resource/domain.ts'],
    [`${domain}/${kebab}.spec.ts`, 'resource/domain.spec.ts'],
    [`${domain}/${kebab}.repository.ts`, 'resource/repository.ts'],
    [`${infrastructure}/${kebab}.schema.ts`, 'resource/schema.ts'],
    [`${infrastructure}/typeorm-${kebab}.repository.ts`, 'resource/typeorm-repository.ts'],
    [`${infrastructure}/managed-${kebabs}.ts`, 'resource/managed.ts'],
    [`${application}/${kebabs}.service.ts`, 'resource/service.ts'],
    ...(isModular ? [[`${root}/modules/${kebabs}.module.ts`, 'resource/folder.module.ts']] : []),
    [`${api}/${kebabs}.module.ts`, 'resource/api.module.ts'],
    [`${api}/admin-${kebabs}.dto.ts`, 'resource/api.dto.ts'],
    [`${api}/admin-${kebabs}.controller.ts`, 'resource/api.controller.ts'],
    [`test/admin/support/${kebabs}.ts`, 'resource/support.ts'],
    [`test/admin/${kebabs}/${kebabs}.e2e-spec.ts`, 'resource/e2e-spec.ts'],
  ];
}

/** @throws Error for a name that the API, the permissions or the audit log have for something else. */
function expectFree(tree, { Class, Classes, kebabs, snake, snakes, table, WordsOfAll, words }) {
  const document = JSON.parse(read(tree, 'openapi.json'));
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const taken = [
    [operations.some((one) => one['x-resource-type'] === snake), `the audit log has records of the type ${snake}`],
    [
      operations.some(({ operationId }) => [`getAdmin${Class}`, `listAdmin${Classes}`].includes(operationId)),
      `the API has operations about ${Classes}`,
    ],
    [
      Object.keys(document.components.schemas).some((name) => name.startsWith(`Admin${Class}Re`)),
      `the API has a schema Admin${Class}Response`,
    ],
    [Object.keys(document.paths).some((path) => path.split('/')[3] === kebabs), `the API has routes below ${kebabs}`],
    [
      read(tree, 'libs/iam/src/domain/roles/permissions.ts').includes(`'${snakes}.`),
      `there are permissions ${snakes}.*`,
    ],
    [document.tags.some(({ name }) => name === WordsOfAll), `the document has a group ${WordsOfAll}`],
    [hasTable(tree, table), `there is a table ${table}`],
  ];
  const reasons = taken.flatMap(([isTaken, reason]) => (isTaken ? [reason] : []));
  if (reasons.length > 0) {
    throw new Error(`"${words}" is taken: ${reasons.join(', ')}. Choose another name.`);
  }
}

function hasTable(tree, table) {
  const created = new RegExp(`CREATE (?:UNLOGGED )?TABLE ${table}\\b`);
  return tree.getDir('migrations').subfiles.some((file) => created.test(read(tree, `migrations/${file}`)));
}
