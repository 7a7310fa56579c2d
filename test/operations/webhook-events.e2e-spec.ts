import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { type AdminClient, asOwner } from '../admin/support/admin';
import { aManagedApp } from '../admin/support/apps';
import { aCategory, articleClient } from '../admin/support/articles';
import { notificationClient } from '../admin/support/notifications';
import { pageClient } from '../admin/support/pages';
import { releaseClient } from '../admin/support/releases';
import { webhookClient } from '../admin/support/webhooks';
import { aRegisteredMember, signIn } from '../mobile/support/journey';
import { apiClients } from '../service/support/clients';
import { anEmail, eventually, startTestApi, type TestApi } from '../support/api';
import { queryAs } from '../support/database';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';

const PERSONAL = /@|\+86|Lin|Notice title/;

/** What happens when people use the service is what its catalogue says. */
describe('Events as they really come', () => {
  let api: TestApi;
  let owner: AdminClient;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    api = await startTestApi({ WEBHOOK_ALLOWED_CIDRS: '127.0.0.1' });
    owner = await asOwner(api);
    await webhookClient(owner).create({ url: receiver.url('/'), event_types: ['*'] });
  });
  afterAll(async () => {
    await receiver.close();
    await api.close();
  });

  const manageApps = async () => {
    const { id, lock_version } = await aManagedApp(owner);
    await owner.patch(`apps/${id}`, { lock_version, name: 'Other' }).expect(200);
    await owner.post(`apps/${id}/disable`, { lock_version: lock_version + 1 }).expect(200);
    await owner.post(`apps/${id}/enable`, { lock_version: lock_version + 2 }).expect(200);
    await owner.post(`apps/${id}/disable`, { lock_version: lock_version + 3 }).expect(200);
    await owner.delete(`apps/${id}`).expect(200);
  };
  const notify = async (kind: 'notices' | 'messages') => {
    const client = notificationClient(owner, api.appId, kind);
    await client.publish(await client.create());
    await client.cancel(await client.create());
    const published = await client.publish(await client.create());
    await client.recall(published);
  };
  const publishAll = async () => {
    const { id: appId } = await aManagedApp(owner);
    const releases = releaseClient(owner, `apps/${appId}/mobile/releases`);
    const { id } = await releases.create();
    await releases.publish(id);
    await releases.unpublish(id);
    await owner.delete(`${releases.path}/${(await releases.create()).id}`).expect(200);
    const articles = articleClient(owner, appId);
    const article = await articles.create({ category_id: await aCategory(api, appId) });
    await articles.unpublish(await articles.publish(article));
    await pageClient(owner, `apps/${appId}/content/legal/privacy-policy`).publish();
    await owner
      .post(`apps/${appId}/startup/onboarding/publish`, { expected_version: 0, enabled: false, slides: [] })
      .expect(200);
  };
  const manageMembers = async () => {
    const pair = await signIn(api, await aRegisteredMember(api));
    const [session] = await queryAs<{ user_id: string }>(
      api.urls.superuserUrl,
      'SELECT user_id FROM sessions WHERE id = $1',
      [pair.session_id],
    );
    const path = `apps/${api.appId}/members/${session!.user_id}`;
    await owner.post(`${path}/suspend`).expect(200);
    await owner.delete(path).expect(200);
  };
  const manageClients = async () => {
    const clients = apiClients(owner);
    await clients.rotate((await clients.create()).id);
  };

  it('are as their schemas say, and tell nothing about people but ids', async () => {
    await manageApps();
    await notify('notices');
    await notify('messages');
    await publishAll();
    await manageMembers();
    await manageClients();
    const member = await aRegisteredMember(api);
    const { access_token } = await signIn(api, member);
    await api.http
      .post('/api/v1/auth/logout')
      .set({ Authorization: `Bearer ${access_token}`, 'X-AppID': api.appId })
      .send({});
    const invited = await owner
      .post('users', { email: anEmail(), display_name: 'Lin', roles: ['auditor'] })
      .expect(201);
    const { id, lock_version } = invited.body.data as { id: string; lock_version: number };
    await owner.post(`users/${id}/disable`, { lock_version }).expect(200);
    const told = await eventually(async () => {
      const [row] = await queryAs<{ pending: number }>(
        api.urls.superuserUrl,
        `SELECT count(*)::int AS pending FROM outbox_messages WHERE completed_at IS NULL AND dead_at IS NULL`,
      );
      return row?.pending === 0 && receiver.received;
    });
    const { body } = await owner.get('webhooks/event-types').expect(200);
    const schemas = new Map(
      (body.data.items as { type: string; schema: object }[]).map((one) => [one.type, one.schema]),
    );
    const ajv = addFormats(new Ajv2020({ strict: true, allowUnionTypes: true }));
    const faults = told.flatMap(({ body: event }) =>
      ajv.validate(schemas.get(event.type) ?? false, event) ? [] : [`${event.type}: ${ajv.errorsText()}`],
    );
    expect(faults).toEqual([]);
    expect([...new Set(told.map((one) => one.body.type))].sort()).toEqual(
      expect.arrayContaining([
        ...['app.created', 'app.deleted', 'app.disabled', 'app.enabled', 'app.updated', 'member.registered'],
        ...['member.verified', 'message.cancelled', 'message.published', 'notice.cancelled', 'notice.published'],
        ...['session.created', 'session.revoked', 'user.disabled', 'user.invited'],
        ...['notice.recalled', 'message.recalled', 'member.suspended', 'member.deleted', 'api_client.created'],
        ...['api_client.rotated', 'app.onboarding.published', 'article.published', 'article.unpublished'],
        ...['legal.published', 'release.created', 'release.deleted', 'release.published', 'release.unpublished'],
      ]),
    );
    expect(told.filter(({ raw }) => PERSONAL.test(raw)).map(({ raw }) => raw)).toEqual([]);
  });
});
