import { randomUUID } from 'node:crypto';
import { aDeviceKey, eventually, startTestApi, type TestApi } from '../../support/api';
import { feedsHaveHeard, queryAs } from '../../support/database';
import {
  aRegisteredMember,
  aPendingMember,
  clientOf,
  codeSentTo,
  type Member,
  signIn,
} from '../../mobile/support/journey';
import { expectProblem, reasons } from '../../http/support/problem';
import { type AdminClient, asOwner, asRoles } from '../support/admin';
import { aTenant } from '../support/tenants';

const NOWHERE = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be9ff';

describe('Members', () => {
  let api: TestApi;
  /** Another process on the same database. */
  let other: TestApi;
  let owner: AdminClient;
  let secondAppId: string;

  beforeAll(async () => {
    api = await startTestApi();
    other = await startTestApi({}, api.urls);
    owner = await asOwner(api);
    const app = { name: 'Second', app_type: 'uni_app', default_locale: 'en-US' };
    secondAppId = (await owner.post('apps', app).expect(201)).body.data.id as string;
  });
  afterAll(async () => {
    await other.close();
    await api.close();
  });

  const rows = (statement: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, statement, values);
  const path = (rest = '', appId = api.appId) => `apps/${appId}/members${rest}`;
  const list = async (parameters: Record<string, string>, appId = api.appId) =>
    (await owner.get(path(`?${new URLSearchParams(parameters).toString()}`, appId)).expect(200)).body.data as {
      items: { user_id: string; status: string }[];
      total: number;
    };
  const idOf = async ({ email }: Member) => {
    const [row] = await rows('SELECT user_id FROM login_identifiers WHERE value = $1', [email]);
    return String(row?.['user_id']);
  };
  const act = async (verb: 'suspend' | 'activate', member: Member, appId = api.appId) =>
    owner.post(path(`/${await idOf(member)}/${verb}`, appId));

  describe('GET members', () => {
    it('lists the members of the App', async () => {
      const member = await aRegisteredMember(api, { display_name: 'Mei' });
      await signIn(api, member);
      const { items, total } = await list({ q: member.email });
      expect(total).toBe(1);
      expect(items).toEqual([
        {
          user_id: await idOf(member),
          display_name: 'Mei',
          identifiers: [
            {
              id: expect.any(String),
              type: 'email',
              value: member.email,
              verified_at: expect.stringMatching(/Z$/),
              is_primary: true,
            },
          ],
          status: 'active',
          joined_at: expect.stringMatching(/Z$/),
          created_at: expect.stringMatching(/Z$/),
          last_login_at: expect.stringMatching(/Z$/),
        },
      ]);
      expect((await list({ q: member.email }, secondAppId)).total).toBe(0);
    });

    it('lists newest first, searches literally and filters by status', async () => {
      const word = randomUUID().slice(0, 8);
      const [first, second] = [
        await aRegisteredMember(api, { display_name: `A_${word}` }),
        await aRegisteredMember(api, { display_name: `B%${word}` }),
      ];
      const found = async (q: string, status = {}) =>
        (await list({ q, ...status })).items.map(({ user_id }) => user_id);
      const [firstId, secondId] = [await idOf(first), await idOf(second)];
      expect(await found(word.toUpperCase())).toEqual([secondId, firstId]);
      expect(await found(`_${word}`)).toEqual([firstId]);
      expect(await found(`%${word}`)).toEqual([secondId]);
      for (const q of ["' OR 1=1", '\\', '%%', `A\\_${word}`]) expect(await found(q)).toEqual([]);
      await act('suspend', first).then(({ status }) => expect(status).toBe(200));
      expect(await found(word, { status: 'suspended' })).toEqual([firstId]);
      expect(await found(word, { status: 'active' })).toEqual([secondId]);
      expect(await found(word, { status: 'pending_verification' })).toEqual([]);
      const paged = [await list({ q: word, page_size: '1' }), await list({ q: word, page_size: '1', page: '2' })];
      expect(paged.map(({ items, total }) => [items[0]?.user_id, total])).toEqual([
        [secondId, 2],
        [firstId, 2],
      ]);
    });

    it.each([
      ['status=disabled', 'status not_allowed'],
      ['q=%00', 'q invalid_text'],
      [`q=${'x'.repeat(161)}`, 'q too_long'],
      ['page_size=0', 'page_size out_of_range'],
    ])('answers 422 for %s', async (parameters, reason) => {
      const answer = await owner.get(path(`?${parameters}`));
      expect(reasons(expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED'))).toEqual([reason]);
    });
  });

  describe('suspending', () => {
    it('ends the sessions at the App on every process at once, and leaves other Apps alone', async () => {
      const member = await aRegisteredMember(api);
      await clientOf(api, secondAppId).register(member).expect(202);
      await clientOf(api, secondAppId)
        .verifyEmail(member.email, await codeSentTo(api, member.email, 2))
        .expect(200);
      const [here, there] = [await signIn(api, member), await signIn(api, member, { appId: secondAppId })];
      await clientOf(other).context(here.access_token).expect(200);
      const { body } = await act('suspend', member);
      expect(body.data).toMatchObject({ user_id: await idOf(member), status: 'suspended' });
      // A process that did not do it has a second (`revocations`).
      await feedsHaveHeard();
      expectProblem(await clientOf(other).context(here.access_token), 401, 'IAM.TOKEN.INVALID');
      expectProblem(await clientOf(other).refresh(here.refresh_token), 401, 'IAM.TOKEN.INVALID');
      expectProblem(await clientOf(other).login(member), 401, 'IAM.LOGIN.INVALID_CREDENTIALS');
      await clientOf(other, secondAppId).context(there.access_token).expect(200);
      expect((await act('activate', member)).body.data).toMatchObject({ status: 'active' });
      expectProblem(await clientOf(other).context(here.access_token), 401, 'IAM.TOKEN.INVALID');
      await signIn(other, member);
      const events = await rows(
        `SELECT type, app_id FROM outbox_messages WHERE data->>'user_id' = $1 AND type IN ('member.suspended', 'session.revoked')`,
        [await idOf(member)],
      );
      expect(events.sort((a, b) => (String(a['type']) < String(b['type']) ? -1 : 1))).toEqual([
        { type: 'member.suspended', app_id: api.appId },
        { type: 'session.revoked', app_id: api.appId },
      ]);
      const records = await rows(
        'SELECT action, resource_type, app_id, changes FROM audit_logs WHERE resource_id = $1 ORDER BY seq',
        [await idOf(member)],
      );
      const record = { action: 'members.write', resource_type: 'member', app_id: api.appId };
      expect(records).toEqual([
        { ...record, changes: [{ path: 'status', before: 'active', after: 'suspended' }] },
        { ...record, changes: [{ path: 'status', before: 'suspended', after: 'active' }] },
      ]);
    });

    it('and activating are refused where there is nothing to do, to all but one of many', async () => {
      const member = await aRegisteredMember(api);
      expectProblem(await act('activate', member), 409, 'IAM.STATE.INVALID');
      const answers = await Promise.all(Array.from({ length: 5 }, () => act('suspend', member)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
      expectProblem(await act('suspend', member), 409, 'IAM.STATE.INVALID');
    });

    it('of a pending member outlasts the code, and its end is not a verification', async () => {
      const member = await aPendingMember(api);
      const code = await codeSentTo(api, member.email);
      expect((await act('suspend', member)).status).toBe(200);
      expectProblem(await clientOf(api).verifyEmail(member.email, code), 422, 'IAM.OTP.INVALID');
      expect((await act('activate', member)).body.data).toMatchObject({
        status: 'pending_verification',
        joined_at: null,
      });
      expectProblem(await act('activate', member), 409, 'IAM.STATE.INVALID');
    });

    it('and verifying at the same time never end in a member who is active against the administrator’s will', async () => {
      for (let round = 0; round < 5; round++) {
        const member = await aPendingMember(api);
        const code = await codeSentTo(api, member.email);
        const [suspended] = await Promise.all([act('suspend', member), clientOf(api).verifyEmail(member.email, code)]);
        expect(suspended.status).toBe(200);
        expect((await list({ q: member.email })).items[0]?.status).toBe('suspended');
      }
    });
  });

  describe('DELETE members/{user_id}', () => {
    it('removes the member from the App and ends its sessions there; it may join again', async () => {
      const member = await aRegisteredMember(api);
      const deviceKey = aDeviceKey();
      const pair = await signIn(api, member, { deviceKey });
      const userId = await idOf(member);
      const { body } = await owner.delete(path(`/${userId}`)).expect(200);
      expect(body.data).toEqual({ deleted: true, id: userId });
      await feedsHaveHeard();
      expectProblem(await clientOf(other).context(pair.access_token), 401, 'IAM.TOKEN.INVALID');
      expectProblem(await clientOf(other).login(member), 401, 'IAM.LOGIN.INVALID_CREDENTIALS');
      expect((await list({ q: member.email })).total).toBe(0);
      await owner.get(`users/${userId}`).expect(200);
      const events = await rows(
        `SELECT app_id FROM outbox_messages WHERE type = 'member.deleted' AND data->>'user_id' = $1`,
        [userId],
      );
      expect(events).toEqual([{ app_id: api.appId }]);
      await rows(`UPDATE otp_limits SET sent_at = '{}'`);
      await clientOf(api).register(member).expect(202);
      const code = await eventually(() => codeSentTo(api, member.email, 2).catch(() => null));
      await clientOf(api).verifyEmail(member.email, code).expect(200);
      await signIn(api, member, { deviceKey });
      expectProblem(await clientOf(other).context(pair.access_token), 401, 'IAM.TOKEN.INVALID');
    });

    it('happens once, however often it is asked for', async () => {
      const userId = await idOf(await aRegisteredMember(api));
      const answers = await Promise.all(Array.from({ length: 4 }, () => owner.delete(path(`/${userId}`))));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    });
  });

  it('are found in their App and tenant only', async () => {
    const member = await aRegisteredMember(api);
    const userId = await idOf(member);
    const tenant = await aTenant(api);
    for (const [client, at] of [
      [owner, path(`/${userId}`, secondAppId)],
      [owner, path(`/${NOWHERE}`)],
      [owner, path('/nonsense')],
      [tenant.owner.client, path(`/${userId}`)],
    ] as const) {
      for (const answer of [
        await client.post(`${at}/suspend`),
        await client.post(`${at}/activate`),
        await client.delete(at),
      ]) {
        expectProblem(answer, 404, 'RESOURCE.NOT_FOUND');
      }
    }
    expectProblem(await tenant.owner.client.get(path()), 404, 'RESOURCE.NOT_FOUND');
    expect((await list({ q: member.email })).items[0]?.status).toBe('active');
  });

  it('are seen and managed by permissions of their own', async () => {
    const userId = await idOf(await aRegisteredMember(api));
    const operator = await asRoles(api, 'notification_operator');
    await operator.get(path()).expect(200);
    for (const [answer, permission] of [
      [await operator.get(path('/export')), 'members.export'],
      [await operator.post(path(`/${userId}/suspend`)), 'members.write'],
      [await operator.delete(path(`/${userId}`)), 'members.write'],
    ] as const) {
      const problem = expectProblem(answer, 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
      expect(problem).toMatchObject({ required_permission: permission });
    }
  });
});
