import { randomBytes } from 'node:crypto';
import { AppsService } from '@libs/apps';
import { Sweeps } from '@libs/foundation';
import pg from 'pg';
import { asOwner } from '../../admin/support/admin';
import { aDeviceKey, eventually } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { aMember, type Member, signIn, type TokenPair } from '../support/journey';
import { expectMembersOnly, selfOf } from '../support/self';

const PROVIDERS = ['uni_push', 'fcm', 'apns', 'hms'] as const;

interface Registration {
  readonly push_provider: string | null;
  readonly push_token: string | null;
  readonly push_enabled: boolean;
}

describe('Where a device can be reached', () => {
  const api = suiteApi();
  let member: Member;
  let pair: TokenPair;

  beforeAll(async () => {
    member = await aMember(api);
  });
  beforeEach(async () => {
    pair = await signIn(api, member);
  });

  const aToken = () => randomBytes(90).toString('base64url');
  const put = (body: object, by = pair) => selfOf(api, by).put('devices/current/push', body);
  const registered = async (by = pair) => {
    const [row] = await queryAs<Registration>(
      api.urls.superuserUrl,
      `SELECT push_provider, push_token, push_enabled FROM devices d JOIN sessions s ON s.device_id = d.id WHERE s.id = $1`,
      [by.session_id],
    );
    return row;
  };
  const holdersOf = async (token: string) => {
    const rows = await queryAs<{ id: string }>(
      api.urls.superuserUrl,
      `SELECT s.id FROM devices d JOIN sessions s ON s.device_id = d.id WHERE d.push_token = $1`,
      [token],
    );
    return rows.map(({ id }) => id);
  };
  const isEnabled = async (by = pair) => {
    const { body } = await selfOf(api, by).get('devices').expect(200);
    const items = body.data.items as { current: boolean; push_enabled: boolean }[];
    return items.find(({ current }) => current)?.push_enabled;
  };

  describe('PUT /api/v1/me/devices/current/push', () => {
    it.each(PROVIDERS)('stores it for %s, and never reveals the token', async (provider) => {
      const token = aToken();
      const { body } = await put({ provider, token, enabled: true }).expect(200);
      expect(body).toEqual({ data: { success: true } });
      expect(await registered()).toEqual({ push_provider: provider, push_token: token, push_enabled: true });
      const { text } = await selfOf(api, pair).get('devices').expect(200);
      expect(text).not.toContain(token);
      expect(await isEnabled()).toBe(true);
    });

    it('is remembered with its time, anew each time, until it is withdrawn', async () => {
      const at = async () => {
        const text = `SELECT push_registered_at AS at FROM devices d JOIN sessions s ON s.device_id = d.id WHERE s.id = $1`;
        return (
          (await queryAs<{ at: Date | null }>(api.urls.superuserUrl, text, [pair.session_id]))[0]?.at?.getTime() ?? 0
        );
      };
      const registration = { provider: 'fcm', token: aToken(), enabled: true };
      await put(registration).expect(200);
      const first = await at();
      expect(first).toBeGreaterThan(0);
      await put(registration).expect(200);
      expect(await at()).toBeGreaterThan(first);
      await selfOf(api, pair).delete('devices/current/push').expect(200);
      expect(await at()).toBe(0);
    });

    it('replaces the earlier one, and accepts `enabled: false`', async () => {
      const [first, second] = [aToken(), aToken()];
      await put({ provider: 'fcm', token: first, enabled: true }).expect(200);
      await put({ provider: 'hms', token: second, enabled: false }).expect(200);
      expect(await registered()).toEqual({ push_provider: 'hms', push_token: second, push_enabled: false });
      expect(await isEnabled()).toBe(false);
      await put({ provider: 'hms', token: second, enabled: true }).expect(200);
      expect(await holdersOf(second)).toEqual([pair.session_id]);
    });

    it('removes a token from the device that had it, whoever owns that', async () => {
      const token = aToken();
      const deviceKey = aDeviceKey();
      const before = await signIn(api, member, { deviceKey });
      await put({ provider: 'fcm', token, enabled: true }, before).expect(200);
      const after = await signIn(api, await aMember(api), { deviceKey });
      await put({ provider: 'fcm', token, enabled: true }, after).expect(200);
      expect(await registered(before)).toEqual({ push_provider: null, push_token: null, push_enabled: false });
      expect(await holdersOf(token)).toEqual([after.session_id]);
    });

    it('lets the same token of another provider, or at another App, be', async () => {
      const token = aToken();
      const elsewhere = await signIn(api, member);
      await put({ provider: 'fcm', token, enabled: true }).expect(200);
      await put({ provider: 'apns', token, enabled: true }, elsewhere).expect(200);
      const other = await api
        .get(AppsService)
        .create(api.tenantId, { name: 'Second App', appType: 'uni_app', defaultLocale: 'zh-CN' });
      const theirs = await aMember(api, {}, other.id);
      const there = await signIn(api, theirs, { appId: other.id });
      await put({ provider: 'fcm', token, enabled: true }, there).expect(200);
      expect((await holdersOf(token)).sort()).toEqual([pair.session_id, elsewhere.session_id, there.session_id].sort());
    });

    it('leaves a token with one of 20 devices that bring it at once', async () => {
      const token = aToken();
      const pairs = await Promise.all(Array.from({ length: 20 }, () => signIn(api, member)));
      const answers = await Promise.all(pairs.map((by) => put({ provider: 'fcm', token, enabled: true }, by)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(await holdersOf(token)).toHaveLength(1);
    });

    it('swaps the tokens of two devices that do so at once, again and again', async () => {
      const [one, other] = [await signIn(api, member), await signIn(api, member)];
      const tokens = [aToken(), aToken()] as const;
      for (let round = 0; round < 20; round++) {
        const [mine, theirs] = round % 2 === 0 ? tokens : [tokens[1], tokens[0]];
        const answers = await Promise.all([
          put({ provider: 'fcm', token: mine, enabled: true }, one),
          put({ provider: 'fcm', token: theirs, enabled: true }, other),
        ]);
        expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      }
      for (const token of tokens) expect((await holdersOf(token)).length).toBeLessThanOrEqual(1);
    });

    const good = { provider: 'fcm', token: 'token', enabled: true };

    it.each<[string, object, string, string]>([
      ['nothing', {}, 'provider', 'required'],
      ['an unknown provider', { ...good, provider: 'gcm' }, 'provider', 'not_allowed'],
      ['a provider that is a list', { ...good, provider: ['fcm'] }, 'provider', 'not_string'],
      ['no token', { ...good, token: undefined }, 'token', 'required'],
      ['a token that is null', { ...good, token: null }, 'token', 'required'],
      ['an empty token', { ...good, token: '' }, 'token', 'required'],
      ['a token of blanks', { ...good, token: 'a b' }, 'token', 'not_printable'],
      ['a token with a line break', { ...good, token: 'a\r\nb' }, 'token', 'not_printable'],
      ['a token with NUL', { ...good, token: 'a\u0000' }, 'token', 'invalid_text'],
      ['a token with a lone surrogate', { ...good, token: 'a\ud800' }, 'token', 'invalid_text'],
      ['a token of emoji', { ...good, token: '🔔' }, 'token', 'not_printable'],
      ['a token of 2,049 letters', { ...good, token: 'x'.repeat(2_049) }, 'token', 'too_long'],
      ['a token that is a number', { ...good, token: 1 }, 'token', 'not_string'],
      ['no enabled', { ...good, enabled: undefined }, 'enabled', 'required'],
      ['an enabled that is text', { ...good, enabled: 'true' }, 'enabled', 'not_boolean'],
      ['a field that there is not', { ...good, device_id: 'x' }, 'device_id', 'unknown_field'],
    ])('answers 422 to %s', async (_, body, field, code) => {
      const answer = await put(body).expect(422);
      expect(answer.body.errors).toContainEqual({ field, code, message: expect.any(String) });
      expect(await registered()).toEqual({ push_provider: null, push_token: null, push_enabled: false });
    });

    it('accepts the longest token allowed', async () => {
      await put({ ...good, token: randomBytes(1_536).toString('base64url').slice(0, 2_048) }).expect(200);
    });

    it('answers 404 where the session has no device', async () => {
      await queryAs(api.urls.superuserUrl, 'UPDATE sessions SET device_id = NULL WHERE id = $1', [pair.session_id]);
      const { body } = await put(good).expect(404);
      expect(body.code).toBe('RESOURCE.NOT_FOUND');
      await selfOf(api, pair).delete('devices/current/push').expect(404);
    });

    it('is for members only', () => expectMembersOnly(api, 'put', 'devices/current/push'));
  });

  describe('DELETE /api/v1/me/devices/current/push', () => {
    it('removes it, and answers the same if there was none', async () => {
      await put({ provider: 'fcm', token: aToken(), enabled: true }).expect(200);
      for (let time = 0; time < 2; time++) {
        const { body } = await selfOf(api, pair).delete('devices/current/push').expect(200);
        expect(body).toEqual({ data: { success: true } });
        expect(await registered()).toEqual({ push_provider: null, push_token: null, push_enabled: false });
      }
      expect(await isEnabled()).toBe(false);
    });

    it('leaves other devices alone', async () => {
      const [token, other] = [aToken(), await signIn(api, member)];
      await put({ provider: 'fcm', token, enabled: true }, other).expect(200);
      await selfOf(api, pair).delete('devices/current/push').expect(200);
      expect(await holdersOf(token)).toEqual([other.session_id]);
    });

    it('is for members only', () => expectMembersOnly(api, 'delete', 'devices/current/push'));
  });

  it('is gone with the device', async () => {
    const token = aToken();
    await put({ provider: 'fcm', token, enabled: true }).expect(200);
    const { body } = await selfOf(api, pair).get('devices').expect(200);
    const current = (body.data.items as { id: string; current: boolean }[]).find((device) => device.current)!;
    await selfOf(api, pair).delete(`devices/${current.id}`).expect(200);
    expect(await queryAs(api.urls.superuserUrl, 'SELECT FROM devices WHERE push_token = $1', [token])).toEqual([]);
  });

  describe('after a session was ended', () => {
    const silenced = { push_provider: null, push_token: null, push_enabled: false };
    const register = async (by: TokenPair) => {
      const registration = { provider: 'fcm', token: aToken(), enabled: true };
      await put(registration, by).expect(200);
      return { push_provider: 'fcm', push_token: registration.token, push_enabled: true };
    };

    it('is gone, whoever ended it', async () => {
      await register(pair);
      await api.http
        .post('/api/v1/auth/logout')
        .set({ 'X-AppID': api.appId, Authorization: `Bearer ${pair.access_token}` })
        .expect(200);
      expect(await registered()).toEqual(silenced);
      // A phone that was lost.
      const [lost, kept] = [await signIn(api, member), await signIn(api, member)];
      await register(lost);
      const stays = await register(kept);
      await selfOf(api, kept).delete(`sessions/${lost.session_id}`).expect(200);
      expect(await registered(lost)).toEqual(silenced);
      expect(await registered(kept)).toEqual(stays);
    });

    it('stays while another session of the device lives', async () => {
      const deviceKey = aDeviceKey();
      const [first, second] = [await signIn(api, member, { deviceKey }), await signIn(api, member, { deviceKey })];
      const stays = await register(second);
      await selfOf(api, second).delete(`sessions/${first.session_id}`).expect(200);
      expect(await registered(second)).toEqual(stays);
      await selfOf(api, pair).delete(`sessions/${second.session_id}`).expect(200);
      expect(await registered(second)).toEqual(silenced);
    });

    it('is not made by a request that was under way', async () => {
      const late = await signIn(api, member);
      const ending = new pg.Client({ connectionString: api.urls.superuserUrl });
      await ending.connect();
      await ending.query('BEGIN');
      await ending.query('UPDATE sessions SET revoked_at = now() WHERE id = $1', [late.session_id]);
      const registering = put({ provider: 'fcm', token: aToken(), enabled: true }, late);
      const answered = registering.then(({ status }) => status);
      await eventually(async () => {
        const waiting = await queryAs(api.urls.superuserUrl, `SELECT FROM pg_locks WHERE NOT granted`);
        return waiting.length > 0;
      });
      await ending.query('COMMIT');
      await ending.end();
      expect(await answered).toBe(404);
      expect(await registered(late)).toEqual(silenced);
    });

    it('is gone with the rows of its sessions, a month after they expired', async () => {
      const deviceKey = aDeviceKey();
      const [gone, kept] = [await signIn(api, member), await signIn(api, member, { deviceKey })];
      const still = await signIn(api, member, { deviceKey });
      const [silent, stays] = [await register(gone), await register(still)];
      const ids = [gone, kept].map(({ session_id: id }) => `'${id}'`).join(', ');
      const device = `SELECT push_token FROM devices WHERE push_token = $1`;
      await queryAs(
        api.urls.superuserUrl,
        `UPDATE sessions SET created_at = created_at - interval '200 days', expires_at = now() - interval '31 days' WHERE id IN (${ids})`,
      );
      await api.get(Sweeps).run('iam.sessions', Infinity, 0);
      expect(await queryAs(api.urls.superuserUrl, device, [silent.push_token])).toEqual([]);
      expect(await registered(still)).toEqual(stays);
    });

    it('is gone where all sessions of the App were ended, but for who has signed in since', async () => {
      const owner = await asOwner(api);
      const [before, after] = [aDeviceKey(), aDeviceKey()];
      const ended = [
        await signIn(api, member, { deviceKey: before }),
        await signIn(api, member, { deviceKey: after }),
      ] as const;
      for (const one of ended) await register(one);
      await owner.post('sessions/revoke', { app_id: api.appId }).expect(200);
      const again = await signIn(api, member, { deviceKey: after });
      const stays = await register(again);
      // In the background, as there may be millions.
      await eventually(async () => (await registered(ended[0]))?.push_token === null);
      expect(await registered(again)).toEqual(stays);
    });
  });

  it('is marked as personal', async () => {
    const [column] = await queryAs<{ mark: string }>(
      api.urls.superuserUrl,
      `SELECT col_description(attrelid, attnum) AS mark FROM pg_attribute
        WHERE attrelid = 'devices'::regclass AND attname = 'push_token'`,
    );
    expect(column?.mark).toBe('personal');
  });
});
