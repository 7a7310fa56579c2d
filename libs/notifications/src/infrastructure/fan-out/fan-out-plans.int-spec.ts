import { PostgresOutbox } from '../../../../foundation/src/outbox/postgres-outbox';
import { OutboxHandlers } from '@libs/foundation';
import { aMessage, onlyTo, publishMessages, type StoredMessage } from '../../../../../test/support/messages';
import { createTestDatabase, queryAs, type TestDatabase } from '../../../../../test/support/database';
import { DeliveryQueue } from '../deliveries/delivery-queue';
import { DeliveryTurns } from '../deliveries/delivery-turns';
import { FanOutBatches } from './fan-out-batches';
import { IN_KEY_ORDER } from './walks';
import { Withdrawals } from './withdrawals';

/** A node of the output of EXPLAIN. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

const MEMBERS = Number(process.env['PLAN_MEMBERS'] ?? 20_000);
const BATCH = Number(process.env['PLAN_BATCH'] ?? 1_000);

describe('A batch of a fan-out in an App with many members', () => {
  let test: TestDatabase;
  let scope: { tenantId: string; appId: string };
  let fanOuts: FanOutBatches;
  let withdrawals: Withdrawals;

  beforeAll(async () => {
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
    await query('VACUUM ANALYZE');
    const outbox = new PostgresOutbox(test.database, new OutboxHandlers());
    fanOuts = new FanOutBatches(
      test.database,
      new DeliveryQueue(test.database, new DeliveryTurns(test.database, outbox)),
    );
    withdrawals = new Withdrawals(test.database);
  }, 600_000);
  afterAll(() => test.close());

  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(test.superuserUrl, text, values);
  const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

  /** The scans of the statement that does the work of a batch, as it is carried out. */
  const scansOf = async (work: () => Promise<unknown>) => {
    const seen: { text: string; values: unknown[] }[] = [];
    const original = test.database.query.bind(test.database);
    const spy = jest.spyOn(test.database, 'query').mockImplementation((text: string, values: unknown[] = []) => {
      if (!text.includes('slice AS')) return original(text, values);
      seen.push({ text, values });
      return Promise.resolve([{ position: null, delivered: 0, is_finished: false }]);
    });
    await work();
    spy.mockRestore();
    const [statement] = seen;
    const [row] = await test.database.run(scope.tenantId, async () => {
      await test.database.query(IN_KEY_ORDER);
      const text = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement!.text}`;
      return test.database.query<{ 'QUERY PLAN': [{ Plan: PlanNode; 'Execution Time': number }] }>(
        text,
        statement!.values,
      );
    });
    const [{ Plan: plan, 'Execution Time': ms }] = row!['QUERY PLAN'];
    if (process.env['PLAN_MEMBERS'])
      process.stderr.write(`${ms} ms\n${JSON.stringify(plan, null, 1).slice(0, 200_000)}\n`);
    return nodesOf(plan)
      .filter((node) => node['Node Type'].includes('Scan') && node['Relation Name'] !== undefined)
      .filter((node) => /app_memberships|users|inbox/.test(node['Relation Name']!))
      .map((node) => ({
        scan: `${node['Node Type']} ${node['Relation Name']}`,
        index: node['Index Name'],
        rows: node['Actual Rows'] * node['Actual Loops'],
      }));
  };
  const published = async (changes: Partial<StoredMessage> = {}) => {
    const message = aMessage(changes);
    await publishMessages(query, scope, message);
    return message;
  };

  it.each([
    ['all members', {}],
    ['those of a locale', { audience: { mode: 'filter', userIds: [], filter: { locales: ['ja-JP'] } } }],
  ] satisfies [string, Partial<StoredMessage>][])(
    'reads no more memberships than it writes to, of %s',
    async (_, changes) => {
      const { id } = await published(changes);
      const scans = await scansOf(() => fanOuts.next(scope, id, BATCH));
      expect(scans.map(({ scan }) => scan)).not.toContainEqual(expect.stringContaining('Seq Scan'));
      for (const { rows } of scans) expect(rows).toBeLessThanOrEqual(BATCH);
    },
  );

  it('reads the memberships of a list of users alone', async () => {
    const rows = await query<{ id: string }>(
      'SELECT user_id AS id FROM app_memberships ORDER BY user_id DESC LIMIT 10',
    );
    const { id } = await published({ audience: onlyTo(...rows.map((row) => row.id)) });
    const scans = await scansOf(() => fanOuts.next(scope, id, BATCH));
    expect(scans.reduce((sum, scan) => sum + scan.rows, 0)).toBeLessThanOrEqual(10);
  });

  it('is removed by the key of each item', async () => {
    const { id } = await published();
    while (await fanOuts.next(scope, id, 10_000)) continue;
    await query(
      `INSERT INTO notification_inboxes (tenant_id, app_id, user_id, counted_through, unread_system)
       SELECT tenant_id, app_id, user_id, id, 1 FROM notification_inbox_items
        WHERE id = (SELECT publication_id FROM notification_messages WHERE id = $1)`,
      [id],
    );
    await query('VACUUM ANALYZE');
    await query('UPDATE notification_messages SET recalled_at = now() WHERE id = $1', [id]);
    const scans = await scansOf(() => withdrawals.next(scope, id, BATCH));
    expect(scans.map(({ scan }) => scan)).not.toContainEqual(expect.stringContaining('Seq Scan'));
    for (const { rows } of scans) expect(rows).toBeLessThanOrEqual(BATCH);
  });
});
