import { newId } from '@libs/kernel';
import { queryAs } from '../../../../../test/support/database';
import { suiteDatabase } from '../../../../../test/support/suite';
import { DeliverySettlements } from './delivery-settlements';

describe('Deliveries of the same place in two partitions', () => {
  const test = suiteDatabase();
  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(test.superuserUrl, text, values);

  /** One of now, and one of a later week, both due for long. */
  const twins = async () => {
    const [app] = await query<{ id: string; tenant_id: string }>('SELECT id, tenant_id FROM apps WHERE is_default');
    const scope = { tenantId: app!.tenant_id, appId: app!.id };
    const messageId = newId();
    await query('TRUNCATE notification_deliveries, notification_delivery_turns');
    await query(
      `INSERT INTO notification_messages (tenant_id, id, app_id, kind, origin, title, body, audience_mode, channels, status)
       VALUES ($1, $2, $3, 'notice', 'admin', '{}', '{}', 'all_members', '{in_app}', 'draft')`,
      [scope.tenantId, messageId, scope.appId],
    );
    await query(`INSERT INTO notification_delivery_turns (tenant_id, app_id, route) VALUES ($1, $2, 'email')`, [
      scope.tenantId,
      scope.appId,
    ]);
    const ids = [newId(), newId()] as const;
    const [end] = await query<{ time: Date }>(
      `SELECT to_timestamp(min(ends) / 1000.0) AS time FROM partitions_of('notification_deliveries')`,
    );
    const times = [new Date(), end!.time];
    await query(
      `INSERT INTO notification_deliveries (tenant_id, id, app_id, message_id, user_id, route, available_at, created_at)
       SELECT $1, id, $2, $3, id, 'email', now() - interval '1 day', created_at + interval '17 microseconds'
         FROM unnest($4::uuid[], $5::timestamptz[]) AS d (id, created_at)`,
      [scope.tenantId, scope.appId, messageId, ids, times],
    );
    const places = await query('SELECT DISTINCT ctid::text AS place FROM notification_deliveries');
    expect(places).toHaveLength(1);
    expect(await query('SELECT DISTINCT tableoid FROM notification_deliveries')).toHaveLength(2);
    return { scope, ids, times };
  };
  const statusOf = async (id: string) =>
    (await query<{ status: string }>('SELECT status FROM notification_deliveries WHERE id = $1', [id]))[0]!.status;

  it('are settled by what names them', async () => {
    const settlements = new DeliverySettlements(test.database);
    for (const [index, other] of [1, 0].entries()) {
      const { scope, ids, times } = await twins();
      const named = { id: ids[index]!, attempts: 0, createdAt: times[index]! };
      await test.database.run(scope.tenantId, () =>
        settlements.settle(scope, 'email', [{ ...named, status: 'sent', providerId: null }]),
      );
      expect([await statusOf(ids[index]!), await statusOf(ids[other]!)]).toEqual(['sent', 'pending']);
    }
  });

  it('are settled together, whatever their times', async () => {
    const { scope, ids, times } = await twins();
    const all = ids.map((id, index) => ({ id, attempts: 0, createdAt: times[index]!, status: 'ignored' as const }));
    await test.database.run(scope.tenantId, () => new DeliverySettlements(test.database).settle(scope, 'email', all));
    expect(await Promise.all(ids.map(statusOf))).toEqual(['ignored', 'ignored']);
  });

  it('are dropped by age alone', async () => {
    const { ids } = await twins();
    await query(`UPDATE notification_deliveries SET available_at = now() - interval '8 days' WHERE id = $1`, [ids[0]]);
    // An update moves the row to a place of its own.
    await query('VACUUM FULL notification_deliveries');
    await new DeliverySettlements(test.database).sweepOld();
    expect(await Promise.all(ids.map(statusOf))).toEqual(['dropped', 'pending']);
  });
});
