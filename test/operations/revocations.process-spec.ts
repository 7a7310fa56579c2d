import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { ChangeFeed } from '@libs/foundation';
import { type AdminClient, anAdmin, asOwner } from '../admin/support/admin';
import { clientOf } from '../mobile/support/journey';
import { ANNOUNCED_WITHIN_MS, eventually, startTestApi, type TestApi } from '../support/api';
import { copyTemplate, feedsUnderTest, queryAs, type TestDatabaseUrls } from '../support/database';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy';
import { adminAsks, aSignedInMember, memberAsks, requireMfa, REVOCATIONS, type Subject } from './support/revocations';

const LOOK_EVERY_MS = 5;

const DELETE_SESSION = `WITH tokens AS (DELETE FROM refresh_tokens WHERE session_id IN (
    SELECT id FROM sessions WHERE user_id = $1))
  DELETE FROM sessions WHERE user_id = $1`;

const DISABLE_MANY = `UPDATE users SET status = 'disabled' WHERE display_name = 'one of many' OR id = $1`;

const MOVE_ROLES = `UPDATE user_roles r SET user_id = u.id FROM (
    SELECT tenant_id, id FROM users WHERE display_name = 'one of many' LIMIT 1) u
  WHERE r.user_id = $1 AND u.tenant_id = r.tenant_id`;

const REQUIRE_MFA = `UPDATE settings SET value = 'true'
  WHERE key = 'security.require_admin_mfa' AND tenant_id = (SELECT tenant_id FROM users WHERE id = $1)`;

describe('Access that is taken away', () => {
  let urls: TestDatabaseUrls;
  /** The way of the other one to the database, without its change feed. */
  let toDatabase: TcpProxy;
  /** The way of its change feed. */
  let toFeed: TcpProxy;
  let api: TestApi;
  let other: TestApi;
  let owner: AdminClient;
  let statements = 0;
  const times: number[] = [];

  beforeAll(async () => {
    urls = await copyTemplate();
    const { port } = new URL(urls.applicationUrl);
    [toDatabase, toFeed] = [await startTcpProxy(Number(port)), await startTcpProxy(Number(port))];
    toDatabase.onRequest = () => statements++;
    const by = (proxy: TcpProxy) => urls.applicationUrl.replace(port, String(proxy.port));
    api = await startTestApi({}, urls);
    const read = api.database.read.bind(api.database);
    jest.spyOn(api.database, 'read').mockImplementation((...given) => {
      statements++;
      return read(...given);
    });
    // A process of its own would hear no more: it shares the keys, and nothing that it keeps.
    const environment = { DATABASE_URL: by(toDatabase), DATABASE_LISTEN_URL: by(toFeed), RUN_WORKER: 'false' };
    other = await startTestApi(environment, urls);
    // It hears of nothing in some of the tests, and nobody waits until it has.
    feedsUnderTest.delete(other.get(ChangeFeed));
    owner = await asOwner(api);
  }, 180_000);
  afterAll(async () => {
    await Promise.all([api, other].map((server) => server.close()));
    await Promise.all([toDatabase, toFeed].map((proxy) => proxy.close()));
    jest.restoreAllMocks();
    await urls.drop();
    const sorted = times.sort((a, b) => a - b).map(Math.round);
    process.stdout.write(
      `Refused by another process after ${sorted[sorted.length >> 1]} ms in the median, ${sorted.at(-1)} at most, of ${sorted.length} changes\n`,
    );
  });

  const raw = (statement: string, values: unknown[] = []) => queryAs(urls.superuserUrl, statement, values);

  /** Lets each of the servers know who asks: it admits the next request without a question to the database. */
  const becomeKnown = async ({ isAdmitted }: Subject, servers: readonly string[]) => {
    for (const server of servers) {
      await eventually(async () => {
        const before = statements;
        expect(await isAdmitted(server)).toBe(true);
        return statements === before;
      });
    }
  };
  /** How long it takes from now on: a second at most, where the machine has nothing else to do. */
  const refused = async ({ isAdmitted }: Subject, server: string) => {
    const start = performance.now();
    const elapsed = () => performance.now() - start;
    for (;;) {
      const sent = elapsed();
      if (!(await isAdmitted(server))) return elapsed();
      if (sent > ANNOUNCED_WITHIN_MS) throw new Error('It is not refused');
      await delay(LOOK_EVERY_MS);
    }
  };

  /** The feed of the first process goes on, but nothing that it hears arrives. */
  const muted = async <T>(work: () => Promise<T>): Promise<T> => {
    const client = Reflect.get(api.get(ChangeFeed), 'client') as pg.Client;
    const listeners = client.listeners('notification') as ((message: pg.Notification) => void)[];
    client.removeAllListeners('notification');
    try {
      return await work();
    } finally {
      for (const listener of listeners) client.on('notification', listener);
    }
  };

  it.each(REVOCATIONS)(
    'is refused by the process that took it from its answer on, and by the others within a second, when %s',
    async (_what, prepare) => {
      const { revoke, undo, ...subject } = await prepare({ api, owner });
      await becomeKnown(subject, [api.url, other.url]);
      await muted(async () => {
        await revoke();
        const elsewhere = refused(subject, other.url);
        expect(await subject.isAdmitted(api.url)).toBe(false);
        times.push(await elsewhere);
      });
      await undo?.();
    },
    60_000,
  );

  describe('by an operator in SQL', () => {
    let operator: pg.Client;

    beforeAll(async () => {
      operator = new pg.Client({ connectionString: urls.superuserUrl });
      await operator.connect();
      await requireMfa(api, false);
      await raw(
        `INSERT INTO users (tenant_id, id, status, display_name)
         SELECT $1, gen_random_uuid(), 'active', 'one of many' FROM generate_series(1, 5000)`,
        [api.tenantId],
      );
    });
    afterAll(() => operator.end());

    it.each([
      ['disables a user', 'member', `UPDATE users SET status = 'disabled' WHERE id = $1`],
      ['ends a session', 'member', 'UPDATE sessions SET revoked_at = now() WHERE user_id = $1'],
      ['lets a session expire', 'member', 'UPDATE sessions SET expires_at = now() WHERE user_id = $1'],
      ['deletes a session', 'member', DELETE_SESSION],
      ['suspends a member', 'member', `UPDATE app_memberships SET status = 'suspended' WHERE user_id = $1`],
      ['deletes a membership', 'member', 'DELETE FROM app_memberships WHERE user_id = $1'],
      ['disables thousands of users', 'member', DISABLE_MANY],
      ['takes a role', 'admin', 'DELETE FROM user_roles WHERE user_id = $1'],
      ['gives a role to somebody else', 'admin', MOVE_ROLES],
      ['requires a second factor', 'admin', REQUIRE_MFA],
    ])(
      'who %s is refused by every process within a second',
      async (_what, whose, statement) => {
        const subject = whose === 'member' ? await aSignedInMember(api) : await anAdmin(api, ['auditor']);
        const asks = 'pair' in subject ? memberAsks(api, subject.pair.access_token) : adminAsks(subject.token);
        await becomeKnown(asks, [api.url, other.url]);
        await operator.query(statement, [subject.userId]);
        const taken = await Promise.all([api.url, other.url].map((server) => refused(asks, server)));
        await requireMfa(api, false);
        times.push(...taken);
      },
      60_000,
    );
  });

  it('is refused within a second while the connections of the change feeds are cut again and again', async () => {
    const subject = await aSignedInMember(api);
    const asks = memberAsks(api, subject.pair.access_token);
    await becomeKnown(asks, [api.url, other.url]);
    let isOver = false;
    const cutting = (async () => {
      while (!isOver) {
        await raw(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND application_name = 'appkernel-changes'`,
        );
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    })();
    try {
      expect(await asks.isAdmitted(other.url)).toBe(true);
      await clientOf(api).logout(subject.pair.access_token).expect(200);
      const elsewhere = refused(asks, other.url);
      expect(await asks.isAdmitted(api.url)).toBe(false);
      times.push(await elsewhere);
    } finally {
      isOver = true;
      await cutting;
    }
  });

  it('is refused within a second by a process whose change feed hears nothing any more', async () => {
    const subject = await aSignedInMember(api);
    const asks = memberAsks(api, subject.pair.access_token);
    await becomeKnown(asks, [other.url]);
    toFeed.freeze();
    try {
      await clientOf(api).logout(subject.pair.access_token).expect(200);
      times.push(await refused(asks, other.url));
    } finally {
      toFeed.thaw();
    }
  });

  it('is noticed although nobody announced it, as soon as the change feed has to connect again', async () => {
    const subject = await aSignedInMember(api);
    const asks = memberAsks(api, subject.pair.access_token);
    await becomeKnown(asks, [other.url]);
    await raw(
      `SET session_replication_role = replica; UPDATE users SET status = 'disabled' WHERE id = '${subject.userId}'`,
    );
    expect(await asks.isAdmitted(other.url)).toBe(true);
    toFeed.cut();
    times.push(await refused(asks, other.url));
  });
});
