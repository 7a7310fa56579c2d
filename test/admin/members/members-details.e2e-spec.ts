import { randomUUID } from 'node:crypto';
import { newId } from '@libs/kernel';
import { aDeviceKey, PASSWORD } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { expectProblem } from '../../http/support/problem';
import { aMember, aPendingMember, clientOf, codeSentTo, type Member, signIn } from '../../mobile/support/journey';
import { selfOf } from '../../mobile/support/self';
import { apiClients, tokenOf } from '../../service/support/clients';
import { adminClient, type AdminClient, anAdmin, asRoles, signInAdmin, suiteOwner } from '../support/admin';
import { aManagedApp } from '../support/apps';
import { pageClient } from '../support/pages';
import { aTenant } from '../support/tenants';

interface Details {
  readonly devices: { readonly id: string; readonly model: string | null; readonly last_seen_at: string }[];
  readonly consents: object[];
  readonly memberships: { readonly app_id: string }[];
  readonly sessions: { readonly id: string; readonly app_id: string | null; readonly current: boolean }[] | null;
  readonly login_events:
    | { readonly result: string; readonly app_id: string | null; readonly occurred_at: string }[]
    | null;
  readonly [field: string]: unknown;
}

const WRONG = { password: `not ${PASSWORD}` };

describe('One member', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);

  const rows = (statement: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, statement, values);
  const idOf = async ({ email }: Member) => {
    const [row] = await rows('SELECT user_id FROM login_identifiers WHERE value = $1', [email]);
    return String(row?.['user_id']);
  };
  const detailsOf = async (id: string, client: AdminClient = owner, appId = api.appId) =>
    (await client.get(`apps/${appId}/members/${id}`).expect(200)).body.data as Details;
  const userOf = async (id: string, client: AdminClient = owner) =>
    (await client.get(`users/${id}`).expect(200)).body.data as Pick<Details, 'sessions' | 'login_events'>;
  const joins = (userId: string, appId: string) =>
    rows(
      `INSERT INTO app_memberships (tenant_id, app_id, user_id, status, joined_at)
       SELECT tenant_id, id, $1, 'active', now() FROM apps WHERE id = $2`,
      [userId, appId],
    );
  const custom = async (...permissions: string[]) => {
    const code = `custom_${randomUUID().slice(0, 8)}`;
    await owner.post('roles', { code, name: 'Custom', permissions }).expect(201);
    return asRoles(api, code);
  };

  it('is shown as in the list, with devices, consents, sessions and sign-ins', async () => {
    const legal = pageClient(owner, `apps/${api.appId}/content/legal/privacy-policy`);
    const hash = (await legal.publish()).published.revision_hash;
    const member = await aMember(api, { display_name: 'Mei' });
    const id = await idOf(member);
    const device = { platform: 'harmony', model: 'Mate 80', os_version: '6.0', app_version: '1.4.0' };
    await clientOf(api)
      .login({ ...member, ...WRONG }, aDeviceKey())
      .expect(401);
    const { body } = await clientOf(api)
      .login({ ...member, device }, aDeviceKey())
      .expect(200);
    await selfOf(api, body.data)
      .post('legal-consents', { document_type: 'privacy-policy', revision_hash: hash })
      .expect(200);
    const list = await owner.get(`apps/${api.appId}/members?q=${encodeURIComponent(member.email)}`).expect(200);
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
    const { devices, consents, memberships, sessions, login_events: logins, ...rest } = await detailsOf(id);
    expect(rest).toEqual(list.body.data.items[0]);
    expect(devices).toEqual([
      { id: expect.any(String), ...device, push_enabled: false, last_seen_at: moment, created_at: moment },
    ]);
    expect(consents).toEqual([{ document_type: 'privacy-policy', revision_hash: hash, accepted_at: moment }]);
    expect(memberships).toEqual([]);
    expect(sessions).toEqual((await owner.get(`sessions?user_id=${id}`).expect(200)).body.data.items);
    expect(sessions).toMatchObject([{ id: body.data.session_id, app_id: api.appId, current: false }]);
    expect(logins).toEqual((await owner.get(`security/login-events?user_id=${id}`).expect(200)).body.data.items);
    expect(logins).toMatchObject([
      { result: 'success', reason: null, device_id: devices[0]!.id },
      { result: 'failure', reason: 'bad_credentials', device_id: null },
    ]);
  });

  it('has little where it has just come', async () => {
    const member = await aPendingMember(api);
    await codeSentTo(api, member.email);
    const id = await idOf(member);
    expect(await detailsOf(id)).toMatchObject({
      status: 'pending_verification',
      joined_at: null,
      devices: [],
      consents: [],
      memberships: [],
      sessions: [],
      login_events: [],
    });
  });

  it('is shown at the App of the path: of others only the memberships, while those Apps exist', async () => {
    const [further, doomed] = [await aManagedApp(owner, { name: 'Further' }), await aManagedApp(owner)];
    const member = await aMember(api);
    const id = await idOf(member);
    for (const app of [further, doomed]) await joins(id, app.id);
    await signIn(api, member, { appId: further.id });
    await clientOf(api, further.id)
      .login({ ...member, ...WRONG })
      .expect(401);
    await owner.post(`apps/${doomed.id}/disable`, { lock_version: doomed.lock_version }).expect(200);
    expect((await detailsOf(id)).memberships.map(({ app_id }) => app_id)).toEqual([further.id, doomed.id]);
    await owner.delete(`apps/${doomed.id}`).expect(200);
    const here = await detailsOf(id);
    expect(here).toMatchObject({ devices: [], sessions: [], login_events: [] });
    expect(here.memberships).toEqual([
      { app_id: further.id, app_name: 'Further', status: 'active', joined_at: expect.stringMatching(/Z$/) },
    ]);
    const there = await detailsOf(id, owner, further.id);
    expect(there.memberships.map(({ app_id }) => app_id)).toEqual([api.appId]);
    expect([there.devices.length, there.sessions!.length, there.login_events!.length]).toEqual([1, 1, 2]);
    const { sessions, login_events: logins } = await userOf(id);
    expect([sessions!.length, logins!.length]).toEqual([1, 2]);
  });

  it('is no longer anybody’s sessions when they have ended', async () => {
    const member = await aMember(api);
    const id = await idOf(member);
    const [one, two] = [await signIn(api, member), await signIn(api, member)];
    await clientOf(api).logout(one.access_token).expect(200);
    for (const seen of [await detailsOf(id), await userOf(id)]) {
      expect(seen.sessions!.map((session) => session.id)).toEqual([two.session_id]);
      expect(seen.login_events).toHaveLength(2);
    }
  });

  it('has as much as fits: 100 devices and consents, the last 20 sign-ins', async () => {
    const id = await idOf(await aMember(api));
    const values = [api.tenantId, api.appId, id];
    await rows(
      `INSERT INTO devices (tenant_id, id, app_id, user_id, device_key, model, last_seen_at)
       SELECT $1, gen_random_uuid(), $2, $3, gen_random_uuid(), 'Model ' || n, now() - n * interval '1 minute'
         FROM generate_series(1, 130) n`,
      values,
    );
    await rows(
      `INSERT INTO legal_consents (tenant_id, app_id, user_id, document_type, revision_hash, accepted_at)
       SELECT $1, $2, $3, 'privacy-policy', lpad(n::text, 64, '0'), now() - n * interval '1 day'
         FROM generate_series(1, 130) n`,
      values,
    );
    await rows(
      `INSERT INTO login_events (tenant_id, id, app_id, user_id, identifier_key, result, method, reason, occurred_at)
       SELECT $1, gen_random_uuid(), $2, $3, '', 'failure', 'password', 'reason ' || n, now() - n * interval '1 minute'
         FROM generate_series(1, 30) n`,
      values,
    );
    const { devices, consents, login_events: logins } = await detailsOf(id);
    const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
    expect(devices.map(({ model }) => model)).toEqual(numbers(100).map((n) => `Model ${n}`));
    expect(consents).toMatchObject(numbers(100).map((n) => ({ revision_hash: String(n).padStart(64, '0') })));
    const expected = numbers(20).map((n) => ({ reason: `reason ${n}` }));
    expect([logins!.length, logins, (await userOf(id)).login_events]).toMatchObject([20, expected, expected]);
  });

  it('shows sessions and sign-ins to those who may read either, and null to others', async () => {
    const member = await aMember(api);
    const id = await idOf(member);
    await signIn(api, member);
    for (const permission of ['sessions.read', 'security.read']) {
      const client = await custom('members.read', 'users.read', permission);
      for (const seen of [await detailsOf(id, client), await userOf(id, client)]) {
        expect([permission, seen.sessions?.length, seen.login_events?.length]).toEqual([permission, 1, 1]);
      }
    }
    const blind = await custom('members.read', 'users.read');
    for (const seen of [await detailsOf(id, blind), await userOf(id, blind)]) {
      expect(seen).toMatchObject({ sessions: null, login_events: null });
    }
    expect((await detailsOf(id, blind)).devices).toHaveLength(1);
  });

  it('needs members.read, as a user needs users.read', async () => {
    const id = await idOf(await aMember(api));
    const [ofMembers, ofUsers] = [await custom('users.read'), await custom('members.read')];
    for (const [client, path, permission] of [
      [ofMembers, `apps/${api.appId}/members/${id}`, 'members.read'],
      [ofUsers, `users/${id}`, 'users.read'],
    ] as const) {
      const denied = expectProblem(await client.get(path), 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
      expect(denied).toMatchObject({ required_permission: permission });
    }
  });

  it('is found in its App and tenant only, and no more once it has left or was erased', async () => {
    const member = await aMember(api);
    const [id, removed, erased] = [await idOf(member), await idOf(await aMember(api)), await idOf(await aMember(api))];
    const further = await aManagedApp(owner);
    const tenant = await aTenant(api);
    await owner.delete(`apps/${api.appId}/members/${removed}`).expect(200);
    await owner.delete(`users/${erased}`).expect(200);
    const at = (userId: string, appId = api.appId) => `apps/${appId}/members/${userId}`;
    for (const [client, path] of [
      [owner, at(id, further.id)],
      [owner, at(removed)],
      [owner, at(erased)],
      [owner, at(newId())],
      [owner, at('nonsense')],
      [owner, at(id, newId())],
      [tenant.owner.client, at(id)],
    ] as const) {
      expectProblem(await client.get(path), 404, 'RESOURCE.NOT_FOUND');
    }
    await owner.get(at(id).toUpperCase().replace('APPS', 'apps').replace('MEMBERS', 'members')).expect(200);
    expect((await owner.get(at(id))).headers['cache-control']).toBe('no-store');
  });

  it('belongs, for a client that is limited to Apps, to those alone', async () => {
    const [second, third] = [await aManagedApp(owner), await aManagedApp(owner)];
    const id = await idOf(await aMember(api));
    for (const app of [second, third]) await joins(id, app.id);
    const limited = await apiClients(owner).create({ scopes: ['members.read'], app_ids: [api.appId, third.id] });
    const client = adminClient(api, await tokenOf(api, limited));
    const seen = await detailsOf(id, client);
    expect(seen.memberships.map(({ app_id }) => app_id)).toEqual([third.id]);
    expect(seen).toMatchObject({ sessions: null, login_events: null });
    expectProblem(await client.get(`apps/${second.id}/members/${id}`), 404, 'RESOURCE.NOT_FOUND');
  });

  it('who is an administrator, too, has sessions of both kinds as a user; that of the request is marked', async () => {
    const { userId, email, password, token } = await anAdmin(api, ['owner']);
    await joins(userId, api.appId);
    const pair = await signIn(api, { email, password });
    await signInAdmin(api, { email, password });
    const { sessions, login_events: logins } = await userOf(userId, adminClient(api, token));
    expect(sessions!.map(({ app_id }) => app_id).sort()).toEqual([api.appId, null, null]);
    expect(sessions!.filter(({ current }) => current)).toHaveLength(1);
    expect(logins!.map(({ app_id }) => app_id)).toEqual([null, api.appId, null]);
    const atApp = await detailsOf(userId);
    expect(atApp.sessions!.map((session) => session.id)).toEqual([pair.session_id]);
    expect(atApp.login_events!.map(({ app_id }) => app_id)).toEqual([api.appId]);
  });
});
