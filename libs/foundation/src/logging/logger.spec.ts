import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The one thread that writes is at work on something else when the line is logged. */
const PROGRAM = `
  const { pbkdf2 } = require('node:crypto');
  const { Logger } = require(${JSON.stringify(join(__dirname, 'logger.js'))});
  const logger = new Logger('info');
  pbkdf2('', '', 100000, 64, 'sha512', () => undefined);
  for (let n = 0; n < 3; n++) logger.info({ n }, 'logged');
  logger.flush().then(() => logger.flush()).then(() => {
    process.stderr.write('after that\\n');
    process.exit();
  });
`;

describe('The log', () => {
  it('is written when it has been flushed, before whatever follows', () => {
    const { stdout, status } = spawnSync('sh', ['-c', 'exec "$@" 2>&1', 'sh', process.execPath, '-e', PROGRAM], {
      encoding: 'utf8',
      env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
    });
    const lines = stdout.trim().split('\n');
    expect(status).toBe(0);
    expect(lines.slice(0, -1).map((line) => JSON.parse(line) as unknown)).toEqual(
      [0, 1, 2].map((n) => expect.objectContaining({ n, msg: 'logged' })),
    );
    expect(lines.at(-1)).toBe('after that');
  });

  it('gathers the lines of requests for a moment, and keeps the order of all', () => {
    const program = `
      const { Logger } = require(${JSON.stringify(join(__dirname, 'logger.js'))});
      const logger = new Logger('info');
      const request = (id) => logger.request({ request_id: id, method: 'GET', route: '/', status: 200 });
      const { write } = require('node:fs');
      let writes = 0;
      require('node:fs').write = (...args) => ((writes += 1), write(...args));
      request('a');
      request('b');
      logger.info({ request_id: 'c' }, 'between');
      for (let n = 0; n < 50; n++) request('d');
      setTimeout(() => {
        request('e');
        logger.flush().then(() => process.stderr.write(JSON.stringify({ writes }) + '\\n'));
      }, 200);
    `;
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' });
    const ids = stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { request_id: string }).request_id);
    expect(ids).toEqual(['a', 'b', 'c', ...Array<string>(50).fill('d'), 'e']);
    expect(JSON.parse(stderr)).toEqual({ writes: 3 });
  });

  it.each([
    ['fails', `throw new Error('unexpected')`, 1],
    ['exits without waiting', 'process.exit(3)', 3],
  ])('has the requests that were answered just before the process %s', (_how, end, code) => {
    const program = `
      const { Logger } = require(${JSON.stringify(join(__dirname, 'logger.js'))});
      const logger = new Logger('info');
      const request = (id) => logger.request({ request_id: id, method: 'GET', route: '/', status: 200 });
      logger.info({ request_id: 'a' }, 'before');
      request('b');
      setImmediate(() => {
        request('c');
        ${end};
      });
    `;
    const { stdout, status } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' });
    expect(status).toBe(code);
    const ids = [...stdout.matchAll(/"request_id":"(.)"/g)].map(([, id]) => id);
    // A write that is under way at the end is done by a thread, which the others need not wait for.
    expect(ids.toSorted()).toEqual(['a', 'b', 'c']);
    expect(ids.indexOf('b')).toBeLessThan(ids.indexOf('c'));
  });
});
