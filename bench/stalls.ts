import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { measureAll, type Measured, type Operation } from './stalls/operations';
import type { Schema, Schemas } from './stalls/samples';
import { startWatchedServer } from './stalls/server';
import { buildWorld } from './stalls/world';

interface Document {
  readonly components: {
    readonly schemas: Schemas;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

type Parameter = Operation['parameters'][number];

interface Described {
  readonly parameters?: readonly (Parameter & { readonly $ref?: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

const COMPONENT = '#/components/parameters/'.length;
const BOUND_MS = 20;
const LISTED = 40;

/**
 * How long one request holds the main thread of the api at a stretch, in processor time: for each operation of
 * `openapi.json` a list with its largest page, the largest body that is taken, and bodies that are refused only after they
 * were looked at, on data as large as the limits allow. An argument is a pattern of the routes that are wanted, `--all` lists them all. Ends with
 * status 1 where one takes longer than the bound.
 */
async function main(): Promise<void> {
  const only = new RegExp(process.argv.slice(2).find((given) => !given.startsWith('--')) ?? '.');
  const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as Document;
  const server = await startWatchedServer();
  try {
    const world = await buildWorld(server, document.components.schemas);
    const measured = await measureAll(server, world, document.components.schemas, operationsOf(document), only);
    report(measured);
    process.exitCode = measured.every(({ warmMs }) => warmMs <= BOUND_MS) ? 0 : 1;
  } finally {
    await server.close();
  }
}

function operationsOf({ paths, components }: Document): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'parameters')
      .map(([method, { parameters = [], requestBody }]) => {
        const [[type, content] = ['', null]] = Object.entries(requestBody?.content ?? {});
        const named = parameters.map((one) => (one.$ref && components.parameters[one.$ref.slice(COMPONENT)]) || one);
        return { method: method.toUpperCase(), path, parameters: named, body: content?.schema ?? null, type };
      }),
  );
}

function report(measured: readonly Measured[]): void {
  const sorted = measured.toSorted((a, b) => b.warmMs - a.warmMs);
  const shown = process.argv.includes('--all') ? sorted : sorted.slice(0, LISTED);
  console.log('warm ms  first ms  status  sent KiB  answered KiB  route (kind of request)');
  for (const { warmMs, coldMs, status, sentBytes, answerBytes, route, kind } of shown) {
    const figures = [
      warmMs.toFixed(1).padStart(7),
      coldMs.toFixed(1).padStart(8),
      String(status).padStart(6),
      (sentBytes / 1_024).toFixed(0).padStart(8),
      (answerBytes / 1_024).toFixed(0).padStart(12),
    ];
    console.log(`${figures.join('  ')}  ${route} (${kind})`);
  }
  const over = measured.filter(({ warmMs }) => warmMs > BOUND_MS);
  console.log(`${measured.length} kinds of requests to ${new Set(measured.map(({ route }) => route)).size} operations`);
  console.log(`${over.length} above ${BOUND_MS} ms`);
}

void main();
