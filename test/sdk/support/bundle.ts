import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** In a process of its own: the bundler is a module, and leaves threads behind. */
const BUNDLE = `
  import { build } from 'vite';
  const [root, entry, outDir, format] = process.argv.slice(1);
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: { outDir, minify: true, target: 'es2020', lib: { entry, name: 'SDK', formats: [format], fileName: 'bundle' } },
  });`;

/** @returns the code of a program that is made of these lines, with what they import from the folder on. */
export async function bundled(lines: string, format: 'es' | 'iife' = 'es', folder = '.'): Promise<string> {
  const directory = mkdtempSync(join(folder === '.' ? tmpdir() : folder, 'sdk-bundle-'));
  try {
    const entry = join(directory, 'entry.ts');
    writeFileSync(entry, lines);
    const output = join(directory, 'out');
    const options = ['--input-type=module', '-e', BUNDLE, directory, entry, output, format];
    await promisify(execFile)(process.execPath, options);
    const [file = ''] = readdirSync(output);
    return readFileSync(join(output, file), 'utf8');
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** The sources of the package, for programs in other places. */
export const SOURCES = join(process.cwd(), 'packages/sdk/src');
