import { newId } from '@libs/kernel';
import { suiteOwner } from '../admin/support/admin';
import { notificationClient } from '../admin/support/notifications';
import { aTenant } from '../admin/support/tenants';
import { expectProblem, reasons } from '../http/support/problem';
import { inboxes } from '../mobile/support/inbox';
import { anEmail, eventually } from '../support/api';
import { suiteApi } from '../support/suite';
import { apiClients, MEMBERS, READ, serviceClient, SUBMIT, TEXTS, tokenOf } from './support/clients';

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

  describe('and may be for an audience', () => {
    const MARKETING = { message_type: 'marketing' };
    const aSender = async (...more: string[]) => aClient([SUBMIT, READ, ...more]);
    const submit = async (by: Service, audience: object, more: object = {}) =>
      (await by.post('notifications', { ...least(), audience, ...more }).expect(202)).body.data as Record<
        string,
        unknown
      >;
    const NOBODY = { user_ids: [], identifiers: [] };

    it('of all members, or by a filter, whose number is told to who may know members', async () => {
      const [first, second] = [await members.aMemberOf(), await members.aMemberOf()];
      await second.me.patch('preferences', { locale: 'ja-JP' }).expect(200);
      const knowing = await aSender(MEMBERS);
      const all = await submit(knowing, { mode: 'all_members' });
      const [row] = await members.rows<{ count: number }>(
        `SELECT count(*)::int AS count FROM app_memberships WHERE app_id = $1 AND status = 'active'`,
        [api.appId],
      );
      expect(all).toEqual({ id: all['id'], recipient_count: row!.count, unknown: NOBODY, unknown_count: 0 });
      const some = { mode: 'filter', filter: { locales: ['ja-JP'] } };
      // Those are counted whom it is meant for, of whom marketing reaches those who want it.
      const filtered = await submit(knowing, some, MARKETING);
      expect(filtered).toMatchObject({ recipient_count: 1 });
      expect(await submit(await aSender(), some)).toEqual({ id: expect.any(String) });
      for (const { me } of [first, second]) {
        await eventually(async () => (await members.page(me)).items.length > 0);
      }
      await eventually(async () => (await members.idsOf(second.me)).length === 2);
      expect(await members.idsOf(first.me)).toHaveLength(1);
    });

    it('of people who are named in both ways, of whom those are left out who are no members', async () => {
      const email = anEmail();
      const [one, other] = [await members.aMemberOf({ email }), await members.aMemberOf()];
      const audience = {
        mode: 'users',
        user_ids: [newId(), other.userId, one.userId],
        identifiers: [email.toUpperCase(), anEmail(), '+8613800138000'],
      };
      const told = await submit(await aSender(MEMBERS), audience);
      expect(told).toMatchObject({
        recipient_count: 2,
        unknown: { user_ids: [0], identifiers: [1, 2] },
        unknown_count: 3,
      });
      expect(await submit(await aSender(), audience)).toEqual({ id: expect.any(String) });
      for (const { me } of [one, other]) await eventually(async () => (await members.idsOf(me)).length === 2);
    });

    it('but not by who has a role or belongs to a unit, nor in two ways at once', async () => {
      const sender = await aSender(MEMBERS);
      const post = (body: object) => sender.post('notifications', { ...least(), ...body });
      for (const filter of [{ roles: ['auditor'] }, { unit_ids: [newId()] }]) {
        const refused = await post({ audience: { mode: 'filter', filter } });
        expectProblem(refused, 403, 'IAM.SCOPE.DENIED', ['required_scope']);
      }
      const all = { mode: 'all_members' };
      const twice = await post({ audience: all, user_ids: [newId()] }).expect(422);
      expect(reasons(twice.body)).toEqual(['user_ids not_both', 'audience not_both']);
      for (const [audience, reason] of [
        [{ mode: 'users' }, 'audience.user_ids required'],
        [{ mode: 'filter', filter: { locales: ['xx'] } }, 'audience.filter.locales.0 not_supported_locale'],
        [{ ...all, user_ids: [newId()] }, 'audience.user_ids other_mode'],
        [{ mode: 'users', identifiers: ['nobody'] }, 'audience.identifiers.0 not_email_or_mobile'],
        [null, 'audience required'],
      ] as const) {
        expect(reasons((await post({ audience }).expect(422)).body)).toContain(reason);
      }
    });

    it('of as many as administrators may name', async () => {
      const user_ids = Array.from({ length: 10_000 }, () => newId());
      const told = await submit(await aSender(MEMBERS), { mode: 'users', user_ids });
      expect(told).toMatchObject({ recipient_count: 0, unknown_count: 10_000 });
      expect((told['unknown'] as { user_ids: number[] }).user_ids).toEqual([...Array(100).keys()]);
    });
  });
});

type Service = ReturnType<typeof serviceClient>;
