import { DevelopmentCaptchas } from '@libs/captcha';
import { aDeviceKey, eventually, type TestApi } from '../../support/api';
import { drawNothing } from '../../support/captcha';
import { queryAs } from '../../support/database';
import { aMobile, askForCaptcha, type ChallengeAnswer, giveMobile, userIdOf } from './captcha';
import { aMember, type TokenPair } from './journey';

type Headers = Readonly<Record<string, string>>;

/** The origin of a request. */
export interface Caller {
  readonly deviceKey?: string;
  readonly accessToken?: string;
  readonly appId?: string;
  readonly headers?: Headers;
}

export interface Proof {
  readonly id: string;
  readonly token: string;
  readonly response: object;
}

function headersOf(api: TestApi, { deviceKey, accessToken, appId = api.appId, headers = {} }: Caller): Headers {
  return {
    'X-AppID': appId,
    ...(deviceKey === undefined ? {} : { 'X-AK-Device-Key': deviceKey }),
    ...(accessToken === undefined ? {} : { Authorization: `Bearer ${accessToken}` }),
    ...headers,
  };
}

/** A solved challenge of the scope, to be used once. Nothing is drawn for it. */
export async function aProof(api: TestApi, scope: object, caller: Caller): Promise<Proof> {
  drawNothing(api);
  const { body } = await askForCaptcha(api, scope, headersOf(api, caller), caller.appId).expect(200);
  const { captcha_id: id, captcha_token: token } = body.data as ChallengeAnswer;
  const response = await api.get(DevelopmentCaptchas).rightResponse(id);
  if (!response) throw new Error('There is no such challenge');
  return { id, token, response };
}

/** The same with a wrong response. */
export function wrong(proof: Proof): Proof {
  return { ...proof, response: { type: 'slide', point: { x: -1_000, y: -1_000 } } };
}

/**
 * The requests that have a code sent, as each route expects them: path, fields besides `captcha`, and scope of the
 * challenge.
 */
const ROUTES = {
  login: 'auth/mobile/send-code',
  registration: 'auth/registration/send-code',
  password_reset: 'auth/password/forgot',
  identifier_verify: 'me/login-identifiers/mobile/challenge',
  step_up: 'auth/step-up/verification-code',
} as const;
export type Scene = keyof typeof ROUTES;
export const SCENES = Object.keys(ROUTES) as Scene[];

/** Requests of one client. */
export function smsClient(api: TestApi, defaults: Caller = {}) {
  const post = (path: string, body: object, caller: Caller = {}) =>
    api.http
      .post(`/api/v1/${path}`)
      .set(headersOf(api, { ...defaults, ...caller }))
      .send(body);
  const send = (scene: Scene, fields: object, captcha?: unknown, caller?: Caller) =>
    post(ROUTES[scene], { ...fields, captcha }, caller);
  /** Asks for a code as an App does: a challenge, its proof, the request. */
  const ask = async (scene: Scene, fields: object, caller: Caller = {}) => {
    const from = { deviceKey: aDeviceKey(), ...defaults, ...caller };
    return send(scene, fields, await aProof(api, { scene, ...fields }, from), from);
  };
  return {
    post,
    send,
    ask,
    /** The resulting code. */
    code: async (scene: Scene, mobile: string, fields: object = { mobile }, caller?: Caller) => {
      const { length: before } = await codesTo(api, mobile);
      const { status, text } = await ask(scene, fields, caller);
      if (status !== 202) throw new Error(`${scene}: ${status} ${text}`);
      return eventually(async () => (await codesTo(api, mobile))[before]);
    },
    login: (mobile: string, otp: string, caller: Caller = {}) =>
      post('auth/login/mobile', { mobile, otp }, { deviceKey: aDeviceKey(), ...caller }),
    register: (body: object, caller?: Caller) => post('auth/register', body, caller),
    context: (accessToken: string) =>
      api.http.get('/api/v1/auth/context').set(headersOf(api, { ...defaults, accessToken })),
  };
}

/** The codes of all messages to the number, oldest first. */
export async function codesTo(api: TestApi, mobile: string): Promise<string[]> {
  return (await api.mailsTo(mobile)).flatMap(({ code }) => code ?? []).reverse();
}

/** A member of the App who also has a number, and does not sign in. */
export async function aMemberWithMobile(api: TestApi, appId = api.appId) {
  const member = await aMember(api, {}, appId);
  const mobile = aMobile();
  const userId = await userIdOf(api, member.email);
  const identifierId = await giveMobile(api, userId, mobile);
  return { ...member, mobile, userId, identifierId };
}

/** Numbers with accounts, as many as requested. */
export async function mobilesOfAccounts(api: TestApi, count: number): Promise<string[]> {
  const mobiles = Array.from({ length: count }, aMobile);
  await queryAs(
    api.urls.superuserUrl,
    `WITH account AS (
       INSERT INTO users (tenant_id, id, display_name, status)
       SELECT $1, gen_random_uuid(), mobile, 'active' FROM unnest($2::text[]) AS mobile RETURNING id, display_name)
     INSERT INTO login_identifiers (tenant_id, id, user_id, type, value, verified_at, is_primary)
     SELECT $1, gen_random_uuid(), id, 'mobile', display_name, now(), true FROM account`,
    [api.tenantId, mobiles],
  );
  return mobiles;
}

/** A member who registered by mobile alone. */
export async function aMobileMember(api: TestApi, body: object = {}, appId = api.appId): Promise<string> {
  const mobile = aMobile();
  const client = smsClient(api, { appId });
  const otp = await client.code('registration', mobile);
  await client.register({ mobile, otp, ...body }).expect(202);
  return mobile;
}

/** Signs in with a code by SMS. */
export async function signInBySms(api: TestApi, mobile: string, caller: Caller = {}): Promise<TokenPair> {
  const client = smsClient(api, caller);
  const { body } = await client.login(mobile, await client.code('login', mobile), caller).expect(200);
  return body.data as TokenPair;
}

/** How many codes have been requested so far, over all numbers: rows from which a worker sends. */
export async function outboxSize(api: TestApi): Promise<number> {
  const [row] = await queryAs<{ count: number }>(
    api.urls.superuserUrl,
    `SELECT count(*)::int AS count FROM outbox_messages WHERE type IN ('iam.otp_requested', 'iam.otp_sms')`,
  );
  return row?.count ?? 0;
}

/** Resets the SMS budgets. */
export async function forgetBudgets(api: TestApi): Promise<void> {
  await queryAs(api.urls.superuserUrl, 'TRUNCATE sms_recipients, sms_origins, sms_days');
}
