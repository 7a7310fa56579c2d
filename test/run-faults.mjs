// Loses, freezes and cuts off the parts of an installation under load: `npm run test:faults -- --seed 7`. Without a seed
// there is a new one, which is printed; `--only primary` tries those faults alone that have the word in their names.
import { spawnSync } from 'node:child_process';

const given = process.argv.slice(2);
const seed = taken('seed');
const only = taken('only');

const run = (...parameters) =>
  spawnSync(process.execPath, parameters, { stdio: 'inherit', env: environment() }).status ?? 1;

run('tools/install-fault-servers.mjs');
process.exitCode = run('test/jest.mjs', '--runInBand', ...given, '--kind=faults');

/** The value of an option, which is not for jest. */
function taken(name) {
  const at = given.findIndex((option) => option === `--${name}` || option.startsWith(`--${name}=`));
  if (at < 0) return undefined;
  const [option, next] = given.splice(at, given[at].includes('=') ? 1 : 2);
  return option.includes('=') ? option.slice(option.indexOf('=') + 1) : next;
}

function environment() {
  return {
    ...process.env,
    ...(seed !== undefined && { FAULTS_SEED: seed }),
    ...(only !== undefined && { FAULTS_ONLY: only }),
  };
}
