import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** One file of the product, as far as the rules need it. */
export interface Source {
  readonly path: string;
  readonly text: string;
  /** What it imports: names of packages, and the paths of files of this repository. */
  readonly imports: readonly string[];
}

/** How tools begin what they write. */
const GENERATED = /^\/\/ Generated from /;

/**
 * What stands behind these words as the name of a module. TypeScript finds the same, and takes longer to load and to read
 * all than everything else that a suite of rules does.
 */
const IMPORTED = /(?<!['"`.\w])(?:from|import|require)\s*(?:(?=['"])|\(\s*)(['"`])([^'"`\s]+)\1/g;

/** Everything that is written by hand, since suites may import anything; or other files but suites. */
export function readSources(pattern = '{apps,libs,migrations}/**/*.ts'): Source[] {
  const paths = globSync(pattern).filter((path) => !/spec\.ts$/.test(path));
  return paths.sort().flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    if (GENERATED.test(text)) return [];
    return [{ path, text, imports: [...text.matchAll(IMPORTED)].map(([, , name = '']) => resolve(path, name)) }];
  });
}

function resolve(from: string, name: string): string {
  const context = /^@libs\/([^/]+)$/.exec(name)?.[1];
  if (context) return `libs/${context}/src/index.ts`;
  if (!name.startsWith('.')) return name;
  const path = join(dirname(from), name);
  return [`${path}.ts`, join(path, 'index.ts')].find((candidate) => existsSync(candidate)) ?? path;
}
