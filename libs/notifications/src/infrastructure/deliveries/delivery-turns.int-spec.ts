import { OutboxHandlers } from '@libs/foundation';
import { PostgresOutbox } from '../../../../foundation/src/outbox/postgres-outbox';
import { aMessage, deliverMessages, insertMembers } from '../../../../../test/support/messages';
import { queryAs } from '../../../../../test/support/database';
import { suiteDatabase } from '../../../../../test/support/suite';
import { DeliveryTurns } from './delivery-turns';

describe('The turn of a route', () => {
  const test = suiteDatabase();
  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(test.superuserUrl, text, values);

  it('keeps its place in line however late it is, and is given anew when its message was given up', async () => {
    const [app] = await query<{ id: string; tenant_id: string }>('SELECT id, tenant_id FROM apps WHERE is_default');
    const scope = { tenantId: app!.tenant_id, appId: app!.id };
    const turns = new DeliveryTurns(test.database, new PostgresOutbox(test.database, new OutboxHandlers()));
    const [userId] = await insertMembers(query, scope, 1);
    const message = aMessage();
    await deliverMessages(query, scope, [userId!], message);
    await query(
      `INSERT INTO notification_deliveries (tenant_id, app_id, message_id, user_id, route, device_id)
       SELECT $1, $2, $3, $4, route, CASE WHEN route = 'apns' THEN gen_random_uuid() END FROM unnest('{apns,email}'::text[]) AS route`,
      [scope.tenantId, scope.appId, message.id, userId],
    );
    await test.database.run(scope.tenantId, async () => {
      await turns.wake(scope, 'apns');
      await turns.wake(scope, 'email');
    });
    await query(`UPDATE notification_delivery_turns SET turn_at = now() - interval '1 hour'`);
    await query(`UPDATE outbox_messages SET available_at = now() - interval '1 hour'`);
    const restoreLost = async () => {
      const { items } = await turns.lost(null);
      for (const route of items) await turns.restore(route);
    };
    const given = () => query('SELECT route, turn, turn_at FROM notification_delivery_turns ORDER BY route');
    const [apns, email] = await given();
    await restoreLost();
    const late = await given();
    expect(late.map(({ turn_at }) => turn_at)).toEqual([apns!['turn_at'], email!['turn_at']]);
    await query(`UPDATE outbox_messages SET dead_at = now() WHERE data ->> 'route' = 'apns'`);
    await query(`UPDATE outbox_messages SET completed_at = now() WHERE data ->> 'route' = 'email'`);
    await restoreLost();
    const again = await given();
    expect(again.map(({ turn }) => turn)).not.toContain(apns!['turn']);
    expect(again.map(({ turn }) => turn)).not.toContain(email!['turn']);
    expect(
      await query(`SELECT FROM outbox_messages WHERE data ? 'turn' AND completed_at IS NULL AND dead_at IS NULL`),
    ).toHaveLength(2);
  });
});
