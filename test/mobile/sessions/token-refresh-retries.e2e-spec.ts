import { aDeviceKey } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { aMember, clientOf, type Member, signIn, type TokenPair } from '../support/journey';
import { sessionsOf } from '../support/sessions';
import { later } from '../../support/time-travel';

describe('POST /api/v1/auth/token/refresh with Idempotency-Key', () => {
  const api = suiteApi();
  let member: Member;
  let sessions: ReturnType<typeof sessionsOf>;

  beforeAll(async () => {
    sessions = sessionsOf(api);
    member = await aMember(api);
  });

  const retry = (deviceKey: string, key = 'retry-1') => ({ 'X-AK-Device-Key': deviceKey, 'Idempotency-Key': key });

  it('answers a retry of the same key, token and device with the very same bytes', async () => {
    const deviceKey = aDeviceKey();
    const first = await signIn(api, member, { deviceKey });
    const answers = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      const { text, headers } = await sessions.refresh(first.refresh_token, retry(deviceKey)).expect(200);
      const { date: _date, 'x-request-id': _id, ...told } = headers as Record<string, string>;
      answers.push(JSON.stringify([text, told]));
      await later(api, '20 seconds');
    }
    expect(new Set(answers).size).toBe(1);
    const pair = (JSON.parse((JSON.parse(answers[0] ?? '') as [string])[0]) as { data: TokenPair }).data;
    await sessions.expectAlive(pair);
    await sessions.refreshed(pair.refresh_token, { 'X-AK-Device-Key': deviceKey });
  });

  it('answers parallel retries with the very same bytes', async () => {
    const deviceKey = aDeviceKey();
    const first = await signIn(api, member, { deviceKey });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => sessions.refresh(first.refresh_token, retry(deviceKey))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    await sessions.refreshed((answers[0]?.body as { data: TokenPair }).data.refresh_token);
  });

  it('answers 401 to another key, and the session lives while the 10 seconds last', async () => {
    const deviceKey = aDeviceKey();
    const first = await signIn(api, member, { deviceKey });
    const second = await sessions.refreshed(first.refresh_token, retry(deviceKey));
    await sessions.expectInvalid(first.refresh_token, retry(deviceKey, 'retry-2'));
    await sessions.expectInvalid(first.refresh_token, { 'X-AK-Device-Key': deviceKey });
    await sessions.expectAlive(second);
  });

  it('answers 401 from another device, and ends the session', async () => {
    const deviceKey = aDeviceKey();
    const first = await signIn(api, member, { deviceKey });
    const second = await sessions.refreshed(first.refresh_token, retry(deviceKey));
    await sessions.expectInvalid(first.refresh_token, retry(aDeviceKey()));
    await sessions.expectDead(second);
    await sessions.expectInvalid(first.refresh_token, retry(deviceKey));
  });

  it('answers 401 after 60 seconds', async () => {
    const deviceKey = aDeviceKey();
    const first = await signIn(api, member, { deviceKey });
    await sessions.refreshed(first.refresh_token, retry(deviceKey));
    await later(api, '60 seconds');
    await sessions.expectInvalid(first.refresh_token, retry(deviceKey));
  });

  it('answers 401 once the session or the member has lost access', async () => {
    const deviceKey = aDeviceKey();
    const ended = await signIn(api, member, { deviceKey });
    const next = await sessions.refreshed(ended.refresh_token, retry(deviceKey));
    await clientOf(api).logout(next.access_token).expect(200);
    await sessions.expectInvalid(ended.refresh_token, retry(deviceKey));

    const suspended = await aMember(api);
    const pair = await signIn(api, suspended, { deviceKey });
    await sessions.refreshed(pair.refresh_token, retry(deviceKey));
    await queryAs(
      api.urls.superuserUrl,
      `UPDATE app_memberships m SET status = 'suspended' FROM login_identifiers i WHERE i.user_id = m.user_id AND i.value = $1`,
      [suspended.email],
    );
    await sessions.expectInvalid(pair.refresh_token, retry(deviceKey));
  });

  it('gives a key of one token no meaning for another', async () => {
    const deviceKey = aDeviceKey();
    const first = await signIn(api, member, { deviceKey });
    const second = await sessions.refreshed(first.refresh_token, retry(deviceKey));
    const third = await sessions.refreshed(second.refresh_token, retry(deviceKey));
    expect(third.refresh_token).not.toBe(second.refresh_token);
    expect((await sessions.refreshed(first.refresh_token, retry(deviceKey))).refresh_token).toBe(second.refresh_token);
  });

  it('ends the session with another key, or none, once the successor was consumed as well', async () => {
    for (const key of ['retry-2', undefined]) {
      const deviceKey = aDeviceKey();
      const first = await signIn(api, member, { deviceKey });
      const second = await sessions.refreshed(first.refresh_token, retry(deviceKey));
      const third = await sessions.refreshed(second.refresh_token, retry(deviceKey));
      // The same caller gets the same pair, which is of no use to anyone any more.
      expect(await sessions.refreshed(first.refresh_token, retry(deviceKey))).toEqual(second);
      await sessions.expectAlive(third);
      const headers = key === undefined ? { 'X-AK-Device-Key': deviceKey } : retry(deviceKey, key);
      await sessions.expectInvalid(first.refresh_token, headers);
      await sessions.expectDead(third);
      await sessions.expectInvalid(first.refresh_token, retry(deviceKey));
    }
  });

  it.each([
    ['missing', {}],
    ['malformed', { 'X-AK-Device-Key': 'installation-1' }],
  ])('answers 422 when X-AK-Device-Key is %s, and consumes nothing', async (_, headers) => {
    const pair = await signIn(api, member);
    const { body } = await sessions
      .refresh(pair.refresh_token, { 'Idempotency-Key': 'retry-1', ...headers })
      .expect(422);
    expect(body.errors[0].field).toBe('X-AK-Device-Key');
    await sessions.refreshed(pair.refresh_token);
  });
});
