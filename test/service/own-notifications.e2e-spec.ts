import { newId } from '@libs/kernel';
import { suiteOwner } from '../admin/support/admin';
import { notificationClient } from '../admin/support/notifications';
import { aTenant } from '../admin/support/tenants';
import { expectProblem } from '../http/support/problem';
import { inboxes } from '../mobile/support/inbox';
import { eventually } from '../support/api';
import { suiteApi } from '../support/suite';
import { apiClients, READ, serviceClient, SUBMIT, TEXTS, tokenOf } from './support/clients';

describe('Messages of an API client are its own', () => {
  const api = suiteApi();
  const members = inboxes(api);
  const owner = suiteOwner(api);

  const least = () => ({ app_id: api.appId, message_type: 'private', ...TEXTS });
  /** With nothing sent. */
  const aClient = async (scopes = [SUBMIT, READ], by = owner) =>
    serviceClient(api, await tokenOf(api, await apiClients(by).create({ scopes })));
  const send = async (by: Service, body: object = {}) =>
    (
      (await by.post('notifications', { ...least(), user_ids: [newId()], ...body }).expect(202)).body.data as {
        id: string;
      }
    ).id;
  const pageOf = async (by: Service, query = '') =>
    (await by.get(`notifications${query}`).expect(200)).body.data as {
      readonly items: readonly Record<string, unknown>[];
      readonly next_cursor: string | null;
    };

  it('in lists, by pages that neither repeat nor skip, newest first', async () => {
    const [own, colleague] = [await aClient(), await aClient()];
    await send(colleague);
    await notificationClient(owner, api.appId, 'messages').create();
    const ids = [];
    for (let count = 0; count < 5; count++) ids.unshift(await send(own));
    const seen: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await pageOf(own, `?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(ids);
    expect((await pageOf(own)).items[0]).toEqual({
      id: ids[0],
      app_id: api.appId,
      status: 'published',
      message_type: 'private',
      title: TEXTS.title,
      channels: ['in_app'],
      created_at: expect.any(String),
      published_at: expect.any(String),
      expires_at: null,
      recalled_at: null,
      recall_reason: null,
    });
    expect((await pageOf(own, `?app_id=${api.appId.toUpperCase()}&limit=100`)).items).toHaveLength(5);
    expect((await pageOf(own, `?app_id=${newId()}`)).items).toEqual([]);
    const { next_cursor } = await pageOf(own, '?limit=2');
    await own.get(`notifications?app_id=${api.appId}&cursor=${next_cursor}`).expect(422);
    await colleague.get(`notifications?cursor=${next_cursor}`).expect(422);
    for (const wrong of ['cursor=x', 'limit=0', 'limit=101', 'app_id=shop']) {
      await own.get(`notifications?${wrong}`).expect(422);
    }
  });

  it('to read and to recall, and nobody else’s', async () => {
    const [own, colleague] = [await aClient(), await aClient()];
    const stranger = await aClient([SUBMIT, READ], (await aTenant(api)).owner.client);
    const id = await send(own);
    const body = await eventually(async () => {
      const answer = await own.get(`notifications/${id.toUpperCase()}`).expect(200);
      return (answer.body.data as { total: number | null }).total !== null && answer.body;
    });
    expect(body.data).toMatchObject({ id, total: 0 });
    expect(JSON.stringify(body)).not.toContain('明天送达');
    for (const other of [colleague, stranger]) {
      await other.get(`notifications/${id}`).expect(404);
      await other.post(`notifications/${id}/recall`).expect(404);
    }
    const message = await notificationClient(owner, api.appId, 'messages').create();
    const notice = await notificationClient(owner, api.appId).create();
    for (const none of [message.id, notice.id, newId(), 'x']) {
      await own.get(`notifications/${none}`).expect(404);
      await own.post(`notifications/${none}/recall`).expect(404);
    }
  });

  it('to recall once, from every inbox', async () => {
    const { me, userId } = await members.aMemberOf();
    const sender = await aClient([SUBMIT]);
    const id = await send(sender, { user_ids: [userId] });
    await eventually(async () => (await members.idsOf(me)).length === 1);
    for (const reason of ['', 'x'.repeat(501), 1])
      await sender.post(`notifications/${id}/recall`, { reason }).expect(422);
    await (await aClient([READ])).post(`notifications/${id}/recall`).expect(403);
    const { body } = await sender.post(`notifications/${id}/recall`, { reason: 'Wrong order' }).expect(200);
    expect(body.data).toMatchObject({ id, recalled_at: expect.any(String), recall_reason: 'Wrong order' });
    expect(await members.idsOf(me)).toEqual([]);
    const again = await sender.post(`notifications/${id}/recall`);
    expectProblem(again, 409, 'NOTIFICATIONS.STATE.INVALID');
    const bare = await send(sender);
    expect((await sender.post(`notifications/${bare}/recall`).expect(200)).body.data.recall_reason).toBeNull();
    const records = await members.rows(
      `SELECT action FROM audit_logs WHERE resource_id = $1 AND outcome = 'success' ORDER BY seq`,
      [id],
    );
    expect(records).toEqual([{ action: SUBMIT }, { action: SUBMIT }]);
  });
});

type Service = ReturnType<typeof serviceClient>;
