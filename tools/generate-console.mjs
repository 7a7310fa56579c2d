// Writes what the console knows of the admin API, from openapi.json: the types of its requests and answers, and each
// operation with the permission that it wants. Run by `npm run openapi`, and by the suite that looks for drift.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The surface of administrators, and the door through which the console signs in. */
const PREFIXES = ['/admin-api/', '/console/'];
/** Of the mobile and public surface, what the console shows as phones receive it. */
const AS_PHONES = ['/api/v1/public/config', '/api/v1/captcha/challenges'];
const HEAD = '// Generated from openapi.json by tools/generate-console.mjs. Do not edit.\n\n';
/** Declared by what creates or publishes: sent again with the same key, it happens once. */
const IDEMPOTENCY_KEY = '#/components/parameters/header.Idempotency-Key';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

export const OPERATIONS_FILE = 'apps/console/src/api/operations.ts';

/** @returns the generated files by their path from the root of the workspace. */
async function generate(openapi) {
  // Loaded here: whoever builds the console needs no types, which take longer than all else.
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const paths = pathsIn(openapi).map(([path, item]) => [path, withoutErrors(item)]);
  const document = { ...openapi, paths: Object.fromEntries(paths) };
  const types = astToString(await openapiTS(document, { alphabetize: false, pathParamsAsTypes: false }));
  return {
    'apps/console/src/api/schema.d.ts': HEAD + types,
    [OPERATIONS_FILE]: operationsOf(openapi),
  };
}

/** @returns the content of the list of operations. */
export function operationsOf(openapi) {
  const operations = pathsIn(openapi).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => operationOf(path, method, item[method])),
  );
  return HEAD + operationsSource(operations);
}

function pathsIn(openapi) {
  return Object.entries(openapi.paths).filter(
    ([path]) => PREFIXES.some((prefix) => path.startsWith(prefix)) || AS_PHONES.includes(path),
  );
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

async function write() {
  const root = join(import.meta.dirname, '..');
  const files = await generate(JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')));
  for (const [path, source] of Object.entries(files)) writeFileSync(join(root, path), source);
}

// Without waiting here: suites, which are no modules, could not load it otherwise.
if (process.argv[1] === import.meta.filename) void write();
