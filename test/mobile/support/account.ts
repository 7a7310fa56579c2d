import { eventually, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { type Member, signIn, type TokenPair } from './journey';

export interface OwnIdentifier {
  readonly id: string;
  readonly type: string;
  readonly value: string;
  readonly verified_at: string | null;
  readonly is_primary: boolean;
  readonly created_at: string;
}

type Headers = Readonly<Record<string, string>>;

function stepUpHeader(token: string | undefined): Headers {
  return token === undefined ? {} : { 'X-Step-Up-Token': token };
}

/** Anonymous requests about a forgotten password. */
export function passwordsOf(api: TestApi, appId = api.appId) {
  const post = (path: string, body: object, headers: Headers = {}) =>
    api.http
      .post(`/api/v1/auth/password/${path}`)
      .set({ 'X-AppID': appId, ...headers })
      .send(body);
  return {
    forgot: (email: string, headers?: Headers) => post('forgot', { email }, headers),
    reset: (body: object, headers?: Headers) => post('reset', body, headers),
  };
}

/** Requests of a signed-in member about the member's own account. */
export function accountOf(api: TestApi, { access_token }: Pick<TokenPair, 'access_token'>, appId = api.appId) {
  const headers = { 'X-AppID': appId, Authorization: `Bearer ${access_token}` };
  const post = (path: string, body?: object, more: Headers = {}) =>
    api.http
      .post(`/api/v1/${path}`)
      .set({ ...headers, ...more })
      .send(body);
  return {
    changePassword: (body: object, more?: Headers) => post('auth/password/change', body, more),
    askStepUp: (body: object) => post('auth/step-up/verification-code', body),
    verifyStepUp: (challenge_id: string, otp: string) => post('auth/step-up/verify', { challenge_id, otp }),
    identifiers: async () =>
      (await api.http.get('/api/v1/me/login-identifiers').set(headers).expect(200)).body.data.items as OwnIdentifier[],
    challenge: (email: string, stepUpToken?: string, type = 'email') =>
      post(`me/login-identifiers/${type}/challenge`, { email }, stepUpHeader(stepUpToken)),
    verify: (value: string, otp: string, type = 'email') => post(`me/login-identifiers/${type}/verify`, { value, otp }),
    remove: (id: string, stepUpToken?: string) =>
      api.http.delete(`/api/v1/me/login-identifiers/${id}`).set({ ...headers, ...stepUpHeader(stepUpToken) }),
  };
}

/** The codes of all mails to the address, oldest first. */
async function codesSentTo(api: TestApi, email: string): Promise<string[]> {
  const mails = await api.mailsTo(email);
  return mails.flatMap(({ code }) => code ?? []).reverse();
}

/** The code of the nth mail with one, once it has arrived. */
export async function nthCodeSentTo(api: TestApi, email: string, nth: number): Promise<string> {
  return eventually(async () => (await codesSentTo(api, email))[nth - 1]);
}

/** Runs something that has a code mailed, and waits for the code. */
export async function codeAfter(api: TestApi, email: string, ask: () => PromiseLike<unknown>): Promise<string> {
  const { length: before } = await codesSentTo(api, email);
  await ask();
  return nthCodeSentTo(api, email, before + 1);
}

export async function numberOfCodes(api: TestApi, email: string): Promise<number> {
  return (await codesSentTo(api, email)).length;
}

export async function userIdOf(api: TestApi, email: string): Promise<string> {
  const [row] = await queryAs<{ user_id: string }>(
    api.urls.superuserUrl,
    'SELECT user_id FROM login_identifiers WHERE value = $1',
    [email],
  );
  return row?.user_id ?? '';
}

/** A signed-in member with its primary identifier. */
export async function signedIn(api: TestApi, member: Member, deviceKey?: string) {
  const pair = await signIn(api, member, deviceKey === undefined ? {} : { deviceKey });
  const [primary] = await queryAs<{ id: string; user_id: string }>(
    api.urls.superuserUrl,
    `SELECT p.id, p.user_id FROM login_identifiers i
       JOIN login_identifiers p ON p.tenant_id = i.tenant_id AND p.user_id = i.user_id AND p.is_primary
      WHERE i.value = $1`,
    [member.email],
  );
  return {
    ...member,
    pair,
    account: accountOf(api, pair),
    identifierId: primary?.id ?? '',
    userId: primary?.user_id ?? '',
  };
}

export type SignedInMember = Awaited<ReturnType<typeof signedIn>>;

/** A token for one act, by a code that is mailed to the member. */
export async function aStepUpToken(
  api: TestApi,
  { account, email, identifierId }: SignedInMember,
  act: { purpose: string; resource: string },
): Promise<string> {
  let challengeId = '';
  const code = await codeAfter(api, email, async () => {
    const { body } = await account.askStepUp({ identifier_id: identifierId, ...act }).expect(202);
    challengeId = body.data.challenge_id as string;
  });
  const { body } = await account.verifyStepUp(challengeId, code).expect(200);
  return body.data.step_up_token as string;
}

/** A token for the addition of an identifier. */
export async function additionToken(api: TestApi, member: SignedInMember): Promise<string> {
  return aStepUpToken(api, member, { purpose: 'identifier_add', resource: member.userId });
}

/** Asks for the code that adds an address, with a step-up. Resets the cooldown of that step-up. */
export async function challengeEmail(api: TestApi, member: SignedInMember, email: string): Promise<string> {
  const token = await additionToken(api, member);
  const code = await codeAfter(api, email, () => member.account.challenge(email, token).expect(202));
  await forgetStepUpClocks(api);
  return code;
}

/** Resets the cooldowns of all step-ups. */
export async function forgetStepUpClocks(api: TestApi): Promise<void> {
  await queryAs(api.urls.superuserUrl, `DELETE FROM otp_limits WHERE purpose = 'step_up'`);
}

/** Lets two days pass for the member's identifiers, so that none is new any more. */
export async function settleIdentifiers(api: TestApi, { userId }: Pick<SignedInMember, 'userId'>): Promise<void> {
  await queryAs(
    api.urls.superuserUrl,
    `UPDATE login_identifiers SET verified_at = verified_at - interval '2 days' WHERE user_id = $1`,
    [userId],
  );
}

/** Adds another address to the member. */
export async function addEmail(api: TestApi, member: SignedInMember, email: string): Promise<OwnIdentifier> {
  const { account } = member;
  const code = await challengeEmail(api, member, email);
  const { body } = await account.verify(email, code).expect(200);
  return (body.data.items as OwnIdentifier[]).at(-1) as OwnIdentifier;
}

export async function securityEventsOf(api: TestApi, userId: string): Promise<{ type: string; details: object }[]> {
  return queryAs(
    api.urls.superuserUrl,
    `SELECT type, details FROM security_events WHERE user_id = $1 AND type <> 'new_device_login' ORDER BY occurred_at, id`,
    [userId],
  );
}
