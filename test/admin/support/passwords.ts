import type { TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { type Admin, adminClient, type AdminClient } from './admin';
import { linksSentTo, linkTokenSentTo } from './tenants';

export const CHANGED = 'another horse battery';
export const RESET = 'a third horse battery';

/** The token of a mailed link to reset the password. */
export async function resetLink(api: TestApi, email: string): Promise<string> {
  const { length: before } = await linksSentTo(api, email);
  await adminClient(api).post('auth/password/forgot', { email }).expect(202);
  return linkTokenSentTo(api, email, before + 1);
}

export function resetBy(api: TestApi, token: string, new_password = RESET) {
  return adminClient(api).post('auth/password/reset', { token, new_password });
}

export function changeFrom(client: AdminClient, current_password: string, new_password = CHANGED) {
  return client.post('auth/password/change', { current_password, new_password });
}

/** The passwords that can be used to sign in. */
export async function passwordsInForce(api: TestApi, email: string, candidates: readonly string[]): Promise<string[]> {
  const statuses = [];
  for (const password of candidates) {
    statuses.push({ password, ...(await adminClient(api).post('auth/login', { email, password })) });
  }
  return statuses.filter(({ status }) => status === 200).map(({ password }) => password);
}

/** The open sessions of the administrator, and sign-ins that wait for the second factor. */
export async function openTo(api: TestApi, { userId }: Pick<Admin, 'userId'>) {
  const [row] = await queryAs<{ sessions: number; challenges: number; has_hash: boolean }>(
    api.urls.superuserUrl,
    `SELECT (SELECT count(*)::int FROM sessions WHERE user_id = $1 AND revoked_at IS NULL) AS sessions,
            (SELECT count(*)::int FROM mfa_challenges WHERE user_id = $1 AND consumed_at IS NULL) AS challenges,
            (SELECT password_hash IS NOT NULL FROM users WHERE id = $1) AS has_hash`,
    [userId],
  );
  if (!row) throw new Error('The database did not answer');
  return row;
}
