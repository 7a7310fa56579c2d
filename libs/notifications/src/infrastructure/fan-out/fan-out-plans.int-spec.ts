import { PostgresOutbox } from '../../../../foundation/src/outbox/postgres-outbox';
import { OutboxHandlers } from '@libs/foundation';
import { newId } from '@libs/kernel';
import { aMessage, onlyTo, publishMessages, type StoredMessage } from '../../../../../test/support/messages';
import { createTestDatabase, queryAs, silent, type TestDatabase } from '../../../../../test/support/database';
import { OwnNotices } from '../../application/own-notices/own-notices.service';
import { DeliveryQueue } from '../deliveries/delivery-queue';
import { DeliveryTurns } from '../deliveries/delivery-turns';
import { OwnNoticeStore } from '../own-notices/own-notice-store';
import { FanOutBatches } from './fan-out-batches';
import { FanOutTotals } from './fan-out-totals';
import { Withdrawals } from './withdrawals';

/** A node of the output of EXPLAIN. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

const MEMBERS = Number(process.env['PLAN_MEMBERS'] ?? 20_000);
const BATCH = Number(process.env['PLAN_BATCH'] ?? 1_000);

const UNIT = newId();
const MANY_KEYS = { unit_ids: [UNIT], region_codes: ['XX'], app_versions: { gte: '1.2' }, has_push: true };

describe('A batch of a fan-out in an App with many members', () => {
  let test: TestDatabase;
  let scope: { tenantId: string; appId: string };
  let fanOuts: FanOutBatches;
  let withdrawals: Withdrawals;
  let ownNotices: OwnNotices;
  const handlers = new OutboxHandlers();

  const prepare = async () => {
    test = await createTestDatabase();
    const [app] = await query<{ id: string; tenant_id: string }>('SELECT id, tenant_id FROM apps WHERE is_default');
    scope = { tenantId: app!.tenant_id, appId: app!.id };
    await query(
      `WITH people AS (
         INSERT INTO users (tenant_id, id, status, locale)
         SELECT $1, gen_random_uuid(), 'active', CASE WHEN n % 10 = 0 THEN 'ja-JP' END FROM generate_series(1, $3::integer) AS n
         RETURNING id
       )
       INSERT INTO app_memberships (tenant_id, app_id, user_id, status, joined_at)
       SELECT $1, $2, id, 'active', now() - interval '1 day' FROM people`,
      [scope.tenantId, scope.appId, MEMBERS],
    );
    await query(
      `INSERT INTO devices (tenant_id, id, app_id, user_id, device_key, app_version, push_provider, push_token, push_enabled)
       SELECT tenant_id, gen_random_uuid(), app_id, user_id, gen_random_uuid(), '1.2.10', 'apns', user_id, true
         FROM app_memberships WHERE app_id = $1`,
      [scope.appId],
    );
    await query(
      `INSERT INTO sessions (tenant_id, id, surface, user_id, app_id, device_id, login_method, expires_at, absolute_expires_at)
       SELECT tenant_id, gen_random_uuid(), 'mobile', user_id, app_id, id, 'password', now(), now() FROM devices
        WHERE app_id = $1`,
      [scope.appId],
    );
    await query(
      `INSERT INTO user_profiles (tenant_id, user_id, gender, region_code)
       SELECT tenant_id, user_id, 'unspecified', 'XX-1' FROM app_memberships WHERE app_id = $1`,
      [scope.appId],
    );
    await query(`INSERT INTO organization_units (tenant_id, id, name) VALUES ($1, $2, 'Sales')`, [
      scope.tenantId,
      UNIT,
    ]);
    await query(
      `INSERT INTO organization_unit_members (tenant_id, unit_id, user_id)
       SELECT tenant_id, $2, user_id FROM app_memberships WHERE app_id = $1`,
      [scope.appId, UNIT],
    );
    await query(`INSERT INTO region_datasets (version, source) VALUES ('few', 'test')`);
    await query(
      `INSERT INTO regions (code, parent_code, level, names, pinyin, initials, status, dataset_version)
       VALUES ('XX', NULL, 0, '{}', '', '', 'active', 'few'), ('XX-1', 'XX', 1, '{}', '', '', 'active', 'few')`,
    );
    await query(
      `INSERT INTO login_identifiers (tenant_id, id, user_id, type, value, verified_at, is_primary)
       SELECT tenant_id, gen_random_uuid(), user_id, 'email', user_id || '@example.com', now(), true FROM app_memberships
        WHERE app_id = $1`,
      [scope.appId],
    );
    await query(
      `INSERT INTO notification_preferences (tenant_id, app_id, user_id, message_type, in_app, push, email)
       SELECT tenant_id, app_id, user_id, 'marketing', true, true, true FROM app_memberships WHERE app_id = $1`,
      [scope.appId],
    );
    const outbox = new PostgresOutbox(test.database, handlers);
    const deliveries = new DeliveryQueue(test.database, new DeliveryTurns(test.database, outbox));
    fanOuts = new FanOutBatches(test.database, deliveries, new FanOutTotals(test.database, silent));
    ownNotices = new OwnNotices(test.database, outbox, new OwnNoticeStore(test.database), deliveries);
    withdrawals = new Withdrawals(test.database);
    // Inboxes that are in use: those that are almost empty are rightly read as a whole.
    for (let message = 0; message < 3; message++) await fannedOut();
  };

  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(test.superuserUrl, text, values);
  const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

  /** The scans of the statements of a batch, as they are carried out. */
  const scansOf = async (work: () => Promise<unknown>, of = /slice AS|INTO notification_deliveries/) => {
    const plans: PlanNode[] = [];
    const original = test.database.query.bind(test.database);
    const spy = jest.spyOn(test.database, 'query').mockImplementation(async (text: string, values: unknown[] = []) => {
      if (!of.test(text)) return original(text, values);
      await original('SAVEPOINT explained');
      const explain = `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`;
      const [row] = await original<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explain, values);
      plans.push(row!['QUERY PLAN'][0].Plan);
      await original('ROLLBACK TO explained');
      return original(text, values);
    });
    await work();
    spy.mockRestore();
    expect(plans).not.toEqual([]);
    return plans
      .flatMap(nodesOf)
      .filter((node) => node['Node Type'].includes('Scan') && node['Relation Name'] !== undefined)
      .filter((node) =>
        /memberships|users|inbox|devices|sessions|profiles|unit_members|identifiers|preferences/.test(
          node['Relation Name']!,
        ),
      )
      .map((node) => ({
        scan: `${node['Node Type']} ${node['Relation Name']}`,
        index: node['Index Name'],
        rows: (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
        blocks: node['Shared Hit Blocks'] + node['Shared Read Blocks'],
      }));
  };
  const published = async (changes: Partial<StoredMessage> = {}) => {
    const message = aMessage(changes);
    await publishMessages(query, scope, message);
    return message;
  };
  const fannedOut = async () => {
    const message = await published();
    while (await fanOuts.next(scope, message.id, 10_000)) continue;
    return message;
  };

  const EVERYWHERE = ['in_app', 'push', 'email'];
  const expectFew = (scans: Awaited<ReturnType<typeof scansOf>>, most: number) => {
    expect(scans.filter(({ scan, rows }) => rows > 0 && scan.startsWith('Seq'))).toEqual([]);
    expect(scans.filter(({ rows }) => rows > most)).toEqual([]);
  };

  // Each has members of its own: the statistics of one, and how full its inboxes are, would decide the plans of the next.
  describe.each(['without', 'with'])('%s statistics', (which) => {
    beforeAll(async () => {
      await prepare();
      if (which === 'without') return;
      await query('VACUUM ANALYZE');
    }, 600_000);
    afterAll(() => test.close());

    it.each([
      ['all members', {}],
      ['those of a locale', { audience: { mode: 'filter', userIds: [], filter: { locales: ['ja-JP'] } } }],
      ['those who opted in', { messageType: 'marketing' }],
      [
        'those of a unit and a region, with a version',
        { audience: { mode: 'filter', userIds: [], filter: MANY_KEYS } },
      ],
    ] satisfies [string, Partial<StoredMessage>][])(
      'reads no more memberships than it writes to, of %s',
      async (_, changes) => {
        const { id } = await published({ channels: EVERYWHERE, ...changes });
        expectFew(await scansOf(() => fanOuts.next(scope, id, BATCH)), BATCH);
        // In the middle as well.
        expectFew(await scansOf(() => fanOuts.next(scope, id, BATCH)), BATCH);
      },
    );

    it.each([
      ['all members', {}],
      ['those of a locale', { audience: { mode: 'filter', userIds: [], filter: { locales: ['ja-JP'] } } }],
      ['those who opted in', { messageType: 'marketing' }],
    ] satisfies [string, Partial<StoredMessage>][])(
      'counts %s once, and looks at each member once',
      async (_, changes) => {
        const { id } = await published(changes);
        const scans = await scansOf(() => fanOuts.next(scope, id, 10), /SET total = /);
        expect(scans.filter(({ rows }) => rows > MEMBERS)).toEqual([]);
        const [row] = await query<{ total: number }>('SELECT total FROM notification_fan_outs WHERE message_id = $1', [
          id,
        ]);
        expect(row!.total).toBe('audience' in changes ? MEMBERS / 10 : MEMBERS);
      },
    );

    it('passes no entries of the index that belong to the slices before', async () => {
      const { id } = await published({ channels: EVERYWHERE });
      await test.database.write(
        scope.tenantId,
        `UPDATE notification_fan_outs SET position = (SELECT user_id FROM app_memberships ORDER BY user_id DESC OFFSET 20 LIMIT 1)
          WHERE message_id = $1`,
        [id],
      );
      const scans = await scansOf(() => fanOuts.next(scope, id, 10));
      const found = scans.filter(({ scan, rows }) => scan.endsWith('app_memberships') && rows > 0);
      // One block of the table for each, and the way to them in the index, which has 150 for all members.
      expect(found.length).toBeGreaterThan(2);
      expect(found.filter(({ blocks }) => blocks > 40)).toEqual([]);
    });

    it('reads the memberships of a list of users alone', async () => {
      const rows = await query<{ id: string }>(
        'SELECT user_id AS id FROM app_memberships ORDER BY user_id DESC LIMIT 10',
      );
      const audience = onlyTo(...rows.map((row) => row.id));
      const { id } = await published({ audience, channels: EVERYWHERE });
      expectFew(await scansOf(() => fanOuts.next(scope, id, BATCH)), 10);
      await query('UPDATE notification_messages SET recalled_at = now() WHERE id = $1', [id]);
      expectFew(await scansOf(() => withdrawals.next(scope, id, BATCH)), 10);
    });

    it('reads what belongs to one member alone to tell that one something', async () => {
      const [row] = await query<{ id: string }>(
        'SELECT user_id AS id FROM app_memberships ORDER BY user_id OFFSET 50 LIMIT 1',
      );
      const causeId = newId();
      const text = { 'en-US': 'Title', 'zh-CN': '标题', 'zh-TW': '標題', 'ja-JP': '件名' };
      const notice = { ...scope, userId: row!.id, causeId, messageType: 'security', title: text, body: text } as const;
      expectFew(await scansOf(() => test.database.run(scope.tenantId, () => ownNotices.tell(notice))), 1);
    });
  });

  describe('that is recalled', () => {
    beforeAll(prepare, 600_000);
    afterAll(() => test.close());

    it('is removed by the key of each item', async () => {
      const { id } = await fannedOut();
      await query(
        `INSERT INTO notification_inboxes (tenant_id, app_id, user_id, counted_through, unread_system)
         SELECT tenant_id, app_id, user_id, id, 1 FROM notification_inbox_items
          WHERE id = (SELECT publication_id FROM notification_messages WHERE id = $1)`,
        [id],
      );
      await query('VACUUM ANALYZE');
      await query('UPDATE notification_messages SET recalled_at = now() WHERE id = $1', [id]);
      expectFew(await scansOf(() => withdrawals.next(scope, id, BATCH)), BATCH);
    });
  });
});
