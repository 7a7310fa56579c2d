import pg from 'pg';
import { Sweeps } from '@libs/foundation';
import { eventually, startTestApi, type TestApi } from '../../support/api';
import { copyTemplate, queryAs, type TestDatabaseUrls } from '../../support/database';
import { leasesEnd } from '../../support/outbox';
import { isLong } from '../../support/rounds';
import { startServerProcess, WORKER } from '../../support/server-process';
import { startTestWorker } from '../../support/worker';
import { signedIn, type SignedInMember } from '../support/account';
import { deleteAccount, graceOver, sweep } from '../support/account-life';
import { type OwnStorage, ownStorage } from '../support/avatars';
import { download, exportsOf } from '../support/data-exports';
import { aMember, clientOf, outboxSettled, signIn } from '../support/journey';

/** How many are erased while something else happens. Their sweeps begin at different moments, up to the latest. */
const ACCOUNTS = isLong ? 8 : 4;
/** In statements after a sign-in has begun. */
const LATEST_SWEEP = 32;

describe('Accounts, with several processes', () => {
  let storage: OwnStorage;
  let urls: TestDatabaseUrls;

  beforeAll(async () => {
    storage = ownStorage();
    urls = await copyTemplate();
  });
  afterAll(async () => {
    await urls.drop();
    storage.remove();
  });

  const rows = (statement: string, values: unknown[] = []) => queryAs(urls.superuserUrl, statement, values);
  const anActiveAccount = async (api: TestApi) => signedIn(api, await aMember(api, { display_name: 'Lin' }));
  const aDueAccount = async (api: TestApi) => {
    const account = await anActiveAccount(api);
    await deleteAccount(api, account);
    await graceOver(api, account);
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

  describe('at work at the same time', () => {
    let one: TestApi;
    let other: TestApi;

    beforeAll(async () => {
      one = await startTestApi(storage.environment, urls);
      other = await startTestApi(storage.environment, urls);
    });
    afterAll(() => Promise.all([one.close(), other.close()]));

    /** After a varying number of statements, so that it meets a sign-in at different points. */
    const sweepAfter = async (statements: number) => {
      for (let count = 0; count < statements; count++) await one.database.readAsSystem('SELECT 1');
      await one.get(Sweeps).runAll();
    };

    it('are erased once each when two sweep at the same time', async () => {
      const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => aDueAccount(one)));
      await Promise.all([one, other, one, other].map((api) => api.get(Sweeps).runAll()));
      await outboxSettled(one);
      for (const account of accounts) {
        expect(await statusOf(account)).toBe('deleted');
        expect(await told(account)).toEqual(['member.deleted', 'user.erased']);
      }
    });

    it('are either erased or kept when somebody signs in at that very moment, and never half of it', async () => {
      const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => anActiveAccount(one)));
      await Promise.all(accounts.map((account) => deleteAccount(one, account)));
      for (const [count, account] of accounts.entries()) {
        await graceOver(one, account);
        const [{ status }] = await Promise.all([
          clientOf(other).login({ email: account.email, password: account.password }),
          sweepAfter((count * LATEST_SWEEP) / ACCOUNTS),
        ]);
        await sweep(one);
        expect(await rows('SELECT FROM account_deletions WHERE user_id = $1', [account.userId])).toEqual([]);
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
    });
  });

  describe('of which one dies in the middle', () => {
    const exportId = '01a1ff60-fa8e-71cc-b1db-e41c07d792d7';
    let due: SignedInMember;
    let exported: SignedInMember;
    let next: TestApi;
    /** What it had left. */
    let left: Readonly<Record<'status' | 'identifiers' | 'told' | 'exports' | 'uploads' | 'files', unknown>>;

    beforeAll(async () => {
      const earlier = await startTestApi(storage.environment, urls);
      due = await aDueAccount(earlier);
      exported = await anActiveAccount(earlier);
      await outboxSettled(earlier);
      await earlier.close();
      await rows(
        `INSERT INTO data_exports (tenant_id, id, user_id, app_id, locale, status)
         SELECT tenant_id, $1, $2, id, 'en-US', 'pending' FROM apps WHERE is_default`,
        [exportId, exported.userId],
      );
      await rows(
        `INSERT INTO outbox_messages (tenant_id, id, app_id, type, data)
         SELECT tenant_id, gen_random_uuid(), id, 'iam.data_export_requested', jsonb_build_object('export_id', $1::text)
           FROM apps WHERE is_default`,
        [exportId],
      );
      await killAtBoth();
      left = {
        status: await statusOf(due),
        identifiers: await identifiers(),
        told: await told(due),
        exports: await rows('SELECT status FROM data_exports'),
        uploads: (await rows('SELECT FROM file_uploads')).length,
        files: storage.left(),
      };
      await leasesEnd(urls);
      next = await startTestApi(storage.environment, urls);
    }, 120_000);
    afterAll(() => next.close());

    const identifiers = () => rows('SELECT value FROM login_identifiers WHERE user_id = $1', [due.userId]);
    /** As ten minutes after the last ones; the leases of dead processes have expired. */
    const makeSweepsDue = () => rows('UPDATE sweeps SET next_run_at = now(), lease_until = NULL');
    /**
     * The process waits for two tables when it dies: with the erasure, which has deleted the addresses by then and is
     * about to delete the exports; and with the export, whose archive has been begun: it contains all that precedes the roles.
     */
    const killAtBoth = async (): Promise<void> => {
      const locker = new pg.Client({ connectionString: urls.superuserUrl });
      await locker.connect();
      await locker.query('BEGIN; LOCK TABLE data_exports IN SHARE MODE; LOCK TABLE roles IN ACCESS EXCLUSIVE MODE');
      const waiting = async (table: string) =>
        (
          await locker.query<{ pid: number; is_erasure: boolean }>(
            `SELECT w.pid, EXISTS (SELECT FROM pg_locks a WHERE a.pid = w.pid AND a.granted AND a.mode = 'RowExclusiveLock'
                                      AND a.relation = 'login_identifiers'::regclass) AS is_erasure
               FROM pg_locks w JOIN pg_database d ON d.oid = w.database AND d.datname = current_database()
              WHERE NOT w.granted AND w.relation = $1::regclass`,
            [table],
          )
        ).rows;
      await makeSweepsDue();
      const worker = await startServerProcess(
        { NODE_ENV: 'test', DATABASE_URL: urls.applicationUrl, RUN_MIGRATIONS: 'false', ...storage.environment },
        WORKER,
      );
      await eventually(async () => {
        const [erasing, exporting] = [await waiting('data_exports'), await waiting('roles')];
        return erasing.some(({ is_erasure }) => is_erasure) && exporting.some(({ is_erasure }) => !is_erasure);
      });
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

    it('are as they were when that erased them, and erased by the next', async () => {
      expect(left).toMatchObject({ status: 'active', identifiers: [{ value: due.email }], told: [] });
      await makeSweepsDue();
      const worker = await startTestWorker(urls, storage.environment);
      await eventually(async () => (await statusOf(due)) === 'deleted');
      expect(await identifiers()).toEqual([]);
      await worker.close();
      expect(await told(due)).toEqual(['member.deleted', 'user.erased']);
    }, 60_000);

    it('are exported once, without remains, when that exported them', async () => {
      expect(left).toMatchObject({ exports: [{ status: 'pending' }], uploads: 1, files: 1 });
      await eventually(async () => (await rows(`SELECT FROM data_exports WHERE status = 'ready'`)).length === 1);
      await outboxSettled(next);
      const [ready, ...others] = await exportsOf(next, { ...exported, pair: await signIn(next, exported) });
      expect([ready?.id, others]).toEqual([exportId, []]);
      expect(await rows('SELECT FROM archives')).toHaveLength(1);
      expect(JSON.parse((await download(next, ready?.download_url ?? '').expect(200)).text)).toMatchObject({
        account: { id: exported.userId },
      });
      expect(storage.left()).toBe(2);
      await rows(`UPDATE file_uploads SET started_at = now() - interval '2 days'`);
      await sweep(next);
      expect(storage.left()).toBe(1);
      const mails = await next.mailsTo(exported.email);
      expect(mails.filter(({ text }) => text.includes(exportId))).toHaveLength(1);
    }, 60_000);
  });
});
