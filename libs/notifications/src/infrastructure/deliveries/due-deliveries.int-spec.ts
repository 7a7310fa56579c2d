import { newId } from '@libs/kernel';
import { queryAs, silent } from '../../../../../test/support/database';
import { suiteDatabase } from '../../../../../test/support/suite';
import type { DeliveryRoute } from '../../domain/deliveries/due-delivery';
import type { NotificationScope } from '../../domain/notification-scope';
import { DeliverySettlements } from './delivery-settlements';
import { DueDeliveries } from './due-deliveries';

/** A node of the output of EXPLAIN. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

const MEMBERS = 20_000;
/** The statements of a batch, by their beginnings. */
const OF_BATCH = /^\s*WITH (?:due|outcomes) AS/;

describe('A batch of many deliveries that are due', () => {
  const test = suiteDatabase();
  let scope: NotificationScope;
  let due: DueDeliveries;

  beforeAll(async () => {
    const [app] = await queryAs<{ id: string; tenant_id: string }>(
      test.superuserUrl,
      'SELECT id, tenant_id FROM apps WHERE is_default',
    );
    scope = { tenantId: app!.tenant_id, appId: app!.id };
    due = new DueDeliveries(test.database, new DeliverySettlements(test.database), silent);
    const query = (text: string, ...values: unknown[]) => queryAs(test.superuserUrl, text, [scope.tenantId, ...values]);
    const messageId = newId();
    const users = `CROSS JOIN LATERAL (SELECT md5('user ' || n)::uuid AS user_id, md5('device ' || n)::uuid AS device_id) u`;
    const everybody = `FROM generate_series(1, ${MEMBERS}) AS n ${users}`;
    await query(`INSERT INTO users (tenant_id, id, status) SELECT $1, user_id, 'active' ${everybody}`);
    await query(
      `INSERT INTO login_identifiers (tenant_id, id, user_id, type, value, verified_at, is_primary)
       SELECT $1, gen_random_uuid(), user_id, 'email', n || '@example.com', now(), true ${everybody}`,
    );
    await query(
      `INSERT INTO app_memberships (tenant_id, app_id, user_id, status, joined_at) SELECT $1, $2, user_id, 'active', now() ${everybody}`,
      scope.appId,
    );
    await query(
      `INSERT INTO devices (tenant_id, id, app_id, user_id, device_key, push_provider, push_token, push_enabled)
       SELECT $1, device_id, $2, user_id, user_id, 'apns', n, true ${everybody}`,
      scope.appId,
    );
    await query(
      `INSERT INTO notification_messages (tenant_id, id, app_id, kind, origin, title, body, audience_mode, channels, status,
                                          publication_id, published_at)
       VALUES ($1, $2, $3, 'notice', 'admin', '{}', '{}', 'all_members', '{in_app,push,email}', 'published', $2, now())`,
      messageId,
      scope.appId,
    );
    await query(
      `INSERT INTO notification_deliveries (tenant_id, app_id, message_id, user_id, route, device_id)
       SELECT $1, $2, $3, user_id, route, CASE WHEN route = 'apns' THEN device_id END
         FROM generate_series(1, ${MEMBERS}) AS n ${users}, unnest('{apns,email}'::text[]) AS route`,
      scope.appId,
      messageId,
    );
  }, 120_000);

  const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

  /** Claims, and explains the statements that did it. */
  const plansOf = async (route: DeliveryRoute) => {
    const plans: PlanNode[] = [];
    const query = test.database.query.bind(test.database);
    const spy = jest.spyOn(test.database, 'query').mockImplementation(async (text, values) => {
      if (OF_BATCH.test(text)) {
        await query('SAVEPOINT explained');
        const explain = `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`;
        const [row] = await query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(explain, values);
        plans.push(row!['QUERY PLAN'][0]!.Plan);
        await query('ROLLBACK TO explained');
      }
      return query(text, values);
    });
    const { sendable, full } = await due.claim(scope, route, 200);
    spy.mockRestore();
    expect([sendable.length, full, plans.length]).toEqual([200, true, 2]);
    expect(new Set(sendable.map(({ target }) => target)).size).toBe(200);
    return plans.flatMap(nodesOf);
  };

  // These come first: then there are none yet.
  describe.each(['without', 'with'])('%s statistics', (which) => {
    beforeAll(async () => {
      if (which === 'with') await queryAs(test.superuserUrl, 'VACUUM ANALYZE');
    });

    it.each<DeliveryRoute>(['apns', 'email'])(
      'is taken and settled by indexes, however many there are, for %s',
      async (route) => {
        const nodes = await plansOf(route);
        const large = /notification_deliveries|users|memberships|devices|identifiers/;
        const scanned = nodes.filter(
          (node) => /Seq Scan|Bitmap/.test(node['Node Type']) && large.test(node['Relation Name'] ?? ''),
        );
        expect(scanned.map((node) => `${node['Node Type']} ${node['Relation Name']}`)).toEqual([]);
        const read = nodes
          .filter((node) => node['Node Type'].includes('Scan') && node['Relation Name'] !== undefined)
          .map((node) => ({
            table: node['Relation Name'],
            rows: (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
          }));
        expect(read.filter(({ rows }) => rows > 400)).toEqual([]);
      },
    );
  });

  it('is held while it is being sent, and no longer than until its outcome, unless somebody else has it', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'clearTimeout', 'performance'] });
    const { sendable } = await due.claim(scope, 'apns', 3);
    const [first, second, third] = sendable;
    const rows = () =>
      queryAs<{ id: string; secs: number }>(
        test.superuserUrl,
        `SELECT id, round(extract(epoch FROM available_at - now()))::integer AS secs FROM notification_deliveries
          WHERE id = ANY ($1) ORDER BY array_position($1, id)`,
        [[first!.id, second!.id, third!.id]],
      );
    await queryAs(
      test.superuserUrl,
      `UPDATE notification_deliveries SET available_at = now() - interval '1 hour',
              attempts = attempts + (id = $2)::integer, status = CASE WHEN id = $3 THEN 'sent' ELSE status END,
              settled_at = CASE WHEN id = $3 THEN now() END
        WHERE id = ANY ($1)`,
      [sendable.map(({ id }) => id), second!.id, third!.id],
    );
    await due.holding(scope, sendable, () => {
      jest.advanceTimersByTime(5_000);
      return Promise.resolve();
    });
    jest.useRealTimers();
    const [held, ...others] = await rows();
    expect(held!.secs).toBeGreaterThan(0);
    expect(others.every(({ secs }) => secs < 0)).toBe(true);
  });

  it('is taken by one of several at a time', async () => {
    const claims = await Promise.all(Array.from({ length: 6 }, () => due.claim(scope, 'apns', 300)));
    const ids = claims.flatMap(({ sendable }) => sendable.map(({ id }) => id));
    expect([ids.length, new Set(ids).size]).toEqual([1_800, 1_800]);
  });
});
