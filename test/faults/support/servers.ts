import { existsSync } from 'node:fs';
import { join } from 'node:path';

const NEEDED = ['patroni', 'etcd', 'haproxy', 'pgbouncer', 'redis-server', 'redis-sentinel'];
const PATH = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin'];

const missing = [
  ...NEEDED.filter((program) => !PATH.some((directory) => existsSync(join(directory, program)))),
  ...(existsSync('/usr/lib/postgresql') ? [] : ['postgresql']),
];

if (missing.length > 0) process.stderr.write(`${missing.join(', ')} is missing: the suites of faults are skipped\n`);

/** For suites that run the servers of `tools/install-fault-servers.mjs`, which are skipped without them, visibly. */
export const describeWithServers: jest.Describe = missing.length > 0 ? describe.skip : describe;
