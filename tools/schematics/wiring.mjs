import {
  beside,
  intoList,
  intoModule,
  intoObject,
  isPropertyOf,
  isValueOf,
  read,
  withEntities,
  withImport,
} from './edits.mjs';
import { withEntity } from './contexts.mjs';
import { create } from './templates.mjs';

const INDEX = 'migrations/index.ts';
const PERMISSIONS = 'libs/iam/src/domain/roles/permissions.ts';
/** The first of the permissions of the platform that stand at the end: those of tenants come before them. */
const OF_PLATFORM = `  { code: 'regions.read'`;

/** The migration, with the number that follows the last. */
export function intoMigrations(tree, names) {
  const numbers = [...read(tree, INDEX).matchAll(/from '\.\/(\d+)-/g)].map(([, number]) => BigInt(number));
  if (numbers.length === 0) throw new Error(`${INDEX} imports no migration. Bring it back, or adapt tools/schematics.`);
  const number = String(numbers.reduce((most, one) => (one > most ? one : most)) + 1n);
  const { migration, migrationClass } = names;
  const name = `${migrationClass}${number}`;
  create(tree, `migrations/${number}-${migration}.ts`, 'resource/migration.ts', { ...names, number });
  withImport(tree, INDEX, `import { ${name} } from './${number}-${migration}';`);
  intoList(tree, INDEX, 'list MIGRATIONS', isValueOf('MIGRATIONS'), name);
}

/** Module, entities and index of the context, and its permissions. */
export function intoContext(tree, context, names) {
  const { name, root, module, isModular, hasEntities } = context;
  const { camel, Class, Classes, contextModule, folder, kebab, kebabs, snakes, wordsOfAll } = names;
  if (!hasEntities) {
    withEntities(tree, module, contextModule);
    intoEntities(tree, name, contextModule);
  }
  withImport(tree, module, `import { ${Class}Schema } from './infrastructure${folder}/${kebab}.schema';`);
  withEntity(tree, context, `${Class}Schema`);
  if (isModular) {
    withImport(tree, module, `import { ${Classes}Module } from './modules/${kebabs}.module';`);
    intoList(tree, module, 'list FOLDERS', isValueOf('FOLDERS'), `${Classes}Module`);
  } else {
    withImport(tree, module, `import { ${Classes}Service } from './application${folder}/${kebabs}.service';`);
    withImport(tree, module, `import { ${Class}Repository } from './domain${folder}/${kebab}.repository';`);
    withImport(tree, module, `import { Managed${Classes} } from './infrastructure${folder}/managed-${kebabs}';`);
    withImport(
      tree,
      module,
      `import { TypeOrm${Class}Repository } from './infrastructure${folder}/typeorm-${kebab}.repository';`,
    );
    const provided = [`Managed${Classes}`, `${Classes}Service`];
    intoModule(tree, module, {
      providers: [...provided, `{ provide: ${Class}Repository, useClass: TypeOrm${Class}Repository }`],
      exports: provided,
    });
  }
  tree.overwrite(
    `${root}/index.ts`,
    [
      read(tree, `${root}/index.ts`).trimEnd(),
      `export { ${Classes}Service } from './application${folder}/${kebabs}.service';`,
      `export { ${camel}, ${camel}Settings } from './domain${folder}/${kebab}';`,
      `export { Managed${Classes} } from './infrastructure${folder}/managed-${kebabs}';\n`,
    ].join('\n'),
  );
  beside(tree, PERMISSIONS, OF_PLATFORM, {
    before: [
      `  { code: '${snakes}.read', description: 'See ${wordsOfAll}' },\n`,
      `  { code: '${snakes}.write', description: 'Create and change ${wordsOfAll}' },\n`,
      `  { code: '${snakes}.delete', description: 'Delete ${wordsOfAll}' },\n`,
    ].join(''),
  });
}

export function intoEntities(tree, name, contextModule) {
  const path = 'apps/entities.ts';
  beside(tree, path, `import type { EntitySchema } from 'typeorm';`, {
    before: `import { ${contextModule} } from '@libs/${name}';\n`,
  });
  intoList(tree, path, 'list ENTITIES', isValueOf('ENTITIES'), `...${contextModule}.entities`);
}

/** The module of the surface, and the group of the document. */
export function intoApi(tree, { Classes, kebabs, WordsOfAll, wordsOfAll }) {
  const surface = 'apps/api/src/admin/admin.module.ts';
  const module = `Admin${Classes}Module`;
  withImport(tree, surface, `import { ${module} } from './${kebabs}/${kebabs}.module';`);
  intoList(tree, surface, 'list of imports', isPropertyOf('imports'), module);
  const isBefore = (name) => name === 'OAuth';
  const tag = `'${WordsOfAll}': 'The ${wordsOfAll} of the tenant.'`;
  intoObject(tree, 'apps/api/src/surfaces/tags.ts', 'object TAGS', isValueOf('TAGS'), tag, isBefore);
}
