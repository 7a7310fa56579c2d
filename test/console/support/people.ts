import { generateKeyPairSync } from 'node:crypto';
import type { AdminClient } from '../../admin/support/admin';
import { pageClient } from '../../admin/support/pages';
import { aMember, aPendingMember, clientOf, type Member, type TokenPair } from '../../mobile/support/journey';
import { selfOf } from '../../mobile/support/self';
import { aDeviceKey, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';

const PHONE = { platform: 'harmony', model: 'Mate 80 Pro', os_version: '6.0', app_version: '2.4.0' };
const TABLET = { platform: 'ios', model: 'iPad Air', os_version: '26.1', app_version: '2.3.1' };
const AGENT = 'Mozilla/5.0 (Linux; Android 16; Mate 80 Pro) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36';

/** As the mobile Apps of a member sign in. */
export async function signInFrom(api: TestApi, member: Member, device: object = PHONE): Promise<TokenPair> {
  const answer = await clientOf(api)
    .login({ ...member, device }, aDeviceKey(), { 'User-Agent': AGENT })
    .expect(200);
  return answer.body.data as TokenPair;
}

export async function userIdOf(api: TestApi, { email }: Member): Promise<string> {
  const [row] = await queryAs<{ user_id: string }>(
    api.urls.superuserUrl,
    'SELECT user_id FROM login_identifiers WHERE value = $1',
    [email],
  );
  return row!.user_id;
}

/**
 * Somebody with two devices, a consent and a failed sign-in, beside others who are suspended or not verified yet.
 *
 * @returns the id of the user.
 */
export async function aKnownMember(api: TestApi, owner: AdminClient): Promise<string> {
  const suspended = await aMember(api, { display_name: '王小明' });
  await owner.post(`apps/${api.appId}/members/${await userIdOf(api, suspended)}/suspend`).expect(200);
  await aPendingMember(api, { display_name: 'Tanaka Yui' });
  await aMember(api);
  const member = await aMember(api, { display_name: '李薇', locale: 'zh-CN' });
  await clientOf(api)
    .login({ ...member, password: 'not that one' }, aDeviceKey())
    .expect(401);
  await signInFrom(api, member, TABLET);
  const pair = await signInFrom(api, member);
  const self = selfOf(api, pair);
  await self.put('devices/current/push', { provider: 'hms', token: 'a-token-of-hms', enabled: true }).expect(200);
  const legal = pageClient(owner, `apps/${api.appId}/content/legal/terms-of-service`);
  const { published } = await legal.publish();
  const consent = { document_type: 'terms-of-service', revision_hash: published.revision_hash };
  await self.post('legal-consents', consent).expect(200);
  return userIdOf(api, member);
}

/** Somebody who has an account joins another App of the tenant. */
export async function joins(api: TestApi, userId: string, appId: string): Promise<void> {
  await queryAs(
    api.urls.superuserUrl,
    `INSERT INTO app_memberships (tenant_id, app_id, user_id, status, joined_at)
     SELECT tenant_id, id, $1, 'active', now() FROM apps WHERE id = $2`,
    [userId, appId],
  );
}

/** A configuration that the API takes: nothing is behind it. */
export function anApnsConfig() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return { key, key_id: 'ABC123DEFG', team_id: 'DEF123GHIJ', topic: 'com.example.shop', environment: 'production' };
}
