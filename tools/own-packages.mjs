// Installs what a folder has in a lock file of its own, beside that of the repository.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Does nothing where the same lock file was installed before, which `node_modules/.appkernel-installed` tells.
 *
 * @param what it is, for people.
 * @param finish what belongs to it beside the packages.
 */
export async function installOwn(directory, what, finish = () => undefined) {
  const installed = join(directory, 'node_modules/.appkernel-installed');
  const lock = readFileSync(join(directory, 'package-lock.json'), 'utf8');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) {
    process.stdout.write(`${what} installed\n`);
    return;
  }
  const { status } = spawnSync('npm', ['ci', '--loglevel', 'error'], { cwd: directory, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  await finish();
  writeFileSync(installed, lock);
}
