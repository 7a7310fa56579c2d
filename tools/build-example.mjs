// Checks the types of the example App and builds it for browsers, as for a deployment, unless that was done from the same
// sources before. Whoever serves the result puts their own addresses in the place of those that it is built with.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const EXAMPLE = resolve('examples/uni-app');
const SDK = resolve('packages/sdk');
const FINGERPRINT = join(EXAMPLE, 'dist/fingerprint');
const CAUSES = ['package-lock.json', 'tsconfig.json', 'vite.config.ts', 'index.html', 'built-with.json'];

const present = fingerprint();
if (!existsSync(FINGERPRINT) || readFileSync(FINGERPRINT, 'utf8') !== present) {
  run(join(SDK, 'build.mjs'));
  run(join(EXAMPLE, 'node_modules/vue-tsc/bin/vue-tsc.js'), '--noEmit');
  run(join(EXAMPLE, 'node_modules/@dcloudio/vite-plugin-uni/bin/uni.js'), 'build');
  writeFileSync(FINGERPRINT, present);
}

function run(...parameters) {
  const builtWith = JSON.parse(readFileSync(join(EXAMPLE, 'built-with.json'), 'utf8'));
  const environment = { ...process.env, ...builtWith };
  const { status } = spawnSync(process.execPath, parameters, { cwd: EXAMPLE, env: environment, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

function fingerprint() {
  const folders = [join(EXAMPLE, 'src'), join(SDK, 'src')];
  const sources = [...CAUSES.map((name) => join(EXAMPLE, name)), ...folders.flatMap(filesIn)];
  const hash = createHash('sha256');
  for (const file of sources) hash.update(file).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}
