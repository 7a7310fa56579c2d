import { randomUUID } from 'node:crypto';
import { type Admin, adminClient, type AdminClient, anAdmin, signInAdmin } from '../../admin/support/admin';
import { aManagedApp } from '../../admin/support/apps';
import { changeFrom, resetBy, resetLink } from '../../admin/support/passwords';
import { enrol } from '../../admin/support/second-factor';
import { aTenant } from '../../admin/support/tenants';
import { codeAfter, passwordsOf, signedIn, type SignedInMember } from '../../mobile/support/account';
import { deleteAccount } from '../../mobile/support/account-life';
import { aMember, clientOf, signIn } from '../../mobile/support/journey';
import { meClient } from '../../mobile/support/me';
import type { TestApi } from '../../support/api';
import { queryAs } from '../../support/database';

/** Somebody who comes back with the same access token all the time. */
export interface Subject {
  /** Whether the guards of the server let the next request through. */
  isAdmitted(server: string): Promise<boolean>;
}

/** Somebody who is admitted, and what takes that away. */
export interface Revocation extends Subject {
  revoke(): PromiseLike<unknown>;
  /** For those that follow. */
  undo?(): PromiseLike<unknown>;
}

interface World {
  readonly api: TestApi;
  readonly owner: AdminClient;
}

type Revoke<Person> = (world: World, person: Person) => PromiseLike<unknown>;

const NEW_PASSWORD = 'another horse battery';

type Refused = (status: number) => boolean;

const REFUSALS = [400, 401, 403];

/** By a request that reads nothing from the database beyond what the guards do. */
const asking = (
  path: string,
  init: RequestInit,
  isRefusal: Refused = (status) => REFUSALS.includes(status),
): Subject => ({
  isAdmitted: async (server) => {
    const answer = await fetch(server + path, init);
    await answer.arrayBuffer();
    return !isRefusal(answer.status);
  },
});

/** Asks for a change that is refused for its form. */
export function memberAsks({ appId }: Pick<TestApi, 'appId'>, accessToken: string): Subject {
  const headers = { 'X-AppID': appId, Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' };
  return asking('/api/v1/me/preferences', { method: 'PATCH', headers, body: '{"unknown":1}' });
}

export function adminAsks(accessToken: string, isRefusal?: Refused): Subject {
  return asking('/admin-api/v1/permissions', { headers: { Authorization: `Bearer ${accessToken}` } }, isRefusal);
}

export async function aSignedInMember(api: TestApi): Promise<SignedInMember> {
  return signedIn(api, await aMember(api));
}

export function requireMfa({ urls, tenantId }: TestApi, isRequired: boolean): Promise<unknown> {
  return queryAs(
    urls.superuserUrl,
    `INSERT INTO settings (id, scope, tenant_id, key, value, value_type, is_public, is_secret, status)
     VALUES (gen_random_uuid(), 'tenant', $1, 'security.require_admin_mfa', $2::jsonb, 'boolean', false, false, 'active')
     ON CONFLICT (key, scope, tenant_id, app_id) DO UPDATE SET value = excluded.value`,
    [tenantId, JSON.stringify(isRequired)],
  );
}

const ofMember = (revoke: Revoke<SignedInMember>) => async (world: World) => {
  const member = await aSignedInMember(world.api);
  return { ...memberAsks(world.api, member.pair.access_token), revoke: () => revoke(world, member) };
};

/** By another session of the same member. */
const ofMemberElsewhere =
  (revoke: (me: ReturnType<typeof meClient>, member: SignedInMember) => PromiseLike<unknown>) =>
  async ({ api }: World) => {
    const member = await aSignedInMember(api);
    const me = meClient(api, (await signIn(api, member)).access_token);
    return { ...memberAsks(api, member.pair.access_token), revoke: () => revoke(me, member) };
  };

const ofAdmin =
  (revoke: Revoke<Admin>, roles = ['auditor']) =>
  async (world: World) => {
    const admin = await anAdmin(world.api, roles);
    return { ...adminAsks(admin.token), revoke: () => revoke(world, admin) };
  };

const disable = async (owner: AdminClient, path: string) => {
  const { body } = await owner.get(path).expect(200);
  await owner.post(`${path}/disable`, { lock_version: body.data.lock_version as number }).expect(200);
};

/** All that requests can do. */
export const REVOCATIONS: readonly (readonly [string, (world: World) => Promise<Revocation>])[] = [
  ['a member signs out', ofMember(({ api }, { pair }) => clientOf(api).logout(pair.access_token).expect(200))],
  [
    'a member ends a session from another',
    ofMemberElsewhere((me, { pair }) => me.delete(`sessions/${pair.session_id}`).expect(200)),
  ],
  ['a member ends all other sessions', ofMemberElsewhere((me) => me.post('sessions/revoke-others').expect(200))],
  [
    'a member removes the device',
    ofMemberElsewhere(async (me, { pair }) => {
      const { body } = await me.get('sessions').expect(200);
      const items = body.data.items as { id: string; device: { id: string } }[];
      await me.delete(`devices/${items.find(({ id }) => id === pair.session_id)?.device.id}`).expect(200);
    }),
  ],
  [
    'a member changes the password elsewhere',
    ofMember(async ({ api }, member) => {
      const { account } = await signedIn(api, member);
      await account.changePassword({ current_password: member.password, new_password: NEW_PASSWORD }).expect(200);
    }),
  ],
  [
    'a member resets the password',
    ofMember(async ({ api }, { email }) => {
      const otp = await codeAfter(api, email, () => passwordsOf(api).forgot(email).expect(202));
      await passwordsOf(api).reset({ email, otp, new_password: NEW_PASSWORD }).expect(200);
    }),
  ],
  [
    'a refresh token comes back that was used long ago',
    ofMember(async ({ api }, { pair }) => {
      const { body } = await clientOf(api).refresh(pair.refresh_token).expect(200);
      await clientOf(api).refresh(body.data.refresh_token).expect(200);
      await clientOf(api).refresh(pair.refresh_token).expect(401);
    }),
  ],
  ['a member deletes the account', ofMember(({ api }, member) => deleteAccount(api, member))],
  [
    'an administrator suspends a member',
    ofMember(({ api, owner }, { userId }) => owner.post(`apps/${api.appId}/members/${userId}/suspend`).expect(200)),
  ],
  [
    'an administrator removes a member',
    ofMember(({ api, owner }, { userId }) => owner.delete(`apps/${api.appId}/members/${userId}`).expect(200)),
  ],
  ['an administrator disables a user', ofMember(({ owner }, { userId }) => disable(owner, `users/${userId}`))],
  [
    'an administrator ends all sessions of a user',
    ofMember(({ owner }, { userId }) => owner.post(`users/${userId}/revoke-sessions`).expect(200)),
  ],
  [
    'an App is disabled',
    async ({ api, owner }) => {
      const { id: appId } = await aManagedApp(owner);
      const { access_token } = await signIn(api, await aMember(api, {}, appId), { appId });
      return { ...memberAsks({ appId }, access_token), revoke: () => disable(owner, `apps/${appId}`) };
    },
  ],
  [
    'an administrator signs out',
    ofAdmin(({ api }, { token }) => adminClient(api, token).post('auth/logout').expect(200)),
  ],
  [
    'an administrator ends a session from another',
    async ({ api }) => {
      const admin = await anAdmin(api, ['auditor']);
      const { session_id, access_token } = await signInAdmin(api, admin);
      const revoke = () => adminClient(api, admin.token).delete(`auth/sessions/${session_id}`).expect(200);
      return { ...adminAsks(access_token), revoke };
    },
  ],
  [
    'an administrator changes the password elsewhere',
    ofAdmin(async ({ api }, admin) => {
      const { access_token } = await signInAdmin(api, admin);
      await changeFrom(adminClient(api, access_token), admin.password).expect(200);
    }),
  ],
  [
    'an administrator resets the password',
    ofAdmin(async ({ api }, { email }) => resetBy(api, await resetLink(api, email)).expect(200)),
  ],
  ['an administrator is disabled', ofAdmin(({ owner }, { userId }) => disable(owner, `users/${userId}`))],
  [
    'an administrator sets up a second factor in another session, where one is required',
    async ({ api }) => {
      const admin = await anAdmin(api, ['auditor']);
      const { access_token } = await signInAdmin(api, admin);
      await requireMfa(api, true);
      // Both are there to set it up, and for nothing else. The one that does it remains.
      const asks = adminAsks(admin.token, (status) => status === 401);
      const revoke = () => enrol(api, { ...admin, token: access_token });
      return { ...asks, revoke, undo: () => requireMfa(api, false) };
    },
  ],
  [
    'a role is taken from an administrator',
    ofAdmin(({ owner }, { userId }) => owner.put(`users/${userId}/roles`, { roles: [] }).expect(200)),
  ],
  [
    'a permission is taken from a role',
    async (world) => {
      const role = { code: `role_${randomUUID().slice(0, 8)}`, name: 'Reader', permissions: ['roles.read'] };
      const { body } = await world.owner.post('roles', role).expect(201);
      const change = { permissions: [], lock_version: body.data.lock_version as number };
      const take = () => world.owner.patch(`roles/${role.code}`, change).expect(200);
      return ofAdmin(take, [role.code])(world);
    },
  ],
  [
    'a tenant is disabled',
    async ({ api, owner }) => {
      const { id, code, owner: of } = await aTenant(api);
      const { access_token } = await signInAdmin(api, { ...of, tenant: code });
      return { ...adminAsks(access_token), revoke: () => disable(owner, `tenants/${id}`) };
    },
  ],
];
