import pg from 'pg';
import { Sweeps } from '@libs/foundation';
import { eventually, startTestApi, type TestApi } from '../support/api';
import { copyTemplate, queryAs, type TestDatabaseUrls } from '../support/database';
import { leasesEnd } from '../support/outbox';
import { startServerProcess, WORKER } from '../support/server-process';
import { startTestWorker } from '../support/worker';
import type { SignedInMember } from './support/account';
import { anAccount, deleteAccount, graceOver, sweep } from './support/account-life';
import { type OwnStorage, ownStorage } from './support/avatars';
import { download, exportsOf } from './support/data-exports';
import { clientOf, outboxSettled, signIn } from './support/journey';

describe('Accounts, with several processes', () => {
  let storage: OwnStorage;
  let urls: TestDatabaseUrls;
  let one: TestApi;

  beforeEach(async () => {
    storage = ownStorage();
    urls = await copyTemplate();
    one = await startTestApi(storage.environment, urls);
  });
  afterEach(async () => {
    await urls.drop();
    storage.remove();
  });

  const rows = (statement: string, values: unknown[] = []) => queryAs(urls.superuserUrl, statement, values);
  const anActiveAccount = () => anAccount(one, { display_name: 'Lin' });
  const makeDue = async (account: SignedInMember) => {
    await deleteAccount(one, account);
    await graceOver(one, account);
  };
  const aDueAccount = async () => {
    const account = await anActiveAccount();
    await makeDue(account);
    return account;
  };
  const told = async ({ userId }: SignedInMember) =>
    (
      await rows(
        `SELECT type FROM outbox_messages WHERE type IN ('member.deleted', 'user.erased') AND data->>'user_id' = $1 ORDER BY type`,
        [userId],
      )
    ).map(({ type }) => String(type));
  const statusOf = async ({ userId }: SignedInMember) =>
    (await rows('SELECT status FROM users WHERE id = $1', [userId]))[0]?.['status'];

  /** After a varying number of statements, so that it meets a sign-in at different points. */
  const sweepAfter = async (statements: number) => {
    for (let count = 0; count < statements; count++) await one.database.readAsSystem('SELECT 1');
    await one.get(Sweeps).runAll();
  };

  const startWorkerProcess = () =>
    startServerProcess(
      { NODE_ENV: 'test', DATABASE_URL: urls.applicationUrl, RUN_MIGRATIONS: 'false', ...storage.environment },
      WORKER,
    );
  /** As ten minutes after the last ones; the leases of dead processes have expired. */
  const makeSweepsDue = () => rows('UPDATE sweeps SET next_run_at = now(), lease_until = NULL');
  /** Locks a table until a process waits for it that has already locked another one; then kills that process. */
  const killAt = async (table: string, mode: string, reached: string): Promise<void> => {
    const locker = new pg.Client({ connectionString: urls.superuserUrl });
    await locker.connect();
    await locker.query(`BEGIN; LOCK TABLE ${table} IN ${mode} MODE`);
    await makeSweepsDue();
    const worker = await startWorkerProcess();
    await eventually(
      async () =>
        (
          await locker.query(
            `SELECT FROM pg_locks w JOIN pg_database d ON d.oid = w.database AND d.datname = current_database()
              WHERE NOT w.granted AND w.relation = $1::regclass AND (${reached})`,
            [table],
          )
        ).rows.length > 0,
    );
    await worker.kill('SIGKILL');
    await locker.query('ROLLBACK');
    await locker.end();
    await eventually(
      async () =>
        (
          await rows('SELECT FROM pg_stat_activity WHERE datname = $1 AND application_name = $2', [
            urls.name,
            'appkernel-worker',
          ])
        ).length === 0,
    );
  };

  it('are erased once each when two sweep at the same time', async () => {
    const other = await startTestApi(storage.environment, urls);
    const accounts = await Promise.all(Array.from({ length: 8 }, aDueAccount));
    await Promise.all([one, other, one, other].map((api) => api.get(Sweeps).runAll()));
    await outboxSettled(one);
    for (const account of accounts) {
      expect(await statusOf(account)).toBe('deleted');
      expect(await told(account)).toEqual(['member.deleted', 'user.erased']);
    }
    await other.close();
    await one.close();
  });

  it('are either erased or kept when somebody signs in at that very moment, and never half of it', async () => {
    const other = await startTestApi(storage.environment, urls);
    const accounts = await Promise.all(Array.from({ length: 8 }, anActiveAccount));
    for (const [count, account] of accounts.entries()) {
      await makeDue(account);
      const [{ status }] = await Promise.all([
        clientOf(other).login({ email: account.email, password: account.password }),
        sweepAfter(count * 4),
      ]);
      await sweep(one);
      expect(await rows('SELECT FROM account_deletions')).toEqual([]);
      if (status === 200) {
        expect([await statusOf(account), await told(account)]).toEqual(['active', []]);
        await signIn(one, account);
      } else {
        expect([status, await statusOf(account)]).toEqual([401, 'deleted']);
        expect(await told(account)).toEqual(['member.deleted', 'user.erased']);
        const left = await rows('SELECT FROM sessions WHERE user_id = $1 AND revoked_at IS NULL', [account.userId]);
        expect(left).toEqual([]);
      }
    }
    await other.close();
    await one.close();
  });

  it('are as they were when the process dies that erases them, and erased by the next', async () => {
    const account = await aDueAccount();
    await outboxSettled(one);
    const identifiers = () => rows('SELECT value FROM login_identifiers WHERE user_id = $1', [account.userId]);
    await one.close();
    const atWork = `EXISTS (SELECT FROM pg_locks a WHERE a.pid = w.pid AND a.granted AND a.relation = 'login_identifiers'::regclass)`;
    await killAt('data_exports', 'SHARE', atWork);
    expect(await statusOf(account)).toBe('active');
    expect(await identifiers()).toEqual([{ value: account.email }]);
    expect(await told(account)).toEqual([]);
    await makeSweepsDue();
    const next = await startTestWorker(urls, storage.environment);
    await eventually(async () => (await statusOf(account)) === 'deleted');
    expect(await identifiers()).toEqual([]);
    await next.close();
    expect(await told(account)).toEqual(['member.deleted', 'user.erased']);
  }, 60_000);

  it('are exported once, without remains, when the process dies in the middle', async () => {
    const account = await anAccount(one);
    await outboxSettled(one);
    await one.close();
    const exportId = '01a1ff60-fa8e-71cc-b1db-e41c07d792d7';
    await rows(
      `INSERT INTO data_exports (tenant_id, id, user_id, app_id, locale, status)
       SELECT tenant_id, $1, $2, id, 'en-US', 'pending' FROM apps WHERE is_default`,
      [exportId, account.userId],
    );
    await rows(
      `INSERT INTO outbox_messages (tenant_id, id, app_id, type, data)
       SELECT tenant_id, gen_random_uuid(), id, 'iam.data_export_requested', jsonb_build_object('export_id', $1::text)
         FROM apps WHERE is_default`,
      [exportId],
    );
    // By then the archive has been begun: it contains everything that precedes the memberships.
    await killAt('user_roles', 'ACCESS EXCLUSIVE', 'true');
    expect(await rows('SELECT status FROM data_exports')).toEqual([{ status: 'pending' }]);
    expect(await rows('SELECT FROM file_uploads')).toHaveLength(1);
    expect(storage.left()).toBe(1);
    await leasesEnd(urls);
    const again = await startTestApi(storage.environment, urls);
    await eventually(async () => (await rows(`SELECT FROM data_exports WHERE status = 'ready'`)).length === 1);
    await outboxSettled(again);
    const [ready, ...others] = await exportsOf(again, { ...account, pair: await signIn(again, account) });
    expect([ready?.id, others]).toEqual([exportId, []]);
    expect(await rows('SELECT FROM archives')).toHaveLength(1);
    expect(JSON.parse((await download(again, ready?.download_url ?? '').expect(200)).text)).toMatchObject({
      account: { id: account.userId },
    });
    expect(storage.left()).toBe(2);
    await rows(`UPDATE file_uploads SET started_at = now() - interval '2 days'`);
    await sweep(again);
    expect(storage.left()).toBe(1);
    const mails = await again.mailsTo(account.email);
    expect(mails.filter(({ text }) => text.includes(exportId))).toHaveLength(1);
    await again.close();
  }, 60_000);
});
