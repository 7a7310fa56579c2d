import { randomUUID } from 'node:crypto';
import { newId } from '@libs/kernel';
import { aDeviceKey, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';

export interface ChallengeAnswer {
  readonly type: 'click' | 'slide' | 'drag' | 'rotate';
  readonly captcha_id: string;
  readonly captcha_token: string;
  readonly [field: string]: unknown;
}

type Headers = Readonly<Record<string, string>>;

/** A mobile number that nobody else in the suite has. */
export function aMobile(): string {
  return `+86138${String(parseInt(randomUUID().slice(0, 8), 16) % 100_000_000).padStart(8, '0')}`;
}

/** Asks for a challenge. Each time from a new installation, unless the headers name one. */
export function askForCaptcha(api: TestApi, body: unknown, headers: Headers = {}, appId = api.appId) {
  return api.http
    .post('/api/v1/auth/sms-captcha')
    .set({ 'X-AppID': appId, 'X-AK-Device-Key': aDeviceKey(), ...headers })
    .send(body as object);
}

/** The user behind an email address. */
export async function userIdOf(api: TestApi, email: string): Promise<string> {
  const [row] = await queryAs<{ user_id: string }>(
    api.urls.superuserUrl,
    'SELECT user_id FROM login_identifiers WHERE value = $1',
    [email],
  );
  if (!row) throw new Error(`Nobody has the address ${email}`);
  return row.user_id;
}

/** Gives a user a mobile number to sign in with, as old as the user's oldest. @returns the id of the identifier. */
export async function giveMobile(
  api: TestApi,
  userId: string,
  mobile: string,
  { verified = true, tenantId = api.tenantId } = {},
): Promise<string> {
  const id = newId();
  await queryAs(
    api.urls.superuserUrl,
    `INSERT INTO login_identifiers (tenant_id, id, user_id, type, value, verified_at, is_primary, created_at)
     SELECT $1::uuid, $2::uuid, $3::uuid, 'mobile', $4, CASE WHEN $5 THEN coalesce(min(i.verified_at), now()) END, false, now()
       FROM login_identifiers i WHERE i.user_id = $3`,
    [tenantId, id, userId, mobile, verified],
  );
  return id;
}
