import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs tasks with no file descriptor to spare, then with enough of them, and prints what became of each. */
const EXHAUSTED = `
  const { closeSync, openSync } = require('node:fs');
  const { WorkerProcess } = require(${JSON.stringify(join(__dirname, 'worker-process.js'))});
  const process = new WorkerProcess({ program: globalThis.process.argv[1], idleMs: 60_000, flags: [] });
  const run = () => process.run('done', AbortSignal.timeout(60_000)).then(({ result }) => result, (error) => error.code);
  const held = [];
  const holdAll = () => {
    try {
      for (;;) held.push(openSync('/dev/null'));
    } catch {}
  };
  (async () => {
    const outcomes = [];
    for (let spare = 0; spare < 4; spare++) {
      holdAll();
      for (const fd of held.splice(0, spare)) closeSync(fd);
      outcomes.push(await run());
      process.drop();
    }
    for (const fd of held) closeSync(fd);
    outcomes.push(await run());
    process.drop();
    console.log(JSON.stringify(outcomes));
  })();`;

describe('A worker process', () => {
  const directory = mkdtempSync(join(tmpdir(), 'worker-process-'));

  afterAll(() => rmSync(directory, { recursive: true }));

  it('that cannot be started ends nothing but its task', async () => {
    const program = join(directory, 'program.js');
    writeFileSync(program, 'module.exports = (task) => task;');
    // In a group of its own, which a signal gone astray would hit as a whole.
    const child = spawn('sh', ['-c', 'ulimit -n 64; exec "$@"', 'sh', process.execPath, '-e', EXHAUSTED, program], {
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [output, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    expect([code, signal]).toEqual([0, null]);
    const outcomes = JSON.parse(output) as string[];
    expect(outcomes[0]).toBe('EMFILE');
    expect(outcomes.at(-1)).toBe('done');
  });
});
