import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Built, builtIn } from '../../support/built';

/** A chunk as Vite lists it, by the path of its source. */
export interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

export interface BuiltConsole extends Built {
  readonly chunks: Readonly<Record<string, Chunk>>;
}

/** The console that is served. */
export function builtConsole(output = join('dist', 'console')): BuiltConsole {
  const built = builtIn(output);
  const chunks = JSON.parse(
    readFileSync(join(built.directory, '.vite/manifest.json'), 'utf8'),
  ) as BuiltConsole['chunks'];
  return { ...built, chunks };
}
