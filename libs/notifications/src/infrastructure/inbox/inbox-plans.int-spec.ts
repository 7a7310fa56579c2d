import { randomBytes } from 'node:crypto';
import { Cursors, Secrets } from '@libs/foundation';
import { aMessage, deliverMessages, insertMembers, type StoredMessage } from '../../../../../test/support/messages';
import { createTestDatabase, queryAs, type TestDatabase } from '../../../../../test/support/database';
import type { Membership } from '../preferences/preference-store';
import { InboxCounters } from './inbox-counters';
import { InboxItems } from './inbox-items';
import { InboxPages, type InboxRequest } from './inbox-pages';
import { SingleItems } from './single-items';

/** A node of the output of EXPLAIN. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

const MEMBERS = 200;
const MESSAGES = 100;
const LOOKED_AT = 2_000;
const MINUTES = 60_000;
/** More than one statement reads. */
const FRESH = 1_500;
const LOCALES = { locale: 'en-US', defaultLocale: 'en-US' } as const;

describe('The inbox of one of many members', () => {
  let test: TestDatabase;
  let scope: { tenantId: string; appId: string };
  let member: Membership;
  let pages: InboxPages;
  let messages: StoredMessage[];

  beforeAll(async () => {
    test = await createTestDatabase();
    const [app] = await query<{ id: string; tenant_id: string }>('SELECT id, tenant_id FROM apps WHERE is_default');
    scope = { tenantId: app!.tenant_id, appId: app!.id };
    const members = await insertMembers(query, scope, MEMBERS);
    member = { ...scope, userId: members[MEMBERS / 2]! };
    messages = Array.from({ length: MESSAGES }, (_, n) =>
      aMessage({ publishedAt: new Date(Date.now() - (1_000 - n) * MINUTES) }),
    );
    await deliverMessages(query, scope, members, ...messages);
    await query(
      `INSERT INTO notification_deliveries (tenant_id, app_id, message_id, user_id, route, is_outside_inbox)
       SELECT $1, $2, m.id, CASE WHEN n > 1 THEN gen_random_uuid() ELSE $4::uuid END, 'email', true
         FROM unnest($3::uuid[]) AS m (id), generate_series(1, 200) AS n`,
      [scope.tenantId, scope.appId, messages.map(({ id }) => id), member.userId],
    );
    pages = new InboxPages(test.database, new Cursors(new Secrets([{ id: 'test', bytes: randomBytes(32) }])));
  }, 60_000);
  afterAll(() => test.close());

  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(test.superuserUrl, text, values);
  const oneOf = ({ publicationId }: StoredMessage) =>
    new SingleItems(test.database).find(member, publicationId, LOCALES);
  const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
  /** How the application role finds the items. */
  const scansOf = async (work: () => Promise<unknown>, { nth = 0, of = 'inbox_items' } = {}) => {
    const statements: { tenantId: string; text: string; values: unknown[] }[] = [];
    const spy = jest.spyOn(test.database, 'read').mockImplementation((tenantId: string, text: string, values = []) => {
      statements.push({ tenantId, text, values: [...values] });
      return Promise.resolve([]);
    });
    await work().catch(() => undefined);
    spy.mockRestore();
    const { tenantId, text, values } = statements[nth] ?? { tenantId: '', text: '', values: [] };
    const [row] = await test.database.run(tenantId, async () => {
      const explain = `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`;
      return test.database.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explain, values);
    });
    const carriedOut = nodesOf(row!['QUERY PLAN'][0].Plan).filter((node) => node['Actual Loops'] > 0);
    return {
      indexes: carriedOut.flatMap((node) => node['Index Name'] ?? []).filter((name) => name.includes(of)),
      tables: carriedOut
        // A partition without rows may be read as a whole.
        .filter(
          (node) => node['Node Type'] === 'Seq Scan' && node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) > 0,
        )
        .flatMap((node) => node['Relation Name'] ?? [])
        .filter((name) => name.includes(of)),
    };
  };

  describe.each(['without', 'with'])('%s statistics', (which) => {
    beforeAll(async () => {
      if (which === 'with') await query('VACUUM ANALYZE');
    });

    it.each<[string, () => Promise<unknown>]>([
      ['a page', () => pages.read(member, { limit: 20 }, LOCALES)],
      ['a page of what is unread', () => pages.read(member, { limit: 20, unread: true, type: 'system' }, LOCALES)],
      ['the count', () => new InboxCounters(test.database).unread(member)],
      ['one item', () => oneOf(messages[0]!)],
    ])('reads the primary key of one part for %s', async (_, work) => {
      const role = await test.database.run(scope.tenantId, () =>
        test.database.query<{ bypasses: boolean }>(
          'SELECT rolsuper OR rolbypassrls AS bypasses FROM pg_roles WHERE rolname = current_user',
        ),
      );
      expect(role).toEqual([{ bypasses: false }]);
      const part = expect.stringMatching(/^notification_inbox_items_\d_pkey$/) as unknown;
      expect(await scansOf(work)).toEqual({ indexes: [part], tables: [] });
    });

    it('reads the deliveries of the member alone for what is in no inbox', async () => {
      const scans = await scansOf(() => oneOf(messages[0]!), { nth: 1, of: 'notification_deliveries' });
      const ofUser = expect.stringMatching(
        /^notification_deliveries_(?:first_of|(?:\d+|default)_tenant_id)_user/,
      ) as unknown;
      expect(scans).toEqual({ indexes: scans.indexes.map(() => ofUser), tables: [] });
      expect(scans.indexes).toContain('notification_deliveries_first_of_user');
    });
  });

  it('goes on behind the last item that a page looks at when that one is asked for', async () => {
    const [userId] = await insertMembers(query, scope, 1);
    const one = { ...scope, userId: userId! };
    const at = (n: number) => new Date(Date.now() - (LOOKED_AT + 10 - n) * 1_000);
    const oldest = [0, 1].map((n) => aMessage({ messageType: 'security', publishedAt: at(n) }));
    const others = Array.from({ length: LOOKED_AT - 1 }, (_, n) => aMessage({ publishedAt: at(n + 2) }));
    await deliverMessages(query, scope, [userId!], ...oldest, ...others);
    const found: string[] = [];
    const request: InboxRequest = { type: 'security', limit: 20 };
    for (let cursor: string | undefined | null; cursor !== null;) {
      const page = await pages.read(one, { ...request, cursor }, LOCALES);
      found.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(found).toEqual(oldest.map(({ publicationId }) => publicationId).reverse());
  });
});

it('looks at each item once when all are read, of which the planner has not heard yet', async () => {
  const test = await createTestDatabase();
  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(test.superuserUrl, text, values);
  const [app] = await query<{ id: string; tenant_id: string }>('SELECT id, tenant_id FROM apps WHERE is_default');
  const scope = { tenantId: app!.tenant_id, appId: app!.id };
  const [userId] = await insertMembers(query, scope, 1);
  const member = { ...scope, userId: userId! };
  const at = (n: number) => new Date(Date.now() - n * 1_000);
  await deliverMessages(query, scope, [member.userId], aMessage({ publishedAt: at(FRESH + 1) }));
  await query('VACUUM ANALYZE');
  const fresh = Array.from({ length: FRESH }, (_, n) => aMessage({ publishedAt: at(n) }));
  await deliverMessages(query, scope, [member.userId], ...fresh);

  const plans: PlanNode[] = [];
  const original = test.database.write.bind(test.database);
  const spy = jest
    .spyOn(test.database, 'write')
    .mockImplementation(async (tenantId: string, text: string, values = []) => {
      await test.database
        .run(tenantId, async () => {
          const explain = `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`;
          const [row] = await test.database.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explain, values);
          plans.push(row!['QUERY PLAN'][0].Plan);
          throw new Error('explained');
        })
        .catch((error: Error) => expect(error.message).toBe('explained'));
      return original(tenantId, text, values);
    });
  await new InboxItems(test.database).readAll(member, null);
  spy.mockRestore();

  const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
  const lookedAt = (node: PlanNode) =>
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)) *
    node['Actual Loops'];
  expect(plans.length).toBe(2);
  expect(plans.flatMap(nodesOf).filter((node) => lookedAt(node) > 2 * FRESH)).toEqual([]);
  expect(await query('SELECT count(*)::integer AS unread FROM notification_inbox_items WHERE read_at IS NULL')).toEqual(
    [{ unread: 0 }],
  );
  await test.close();
});
