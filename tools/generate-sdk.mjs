// Writes what the SDK knows of the API, from openapi.json: the types of requests and answers, a function for each
// operation, and the codes of errors. Run by `npm run openapi`, and by the suite that looks for drift.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const HEAD = '// Generated from openapi.json by tools/generate-sdk.mjs. Do not edit.\n';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** What an App on a phone calls, and what administrators and programs call. Each entry of the package has one of them. */
const SURFACES = {
  mobile: (path) => path.startsWith('/api/v1/') && !/^\/api\/v1\/(?:service|oauth|public\/compat)\//.test(path),
  admin: (path) => /^\/(?:admin-api\/v1|api\/v1\/(?:service|oauth))\//.test(path),
};

/** Parameters in headers that the client sends by itself, or that callers may add to any request (`headers`). */
const STEP_UP = 'X-Step-Up-Token';

/** As `packages/sdk/src/operation.ts` has them. */
const FLAGS = {
  bearer: 1,
  optionalBearer: 2,
  deviceKey: 4,
  idempotencyKey: 8,
  bare: 16,
  binary: 32,
  form: 64,
  multipart: 128,
};

/** @returns the generated files by their path from the root of the workspace. */
export async function generateSdk(openapi) {
  const folder = 'packages/sdk/src/generated';
  const files = { [`${folder}/errors.ts`]: errorsOf(openapi) };
  for (const [surface, isOf] of Object.entries(SURFACES)) {
    const document = partOf(openapi, isOf);
    files[`${folder}/${surface}-schema.ts`] = await typesOf(document);
    files[`${folder}/${surface}-operations.ts`] = operationsOf(openapi, isOf, surface);
  }
  return files;
}

/** The operations with what they send and answer on success, and the schemas that those consist of. */
function partOf(openapi, isOf) {
  const entries = Object.entries(openapi.paths).filter(([path]) => isOf(path));
  const paths = Object.fromEntries(entries.map(([path, item]) => [path, lean(openapi, item)]));
  const schemas = {};
  const visit = (part) => {
    for (const [key, value] of Object.entries(part)) {
      if (key !== '$ref') {
        if (typeof value === 'object' && value !== null) visit(value);
        continue;
      }
      const name = value.split('/').at(-1);
      if (name in schemas) continue;
      schemas[name] = openapi.components.schemas[name];
      visit(schemas[name]);
    }
  };
  visit(paths);
  // What every error is, whatever the operation (`errors.ts`).
  visit({ $ref: '#/components/schemas/ErrorResponse' });
  const sorted = Object.fromEntries(
    Object.keys(schemas)
      .sort()
      .map((name) => [name, schemas[name]]),
  );
  return { openapi: openapi.openapi, info: openapi.info, paths, components: { schemas: sorted } };
}

function lean(openapi, item) {
  const operations = Object.entries(item).filter(([method]) => METHODS.includes(method));
  return Object.fromEntries(
    operations.map(([method, operation]) => {
      const responses = Object.entries(operation.responses)
        .filter(([status]) => Number(status) < 300)
        .map(([status, { description, content }]) => [status, { description, content: withoutExamples(content) }]);
      const { operationId, summary, description, requestBody } = operation;
      const parameters = parametersOf(openapi, operation).filter(
        (parameter) => parameter.in !== 'header' || parameter.name === STEP_UP,
      );
      const body = requestBody && { ...requestBody, content: withoutExamples(requestBody.content) };
      return [
        method,
        { operationId, summary, description, parameters, responses: Object.fromEntries(responses), requestBody: body },
      ];
    }),
  );
}

function withoutExamples(content) {
  return Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, { schema }]));
}

function parametersOf(openapi, { parameters = [] }) {
  return parameters.map((one) => (one.$ref ? openapi.components.parameters[one.$ref.split('/').at(-1)] : one));
}

async function typesOf(document) {
  // Loaded here: whoever only wants to know whether operations have changed needs no compiler.
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  const { default: ts } = await import('typescript');
  const nodes = await openapiTS(document, {
    alphabetize: false,
    // Whatever callers have may be given, frozen or not.
    immutable: true,
    transform: ({ format }) => (format === 'binary' ? ts.factory.createTypeReferenceNode('Upload') : undefined),
  });
  const wanted = nodes.filter((node) => ['components', 'operations'].includes(node.name?.text));
  return `${HEAD}import type { Upload } from '../upload.js';\n\n${astToString(wanted)}`;
}

function operationsOf(openapi, isOf, surface) {
  const rows = Object.entries(openapi.paths)
    .filter(([path]) => isOf(path))
    .flatMap(([path, item]) =>
      METHODS.filter((method) => item[method]).map((method) => rowOf(openapi, path, method, item[method])),
    );
  return [
    HEAD + `import { operation } from '../operation.js';`,
    `import type { operations } from './${surface}-schema.js';`,
    '',
    ...rows,
    '',
  ].join('\n');
}

function rowOf(openapi, path, method, operation) {
  const { operationId, summary } = operation;
  const flags = flagsOf(openapi, operation);
  const call = `operation<operations['${operationId}']>('${method.toUpperCase()}', '${path}', ${flags})`;
  return `/** ${summary}. */\nexport const ${operationId} = /* @__PURE__ */ ${call};`;
}

function flagsOf(openapi, operation) {
  const names = parametersOf(openapi, operation).map(({ name }) => name);
  const ways = operation.security ?? [];
  const bearers = ways.filter((way) => Object.keys(way).some((name) => name.endsWith('Bearer'))).length;
  const [body = ''] = Object.keys(operation.requestBody?.content ?? {});
  const answers = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))[1].content;
  const answer = answers['application/json']?.schema;
  const flags = {
    bearer: bearers > 0 && bearers === ways.length,
    optionalBearer: bearers > 0 && bearers < ways.length,
    deviceKey: names.includes('X-AK-Device-Key'),
    idempotencyKey: names.includes('Idempotency-Key'),
    bare: answer !== undefined && !isEnvelope(answer),
    binary: answer === undefined,
    multipart: body === 'multipart/form-data',
    form: body === 'application/x-www-form-urlencoded',
  };
  return Object.entries(FLAGS).reduce((sum, [name, value]) => sum + (flags[name] ? value : 0), 0);
}

function isEnvelope({ properties = {} }) {
  return Object.keys(properties).join() === 'data';
}

/** The codes, and what a problem of one of them has besides what all have. */
function errorsOf({ components }) {
  const codes = Object.keys(components.examples).filter((name) => components.examples[name].value?.code === name);
  const { properties, required } = components.schemas.ErrorResponse;
  const own = Object.entries(properties)
    .filter(([name]) => !required.includes(name))
    // What only some get is not promised.
    .map(([name, { description = '' }]) => [name, /; only with ([A-Z]+(?:\.[A-Z_]+)+)$/.exec(description)?.[1]])
    .filter(([, code]) => code !== undefined);
  return [
    `${HEAD}import type { components } from './mobile-schema.js';`,
    '',
    `/** A problem document (RFC 9457), as every error of the API is one. */`,
    `export type Problem = components['schemas']['ErrorResponse'];`,
    '',
    '/** The stable codes of all errors, of which docs/errors.md tells the meaning. */',
    `export type ErrorCode =\n${codes.map((code) => `  | '${code}'`).join('\n')};`,
    '',
    '/** The fields that a problem of the code always has besides those that all have. */',
    'export interface ProblemFields {',
    ...own.map(([name, code]) => `  '${code}': '${name}';`),
    `  'REQUEST.VALIDATION_FAILED': 'errors';`,
    '}',
    '',
  ].join('\n');
}

async function write() {
  const root = join(import.meta.dirname, '..');
  const files = await generateSdk(JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')));
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), source);
  }
}

// Without waiting here: suites, which are no modules, could not load it otherwise.
if (process.argv[1] === import.meta.filename) void write();
