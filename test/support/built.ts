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

export interface Built {
  readonly directory: string;
  readonly files: readonly BuiltFile[];
}

/** What is served of what `tools/builds.mjs` keeps in a folder. */
export function builtIn(output: string): Built {
  const directory = join(output, readFileSync(join(output, 'current'), 'utf8'));
  const { files } = JSON.parse(readFileSync(join(directory, 'assets.json'), 'utf8')) as { files: BuiltFile[] };
  return { directory, files };
}
