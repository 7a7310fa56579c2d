import { withAdvisoryLock } from '@libs/foundation';
import { eventually } from '../support/api';
import { queryAs } from '../support/database';
import { suiteUrls } from '../support/suite';

const LOCK = 42;

describe('An advisory lock', () => {
  const urls = suiteUrls();

  /** The server processes that hold it. */
  const holders = async () => {
    const rows = await queryAs<{ pid: number }>(
      urls.superuserUrl,
      `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND objid = $1
          AND database = (SELECT oid FROM pg_database WHERE datname = $2)`,
      [LOCK, urls.name],
    );
    return rows.map(({ pid }) => pid);
  };

  it('is held while the work goes on, and no longer', async () => {
    const held = await withAdvisoryLock(urls.applicationUrl, LOCK, holders);
    expect(held).toHaveLength(1);
    await eventually(async () => (await holders()).length === 0);
  });

  it('that is lost ends the work with an error: another process may have taken it', async () => {
    const { promise: never } = Promise.withResolvers<void>();
    let isOver = false;
    const work = withAdvisoryLock(urls.applicationUrl, LOCK, async () => {
      const [pid] = await holders();
      await queryAs(urls.superuserUrl, 'SELECT pg_terminate_backend($1)', [pid]);
      await never;
    });
    const refusal = work.then(
      () => null,
      (error: unknown) => error,
    );
    void refusal.finally(() => (isOver = true));
    await eventually(() => Promise.resolve(isOver));
    expect(await refusal).toMatchObject({ code: '57P01' });
  });
});
