import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where `tools/build-console.mjs` puts what it builds. */
const BUILT = join(__dirname, '..', '..', '..', '..', 'console');

/** How files may be encoded, the smallest first, and what those files are called. */
const SUFFIXES = { br: '.br', gzip: '.gz' } as const;

export type ConsoleEncoding = keyof typeof SUFFIXES;

/** The bytes of a file in one encoding. */
export interface Representation {
  readonly body: Buffer;
  /** Of these bytes alone: each encoding has another. */
  readonly etag: string;
}

export interface ConsoleFile {
  readonly plain: Representation;
  readonly encoded: ReadonlyMap<ConsoleEncoding, Representation>;
}

/** The files of the console, by their paths from its root. */
export type ConsoleBundle = ReadonlyMap<string, ConsoleFile>;

/** Why there is no console to serve. */
export class ConsoleNotBuiltError extends Error {}

/**
 * Reads the console as it was built last.
 *
 * @throws ConsoleNotBuiltError
 */
export function readConsole(directory = BUILT): ConsoleBundle {
  const failure = join(directory, 'failure.txt');
  if (existsSync(failure)) throw new ConsoleNotBuiltError(readFileSync(failure, 'utf8').trim());
  const current = join(directory, 'current');
  if (!existsSync(current)) {
    throw new ConsoleNotBuiltError('The console is not built yet: `npm run build` does it.');
  }
  const build = join(directory, readFileSync(current, 'utf8'));
  const { files } = JSON.parse(readFileSync(join(build, 'assets.json'), 'utf8')) as { files: readonly Listed[] };
  return new Map(files.map((file) => [file.path, fileOf(build, file)]));
}

/** As the build lists it, with the sizes of those encodings that are smaller. */
interface Listed {
  readonly path: string;
  readonly sha256: string;
  readonly br: number | null;
  readonly gz: number | null;
}

function fileOf(build: string, { path, sha256, br, gz }: Listed): ConsoleFile {
  const representation = (encoding: ConsoleEncoding | null): Representation => ({
    body: readFileSync(join(build, path + (encoding === null ? '' : SUFFIXES[encoding]))),
    etag: `"${sha256.slice(0, 27)}${encoding === null ? '' : `-${encoding}`}"`,
  });
  const encodings: ConsoleEncoding[] = [
    ...(br === null ? [] : ['br' as const]),
    ...(gz === null ? [] : ['gzip' as const]),
  ];
  return {
    plain: representation(null),
    encoded: new Map(encodings.map((encoding) => [encoding, representation(encoding)])),
  };
}
