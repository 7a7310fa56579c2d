import { DependencyUnavailableError, ResourceConflictError } from '@libs/kernel';
import { queryAs } from '../support/database';
import { suiteDatabase } from '../support/suite';

describe('A transaction that is held', () => {
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
  const add = (name: string) => test.database.run(tenantId, async () => void (await insert(name)));
  const isCommitted = async (name: string) =>
    (await queryAs(test.superuserUrl, 'SELECT FROM users WHERE display_name = $1', [name])).length > 0;
  const isSeen = async (name: string) =>
    (
      await test.database.read(tenantId, 'SELECT FROM users WHERE tenant_id = $1 AND display_name = $2', [
        tenantId,
        name,
      ])
    ).length > 0;
  const fail = () => Promise.reject(new Error('no'));

  it('is committed with what comes last, and shows its changes before, to itself alone', async () => {
    const seen: boolean[] = [];
    const effects: string[] = [];
    await test.database.runHeld(
      tenantId,
      async () => {
        await test.database.run(tenantId, async () => {
          await insert('held one');
          test.database.afterCommit(() => effects.push('committed'));
        });
        seen.push(await isSeen('held one'), await isCommitted('held one'), effects.length > 0);
        await add('held two');
      },
      async () => void (await insert('held last')),
    );
    expect(seen).toEqual([true, false, false]);
    expect(effects).toEqual(['committed']);
    for (const name of ['held one', 'held two', 'held last']) expect(await isCommitted(name)).toBe(true);
    expect(await isSeen('held one')).toBe(true);
  });

  it.each([
    ['what comes last fails', () => add('undone'), fail],
    ['something fails after it', () => add('undone').then(fail), () => Promise.resolve()],
    [
      'a later part of it fails',
      () => add('undone').then(() => test.database.run(tenantId, fail)),
      () => Promise.resolve(),
    ],
  ])('is undone when %s', async (_when, work: () => Promise<unknown>, last) => {
    await expect(test.database.runHeld(tenantId, work, last)).rejects.toThrow('no');
    expect(await isCommitted('undone')).toBe(false);
    await test.database.run(tenantId, () => insert('afterwards'));
  });

  it('is committed without what comes last when the request is refused: a refusal may leave a trace', async () => {
    const refused = test.database.runHeld(
      tenantId,
      async () => {
        await add('trace');
        throw new ResourceConflictError();
      },
      async () => void (await insert('never')),
    );
    await expect(refused).rejects.toBeInstanceOf(ResourceConflictError);
    expect([await isCommitted('trace'), await isCommitted('never')]).toEqual([true, false]);
  });

  it('is not committed when the failure of a part was ignored', async () => {
    const ignoring = test.database.runHeld(
      tenantId,
      async () => {
        await add('ignored');
        await test.database.run(tenantId, fail).catch(() => undefined);
      },
      () => Promise.resolve(),
    );
    await expect(ignoring).rejects.toThrow('ignored');
    expect(await isCommitted('ignored')).toBe(false);
  });

  it('may be across tenants, with parts for one of them', async () => {
    await test.database.runHeld(
      tenantId,
      async () => {
        await test.database.runAsSystem(() => add('within all'));
        expect(await test.database.readAsSystem(`SELECT FROM users WHERE display_name = 'within all'`)).toHaveLength(1);
        await add('for one');
      },
      async () => void (await insert('last of all')),
    );
    for (const name of ['within all', 'for one', 'last of all']) expect(await isCommitted(name)).toBe(true);
  });

  it('is repeated in its first part, and begins with what comes last where there is no other', async () => {
    let attempts = 0;
    await test.database.runHeld(
      tenantId,
      () =>
        test.database.run(tenantId, async () => {
          await insert('repeated');
          if (++attempts === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
        }),
      () => Promise.resolve(),
    );
    await test.database.runHeld(
      tenantId,
      () => Promise.resolve(),
      async () => void (await insert('alone')),
    );
    const found = await queryAs(test.superuserUrl, `SELECT FROM users WHERE display_name IN ('repeated', 'alone')`);
    expect([attempts, found.length]).toEqual([2, 2]);
  });

  it('includes statements that are otherwise transactions of their own', async () => {
    const work = () =>
      test.database.write(tenantId, `UPDATE users SET display_name = 'written' WHERE tenant_id = $1 RETURNING 1`, [
        tenantId,
      ]);
    await expect(test.database.runHeld(tenantId, work, fail)).rejects.toThrow('no');
    expect(await isCommitted('written')).toBe(false);
  });

  it.each<[string, (begun: () => Promise<unknown>) => Promise<unknown>]>([
    ['was not awaited', () => Promise.resolve()],
    ['was still under way when the request was refused', () => Promise.reject(new ResourceConflictError())],
    ['runs beside another', (begin) => Promise.all([begin(), begin()])],
  ])('undoes a part that %s, and gives its connection back', async (_which, rest) => {
    const gate = Promise.withResolvers<void>();
    const parts: Promise<unknown>[] = [];
    const begin = () => {
      const part = test.database.run(tenantId, async () => {
        await gate.promise;
        await insert('left behind');
      });
      parts.push(part);
      return part;
    };
    const held = test.database.runHeld(
      tenantId,
      async () => {
        if (parts.length === 0) begin().catch(() => undefined);
        await rest(begin);
      },
      () => Promise.resolve(),
    );
    await expect(held).rejects.toBeInstanceOf(Error);
    gate.resolve();
    const outcomes = await Promise.allSettled(parts);
    expect(outcomes.map(({ status }) => status)).not.toContain('fulfilled');
    expect(await isCommitted('left behind')).toBe(false);
    const open = await queryAs(
      test.superuserUrl,
      `SELECT state FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
    );
    expect(open).toEqual([]);
  });

  it('is undone when its connection is lost, and the next request has another one', async () => {
    const lost = test.database.runHeld(
      tenantId,
      async () => {
        await add('lost');
        await queryAs(
          test.superuserUrl,
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
        );
      },
      async () => void (await insert('never')),
    );
    await expect(lost).rejects.toBeInstanceOf(DependencyUnavailableError);
    expect([await isCommitted('lost'), await isCommitted('never')]).toEqual([false, false]);
    await add('found');
    expect(await isCommitted('found')).toBe(true);
  });

  it('ends what it holds: later work has transactions of its own', async () => {
    let later: Promise<unknown> | undefined;
    const gate = Promise.withResolvers<void>();
    await test.database.runHeld(
      tenantId,
      async () => {
        await add('first');
        later = gate.promise.then(() => add('later'));
      },
      () => Promise.resolve(),
    );
    gate.resolve();
    await later;
    expect(await isCommitted('later')).toBe(true);
  });
});
