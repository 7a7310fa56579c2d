// Compiles the package into `dist`: modules with their types, for engines of ES2020. Part of `npm pack`.
import { execFileSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const here = import.meta.dirname;
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');

rmSync(join(here, 'dist'), { recursive: true, force: true });
execFileSync(process.execPath, [compiler, '--project', join(here, 'tsconfig.build.json')], { stdio: 'inherit' });
copyFileSync(join(here, '..', '..', 'LICENSE'), join(here, 'LICENSE'));
