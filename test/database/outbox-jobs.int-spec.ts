import { AuditTrail, newId } from '@libs/kernel';
import { JobsService, JobStateError } from '@libs/operations';
import { OutboxControl } from '../../libs/foundation/src/outbox/outbox-control';
import { OutboxHandlers } from '../../libs/foundation/src/outbox/outbox-handlers';
import { OutboxJobs, type OutboxJobState } from '../../libs/foundation/src/outbox/outbox-jobs';
import type { OutboxMessage } from '../../libs/foundation/src/outbox/outbox-message';
import { OutboxQueueCounts } from '../../libs/foundation/src/outbox/outbox-queue-counts';
import type { FamilyPlaces } from '../../libs/foundation/src/outbox/outbox-store';
import { eventually } from '../support/api';
import { queryAs } from '../support/database';
import { startTestOutbox, type TestOutbox } from '../support/outbox';

class NoTrail extends AuditTrail {
  record(): void {}
}

const places = (family: string, isBegun = true): FamilyPlaces => ({
  family,
  places: 10,
  together: 10,
  share: 10,
  isBegun,
});

/** Of the partition that has all of them: an empty one may be read as a whole. */
const WHOLE = 'Seq Scan on outbox_messages_first';

describe('Jobs of the outbox', () => {
  let at: TestOutbox;
  let jobs: OutboxJobs;
  let service: JobsService;
  let counts: OutboxQueueCounts;
  const other = newId();

  beforeAll(async () => {
    at = await startTestOutbox();
    const { database } = at.test;
    jobs = new OutboxJobs(database);
    counts = new OutboxQueueCounts(database);
    const handlers = new OutboxHandlers();
    service = new JobsService(database, jobs, new OutboxControl(database), handlers, new NoTrail());
  });
  afterEach(async () => {
    await at.stopRelays();
    await run('DELETE FROM outbox_messages');
    await run('DELETE FROM outbox_pauses');
  });
  afterAll(() => at.close());

  const run = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(at.test.superuserUrl, text, values);
  const claimed = async (...families: FamilyPlaces[]) => {
    const { begun, toQueue } = await at.store.claim(families, [], true);
    return [...begun, ...toQueue];
  };
  const ofQueue = async (name: string, tenantId = at.tenantId) =>
    (await counts.ofTenant(tenantId)).find((queue) => queue.name === name);
  const stateOf = async (id: string) => (await jobs.find(at.tenantId, id))?.state;
  /** One message of the type in each state, by its state. */
  const oneOfEach = async (type: string) => {
    const ids = {} as Record<OutboxJobState, string>;
    const rows: [OutboxJobState, string][] = [
      ['ready', ''],
      ['delayed', `, available_at = now() + interval '1 day'`],
      ['active', `, attempts = 1, begun_at = now(), available_at = now() + interval '1 minute'`],
      ['failed', `, attempts = 2, last_error = 'Error: no', available_at = now() + interval '1 minute'`],
      ['dead', `, attempts = 8, last_error = 'Error: no', dead_at = now()`],
      ['completed', ', attempts = 1, completed_at = now()'],
    ];
    for (const [state, change] of rows) {
      ids[state] = newId();
      await run(`INSERT INTO outbox_messages (tenant_id, id, type, data, lane) VALUES ($1, $2, $3, '{}', 'mail')`, [
        at.tenantId,
        ids[state],
        type,
      ]);
      await run(`UPDATE outbox_messages SET type = type ${change} WHERE id = $1`, [ids[state]]);
    }
    return ids;
  };

  describe('in a paused queue', () => {
    it('are begun by nobody, those of other queues and tenants are', async () => {
      for (const lane of ['mail', 'default', 'push:a.fcm']) await at.add('test.paused', { lane });
      await at.add('test.paused', { lane: 'mail', tenantId: other });
      await service.pause(at.tenantId, 'mail');
      await service.pause(at.tenantId, 'push');
      const families = [places('mail'), places('default'), places('push')];
      expect((await claimed(...families)).map(({ lane, tenantId }) => [lane, tenantId]).sort()).toEqual(
        [
          ['default', at.tenantId],
          ['mail', other],
        ].sort(),
      );
      await service.resume(at.tenantId, 'push');
      expect((await claimed(...families)).map(({ lane }) => lane)).toEqual(['push:a.fcm']);
    });

    it('are not begun when they came through a queue of Redis either, and later', async () => {
      await at.add('test.queued', { lane: 'mail' });
      const [message] = await claimed(places('mail', false));
      expect(await ofQueue('mail')).toMatchObject({ ready: 1, delayed: 0 });
      await service.pause(at.tenantId, 'mail');
      const begin = () => at.store.begin(at.tenantId, message!.id, message!.attempts);
      expect(await begin()).toBeNull();
      await service.resume(at.tenantId, 'mail');
      expect(await begin()).toMatchObject({ id: message!.id, attempt: 1 });
    });

    it('are not begun as the one that may end processes', async () => {
      await at.add('test.suspect', { lane: 'mail' });
      await run('UPDATE outbox_messages SET lost = 3');
      await service.pause(at.tenantId, 'mail');
      expect(await claimed(places('mail'))).toEqual([]);
      await service.resume(at.tenantId, 'mail');
      expect(await claimed(places('mail'))).toHaveLength(1);
    });

    it('are found by the claim in one statement, however many pauses there are', async () => {
      await run(
        `INSERT INTO outbox_pauses (tenant_id, queue) SELECT gen_random_uuid(), 'mail' FROM generate_series(1, 2000)`,
      );
      await at.add('test.many', { lane: 'mail', count: 3 });
      expect(await claimed(places('mail'))).toHaveLength(3);
    });
  });

  describe('that failed or were given up', () => {
    it('are retried once, however many ask at once, and are handed out once', async () => {
      const { dead } = await oneOfEach('test.raced');
      await run(`DELETE FROM outbox_messages WHERE id <> $1`, [dead]);
      const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => service.retry(at.tenantId, dead)));
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
      expect(refused).toHaveLength(49);
      for (const { reason } of refused) expect(reason).toBeInstanceOf(JobStateError);
      const runs: string[] = [];
      const handle = ({ id }: OutboxMessage) => Promise.resolve(void runs.push(id));
      for (let n = 0; n < 3; n++) at.startRelay('test.raced', handle);
      await eventually(async () => (await stateOf(dead)) === 'completed');
      expect(runs).toEqual([dead]);
    });

    it('have all their tries again, and the handler counts anew', async () => {
      const { dead } = await oneOfEach('test.anew');
      expect(await service.retry(at.tenantId, dead)).toMatchObject({ state: 'ready', attempts: 0, error: null });
      const seen: number[] = [];
      const handle = ({ id, attempt }: OutboxMessage) => {
        if (id === dead) seen.push(attempt);
        return Promise.reject(new Error('still not'));
      };
      at.startRelay('test.anew', handle, { retryDelaySeconds: (attempt) => (attempt < 8 ? 0 : null) });
      await eventually(async () => (await stateOf(dead)) === 'dead');
      expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    });

    it('are not settled by what still works on an earlier attempt', async () => {
      await at.add('test.frozen', { lane: 'mail' });
      const { begun } = await at.store.claim([places('mail')], [], false);
      const [earlier] = begun;
      await at.store.fail(earlier!, 'Error: no', 60);
      await service.retry(at.tenantId, earlier!.id);
      await at.store.fail(earlier!, 'Error: too late', null);
      await at.store.extend(begun, 60);
      await at.store.release(begun);
      expect(await jobs.find(at.tenantId, earlier!.id)).toMatchObject({ state: 'ready', attempts: 0, error: null });
      expect(await at.store.begin(at.tenantId, earlier!.id, earlier!.attempts)).toBeNull();
    });

    it('are retried together, the oldest first, no more than asked for', async () => {
      for (let n = 0; n < 3; n++) await oneOfEach('test.together');
      await oneOfEach('test.different');
      expect(await service.retryDead(at.tenantId, 'mail', 'test.together', 2)).toBe(2);
      expect(await ofQueue('mail')).toMatchObject({ dead: 2 });
      expect(await service.retryDead(at.tenantId, 'default', null, 100)).toBe(0);
      expect(await service.retryDead(other, 'mail', null, 100)).toBe(0);
      const all = await Promise.all([1, 2, 3].map(() => service.retryDead(at.tenantId, 'mail', null, 1)));
      expect(all.reduce((sum, retried) => sum + retried, 0)).toBe(2);
    });
  });

  it('are counted and listed by state', async () => {
    const ids = await oneOfEach('test.states');
    for (const [state, id] of Object.entries(ids)) {
      const { items, total } = await jobs.list(
        at.tenantId,
        { state: state as OutboxJobState },
        { page: 1, pageSize: 9 },
      );
      expect([state, total, items.map((job) => [job.id, job.state])]).toEqual([state, 1, [[id, state]]]);
    }
    const all = { name: 'mail', ready: 1, delayed: 1, active: 1, failed: 1, dead: 1 };
    expect(await ofQueue('mail')).toMatchObject({ ...all, paused: false, oldestReadyAt: expect.any(Date) });
    expect((await counts.ofAll()).find(({ name }) => name === 'mail')).toMatchObject(all);
    expect(await ofQueue('mail', other)).toMatchObject({ ready: 0, failed: 0, dead: 0, oldestReadyAt: null });
    const newest = await jobs.list(at.tenantId, { queue: 'mail' }, { page: 2, pageSize: 4 });
    expect(newest).toMatchObject({ total: 6, items: [{ state: 'delayed' }, { state: 'ready' }] });
    expect(await jobs.list(at.tenantId, { queue: 'default' }, { page: 1, pageSize: 4 })).toEqual({
      items: [],
      total: 0,
    });
    expect(await jobs.list(at.tenantId, { type: 'test.other' }, { page: 1, pageSize: 4 })).toEqual({
      items: [],
      total: 0,
    });
    expect(await jobs.list(other, {}, { page: 1, pageSize: 4 })).toEqual({ items: [], total: 0 });
  });

  it('are failed, not ready, when they failed and are due again', async () => {
    const { failed } = await oneOfEach('test.due');
    await run('UPDATE outbox_messages SET available_at = now() WHERE id = $1', [failed]);
    expect(await ofQueue('mail')).toMatchObject({ ready: 1, failed: 1 });
  });

  it('can be counted and listed where hundreds of thousands wait, are done or were given up', async () => {
    await run(
      `INSERT INTO outbox_messages (tenant_id, id, type, data, lane, available_at, completed_at, dead_at)
       SELECT $1, ('01980000' || substr(gen_random_uuid()::text, 9))::uuid, 'test.mass', '{}', CASE WHEN n % 2 = 0 THEN 'mail' ELSE 'default' END,
              now() + CASE WHEN n % 4 < 2 THEN -1 ELSE 1 END * interval '1 hour',
              CASE WHEN n % 10 = 0 THEN now() END, CASE WHEN n % 10 = 1 THEN now() END
         FROM generate_series(1, 300000) n`,
      [other],
    );
    await run('ANALYZE outbox_messages');
    const ids = await oneOfEach('test.few');
    const shown = await explained(() => at.test.database.run(at.tenantId, () => counts.ofTenant(at.tenantId)));
    expect(shown.some((line) => line.includes(WHOLE))).toBe(false);
    expect(await ofQueue('mail')).toMatchObject({ ready: 1, delayed: 1, active: 1, failed: 1, dead: 1 });
    for (const state of [undefined, 'ready', 'delayed', 'active', 'failed', 'dead', 'completed'] as const) {
      const list = () => jobs.list(other, { state }, { page: 1, pageSize: 20 });
      expect((await explained(list)).filter((line) => line.includes(WHOLE))).toEqual([]);
    }
    expect((await jobs.list(at.tenantId, { state: 'failed' }, { page: 1, pageSize: 5 })).items).toMatchObject([
      { id: ids.failed },
    ]);
    expect(await jobs.list(other, { state: 'ready' }, { page: 500, pageSize: 20 })).toMatchObject({ total: 10_000 });
  });

  /** The plan of the statements that name the outbox, rather than their rows. */
  const explained = async (ask: () => Promise<unknown>): Promise<string[]> => {
    const plans: string[] = [];
    const { database } = at.test;
    const query = database.query.bind(database) as (
      text: string,
      values?: unknown[],
    ) => Promise<Record<string, unknown>[]>;
    const spy = jest.spyOn(database, 'query').mockImplementation(async (text: string, values: unknown[] = []) => {
      if (text.includes('FROM outbox_messages')) {
        const plan = await query(`EXPLAIN ${text}`, values);
        plans.push(...plan.map((line) => String(line['QUERY PLAN'])));
      }
      return query(text, values);
    });
    await ask().finally(() => spy.mockRestore());
    expect(plans).not.toEqual([]);
    return plans;
  };
});
