import { aDeviceKey, anEmail, eventually, PASSWORD, type TestApi } from '../../support/api';
import { insertMember, isPlain } from './new-member';

export interface TokenPair {
  readonly token_type: string;
  readonly access_token: string;
  readonly access_token_expires_at: string;
  readonly refresh_token: string;
  readonly refresh_token_expires_at: string;
  readonly session_id: string;
  readonly app_id: string;
}

export interface Member {
  readonly email: string;
  readonly password: string;
}

type Headers = Readonly<Record<string, string>>;

/** A client of one App. */
export function clientOf(api: TestApi, appId = api.appId) {
  const post = (path: string, body?: object, headers: Headers = {}) =>
    api.http
      .post(`/api/v1/auth/${path}`)
      .set({ 'X-AppID': appId, ...headers })
      .send(body);
  return {
    register: (body: object, headers?: Headers) => post('register', body, headers),
    resendCode: (email: string, headers?: Headers) => post('registration/resend-code', { email }, headers),
    verifyEmail: (email: string, otp: string, headers?: Headers) =>
      post('registration/verify-email', { email, otp }, headers),
    login: (body: object, deviceKey: string = aDeviceKey(), headers: Headers = {}) =>
      post('login/password', body, { 'X-AK-Device-Key': deviceKey, ...headers }),
    refresh: (refreshToken: unknown, headers?: Headers) =>
      post('token/refresh', { refresh_token: refreshToken }, headers),
    logout: (accessToken: string) => post('logout', undefined, { Authorization: `Bearer ${accessToken}` }),
    context: (accessToken: string, headers: Headers = {}) =>
      api.http
        .get('/api/v1/auth/context')
        .set({ 'X-AppID': appId, Authorization: `Bearer ${accessToken}`, ...headers }),
  };
}

/** The code of the nth mail to the address, once it has arrived. */
export async function codeSentTo(api: TestApi, email: string, nth = 1): Promise<string> {
  const mails = await eventually(async () => {
    const sent = await api.mailsTo(email);
    return sent.length >= nth && sent;
  });
  const code = mails[mails.length - nth]?.code;
  if (!code) throw new Error(`Mail ${nth} to ${email} carries no code`);
  return code;
}

/**
 * Waits until every message of the outbox is settled, but for those that have a later time, such as the end of somebody's
 * quiet hours: what was not sent by then will not be.
 */
export async function outboxSettled(api: TestApi): Promise<void> {
  await eventually(async () => {
    const [row] = await api.database.readAsSystem<{ open: number }>(
      `SELECT count(*)::int AS open FROM outbox_messages
        WHERE completed_at IS NULL AND dead_at IS NULL AND (attempts > 0 OR available_at < now() + interval '15 seconds')`,
    );
    return row?.open === 0;
  });
}

/** A user who has registered and not yet verified. */
export async function aPendingMember(api: TestApi, registration: object = {}, appId = api.appId): Promise<Member> {
  const member = { email: anEmail(), password: PASSWORD, ...registration };
  await clientOf(api, appId).register(member).expect(202);
  return member;
}

/**
 * A user who is as if registered and verified, with any fields of a registration. For suites about something else:
 * there were no requests, codes and mails.
 */
export async function aMember(api: TestApi, registration: object = {}, appId = api.appId): Promise<Member> {
  const member = { email: anEmail(), password: PASSWORD, ...registration };
  if (!isPlain(member)) return aRegisteredMember(api, member, appId);
  await insertMember(api, member, appId);
  return { email: member.email, password: member.password };
}

/** A user who has registered and verified. */
export async function aRegisteredMember(api: TestApi, registration: object = {}, appId = api.appId): Promise<Member> {
  const member = await aPendingMember(api, registration, appId);
  await clientOf(api, appId)
    .verifyEmail(member.email, await codeSentTo(api, member.email))
    .expect(200);
  return { email: member.email, password: member.password };
}

export async function signIn(
  api: TestApi,
  { email, password }: Member,
  { deviceKey = aDeviceKey(), appId = api.appId } = {},
): Promise<TokenPair> {
  const { body } = await clientOf(api, appId).login({ email, password }, deviceKey).expect(200);
  return body.data as TokenPair;
}

/** A code of six digits that is not this one. */
export function otherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}
