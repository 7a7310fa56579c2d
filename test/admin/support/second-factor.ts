import { Secret, TOTP } from 'otpauth';
import type { TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { type Admin, adminClient, type AdminTokens } from './admin';

type Enrolling = Pick<Admin, 'userId' | 'password' | 'token'>;

/** The code of the step this many steps from now. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
}

/** As if the last code had been used long ago. */
export async function forgetSteps(api: TestApi, { userId }: Pick<Admin, 'userId'>): Promise<void> {
  await queryAs(api.urls.superuserUrl, 'UPDATE user_totp SET last_step = 0 WHERE user_id = $1', [userId]);
}

/** Requests a secret. */
export async function drawSecret(api: TestApi, { password, token }: Enrolling): Promise<string> {
  const { body } = await adminClient(api, token).post('auth/mfa/totp', { current_password: password }).expect(200);
  return (body.data as { secret: string }).secret;
}

/** Sets up the second factor. */
export async function enrol(api: TestApi, admin: Enrolling) {
  const secret = await drawSecret(api, admin);
  const confirmed = await adminClient(api, admin.token)
    .post('auth/mfa/totp/confirm', { code: codeOf(secret) })
    .expect(200);
  await forgetSteps(api, admin);
  return { secret, recoveryCodes: confirmed.body.data.recovery_codes as string[] };
}

/** The token that a right password gives an administrator with a second factor. */
export async function mfaTokenOf(api: TestApi, { email, password }: Pick<Admin, 'email' | 'password'>) {
  const { body } = await adminClient(api).post('auth/login', { email, password }).expect(200);
  return (body.data as { mfa_token: string }).mfa_token;
}

export function presentCode(api: TestApi, mfa_token: string, code: string) {
  return adminClient(api).post('auth/login/mfa', { mfa_token, code });
}

/** Who signs in, and to which tenant. */
export type Person = Pick<Admin, 'userId' | 'email' | 'password'> & { readonly tenant?: string };

/** Sets a factor up in a first session, and signs in with it to a second. */
export async function signInWithFactor(api: TestApi, person: Person) {
  const { email, password, tenant } = person;
  const signIn = () => adminClient(api).post('auth/login', { email, password, tenant }).expect(200);
  const setUp = ((await signIn()).body.data as AdminTokens).access_token;
  const { secret } = await enrol(api, { ...person, token: setUp });
  const { mfa_token } = (await signIn()).body.data as { mfa_token: string };
  const { body } = await presentCode(api, mfa_token, codeOf(secret)).expect(200);
  await forgetSteps(api, person);
  return { setUp, token: (body.data as AdminTokens).access_token };
}
