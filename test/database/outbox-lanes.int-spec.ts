import { newId } from '@libs/kernel';
import { CLAIM } from '../../libs/foundation/src/outbox/outbox-claim';
import { OutboxHandlers } from '../../libs/foundation/src/outbox/outbox-handlers';
import type { OutboxMessage } from '../../libs/foundation/src/outbox/outbox-message';
import type { FamilyPlaces } from '../../libs/foundation/src/outbox/outbox-store';
import { PostgresOutbox } from '../../libs/foundation/src/outbox/postgres-outbox';
import { eventually } from '../support/api';
import { queryAs } from '../support/database';
import { startTestOutbox, type TestOutbox } from '../support/outbox';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

const places = (family: string, count: number): FamilyPlaces => ({
  family,
  places: count,
  together: count,
  share: count,
  isBegun: true,
});

describe('The lanes of the outbox', () => {
  let at: TestOutbox;
  let release: () => void;
  /** Resolved to end handlers that hang. */
  let hanging: Promise<void>;

  beforeAll(async () => {
    at = await startTestOutbox();
  });
  beforeEach(() => {
    ({ promise: hanging, resolve: release } = Promise.withResolvers<void>());
  });
  afterEach(async () => {
    release();
    await at.stopRelays();
    await queryAs(at.test.superuserUrl, 'DELETE FROM outbox_messages');
  });
  afterAll(() => at.close());

  const completed = async (type: string) => (await at.messages(type)).filter((message) => message.completed).length;
  /** Handles messages at once, except those of the lane. */
  const allBut = (lane: string) => {
    const begun: string[] = [];
    const handle = async (message: OutboxMessage & { lane?: string }) => {
      begun.push(message.lane ?? '');
      if (message.lane === lane) await hanging;
    };
    return { begun, handle };
  };

  it('have their own places: one that hangs blocks no other', async () => {
    await at.add('test.lanes', { count: 200, lane: 'mail' });
    await at.add('test.lanes', { count: 20, lane: 'codes.sms' });
    const { begun, handle } = allBut('mail');
    at.startRelay('test.lanes', handle, { lanes: { 'codes.sms': { places: 2 }, mail: { places: 4 } } });
    await eventually(async () => (await completed('test.lanes')) === 20);
    const hung = () => begun.filter((lane) => lane === 'mail').length;
    await eventually(() => Promise.resolve(hung() >= 3));
    expect(hung()).toBe(3);
  });

  it('hand out messages of the first lanes first', async () => {
    await at.add('test.order', { count: 3, lane: 'default' });
    await at.add('test.order', { count: 3, lane: 'codes.sms' });
    const { begun, handle } = allBut('');
    at.startRelay('test.order', handle, { lanes: { 'codes.sms': { places: 8 }, default: { places: 8 } } });
    await eventually(async () => (await at.unsettled('test.order')) === 0);
    expect(begun.slice(0, 3)).toEqual(['codes.sms', 'codes.sms', 'codes.sms']);
  });

  it('give each member of a family places of its own, and all of them together no more than the family has', async () => {
    const lanes = { hooks: { places: 2, together: 6 } };
    for (const key of ['a', 'b', 'c', 'd', 'e']) {
      await at.add('test.family', { count: 10, lane: `hooks:${key}` });
    }
    const { begun, handle } = allBut('hooks:a');
    at.startRelay('test.family', handle, { lanes });
    await eventually(async () => (await completed('test.family')) === 40);
    const hung = () => begun.filter((lane) => lane === 'hooks:a').length;
    // The other lanes may have had its second place before.
    await eventually(() => Promise.resolve(hung() >= 2));
    expect(hung()).toBe(2);
    release();
    await eventually(async () => (await at.unsettled('test.family')) === 0);
    const families = [{ ...places('hooks', 2), together: 6, share: 6 }];
    for (const key of ['a', 'b', 'c', 'd', 'e']) await at.add('test.family', { count: 10, lane: `hooks:${key}` });
    expect((await at.store.claim(families, [], false)).begun).toHaveLength(6);
  });

  describe('in a family whose members may hang', () => {
    const slow = (changes: object = {}) => ({
      hooks: { places: 2, together: 4, slow: { together: 2, afterMs: 100, most: 100, ...changes } },
    });
    const restsOver = () => queryAs(at.test.superuserUrl, `UPDATE outbox_slow_lanes SET rests_until = now()`);
    const resting = () =>
      queryAs(
        at.test.superuserUrl,
        `SELECT lane, hangs, extract(epoch FROM rests_until - updated_at)::integer AS seconds
           FROM outbox_slow_lanes ORDER BY lane`,
      );
    afterEach(() => queryAs(at.test.superuserUrl, 'DELETE FROM outbox_slow_lanes'));

    it('give the places of those that are waited for to the others, however many hang', async () => {
      for (let key = 0; key < 40; key++) await at.add('test.slow', { count: 2, lane: `hooks:hangs${key}` });
      const { begun, handle } = allBut('');
      const hang = async (message: OutboxMessage & { lane?: string }) => {
        await handle(message);
        if (message.lane !== 'hooks:good') await hanging;
      };
      at.startRelay('test.slow', hang, { lanes: slow() });
      await eventually(() => Promise.resolve(begun.length >= 20));
      await at.add('test.slow', { count: 5, lane: 'hooks:good' });
      await eventually(async () => (await completed('test.slow')) === 5);
      expect(begun.filter((lane) => lane === 'hooks:good')).toHaveLength(5);
    });

    it('keep their places when as many are waited for as may be', async () => {
      for (let key = 0; key < 10; key++) await at.add('test.most', { lane: `hooks:hangs${key}`, tenantId: newId() });
      const { begun, handle } = allBut('');
      at.startRelay('test.most', (message) => handle(message).then(() => hanging), {
        lanes: slow({ afterMs: 20, most: 3 }),
      });
      await eventually(() => Promise.resolve(begun.length >= 7));
      const claim = jest.spyOn(at.store, 'claim');
      await eventually(() => Promise.resolve(claim.mock.calls.length >= 3));
      claim.mockRestore();
      expect(begun).toHaveLength(7);
    });

    it('rest those that hung, longer each time, and have few places for them until one answers', async () => {
      const hangs: (number | undefined)[] = [];
      let answers = false;
      await at.add('test.rest', { count: 20, lane: 'hooks:a' });
      at.startRelay(
        'test.rest',
        ({ hangs: before }) => {
          hangs.push(before);
          return Promise.resolve({ hasHung: !answers });
        },
        // One at a time, so that each hang is known before the next is begun.
        { lanes: { hooks: { places: 1, together: 4, slow: { together: 2, afterMs: 10_000, most: 100 } } } },
      );
      for (const [at_, seconds] of [5, 15, 30, 60, 60].entries()) {
        await eventually(async () => (await resting())[0]?.['hangs'] === at_ + 1);
        expect(await resting()).toEqual([{ lane: 'hooks:a', hangs: at_ + 1, seconds }]);
        answers = at_ === 4;
        await restsOver();
      }
      await eventually(async () => (await completed('test.rest')) === 20);
      expect(hangs.slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 0]);
      expect(await resting()).toEqual([]);
    });

    it('hand out none of a lane that rests, and of those that hung no more than their share', async () => {
      const lanes = ['a', 'b', 'c', 'd'].map((key) => `hooks:${key}`);
      for (const lane of lanes) await at.add('test.share', { count: 3, lane });
      await queryAs(
        at.test.superuserUrl,
        `INSERT INTO outbox_slow_lanes (tenant_id, lane, hangs, rests_until)
         SELECT $1, 'hooks:' || key, 3, now() + CASE WHEN key = 'a' THEN interval '1 hour' ELSE interval '0' END
           FROM unnest('{a,b,c}'::text[]) AS key`,
        [at.tenantId],
      );
      const families = [
        { ...places('hooks', 2), together: 4, share: 3 },
        { ...places('hooks?', 1), together: 2, share: 2 },
      ];
      const { begun } = await at.store.claim(families, [], false);
      expect(begun.map(({ lane, hangs }) => `${lane} ${hangs}`).toSorted()).toEqual([
        'hooks:b 3',
        'hooks:c 3',
        'hooks:d 0',
        'hooks:d 0',
      ]);
      const busy = [{ lane: 'hooks:b', family: 'hooks?', tenantId: at.tenantId, messages: 1 }];
      const next = await at.store.claim(families, busy, false);
      expect(next.begun.map(({ lane }) => lane).toSorted()).toEqual(['hooks:c', 'hooks:d']);
    });
  });

  it('make a tenant with few messages take turns with one with many', async () => {
    const other = newId();
    await at.add('test.tenants', { count: 500, lane: 'codes.sms' });
    await at.add('test.tenants', { count: 2, lane: 'codes.sms', tenantId: other });
    const { begun } = await at.store.claim([places('codes.sms', 4)], [], false);
    expect(begun.filter(({ tenantId }) => tenantId === other)).toHaveLength(2);
  });

  it('keep a quarter of their places from a tenant whose messages hang', async () => {
    const other = newId();
    await at.add('test.hog', { count: 50 });
    const handle = ({ tenantId }: OutboxMessage) => (tenantId === other ? Promise.resolve() : hanging);
    at.startRelay('test.hog', handle, { lanes: { default: { places: 4 } } });
    await eventually(async () => (await at.messages('test.hog')).filter(({ attempts }) => attempts > 0).length === 3);
    await at.add('test.hog', { count: 5, tenantId: other });
    await eventually(async () => (await completed('test.hog')) === 5);
  });

  it('keep a quarter of the places of a family from a tenant, however many of its members hang', async () => {
    const other = newId();
    for (let key = 0; key < 10; key++) await at.add('test.hogs', { count: 3, lane: `hooks:${key}` });
    const handle = ({ tenantId }: OutboxMessage) => (tenantId === other ? Promise.resolve() : hanging);
    at.startRelay('test.hogs', handle, { lanes: { hooks: { places: 2, together: 8 } } });
    await eventually(async () => (await at.messages('test.hogs')).filter(({ attempts }) => attempts > 0).length >= 6);
    await at.add('test.hogs', { count: 5, lane: 'hooks:other', tenantId: other });
    await eventually(async () => (await completed('test.hogs')) === 5);
  });

  it('make tenants take turns in a family, and the members of a tenant among themselves', async () => {
    const other = newId();
    for (const key of ['a', 'b', 'c', 'd']) await at.add('test.turns', { count: 50, lane: `hooks:${key}` });
    await at.add('test.turns', { count: 2, lane: 'hooks:other', tenantId: other });
    const { begun } = await at.store.claim([{ ...places('hooks', 2), together: 4, share: 3 }], [], false);
    expect(begun.map(({ lane }) => lane).toSorted()).toEqual(['hooks:a', 'hooks:b', 'hooks:other', 'hooks:other']);
  });

  it('are left to a later version of the program if this one does not know them', async () => {
    await at.add('test.unknown', { lane: 'pigeons' });
    expect((await at.store.claim([places('default', 10)], [], true)).begun).toEqual([]);
  });

  it('are that of the type, or that of the message', async () => {
    const handlers = new OutboxHandlers();
    const handle = () => Promise.resolve();
    handlers.register('test.typed', { handle }, 'codes.mail');
    const outbox = new PostgresOutbox(at.test.database, handlers);
    const event = { type: 'test.typed', tenantId: at.tenantId, appId: null, data: {} };
    await at.test.database.run(at.tenantId, async () => {
      await outbox.add(event);
      await outbox.add({ ...event, lane: 'mail' });
      await outbox.add({ ...event, type: 'test.untyped' });
      await expect(outbox.add({ ...event, lane: 'pigeons' })).rejects.toThrow('no lane pigeons');
    });
    const rows = await queryAs(at.test.superuserUrl, 'SELECT type, lane FROM outbox_messages ORDER BY id');
    expect(rows).toEqual([
      { type: 'test.typed', lane: 'codes.mail' },
      { type: 'test.typed', lane: 'mail' },
      { type: 'test.untyped', lane: 'default' },
    ]);
    expect(() => handlers.register('test.typed', { handle }, 'mail')).toThrow('already have a lane');
  });

  it('take messages of the previous version, which names no lane', async () => {
    await queryAs(
      at.test.superuserUrl,
      `INSERT INTO outbox_messages (tenant_id, id, type, data) VALUES ($1, $2, 'test.older', '{}')`,
      [at.tenantId, newId()],
    );
    at.startRelay('test.older', () => Promise.resolve());
    await eventually(async () => (await completed('test.older')) === 1);
  });

  it('are scanned by the index alone, however much waits in them', async () => {
    for (const lane of ['mail', 'codes.sms']) {
      await at.add('test.many', { count: 20_000, lane });
      for (let tenant = 0; tenant < 20; tenant++) await at.add('test.many', { count: 5, lane, tenantId: newId() });
    }
    await queryAs(at.test.superuserUrl, 'ANALYZE outbox_messages');
    const families = [
      ['mail', 'codes.sms', 'default'],
      [4, 8, 4],
      [4, 8, 4],
      [3, 6, 3],
      [true, true, true],
    ];
    const plan = await at.test.database.runAsSystem(() =>
      at.test.database.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`EXPLAIN (ANALYZE, FORMAT JSON) ${CLAIM}`, [
        ...families,
        ...[[], [], [], [], true, 10, 15],
      ]),
    );
    const nodes = flatten(plan[0]!['QUERY PLAN'][0].Plan).filter((n) => 'Relation Name' in n || n['Index Name']);
    // A partition without rows may be read as a whole.
    const inFirst = nodes.filter((node) => node['Relation Name'] === 'outbox_messages_first');
    expect(inFirst.map((node) => node['Node Type'])).toContain('Index Scan');
    expect(inFirst.map((node) => node['Node Type'])).not.toContain('Seq Scan');
    const looked = nodes.map((node) => (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 0));
    expect(looked.reduce((sum, rows) => sum + rows, 0)).toBeLessThan(1_000);
    expect(nodes.every((node) => (node['Rows Removed by Filter'] ?? 0) < 100)).toBe(true);
  });

  it('have unfinished messages given back when the process ends', async () => {
    await at.add('test.leftover', { count: 2 });
    at.startRelay('test.leftover', () => hanging);
    await eventually(async () => (await at.messages('test.leftover')).every(({ attempts }) => attempts === 1));
    await at.stopRelays(50);
    at.startRelay('test.leftover', () => Promise.resolve());
    await eventually(async () => (await completed('test.leftover')) === 2);
    expect((await at.messages('test.leftover')).map(({ lost }) => lost)).toEqual([0, 0]);
  });

  it('keep a message whose lease could not be renewed while its handler goes on', async () => {
    await at.add('test.lease');
    let runs = 0;
    const away = () => Promise.reject(new Error('the database is away'));
    const handle = async () => {
      runs += 1;
      await hanging;
    };
    at.startRelay('test.lease', handle, { leaseSeconds: 1 });
    await eventually(() => Promise.resolve(runs === 1));
    const calls = [jest.spyOn(at.store, 'extend'), jest.spyOn(at.store, 'claim')].map((call) =>
      call.mockImplementation(away),
    );
    await eventually(async () => {
      const [lease] = await queryAs(at.test.superuserUrl, 'SELECT FROM outbox_messages WHERE available_at < now()');
      return lease;
    });
    for (const call of calls) call.mockRestore();
    const claim = jest.spyOn(at.store, 'claim');
    await eventually(() => Promise.resolve(claim.mock.calls.length >= 3));
    claim.mockRestore();
    expect(runs).toBe(1);
    release();
    await eventually(async () => (await completed('test.lease')) === 1);
  });
});

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}
