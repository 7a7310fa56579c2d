import { createHash } from 'node:crypto';
import { AppsService } from '@libs/apps';
import { aDeviceKey } from '../../support/api';
import { suiteApi } from '../../support/suite';
import { aMember, clientOf, type Member, signIn, type TokenPair } from '../support/journey';
import { sessionsOf } from '../support/sessions';
import { later } from '../../support/time-travel';

describe('POST /api/v1/auth/token/refresh', () => {
  const api = suiteApi();
  let member: Member;
  let sessions: ReturnType<typeof sessionsOf>;

  beforeAll(async () => {
    sessions = sessionsOf(api);
    member = await aMember(api);
  });

  it('answers 200 with a new pair of the same session, and both of its tokens work', async () => {
    const first = await signIn(api, member);
    const { body, headers } = await sessions.refresh(first.refresh_token).expect(200);
    const second = body.data as TokenPair;
    expect(Object.keys(second).sort()).toEqual(Object.keys(first).sort());
    expect(second).toMatchObject({ token_type: 'Bearer', session_id: first.session_id, app_id: api.appId });
    expect(second.refresh_token).toMatch(/^akr_[\w-]{43}$/);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(second.access_token).not.toBe(first.access_token);
    expect(headers['cache-control']).toBe('no-store');
    await sessions.expectAlive(first);
    await sessions.expectAlive(second);
    await sessions.refreshed(second.refresh_token);
  });

  it('slides 30 days on, and 90 days at most from the sign-in', async () => {
    let pair = await signIn(api, member);
    for (const [days, left] of [
      [29, 30],
      [29, 30],
      [29, 3],
    ] as const) {
      await later(api, `${days} days`);
      pair = await sessions.refreshed(pair.refresh_token);
      expect((Date.parse(pair.refresh_token_expires_at) - Date.now()) / 86_400_000).toBeCloseTo(left, 1);
    }
    await later(api, '3 days');
    await sessions.expectInvalid(pair.refresh_token);
    await sessions.expectDead(pair);
  });

  it('refuses a token that was not used for 30 days', async () => {
    const pair = await signIn(api, member);
    await later(api, '30 days');
    await sessions.expectInvalid(pair.refresh_token);
  });

  it.each([
    ['of another make', 'not a token'],
    ['that is empty', ''],
    ['of blanks', '   '],
    ['that looks like one', `akr_${'A'.repeat(43)}`],
    ['with NUL', 'akr_\u0000'],
    ['with a lone surrogate', 'akr_\ud800'],
    ['of emoji', '🔑'.repeat(100)],
    ['of 15 KB', 'x'.repeat(15_000)],
    ['that is JSON', '{"refresh_token":"x"}'],
  ])('answers 401 to a string %s', async (_, token) => {
    await sessions.expectInvalid(token);
  });

  it('answers 401 to an access token, and to a refresh token that was changed in one place', async () => {
    const pair = await signIn(api, member);
    await sessions.expectInvalid(pair.access_token);
    await sessions.expectInvalid(pair.refresh_token.replace('akr_', 'aks_'));
    await sessions.expectInvalid(` ${pair.refresh_token}`);
    await sessions.expectInvalid(pair.refresh_token.toLowerCase());
    await sessions.expectInvalid(createHash('sha256').update(pair.refresh_token).digest('hex'));
    await sessions.refreshed(pair.refresh_token);
  });

  it.each([[undefined], [null], [1], [true], [['akr_']], [{ token: 'akr_' }]])('answers 422 to %j', async (token) => {
    const { body } = await sessions.refresh(token).expect(422);
    expect(body.code).toBe('REQUEST.VALIDATION_FAILED');
    expect(body.errors[0].field).toBe('refresh_token');
  });

  it('answers 422 to a field that it does not know', async () => {
    const { body } = await api.http
      .post('/api/v1/auth/token/refresh')
      .set('X-AppID', api.appId)
      .send({ refresh_token: 'akr_', scope: 'all' })
      .expect(422);
    expect(body.errors).toEqual([{ field: 'scope', code: 'unknown_field', message: expect.any(String) }]);
  });

  it('refuses a token under another App, without consuming it', async () => {
    const other = await api
      .get(AppsService)
      .create(api.tenantId, { name: 'Second App', appType: 'uni_app', defaultLocale: 'zh-CN' });
    const pair = await signIn(api, member);
    const { body } = await clientOf(api, other.id).refresh(pair.refresh_token).expect(401);
    expect(body.code).toBe('IAM.TOKEN.INVALID');
    const next = await sessions.refreshed(pair.refresh_token);
    // A consumed one under another App is no reuse either.
    await later(api, '11 seconds');
    await clientOf(api, other.id).refresh(pair.refresh_token).expect(401);
    await sessions.expectAlive(next);
  });

  describe('a consumed token', () => {
    it('is 401 and no more within 10 seconds from the same device: the session lives', async () => {
      const deviceKey = aDeviceKey();
      const first = await signIn(api, member, { deviceKey });
      const second = await sessions.refreshed(first.refresh_token, { 'X-AK-Device-Key': deviceKey });
      await sessions.expectInvalid(first.refresh_token, { 'X-AK-Device-Key': deviceKey });
      await sessions.expectInvalid(first.refresh_token);
      await later(api, '8 seconds');
      await sessions.expectInvalid(first.refresh_token, { 'X-AK-Device-Key': deviceKey });
      await sessions.expectAlive(second);
      expect(await sessions.securityEventsOf(first)).toEqual([]);
      await sessions.refreshed(second.refresh_token);
    });

    it('ends the session after 10 seconds, with a security event, and its access tokens at once', async () => {
      const first = await signIn(api, member);
      const second = await sessions.refreshed(first.refresh_token);
      await later(api, '11 seconds');
      await sessions.expectInvalid(first.refresh_token);
      await sessions.expectDead(first);
      await sessions.expectDead(second);
      await sessions.expectInvalid(second.refresh_token);
      expect(await sessions.securityEventsOf(first)).toEqual([
        { type: 'refresh_token_reused', details: { other_device: false } },
      ]);
    });

    it.each(['presented with another', 'presented with its own'])(
      'ends the session at once when it was consumed by a device and comes from another: %s',
      async (how) => {
        const owner = aDeviceKey();
        const thief = aDeviceKey();
        const first = await signIn(api, member, { deviceKey: owner });
        const [consumer, presenter] = how === 'presented with another' ? [owner, thief] : [thief, owner];
        const second = await sessions.refreshed(first.refresh_token, { 'X-AK-Device-Key': consumer });
        await sessions.expectInvalid(first.refresh_token, { 'X-AK-Device-Key': presenter });
        await sessions.expectDead(second);
        await sessions.expectInvalid(second.refresh_token, { 'X-AK-Device-Key': consumer });
        expect(await sessions.securityEventsOf(first)).toEqual([
          { type: 'refresh_token_reused', details: { other_device: true } },
        ]);
      },
    );

    it('is measured against the device of the session where its consumer named none', async () => {
      const deviceKey = aDeviceKey();
      const first = await signIn(api, member, { deviceKey });
      const second = await sessions.refreshed(first.refresh_token);
      await sessions.expectInvalid(first.refresh_token, { 'X-AK-Device-Key': deviceKey.toUpperCase() });
      await sessions.expectAlive(second);
      await sessions.expectInvalid(first.refresh_token, { 'X-AK-Device-Key': aDeviceKey() });
      await sessions.expectDead(second);
    });

    it('ends the session at once when its successor was consumed as well', async () => {
      const deviceKey = aDeviceKey();
      const headers = { 'X-AK-Device-Key': deviceKey };
      const first = await signIn(api, member, { deviceKey });
      const second = await sessions.refreshed(first.refresh_token, headers);
      await sessions.expectInvalid(first.refresh_token, headers);
      const third = await sessions.refreshed(second.refresh_token, headers);
      // The direct predecessor of the live one is still a lost race.
      await sessions.expectInvalid(second.refresh_token, headers);
      await sessions.expectAlive(third);
      await sessions.expectInvalid(first.refresh_token, headers);
      await sessions.expectDead(third);
      await sessions.expectInvalid(third.refresh_token, headers);
      expect(await sessions.securityEventsOf(first)).toEqual([
        { type: 'refresh_token_reused', details: { other_device: false } },
      ]);
    });

    it('leaves the other sessions of the member alone, and is recorded once', async () => {
      const [stolen, other] = [await signIn(api, member), await signIn(api, member)];
      await sessions.refreshed(stolen.refresh_token);
      await later(api, '11 seconds');
      await sessions.expectInvalid(stolen.refresh_token);
      await sessions.expectInvalid(stolen.refresh_token);
      await sessions.expectAlive(other);
      expect(await sessions.securityEventsOf(stolen)).toHaveLength(1);
    });
  });
});
