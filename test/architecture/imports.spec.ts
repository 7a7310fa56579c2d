import { readSources, type Source } from './sources';

/**
 * The contexts, and whose index each may import besides kernel and foundation. A new arrow is worth a sentence in
 * review.
 */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  apps: ['content', 'files'],
  audit: [],
  captcha: [],
  content: ['files', 'operations'],
  files: ['operations'],
  iam: ['apps', 'captcha', 'content', 'files', 'operations'],
  notifications: ['apps', 'content', 'iam', 'regions'],
  operations: ['audit'],
  regions: [],
  releases: ['apps', 'files'],
  webhooks: [],
};

/** Libraries that only compute, for the rooms that may import no others. */
const PURE_LIBRARIES: Readonly<Record<string, readonly string[]>> = {
  kernel: ['uuid'],
  audit: ['canonicalize'],
  content: ['canonicalize', 'markdown-it', 'sanitize-html'],
};

const LIB = /^libs\/([^/]+)\/src\//;
const ROOM = /^libs\/[^/]+\/src\/(domain|application|infrastructure)\//;
const TEXTS = /^libs\/[^/]+\/src\/locales\/texts\.ts$/;
const INDEX = /^libs\/[^/]+\/src\/index\.ts$/;
const NODE = /^node:/;
const OWN = /^(?:apps|libs|migrations)\//;

const sources = readSources();

describe('Imports', () => {
  it('follow the table of contexts and enter other libs by their index only', () => {
    expect(
      violations(
        (source, imported) => !OWN.test(imported) || isSameHouse(source, imported) || isArrow(source, imported),
      ),
    ).toEqual([]);
  });

  it('of the kernel and of a domain are limited to the kernel, node and pure libraries', () => {
    const inner = /^libs\/(?:kernel\/src\/|[^/]+\/src\/(?:domain|locales)\/)/;
    expect(
      violations((source, imported) => {
        if (!inner.test(source.path) || NODE.test(imported)) return true;
        if (OWN.test(imported)) return imported === indexOf('kernel') || isNear(source.path, imported);
        return PURE_LIBRARIES[libOf(source.path) ?? '']?.includes(imported) ?? false;
      }),
    ).toEqual([]);
  });

  it('of an application include no library but Nest’s common decorators', () => {
    expect(
      violations(({ path }, imported) => {
        return (
          roomOf(path) !== 'application' || OWN.test(imported) || NODE.test(imported) || imported === '@nestjs/common'
        );
      }),
    ).toEqual([]);
  });

  it('of an infrastructure do not include its application', () => {
    expect(
      violations(({ path }, imported) => roomOf(path) !== 'infrastructure' || roomOf(imported) !== 'application'),
    ).toEqual([]);
  });

  it('inside a context do not go through its own index', () => {
    expect(violations(({ path }, imported) => !INDEX.test(imported) || libOf(path) !== libOf(imported))).toEqual([]);
  });

  it('know of Bull behind the outbox alone', () => {
    const bull = /^(?:bull|@nestjs\/bull)$/;
    expect(pathsOf(({ imports }) => imports.some((imported) => bull.test(imported)))).toEqual([
      'libs/foundation/src/outbox/outbox-queues.ts',
      'libs/foundation/src/outbox/outbox-worker.module.ts',
      'libs/foundation/src/outbox/queue-options.ts',
    ]);
  });

  it('form no cycle', () => {
    expect(circles()).toEqual([]);
  });
});

describe('Files', () => {
  it('have no more than 300 lines, blank ones apart', () => {
    expect(pathsOf(({ text }) => text.split('\n').filter((line) => line.trim() !== '').length > 300)).toEqual([]);
  });

  it('other than the index of a lib re-export nothing', () => {
    expect(pathsOf(({ path, text }) => !INDEX.test(path) && /^export\b[^;]*?\bfrom '/m.test(text))).toEqual([]);
  });

  it('use Nest’s own Controller nowhere but where the surfaces are defined', () => {
    const nestController = /import [^;]*\bController\b[^;]* from '@nestjs\/common'/;
    expect(pathsOf(({ text }) => nestController.test(text))).toEqual(['apps/api/src/surfaces/surfaces.ts']);
  });
});

function violations(isAllowed: (source: Source, imported: string) => boolean): string[] {
  return sources.flatMap((source) =>
    source.imports.filter((imported) => !isAllowed(source, imported)).map((imported) => `${source.path} → ${imported}`),
  );
}

function pathsOf(matches: (source: Source) => boolean): string[] {
  return sources.filter(matches).map(({ path }) => path);
}

function libOf(path: string): string | undefined {
  return LIB.exec(path)?.[1];
}

function roomOf(path: string): string | undefined {
  return ROOM.exec(path)?.[1];
}

/** In the same room, or the texts of the house, which are beside its rooms. */
function isNear(path: string, imported: string): boolean {
  return roomOf(imported) === roomOf(path) || TEXTS.test(imported);
}

function indexOf(lib: string): string {
  return `libs/${lib}/src/index.ts`;
}

/** Shared by the processes. */
const SHARED = ['apps/entities.ts', 'migrations/index.ts'];

/** The same lib, the same app, or what all processes share. */
function isSameHouse({ path }: Source, imported: string): boolean {
  const house = (file: string) => /^(?:(?:apps|libs)\/[^/]+|migrations)\//.exec(file)?.[0];
  return house(path) === house(imported) || (path.startsWith('apps/') && SHARED.includes(imported));
}

function isArrow({ path }: Source, imported: string): boolean {
  if (path.startsWith('apps/')) return INDEX.test(imported);
  const lib = libOf(path) ?? '';
  const allowed = { kernel: [], foundation: ['kernel'] }[lib] ?? ['kernel', 'foundation', ...(ARROWS[lib] ?? [])];
  return allowed.map(indexOf).includes(imported);
}

function circles(): string[] {
  const importsOf = new Map(sources.map(({ path, imports }) => [path, imports]));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) found.push([...way.slice(way.indexOf(path)), path].join(' → '));
    if (done.has(path) || way.includes(path)) return;
    for (const imported of importsOf.get(path) ?? []) visit(imported, [...way, path]);
    done.add(path);
  };
  for (const { path } of sources) visit(path, []);
  return found;
}
