import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ChangeFeed, Database } from '@libs/foundation';
import { newId, type Outbox } from '@libs/kernel';
import { afterNext } from '../../../../../test/support/interleaving';
import { queryAs } from '../../../../../test/support/database';
import { suiteDatabase } from '../../../../../test/support/suite';
import { askedBeforeItExpires } from '../../../../../test/support/time-travel';
import { BYTES_PER_ADMIN, BYTES_PER_MEMBER, BYTES_PER_PERMISSION, KnownSessions } from './known-sessions';
import { Sessions } from './sessions';

/** Nobody is told of an end here. */
const outbox: Outbox = { add: () => Promise.resolve(), withdraw: () => Promise.resolve() };

describe('Known sessions', () => {
  const test = suiteDatabase();
  let database: Database;
  let sessions: Sessions;
  let tenantId: string;
  let appId: string;

  beforeAll(async () => {
    ({ database } = test);
    sessions = new Sessions(database, outbox, new KnownSessions(test.changeFeed));
    const [app] = await rows<{ id: string; tenant_id: string }>('SELECT id, tenant_id FROM apps WHERE is_default');
    [tenantId, appId] = [app!.tenant_id, app!.id];
  });

  const rows = <Row extends Record<string, unknown>>(statement: string, values: unknown[] = []) =>
    queryAs<Row>(test.superuserUrl, statement, values);

  /** A member with a session, known by heart. */
  const aKnownMember = async () => {
    const claims = { tenantId, appId, userId: newId(), sessionId: newId() };
    const values = [tenantId, claims.userId];
    await rows(`INSERT INTO users (tenant_id, id, status) VALUES ($1, $2, 'active')`, values);
    await rows(`INSERT INTO app_memberships (tenant_id, user_id, app_id, status) VALUES ($1, $2, $3, 'active')`, [
      ...values,
      appId,
    ]);
    await rows(
      `INSERT INTO sessions (tenant_id, user_id, app_id, id, surface, login_method, expires_at, absolute_expires_at)
       VALUES ($1, $2, $3, $4, 'mobile', 'password', now() + interval '1 day', now() + interval '1 day')`,
      [...values, appId, claims.sessionId],
    );
    expect(await sessions.findMember(claims)).toMatchObject(claims);
    return claims;
  };
  type Claims = Awaited<ReturnType<typeof aKnownMember>>;
  const end = ({ userId, sessionId }: Claims) => sessions.revokeAll({ tenantId, userId, ids: [sessionId] }, 'logout');
  const statementsDuring = async (work: () => Promise<unknown>): Promise<string[]> => {
    const read = jest.spyOn(database, 'read');
    try {
      await work();
      return read.mock.calls.map(([, text]) => text);
    } finally {
      read.mockRestore();
    }
  };

  it('are looked up once, each for its own claims', async () => {
    const claims = await aKnownMember();
    const member = await sessions.findMember(claims);
    expect(await statementsDuring(() => sessions.findMember({ ...claims }))).toEqual([]);
    expect(await sessions.findMember({ ...claims })).toBe(member);
    for (const foreign of ['appId', 'userId', 'tenantId', 'sessionId']) {
      expect(await sessions.findMember({ ...claims, [foreign]: newId() })).toBeNull();
    }
    const { appId: _, ...asAdmin } = claims;
    expect(await sessions.findAdmin(asAdmin)).toBeNull();
  });

  it('are forgotten when they end while they are looked up: that caller came first, the next is refused', async () => {
    const claims = await aKnownMember();
    await rows('UPDATE users SET display_name = $2 WHERE id = $1', [claims.userId, 'Lin']);
    let later: Promise<unknown> | undefined;
    afterNext(database, 'read', async () => {
      await database.run(tenantId, () => end(claims));
      later = sessions.findMember(claims);
    });
    expect(await sessions.findMember(claims)).toMatchObject(claims);
    expect(await later).toBeNull();
    expect(await sessions.findMember(claims)).toBeNull();
  });

  it('remain known when their end is undone, and the transaction that ends them changes nothing before', async () => {
    const claims = await aKnownMember();
    const undone = database.run(tenantId, async () => {
      await end(claims);
      expect(await sessions.findMember(claims)).toMatchObject(claims);
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect(await sessions.findMember(claims)).toMatchObject(claims);
  });

  it('are known again to others until the transaction that ends them is committed, and then to nobody', async () => {
    const claims = await aKnownMember();
    await database.run(tenantId, async () => {
      await end(claims);
      expect(await sessions.findMember(claims)).toMatchObject(claims);
    });
    expect(await sessions.findMember(claims)).toBeNull();
  });

  it('are refused when the transaction that ends them succeeds at its second attempt', async () => {
    const claims = await aKnownMember();
    let attempts = 0;
    await database.run(tenantId, async () => {
      await end(claims);
      if (++attempts === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
    });
    expect(attempts).toBe(2);
    expect(await sessions.findMember(claims)).toBeNull();
  });

  it('are refused from the moment at which they expire by the clock of the database', async () => {
    const claims = await aKnownMember();
    const row = { table: 'sessions', id: claims.sessionId };
    expect(await askedBeforeItExpires(rows, row, () => sessions.findMember(claims))).toMatchObject(claims);
    expect(await sessions.findMember(claims)).toBeNull();
  });

  it('are asked for again each time while the change feed is away', async () => {
    const claims = await aKnownMember();
    const feed = { live: false, subscribe: () => undefined };
    const deaf = new Sessions(database, outbox, new KnownSessions(feed as unknown as ChangeFeed));
    const asked = await statementsDuring(async () => {
      for (let count = 0; count < 3; count++) await deaf.findMember(claims);
    });
    expect(asked).toHaveLength(3);
  });

  describe('depend on columns that', () => {
    /** By the definition of a view with the statement. */
    const columnsOf = async (text: string) => {
      const view = `guard_${newId().replaceAll('-', '')}`;
      await rows(`CREATE VIEW ${view} AS ${text.replace(/\$\d+/g, 'NULL::uuid')}`);
      const columns = await rows<{ table_name: string; column_name: string }>(
        'SELECT table_name, column_name FROM information_schema.view_column_usage WHERE view_name = $1',
        [view],
      );
      await rows(`DROP VIEW ${view}`);
      return columns;
    };

    it.each(['member', 'administrator'])('announce their changes, in the case of a %s', async (whose) => {
      const claims = { tenantId, userId: newId(), sessionId: newId() };
      const [statement = ''] = await statementsDuring(() =>
        whose === 'member' ? sessions.findMember({ ...claims, appId }) : sessions.findAdmin(claims),
      );
      const columns = await columnsOf(statement);
      expect(columns.length).toBeGreaterThan(10);
      const triggers = await rows<{ on: string; definition: string }>(
        `SELECT tgrelid::regclass::text AS on, pg_get_triggerdef(oid) AS definition FROM pg_trigger
          WHERE NOT tgisinternal AND tgfoid = 'notify_change'::regproc AND tgtype & 16 > 0`,
      );
      const isAnnounced = ({ table_name, column_name }: (typeof columns)[number]) =>
        triggers.some(
          ({ on, definition }) =>
            on === table_name && (!definition.includes('WHEN') || definition.includes(`old.${column_name}`)),
        );
      expect(columns.filter((column) => !isAnnounced(column))).toEqual([]);
    });
  });

  it.each([
    ['a member', 'member'],
    ['an administrator', 'admin'],
  ] as const)('take no more memory than they are counted for: those of %s', async (_whose, surface) => {
    const feed = { live: true, subscribe: () => undefined };
    const known = new KnownSessions(feed as unknown as ChangeFeed);
    const count = surface === 'member' ? 8_000 : 800;
    const before = heapInUse();
    for (let number = 0; number < count; number++) {
      const claims = JSON.parse(JSON.stringify({ tenantId, appId, userId: newId(), sessionId: newId() })) as Claims;
      const permissions = Array.from({ length: 40 }, (_, one) => `${surface}${number}.permission${one}`);
      if (surface === 'member') {
        await known.member(claims, () => Promise.resolve({ session: { ...claims, locale: null }, lifetimeMs: 1e9 }));
      } else {
        const session = {
          ...claims,
          homeTenantId: claims.tenantId,
          display: `An administrator called ${number}`,
          permissions: new Set(JSON.parse(JSON.stringify(permissions)) as string[]),
          mustEnrol: false,
          appIds: null,
        };
        await known.admin(claims, () => Promise.resolve({ session, lifetimeMs: 1e9 }));
      }
    }
    const bytes = (heapInUse() - before) / count;
    process.stdout.write(`A known session of ${surface}: ${Math.round(bytes)} bytes\n`);
    expect(bytes).toBeLessThan(surface === 'member' ? BYTES_PER_MEMBER : BYTES_PER_ADMIN + 40 * BYTES_PER_PERMISSION);
    expect(known).toBeDefined();
  });
});

function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
