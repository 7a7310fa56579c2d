import { eventually } from '../support/api';
import { DependencyUnavailableError } from '@libs/kernel';
import type { PoolClient } from 'pg';
import { LimitedClient } from '../../libs/foundation/src/database/limited-client';
import { queryAs } from '../support/database';
import { suiteDatabase } from '../support/suite';

/** Whether another transaction waits for this one. */
const WAITING = `SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`;

describe('a unit of work', () => {
  const test = suiteDatabase();
  let tenantId: string;

  beforeAll(async () => {
    const [tenant] = await queryAs<{ id: string }>(test.superuserUrl, 'SELECT id FROM tenants');
    tenantId = tenant!.id;
  });

  const insert = (name: string) =>
    test.database.query(
      `INSERT INTO users (tenant_id, id, status, display_name) VALUES ($1, gen_random_uuid(), 'active', $2)`,
      [tenantId, name],
    );
  const named = (name: string) =>
    test.database.read(tenantId, 'SELECT 1 FROM users WHERE tenant_id = $1 AND display_name = $2', [tenantId, name]);

  it('is joined by inner work and rolled back as a whole', async () => {
    const failing = test.database.run(tenantId, async () => {
      await insert('outer');
      await test.database.run(tenantId, () => insert('inner'));
      throw new Error('changed our mind');
    });
    await expect(failing).rejects.toThrow('changed our mind');
    expect([...(await named('outer')), ...(await named('inner'))]).toEqual([]);
  });

  it('refuses to be joined under another scope', async () => {
    const mixed = test.database.run(tenantId, () => test.database.runAsSystem(() => Promise.resolve()));
    await expect(mixed).rejects.toThrow('another scope');
  });

  it('across tenants shows inner work for one tenant only that tenant, and all again afterwards', async () => {
    const seen = async () =>
      (await test.database.query<{ code: string }>('SELECT code FROM tenants ORDER BY 1')).length;
    const other = '01980000-0000-7000-8000-000000000009';
    const insertTenant = `INSERT INTO tenants (id, code, name, status, is_platform) VALUES ($1, 'other', 'Other', 'active', false)`;
    const failing = test.database.runAsSystem(async () => {
      await test.database.query(insertTenant, [other]);
      const inside = await test.database.run(other, seen);
      const refused = await test.database.run(other, () => Promise.reject(new Error('no'))).catch(() => 'caught');
      throw Object.assign(new Error('undone'), { counts: [inside, refused, await seen()] });
    });
    await expect(failing).rejects.toMatchObject({ message: 'undone', counts: [1, 'caught', 2] });
    expect(await test.database.readAsSystem('SELECT 1 FROM tenants WHERE id = $1', [other])).toEqual([]);
  });

  it('refuses a row of another tenant in inner work for one tenant', async () => {
    const other = '01980000-0000-7000-8000-000000000009';
    const foreign = test.database.runAsSystem(() => test.database.run(other, () => insert('foreign')));
    await expect(foreign).rejects.toThrow(/row-level security/);
    expect(await named('foreign')).toEqual([]);
  });

  it('is not ended by a transaction that TypeORM opens inside it', async () => {
    const failing = test.database.run(tenantId, async () => {
      await insert('before a nested one');
      await test.database.manager.transaction(() => insert('nested'));
      await test.database.manager
        .transaction(() => insert('nested and rolled back').then(() => Promise.reject(new Error('no'))))
        .catch(() => undefined);
      await insert('after a nested one');
      expect(await test.database.query('SELECT 1 FROM users WHERE display_name LIKE $1', ['%nested%'])).toHaveLength(3);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    for (const name of ['before a nested one', 'nested', 'after a nested one']) expect(await named(name)).toEqual([]);
  });

  it('that the server refuses to begin shows nothing, takes no row of a tenant, and reports why', async () => {
    const { query } = LimitedClient.prototype;
    jest.spyOn(LimitedClient.prototype, 'query').mockImplementation(function (this: LimitedClient, ...given) {
      return query.apply(this, given[0] === 'BEGIN' ? ['BEGIN REFUSED'] : given);
    });
    const outcomes: unknown[] = [];
    const refused = test.database.run(tenantId, async () => {
      outcomes.push(await test.database.query('SELECT 1 FROM tenants'));
      outcomes.push(await insert('unbegun').catch((error: unknown) => String(error)));
    });
    await expect(refused).rejects.toThrow('syntax error at or near "REFUSED"');
    jest.restoreAllMocks();
    expect(outcomes).toEqual([[], expect.stringMatching(/row-level security/)]);
    expect(await named('unbegun')).toEqual([]);
  });

  it('lets no statement run outside it', () => {
    expect(() => test.database.manager).toThrow('No transaction is under way');
  });

  it.each(['is committed', 'is undone'])(
    'lets no statement follow it once it %s: its connection is another’s',
    async (end) => {
      const over = Promise.withResolvers<void>();
      let straggler: Promise<unknown[]> | undefined;
      const first = test.database.run(tenantId, async () => {
        straggler = over.promise.then(() =>
          Promise.allSettled([
            insert('straggler'),
            test.database.run(tenantId, () => insert('straggler')),
            test.database.read(tenantId, 'SELECT 1'),
            test.database.write(tenantId, 'SELECT 1'),
          ]),
        );
        await test.database.query('SELECT 1');
        if (end === 'is undone') throw new Error(end);
      });
      await Promise.allSettled([first]);
      await test.database.run(tenantId, async () => {
        over.resolve();
        expect(await straggler).toEqual(
          Array.from({ length: 4 }, () => ({
            status: 'rejected',
            reason: expect.objectContaining({ message: expect.stringContaining('The transaction is over') }),
          })),
        );
      });
      expect(await named('straggler')).toEqual([]);
    },
  );

  describe('with statements that leave with its commit', () => {
    const insertLast = (name: string) =>
      test.database.withCommit(
        `INSERT INTO users (tenant_id, id, status, display_name) VALUES ($1, gen_random_uuid(), 'active', $2)`,
        [tenantId, name],
      );
    const fail = () => test.database.withCommit('SELECT 1 / 0');
    /** What is sent while `work` is done, each write as the list of its statements. */
    const writesOf = async (work: () => Promise<unknown>): Promise<string[][]> => {
      const writes: string[][] = [];
      let isOpen = false;
      const { query } = LimitedClient.prototype;
      jest.spyOn(LimitedClient.prototype, 'query').mockImplementation(function (this: LimitedClient, ...given) {
        if (!isOpen) {
          writes.push([]);
          setImmediate(() => (isOpen = false));
        }
        isOpen = true;
        const text = typeof given[0] === 'string' ? given[0] : (given[0] as { text: string }).text;
        writes.at(-1)?.push(text.split(' ', 1)[0] ?? '');
        return query.apply(this, given);
      });
      await work().finally(() => jest.restoreAllMocks());
      return writes;
    };

    it('writes them in their order, after all others, in one write with it', async () => {
      const writes = await writesOf(() =>
        test.database.run(tenantId, async () => {
          await insertLast('second');
          await insert('first');
          await test.database.withCommit(
            'UPDATE users SET display_name = $2 WHERE tenant_id = $1 AND display_name = $3',
            [tenantId, 'third', 'second'],
          );
          expect(await test.database.query('SELECT 1 FROM users WHERE display_name = $1', ['second'])).toEqual([]);
        }),
      );
      expect(writes).toEqual([['BEGIN', 'SELECT', 'INSERT'], ['SELECT'], ['INSERT', 'UPDATE', 'COMMIT']]);
      expect([(await named('first')).length, (await named('second')).length, (await named('third')).length]).toEqual([
        1, 0, 1,
      ]);
    });

    it('is one write if there are no others', async () => {
      const writes = await writesOf(() => test.database.run(tenantId, () => insertLast('alone')));
      expect(writes).toEqual([['BEGIN', 'SELECT', 'INSERT', 'COMMIT']]);
      expect(await named('alone')).toHaveLength(1);
    });

    it('is undone as a whole, with the failure of the one that failed, and announces nothing', async () => {
      const told = jest.fn();
      const failing = test.database.run(tenantId, async () => {
        test.database.afterCommit(told);
        await insert('before the failure');
        await insertLast('last before the failure');
        await fail();
        await insertLast('last after the failure');
      });
      await expect(failing).rejects.toMatchObject({ cause: { code: '22012' } });
      expect(told).not.toHaveBeenCalled();
      for (const name of ['before the failure', 'last before the failure', 'last after the failure']) {
        expect(await named(name)).toEqual([]);
      }
    });

    it('leaves none of them behind when it is undone', async () => {
      const failing = test.database.run(tenantId, async () => {
        await insertLast('undone');
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      await test.database.run(tenantId, () => insert('the next on this connection'));
      expect(await named('undone')).toEqual([]);
    });

    it('writes those of inner work for one tenant while that tenant is its scope', async () => {
      const other = '01980000-0000-7000-8000-000000000009';
      const foreign = test.database.runAsSystem(() => test.database.run(other, () => insertLast('foreign')));
      await expect(foreign).rejects.toThrow(/row-level security/);
      await test.database.runAsSystem(() => test.database.run(tenantId, () => insertLast('own')));
      expect([await named('foreign'), await named('own')]).toMatchObject([[], [{}]]);
    });

    it('that the server refuses to begin writes no row of a tenant, and reports why', async () => {
      const { query } = LimitedClient.prototype;
      jest.spyOn(LimitedClient.prototype, 'query').mockImplementation(function (this: LimitedClient, ...given) {
        return query.apply(this, given[0] === 'BEGIN' ? ['BEGIN REFUSED'] : given);
      });
      const refused = test.database.run(tenantId, () => insertLast('unbegun and last'));
      await expect(refused).rejects.toThrow('syntax error at or near "REFUSED"');
      jest.restoreAllMocks();
      expect(await named('unbegun and last')).toEqual([]);
    });

    it('refuses them once it is over', async () => {
      let late: Promise<void> | undefined;
      const over = Promise.withResolvers<void>();
      await test.database.run(tenantId, async () => {
        late = over.promise.then(() => insertLast('late'));
        await insert('in time');
      });
      over.resolve();
      await expect(late).rejects.toThrow('The transaction is over');
    });
  });

  it('reports its commit only when there was one', async () => {
    const told: string[] = [];
    await test.database.run(tenantId, () => {
      test.database.afterCommit(() => told.push('committed'));
      return insert('told');
    });
    const failing = test.database.run(tenantId, () => {
      test.database.afterCommit(() => told.push('undone'));
      return Promise.reject(new Error('no'));
    });
    await expect(failing).rejects.toThrow('no');
    expect(told).toEqual(['committed']);
  });

  it('is repeated after a deadlock with another', async () => {
    await test.database.run(tenantId, async () => {
      await insert('left');
      await insert('right');
    });
    const touch = (name: string) =>
      test.database.query(
        'UPDATE users SET lock_version = lock_version + 1 WHERE tenant_id = $1 AND display_name = $2',
        [tenantId, name],
      );
    let arrivals = 0;
    let release: () => void = () => undefined;
    const bothArrived = new Promise<void>((resolve) => (release = resolve));
    const cross = (first: string, second: string) =>
      test.database.run(tenantId, async () => {
        await touch(first);
        if (++arrivals === 2) release();
        await bothArrived;
        await touch(second);
      });
    await Promise.all([cross('left', 'right'), cross('right', 'left')]);
    const rows = await test.database.read<{ lock_version: number }>(
      tenantId,
      `SELECT lock_version FROM users WHERE tenant_id = $1 AND display_name IN ('left', 'right')`,
      [tenantId],
    );
    expect(rows.map(({ lock_version }) => lock_version)).toEqual([3, 3]);
    expect(arrivals).toBeGreaterThan(2);
  });

  it('of one statement is repeated after a deadlock with another, too', async () => {
    await test.database.run(tenantId, async () => {
      await insert('a');
      await insert('b');
    });
    const lock = 'SELECT FROM users WHERE tenant_id = $1 AND display_name = ANY ($2) ORDER BY display_name FOR UPDATE';
    const isLocked = Promise.withResolvers<void>();
    const single = isLocked.promise.then(() => test.database.write(tenantId, lock, [tenantId, ['a', 'b']]));
    await test.database.run(tenantId, async () => {
      await test.database.query(lock, [tenantId, ['b']]);
      isLocked.resolve();
      // It waits for longer than the other, and so is the one that the server ends.
      // Asked on this connection: a new one may take longer than the other transaction waits.
      const waits = eventually(async () => (await test.database.query(WAITING)).length > 0);
      await Promise.race([waits, single]);
      await test.database.query(lock, [tenantId, ['a']]);
    });
    expect(await single).toHaveLength(2);
  });

  it('that loses its connection reports that the database is away, for every further statement', async () => {
    const cutOff = test.database.run(tenantId, async () => {
      const client = (await test.database.manager.queryRunner?.connect()) as PoolClient;
      const [backend] = await test.database.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      // TypeORM listens for the same event, and then releases the query runner.
      const lost = new Promise<void>((resolve) => client.once('end', resolve));
      await queryAs(test.superuserUrl, 'SELECT pg_terminate_backend($1)', [backend!.pid]);
      await lost;
      await test.database.manager.query('SELECT 1');
    });
    await expect(cutOff).rejects.toBeInstanceOf(DependencyUnavailableError);
  });
});
