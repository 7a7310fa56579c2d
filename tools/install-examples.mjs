// Installs what the example App is made of (examples/uni-app), from its own lock file. Without it its suite says that it was
// skipped.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const DIRECTORY = resolve('examples/uni-app');
const LOCK = join(DIRECTORY, 'package-lock.json');
/** The lock file that was installed. */
const INSTALLED = join(DIRECTORY, 'node_modules/.appkernel-installed');

const lock = readFileSync(LOCK, 'utf8');
if (existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === lock) {
  process.stdout.write('the example App is installed\n');
} else {
  const { status } = spawnSync('npm', ['ci', '--loglevel', 'error'], { cwd: DIRECTORY, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(INSTALLED, lock);
}
