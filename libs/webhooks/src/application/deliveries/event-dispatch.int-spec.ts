import { OutboxHandlers, type OutboxMessage } from '@libs/foundation';
import { newId } from '@libs/kernel';
import { PostgresOutbox } from '../../../../foundation/src/outbox/postgres-outbox';
import { queryAs } from '../../../../../test/support/database';
import { suiteDatabase } from '../../../../../test/support/suite';
import { DeliveryDue } from '../../domain/deliveries/delivery.events';
import { DeliveryStore } from '../../infrastructure/deliveries/delivery-store';
import { Subscriptions } from '../../infrastructure/endpoints/subscriptions';
import { EventDispatchHandler } from './event-dispatch.handler';

describe('Events', () => {
  const test = suiteDatabase();
  let tenantId: string;
  let dispatch: EventDispatchHandler;
  let statements: jest.SpyInstance[];

  beforeAll(async () => {
    const [tenant] = await query<{ id: string }>('SELECT id FROM tenants');
    tenantId = tenant!.id;
    const { database, changeFeed } = test;
    const handlers = new OutboxHandlers();
    dispatch = new EventDispatchHandler(
      database,
      new Subscriptions(database, changeFeed),
      new DeliveryStore(database),
      new PostgresOutbox(database, handlers),
    );
    statements = [jest.spyOn(database, 'read'), jest.spyOn(database, 'run'), jest.spyOn(database, 'write')];
  });
  beforeEach(async () => {
    await query('DELETE FROM webhook_deliveries; DELETE FROM webhook_endpoints; DELETE FROM outbox_messages');
    for (const statement of statements) statement.mockClear();
  });

  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(test.superuserUrl, text, values);
  const anEndpoint = async (eventTypes: readonly string[], enabled = true): Promise<string> => {
    const id = newId();
    await query(
      `INSERT INTO webhook_endpoints (tenant_id, id, url, event_types, enabled, disabled_reason, created_by, lock_version)
       VALUES ($1, $2, 'https://example.com/', $3, $4, $5, $2, 1)`,
      [tenantId, id, eventTypes, enabled, enabled ? null : 'administrator'],
    );
    return id;
  };
  const happened = (type: string, data: OutboxMessage['data'] = {}): OutboxMessage => ({
    id: newId(),
    type,
    tenantId,
    appId: null,
    data,
    createdAt: new Date(),
    attempt: 1,
  });
  const deliveries = () =>
    query<{ endpoint_id: string; event_id: string; event_type: string }>(
      'SELECT endpoint_id, event_id, event_type FROM webhook_deliveries ORDER BY endpoint_id',
    );
  const calls = () => statements.reduce((count, statement) => count + statement.mock.calls.length, 0);

  it('of a tenant without endpoints cost no statement', async () => {
    await dispatch.handle(happened('user.disabled', { user_id: newId() }));
    for (const statement of statements) statement.mockClear();
    for (let count = 0; count < 20; count++) await dispatch.handle(happened('user.disabled', { user_id: newId() }));
    expect(calls()).toBe(0);
    await anEndpoint(['*']);
    await dispatch.handle(happened('user.disabled', { user_id: newId() }));
    expect(await deliveries()).toHaveLength(1);
  });

  it('make one delivery for each endpoint that subscribes, however often and by how many they are handled', async () => {
    const ids = [await anEndpoint(['*']), await anEndpoint(['app.created', 'user.disabled'])];
    await anEndpoint(['app.created']);
    await anEndpoint(['*'], false);
    const event = happened('user.disabled', { user_id: newId() });
    await Promise.all(Array.from({ length: 8 }, () => dispatch.handle(event)));
    await dispatch.handle(event);
    expect(await deliveries()).toEqual(
      ids.sort().map((id) => ({ endpoint_id: id, event_id: event.id, event_type: 'user.disabled' })),
    );
    const messages = await query<{ lane: string }>('SELECT lane FROM outbox_messages WHERE type = $1 ORDER BY lane', [
      DeliveryDue.type,
    ]);
    expect(messages.map(({ lane }) => lane)).toEqual(ids.map((id) => `webhooks:${id}`));
  });

  it('are kept for an endpoint that is disabled, without a delivery', async () => {
    await anEndpoint(['user.disabled'], false);
    const event = happened('user.disabled', { user_id: newId() });
    await dispatch.handle(event);
    expect(await deliveries()).toEqual([]);
    expect(await query('SELECT id FROM webhook_events')).toContainEqual({ id: event.id });
  });

  it('carry what their schema names, and nothing else', async () => {
    await anEndpoint(['*']);
    const userId = newId();
    await dispatch.handle(happened('user.disabled', { user_id: userId, email: 'lin@example.com' }));
    expect(await query('SELECT data FROM webhook_events ORDER BY created_at DESC LIMIT 1')).toEqual([
      { data: { user_id: userId } },
    ]);
  });

  it('that no endpoint may hear of are told to none', async () => {
    await anEndpoint(['*']);
    await dispatch.handle(happened('user.erased', { user_id: newId() }));
    await dispatch.handle(happened('notification.published', { message_id: newId() }));
    expect(await deliveries()).toEqual([]);
  });
});
