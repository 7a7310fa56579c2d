import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where `tools/builds.mjs` puts what it builds. */
const BUILT = join(__dirname, '..', '..', '..', '..', '..');

/** How files may be encoded, the smallest first, and what those files are called. */
const SUFFIXES = { br: '.br', gzip: '.gz' } as const;

export type BundleEncoding = keyof typeof SUFFIXES;

/** The bytes of a file in one encoding. */
export interface Representation {
  readonly body: Buffer;
  /** Of these bytes alone: each encoding has another. */
  readonly etag: string;
}

export interface BundledFile {
  readonly plain: Representation;
  readonly encoded: ReadonlyMap<BundleEncoding, Representation>;
}

/** What a browser is served, as it was built. */
export interface Bundle {
  /** By their paths from its root. */
  readonly files: ReadonlyMap<string, BundledFile>;
  /** The hashes of the scripts within its pages, for their Content-Security-Policy. */
  readonly scripts: readonly string[];
}

/** By their folders, which never change: they are named after their sources. Several apis of one process share them. */
const BUNDLES = new Map<string, Bundle>();

/** Why there is nothing to serve. */
export class NotBuiltError extends Error {}

/**
 * Reads what was built last.
 *
 * @param name of the folder that it is built into.
 * @param directory which that folder is, if not where the build puts it.
 * @throws NotBuiltError
 */
export function readBundle(name: string, directory = join(BUILT, name)): Bundle {
  const failure = join(directory, 'failure.txt');
  if (existsSync(failure)) throw new NotBuiltError(readFileSync(failure, 'utf8').trim());
  const current = join(directory, 'current');
  if (!existsSync(current)) throw new NotBuiltError('It is not built yet: `npm run build` does it.');
  const build = join(directory, readFileSync(current, 'utf8'));
  const bundle = BUNDLES.get(build) ?? readBuild(build);
  BUNDLES.set(build, bundle);
  return bundle;
}

function readBuild(build: string): Bundle {
  const { files, scripts } = JSON.parse(readFileSync(join(build, 'assets.json'), 'utf8')) as {
    readonly files: readonly Listed[];
    readonly scripts: readonly string[];
  };
  return { files: new Map(files.map((file) => [file.path, fileOf(build, file)])), scripts };
}

/** As the build lists it, with the sizes of those encodings that are smaller. */
interface Listed {
  readonly path: string;
  readonly sha256: string;
  readonly br: number | null;
  readonly gz: number | null;
}

function fileOf(build: string, { path, sha256, br, gz }: Listed): BundledFile {
  const representation = (encoding: BundleEncoding | null): Representation => ({
    body: readFileSync(join(build, path + (encoding === null ? '' : SUFFIXES[encoding]))),
    etag: `"${sha256.slice(0, 27)}${encoding === null ? '' : `-${encoding}`}"`,
  });
  const encodings: BundleEncoding[] = [
    ...(br === null ? [] : ['br' as const]),
    ...(gz === null ? [] : ['gzip' as const]),
  ];
  return {
    plain: representation(null),
    encoded: new Map(encodings.map((encoding) => [encoding, representation(encoding)])),
  };
}
