// Loses, freezes and cuts off the parts of an installation under load: `npm run test:faults -- --seed 7`. Without a seed
// there is a new one, which is printed.
import { spawnSync } from 'node:child_process';

const [, , ...given] = process.argv;
const at = given.findIndex((option) => /^--seed(=|$)/.test(option));
const seed = at < 0 ? undefined : (given[at].split('=')[1] ?? given[at + 1]);
if (at >= 0) given.splice(at, given[at].includes('=') ? 1 : 2);

const run = (...parameters) =>
  spawnSync(process.execPath, parameters, { stdio: 'inherit', env: environment() }).status ?? 1;

run('tools/install-fault-servers.mjs');
process.exitCode = run('test/jest.mjs', '--runInBand', ...given, '--kind=faults');

function environment() {
  return seed === undefined ? process.env : { ...process.env, FAULTS_SEED: seed };
}
