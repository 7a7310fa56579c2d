import { copyTemplate, testPostgres } from '../support/database';
import { apiWith, startServerProcess } from '../support/server-process';

describe('a process with an error that nobody handles', () => {
  it.each(['error', 'rejection'])('ends with code 1, and prints nothing that it carries: %s', async (kind) => {
    const urls = await copyTemplate();
    const server = await startServerProcess(
      {
        NODE_ENV: 'test',
        DATABASE_URL: urls.applicationUrl,
        DATA_DIR: testPostgres().directory,
        RUN_MIGRATIONS: 'false',
        RUN_WORKER: 'false',
        UNHANDLED: kind,
      },
      apiWith('test/support/unhandled-error.cjs'),
    );
    expect(await server.kill('SIGUSR2')).toBe(1);
    await urls.drop();
    const log = server.log.join('\n');
    expect(log).toContain('"reason":"Error: WRONGPASS"');
    expect(log).toContain('test/support/unhandled-error.cjs');
    expect(log).not.toContain('secret of a command');
  });
});
