// Writes what the console knows of the admin API, from openapi.json: the types of its requests and answers, and each
// operation with the permission that it wants. Run by `npm run openapi`, and by the suite that looks for drift.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';

const PREFIX = '/admin-api/';
/** Of the mobile and public surface, what the console shows as phones receive it. */
const AS_PHONES = ['/api/v1/public/config', '/api/v1/captcha/challenges'];
const HEAD = '// Generated from openapi.json by tools/generate-console.mjs. Do not edit.\n\n';
/** Declared by what creates or publishes: sent again with the same key, it happens once. */
const IDEMPOTENCY_KEY = '#/components/parameters/header.Idempotency-Key';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** @returns the generated files by their path from the root of the workspace. */
export async function generate(openapi) {
  const paths = Object.entries(openapi.paths).filter(([path]) => path.startsWith(PREFIX) || AS_PHONES.includes(path));
  const document = { ...openapi, paths: Object.fromEntries(paths.map(([path, item]) => [path, withoutErrors(item)])) };
  const types = astToString(await openapiTS(document, { alphabetize: false, pathParamsAsTypes: false }));
  const operations = paths.flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => operationOf(path, method, item[method])),
  );
  return {
    'apps/console/src/api/schema.d.ts': HEAD + types,
    'apps/console/src/api/operations.ts': HEAD + operationsSource(operations),
  };
}

/** What a client reads of an error is the same everywhere (`problem.ts`), and headers are read by name. */
function withoutErrors(item) {
  const entries = Object.entries(item).map(([key, value]) => {
    if (!METHODS.includes(key)) return [key, value];
    const responses = Object.entries(value.responses)
      .filter(([status]) => Number(status) < 400)
      .map(([status, { headers: _, ...response }]) => [status, response]);
    return [key, { ...value, responses: Object.fromEntries(responses) }];
  });
  return Object.fromEntries(entries);
}

function operationOf(path, method, { operationId, ...operation }) {
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    permission: operation['x-permission'] ?? null,
    resourceType: operation['x-resource-type'] ?? null,
    idempotent: operation.parameters?.some(({ $ref }) => $ref === IDEMPOTENCY_KEY) ?? false,
  };
}

function operationsSource(operations) {
  const rows = operations.map(
    ({ id, ...row }) =>
      `  ${id}: { ${Object.entries(row)
        .map(([name, value]) => `${name}: ${typeof value === 'string' ? `'${value}'` : value}`)
        .join(', ')} },`,
  );
  return [
    'export const OPERATIONS = {',
    ...rows,
    '} as const satisfies Record<',
    '  string,',
    '  { method: string; path: string; permission: string | null; resourceType: string | null; idempotent: boolean }',
    '>;',
    '',
    'export type OperationId = keyof typeof OPERATIONS;',
    '',
  ].join('\n');
}

if (process.argv[1] === import.meta.filename) {
  const root = join(import.meta.dirname, '..');
  const files = await generate(JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')));
  for (const [path, source] of Object.entries(files)) writeFileSync(join(root, path), source);
}
