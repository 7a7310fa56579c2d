import { intoFolders } from './contexts.mjs';
import { beside, inJson, intoList, intoObject, isValueOf, read, withImport, withKey } from './edits.mjs';

const CONSOLE = 'apps/console/src';
const LOCALES = ['zh-CN', 'zh-TW', 'en-US', 'ja-JP'];

/** What the console calls its permissions, its scopes and its records. */
export function intoConsole(tree, { snake, snakes, Words, WordsOfAll }) {
  for (const locale of LOCALES) {
    for (const house of ['roles', 'api-clients']) {
      inJson(tree, `${CONSOLE}/screens/${house}/locales/${locale}.json`, (catalogue) => {
        catalogue.modules = { ...catalogue.modules, [snakes]: WordsOfAll };
      });
    }
    inJson(tree, `${CONSOLE}/parts/locales/${locale}.json`, ({ deeds }) => {
      deeds.types = withKey(deeds.types, snake, Words);
    });
  }
  const scopes = `${CONSOLE}/screens/api-clients/scopes.ts`;
  const actions = `${snakes}: ['read', 'write', 'delete']`;
  intoObject(tree, scopes, 'object ACTIONS', isValueOf('ACTIONS'), actions, (name) => name === 'regions');
}

/** Its rows in the tables of the suites that walk through everything. */
export function intoSuites(tree, context, names) {
  const { camel, Class, Classes, kebabs, table } = names;
  const client = `import { ${camel}Client } from '../support/${kebabs}';`;
  if (context.folders.length > 0) intoFolders(tree, context, kebabs, names.wordsOfAll);

  const nullable = 'test/architecture/openapi.spec.ts';
  intoList(tree, nullable, 'list NEVER_NULL', isValueOf('NEVER_NULL'), `'updateAdmin${Class} name'`);

  const walls = 'test/admin/common/tenant-walls.e2e-spec.ts';
  withImport(tree, walls, client);
  beside(tree, walls, '    existing = {\n', {
    before: `    const ${camel} = await ${camel}Client(owner).create('walled');\n`,
    after: `      '${kebabs}/id': ${camel}.id,\n`,
  });
  beside(tree, walls, '`SELECT (SELECT md5(', {
    after: `string_agg(t::text, ' ' ORDER BY id)) FROM ${table} t WHERE tenant_id = $1) AS ${table},\n              (SELECT md5(`,
  });
  const isLists = (node) => node.elements.some((one) => one.getText() === `'organization/units'`);
  intoList(tree, walls, 'list of lists', isLists, `'${kebabs}'`);

  const changes = 'test/admin/common/one-change-a-version.e2e-spec.ts';
  withImport(tree, changes, client);
  const row = `'${names.aWords}': {
      make: async () => \`${kebabs}/\${(await ${camel}Client(admin).create('One')).id}\`,
      change: name,
    }`;
  intoObject(tree, changes, 'object RESOURCES', isValueOf('RESOURCES'), row);

  const rows = 'test/admin/support/rows-of-everything.ts';
  withImport(tree, rows, `import { many${Classes} } from './${kebabs}';`);
  beside(tree, rows, '  return ids;\n}\n', { before: `  await many${Classes}(api, admin);\n` });
  withoutScreen(tree, [
    ...['create', 'delete', 'get'].map((verb) => `${verb}Admin${Class}`),
    `listAdmin${Classes}`,
    `updateAdmin${Class}`,
  ]);
}

/** A resource begins without a screen. Its rows say so, until it has one. */
function withoutScreen(tree, operations) {
  const path = 'test/console/operations.spec.ts';
  if (!read(tree, path).includes('const NO_SCREEN_YET')) {
    beside(tree, path, '\n/** Operations of administrators that no screen asks for', {
      before: `const NO_SCREEN_YET = 'For programs and API clients as yet: the screen takes this row away.';\n`,
    });
  }
  for (const operation of operations) {
    const isBefore = (name) => name > operation;
    intoObject(tree, path, 'object EXCEPTIONS', isValueOf('EXCEPTIONS'), `${operation}: NO_SCREEN_YET`, isBefore);
  }
}
