// Installs what the suite of faults runs (`npm run test:faults`): servers of Debian, for those who may install them.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const POSTGRESQL = '/usr/lib/postgresql';
/** What each package is needed for. */
const PROGRAMS = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  'redis-server': 'redis-server',
  'redis-sentinel': 'redis-sentinel',
};

const missing = missingPackages();
if (missing.length > 0) {
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (mayInstall) install(missing);
  else process.stderr.write(`The suite of faults is skipped: it needs the packages ${missing.join(', ')} of Debian\n`);
}

function missingPackages() {
  const path = [...(process.env.PATH ?? '').split(':'), '/usr/sbin'];
  const has = (program) => path.some((directory) => existsSync(join(directory, program)));
  const packages = Object.entries(PROGRAMS)
    .filter(([program]) => !has(program))
    .map(([, name]) => name);
  const versions = existsSync(POSTGRESQL) ? readdirSync(POSTGRESQL) : [];
  if (!versions.some((version) => existsSync(join(POSTGRESQL, version, 'bin/initdb')))) packages.push('postgresql');
  // Patroni speaks to its stores by it.
  if (!existsSync('/usr/lib/python3/dist-packages/etcd')) packages.push('python3-etcd');
  return packages;
}

/** Without starting any of them: the suite starts its own. */
function install(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const apt = (...given) => spawnSync('apt-get', given, { stdio: 'inherit', env }).status === 0;
  if (apt('install', '--yes', '--no-install-recommends', ...packages)) return;
  // Its lists may be old.
  if (apt('update') && apt('install', '--yes', '--no-install-recommends', ...packages)) return;
  process.stderr.write(`The suite of faults is skipped: ${packages.join(', ')} cannot be installed\n`);
}
