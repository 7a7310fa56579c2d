import { newId } from '@libs/kernel';
import { outboxSettled } from '../../mobile/support/journey';
import { expectProblem, reasons } from '../../http/support/problem';
import { queryAs } from '../../support/database';
import { aMessage, insertMembers, publishMessages } from '../../support/messages';
import { suiteApi } from '../../support/suite';
import { suiteOwner } from '../support/admin';
import { aDisabledApp, aManagedApp } from '../support/apps';
import { aTenant } from '../support/tenants';

describe('The dashboard of one App', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);

  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(api.urls.superuserUrl, text, values);

  it('shows what there is', async () => {
    const tenant = await aTenant(api);
    const { client } = tenant.owner;
    const [app, other] = [await aManagedApp(client), await aManagedApp(client)];
    const of = { tenantId: tenant.id, appId: app.id };
    const there = { tenantId: tenant.id, appId: other.id };
    const [mine, theirs] = [await insertMembers(query, of, 2), await insertMembers(query, there, 4)];
    await query(
      `INSERT INTO sessions (tenant_id, id, surface, user_id, app_id, login_method, last_active_at, expires_at, absolute_expires_at)
       SELECT $1, gen_random_uuid(), 'mobile', user_id, app_id, 'password', now(), now() + interval '1 day', now() + interval '1 day'
         FROM unnest($2::uuid[], $3::uuid[]) AS s (user_id, app_id)`,
      [tenant.id, [...mine, ...theirs], [...mine.map(() => app.id), ...theirs.map(() => other.id)]],
    );
    const notices = [aMessage({ messageType: null }), aMessage({ messageType: null }), aMessage({ messageType: null })];
    await publishMessages(query, of, notices[0]!);
    await publishMessages(query, there, notices[1]!, notices[2]!);
    await query(`UPDATE notification_messages SET kind = 'notice' WHERE message_type IS NULL`);
    await outboxSettled(api);
    await query(
      `INSERT INTO outbox_messages (tenant_id, app_id, id, type, data, lane, available_at, begun_at, last_error, dead_at)
       SELECT $1, app_id, gen_random_uuid(), 'Test', '{}', 'mail', now() + interval '1 hour',
              CASE WHEN state = 'active' THEN now() END, CASE WHEN state IN ('failed', 'dead') THEN 'no' END,
              CASE WHEN state = 'dead' THEN now() END
         FROM unnest($2::uuid[], $3::text[]) AS m (app_id, state)`,
      [
        tenant.id,
        [app.id, app.id, app.id, app.id, other.id, other.id, null, null],
        ['active', 'failed', 'dead', 'dead', 'failed', 'dead', 'active', 'dead'],
      ],
    );
    const summary = async (search: string) =>
      (await client.get(`dashboard/summary${search}`).expect(200)).body.data as object;
    expect(await summary(`?app_id=${app.id.toUpperCase()}`)).toEqual({
      apps: 1,
      members: 2,
      new_members: { value: 2, previous: 0 },
      active_members: { day: 2, week: 2, month: 2 },
      live_sessions: 2,
      notices_published: 1,
      releases_online: 0,
      jobs: { ready: 0, active: 1, failed: 1, dead: 2 },
      as_of: expect.any(String) as unknown,
    });
    // With the default App, the session of the owner, and jobs of no App.
    expect(await summary('')).toMatchObject({
      ...{ apps: 3, members: 6, active_members: { day: 6, week: 6, month: 6 }, live_sessions: 7, notices_published: 3 },
      jobs: { active: 2, failed: 2, dead: 4 },
    });
  });

  it('is not found where it is not the tenant’s, also where it was asked for by its owner just now', async () => {
    await owner.get(`dashboard/summary?app_id=${api.appId}`).expect(200);
    const gone = await aDisabledApp(owner);
    await owner.get(`dashboard/summary?app_id=${gone.id}`).expect(200);
    await owner.delete(`apps/${gone.id}`).expect(200);
    const trends = 'dashboard/trends?metric=logins&interval=day&from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z';
    for (const [client, appId] of [
      [(await aTenant(api)).owner.client, api.appId],
      [owner, newId()],
      [owner, gone.id],
    ] as const) {
      expectProblem(await client.get(`dashboard/summary?app_id=${appId}`), 404, 'RESOURCE.NOT_FOUND');
      expectProblem(await client.get(`${trends}&app_id=${appId}`), 404, 'RESOURCE.NOT_FOUND');
      // What is wrong with the rest of the query is told first.
      expect((await client.get(`${trends}&to=2025-01-01T00:00:00Z&app_id=${appId}`)).status).toBe(422);
    }
    const malformed = await owner.get('dashboard/summary?app_id=mine');
    expect(reasons(expectProblem(malformed, 422, 'REQUEST.VALIDATION_FAILED'))).toEqual(['app_id not_uuid']);
  });
});
