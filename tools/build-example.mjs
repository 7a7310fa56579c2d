// Checks the types of the example App and builds it for browsers, as for a deployment, unless that was done from the same
// sources before. Whoever serves the result puts their own addresses in the place of those that it is built with.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn, ROOT, stampOf } from './builds.mjs';

const EXAMPLE = join(ROOT, 'examples/uni-app');
const SDK = join(ROOT, 'packages/sdk');
const STAMP = join(EXAMPLE, 'dist/stamp');
const CAUSES = ['package-lock.json', 'tsconfig.json', 'vite.config.ts', 'index.html', 'built-with.json'];

const sources = [join(EXAMPLE, 'src'), join(SDK, 'src')].flatMap(filesIn);
const stamp = stampOf([...CAUSES.map((name) => join(EXAMPLE, name)), ...sources]);
if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== stamp) {
  const environment = { ...process.env, ...JSON.parse(readFileSync(join(EXAMPLE, 'built-with.json'), 'utf8')) };
  run(environment, join(SDK, 'build.mjs'));
  run(environment, join(EXAMPLE, 'node_modules/vue-tsc/bin/vue-tsc.js'), '--noEmit');
  run(environment, join(EXAMPLE, 'node_modules/@dcloudio/vite-plugin-uni/bin/uni.js'), 'build');
  writeFileSync(STAMP, stamp);
}

function run(environment, ...parameters) {
  const { status } = spawnSync(process.execPath, parameters, { cwd: EXAMPLE, env: environment, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
