import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file as the build lists it. */
export interface BuiltFile {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly br: number | null;
  readonly gz: number | null;
}

/** A chunk as Vite lists it, by the path of its source. */
export interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

export interface BuiltConsole {
  readonly directory: string;
  readonly files: readonly BuiltFile[];
  readonly chunks: Readonly<Record<string, Chunk>>;
}

/** The console that is served. */
export function builtConsole(output = join('dist', 'console')): BuiltConsole {
  const directory = join(output, readFileSync(join(output, 'current'), 'utf8'));
  const read = (name: string) => JSON.parse(readFileSync(join(directory, name), 'utf8')) as unknown;
  const { files } = read('assets.json') as { files: BuiltFile[] };
  return { directory, files, chunks: read('.vite/manifest.json') as Record<string, Chunk> };
}
