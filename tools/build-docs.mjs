// Builds the guide, which `docs` is the source of, into `dist/docs`. Part of `npm run build`.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { filesIn, keepBuilt, ROOT, slashed } from './builds.mjs';

const DOCS = join(ROOT, 'docs');
/** Decide about the result beside the sources themselves. */
const CAUSES = ['package-lock.json', 'tools/build-docs.mjs', 'tools/builds.mjs', 'tools/bundle-docs.mjs'];

export function buildDocs() {
  return keepBuilt({ name: 'guide', folder: 'docs', sources, build, quality: 9 });
}

if (process.argv[1] === import.meta.filename) await buildDocs();

function sources() {
  return [...CAUSES.map((file) => join(ROOT, file)), ...filesIn(DOCS)];
}

/** By a process of its own, beside the console: it takes a core for some seconds, and prints what nobody has to see. */
async function build() {
  const workshop = join(ROOT, 'dist', 'docs', `work-${randomUUID()}`);
  try {
    await bundle(workshop);
    const output = join(workshop, 'output');
    return new Map(filesIn(output).map((file) => [slashed(relative(output, file)), readFileSync(file)]));
  } finally {
    rmSync(workshop, { recursive: true, force: true });
  }
}

function bundle(workshop) {
  const program = join(import.meta.dirname, 'bundle-docs.mjs');
  return new Promise((resolve, reject) =>
    execFile(process.execPath, [program, workshop], { cwd: ROOT, maxBuffer: Infinity }, (error, _stdout, stderr) =>
      error ? reject(new Error(stderr)) : resolve(),
    ),
  );
}
