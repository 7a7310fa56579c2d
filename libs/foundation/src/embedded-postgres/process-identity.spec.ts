import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const onLinux = process.platform === 'linux' ? it : it.skip;

/** Opens as many files as it may, as clients make a server do, and then checks whether a process is running. */
const WITHOUT_FILES = `
  const { openSync } = require('node:fs');
  const { identifyProcess, isRunning } = require(${JSON.stringify(join(__dirname, 'process-identity.js'))});
  const take = () => { for (;;) openSync('/dev/null'); };
  const seen = (work) => work.then(String, ({ code }) => code);
  identifyProcess(process.ppid).then(async (parent) => {
    const gone = { pid: 2 ** 22 + 1, startedAt: '1' };
    try { take(); } catch {}
    const all = [isRunning(parent), isRunning(gone), identifyProcess(parent.pid)];
    console.log(JSON.stringify(await Promise.all(all.map(seen))));
  });
`;

describe('The identity of a process', () => {
  onLinux('is not taken for gone where no file can be opened to look', () => {
    const command = 'ulimit -n 40; exec "$0" -e "$1"';
    const output = execFileSync('sh', ['-c', command, process.execPath, WITHOUT_FILES], { encoding: 'utf8' });
    expect(JSON.parse(output)).toEqual(['true', 'false', 'EMFILE']);
  });
});
