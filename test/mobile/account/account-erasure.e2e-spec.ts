import { adminClient, type AdminClient, asOwner } from '../../admin/support/admin';
import { acceptInvitation, aTenant, type OwnedTenant } from '../../admin/support/tenants';
import { anEmail, eventually, PASSWORD, startTestApi, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { cornered } from '../../support/images';
import { aMessage, deliverMessages } from '../../support/messages';
import { accountOf, type SignedInMember } from '../support/account';
import { anAccount, eraseAccount, exportToken, lifeOf } from '../support/account-life';
import {
  BIO,
  BIRTHDAY,
  DEVICE_KEY,
  EARLIER_ADDRESS,
  EMAIL,
  FROM_HERE,
  MOBILE,
  MODEL,
  NAMES,
  NEEDLES,
  PUSH_TOKEN,
  SECOND_EMAIL,
} from '../support/erasable-person';
import { type OwnStorage, ownStorage, putAvatar } from '../support/avatars';
import { clientOf, outboxSettled, type TokenPair } from '../support/journey';
import { meClient } from '../support/me';
import { later, zoneWhereItIsNoon } from '../../support/time-travel';
import {
  aBookmark,
  columnUsage,
  type ColumnUsage,
  dumpOf,
  findIn,
  INSERT_NOTICE,
  linesAbout,
} from '../support/personal-data';

/** One person with data in every personal column, and then in none: the tests look at both, and disturb neither. */
describe('The erasure of an account', () => {
  let api: TestApi;
  let storage: OwnStorage;
  let owner: AdminClient;
  let tenant: OwnedTenant;
  let userId: string;
  let bystander: SignedInMember;
  let before: ReadonlyMap<string, string>;
  let after: ReadonlyMap<string, string>;
  let bystanderBefore: string[];
  let filesBefore: number;
  let columnsBefore: ColumnUsage;
  let columnsAfter: ColumnUsage;
  /** The person's secrets: random, so not known beforehand. */
  const secrets: string[] = [];
  const storageKeys: string[] = [];

  const rows = (statement: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, statement, values);

  beforeAll(async () => {
    storage = ownStorage();
    api = await startTestApi({ TRUST_PROXY: '1', ...storage.environment });
    owner = await asOwner(api);
    tenant = await aTenant(api);
    bystander = await anAccount(api, { display_name: 'Bystander' });
    await live();
    await outboxSettled(api);
    before = await dumpOf(api);
    bystanderBefore = linesAbout(before, bystander.userId);
    filesBefore = storage.left();
    columnsBefore = await columnUsage(api, userId);
    const session = await clientOf(api).login({ email: EMAIL, password: PASSWORD }, DEVICE_KEY, FROM_HERE).expect(200);
    await eraseAccount(api, await ownAccount(session.body.data as TokenPair));
    columnsAfter = await columnUsage(api, userId);
    after = await dumpOf(api);
  });
  afterAll(async () => {
    await api.close();
    storage.remove();
  });

  /** Uses every feature, and inserts by hand what is not kept for long. */
  async function live(): Promise<void> {
    await clientOf(api).login({ email: EMAIL, password: PASSWORD }, undefined, {
      ...FROM_HERE,
      'X-Forwarded-For': EARLIER_ADDRESS,
    });
    const invitation = { email: EMAIL, display_name: NAMES[0], roles: ['platform_admin', 'auditor'] };
    const { body } = await owner.post('users', invitation).expect(201);
    userId = body.data.id as string;
    await acceptInvitation(api, EMAIL);
    const lock_version = (await owner.get(`users/${userId}`)).body.data.lock_version as number;
    await owner.patch(`users/${userId}`, { display_name: NAMES[1], lock_version }).expect(200);
    await liveAsAdministrator();
    await rows(
      `INSERT INTO app_memberships (tenant_id, app_id, user_id, status, joined_at) VALUES ($1, $2, $3, 'active', now())`,
      [api.tenantId, api.appId, userId],
    );
    await liveAsMember();
    await liveInPassing();
  }

  async function liveAsAdministrator(): Promise<void> {
    const { body } = await adminClient(api, undefined, FROM_HERE)
      .post('auth/login', { email: EMAIL, password: PASSWORD })
      .expect(200);
    const token = body.data.access_token as string;
    const own = adminClient(api, token, FROM_HERE);
    const { lock_version } = (await own.get('auth/profile').expect(200)).body.data as { lock_version: number };
    await own.patch('auth/profile', { display_name: NAMES[2], time_zone: 'Asia/Taipei', lock_version }).expect(200);
    const away = adminClient(api, token, { ...FROM_HERE, 'X-Tenant-ID': tenant.id });
    await away.get('users').expect(200);
    await away.post('users', { email: anEmail(), display_name: 'Somebody', roles: [] }).expect(201);
  }

  async function liveAsMember(): Promise<void> {
    const login = {
      email: EMAIL,
      password: PASSWORD,
      device: { platform: 'ios', model: MODEL, os_version: '19', app_version: '1.0' },
    };
    await clientOf(api)
      .login({ ...login, password: 'not the password' }, DEVICE_KEY, FROM_HERE)
      .expect(401);
    const first = await clientOf(api).login(login, DEVICE_KEY, FROM_HERE).expect(200);
    const idempotent = { ...FROM_HERE, 'X-AK-Device-Key': DEVICE_KEY, 'Idempotency-Key': 'a-retry' };
    const refreshed = await clientOf(api).refresh(first.body.data.refresh_token, idempotent).expect(200);
    const pair = refreshed.body.data as TokenPair;
    const me = meClient(api, pair.access_token, { headers: FROM_HERE });
    await me.patch('', { bio: BIO, gender: 'female', birthday: BIRTHDAY }).expect(200);
    await me
      .patch('preferences', { locale: 'zh-TW', appearance: { theme: 'dark', font_scale: 1.5, reduce_motion: true } })
      .expect(200);
    await me
      .patch('notification-preferences', {
        channels: { marketing: { in_app: true, push: true, email: true } },
        quiet_hours: { enabled: true, time_zone: zoneWhereItIsNoon() },
      })
      .expect(200);
    await putAvatar(me, await cornered('png', 64, 64)).expect(200);
    await me.putForm('devices/current/push').send({ provider: 'fcm', token: PUSH_TOKEN, enabled: true }).expect(200);
    const account = await ownAccount(pair);
    await lifeOf(api, account, await exportToken(api, account))
      .requestExport()
      .expect(202);
    await outboxSettled(api);
    await clientOf(api).register({ email: EMAIL, password: PASSWORD, display_name: NAMES[2] }, FROM_HERE).expect(202);
    await api.http
      .post('/api/v1/auth/password/forgot')
      .set({ 'X-AppID': api.appId, ...FROM_HERE })
      .send({ email: EMAIL })
      .expect(202);
    await adminClient(api).post('auth/password/forgot', { email: EMAIL }).expect(202);
  }

  async function ownAccount(pair: TokenPair): Promise<SignedInMember> {
    const account = accountOf(api, pair);
    const [primary] = await account.identifiers();
    return { email: EMAIL, password: PASSWORD, pair, account, identifierId: primary?.id ?? '', userId };
  }

  /** Data that lasts only minutes, or comes from surfaces of other suites. */
  async function liveInPassing(): Promise<void> {
    const scope = [api.tenantId, api.appId, userId];
    const own = [api.tenantId, userId];
    await rows(`UPDATE user_profiles SET region_code = 'CN' WHERE user_id = $1`, [userId]);
    for (const [type, value] of [
      ['mobile', MOBILE],
      ['email', SECOND_EMAIL],
    ]) {
      await rows(
        `INSERT INTO login_identifiers (tenant_id, id, user_id, type, value, verified_at, is_primary)
         VALUES ($1, gen_random_uuid(), $2, $3, $4, now(), false)`,
        [api.tenantId, userId, type, value],
      );
    }
    await rows(
      `INSERT INTO otp_requests (tenant_id, id, app_id, purpose, identifier_type, recipient, locale, registration, password_hash, device_key_hash, user_id)
       SELECT $1, gen_random_uuid(), $2, 'registration', 'email', recipient, 'zh-TW', '{"displayName": "Wilhelmina First"}', 'hash', '\\x01', owner
         FROM (VALUES ('${SECOND_EMAIL}', NULL), ('${EMAIL}', $3::uuid)) AS asked (recipient, owner)`,
      scope,
    );
    await rows(
      `INSERT INTO otp_challenges (tenant_id, id, app_id, purpose, identifier_key, channel, recipient, locale, user_id, key_id, seed, expires_at)
       VALUES ($1, gen_random_uuid(), $2, 'login', '\\x01', 'sms', '${MOBILE}', 'zh-TW', NULL, 'k', '\\x01', now() + interval '5 minutes'),
              ($1, gen_random_uuid(), $2, 'login', '\\x02', 'sms', '${MOBILE}', 'zh-TW', $3, 'k', '\\x01', now() + interval '5 minutes')`,
      scope,
    );
    await rows(
      `INSERT INTO password_reset_requests (tenant_id, id, email, locale) VALUES ($1, gen_random_uuid(), '${EMAIL}', 'zh-TW')`,
      [api.tenantId],
    );
    await rows(INSERT_NOTICE, [...own, SECOND_EMAIL]);
    await aBookmark(api, userId);
    await deliverMessages(rows, { tenantId: api.tenantId, appId: api.appId }, [userId], aMessage());
    await rows('UPDATE notification_inbox_items SET read_at = now(), opened_at = now() WHERE user_id = $1', [userId]);
    await rows(
      `INSERT INTO notification_deliveries (tenant_id, app_id, message_id, user_id, route, status, settled_at,
                                            is_outside_inbox, read_at, opened_at)
       SELECT m.tenant_id, m.app_id, m.id, i.user_id, 'email', 'sent', now(), true, now(), now()
         FROM notification_inbox_items i JOIN notification_messages m ON m.publication_id = i.id WHERE i.user_id = $1`,
      [userId],
    );
    await rows(
      'INSERT INTO notification_inboxes (tenant_id, app_id, user_id, counted_through) VALUES ($1, $2, $3, $2)',
      scope,
    );
    await rows(
      `INSERT INTO user_totp (tenant_id, user_id, sealed_secret) VALUES ($1, $2, 'a sealed secret of Wilhelmina')`,
      [api.tenantId, userId],
    );
    await rows(
      `INSERT INTO webhook_answers (tenant_id, delivery_id, user_id, body) VALUES ($1, gen_random_uuid(), $2, 'Welcome, Wilhelmina')`,
      own,
    );
    await rows(`INSERT INTO recovery_codes (tenant_id, user_id, code_hash) VALUES ($1, $2, 'Wilhelmina')`, own);
    for (const statement of [
      'SELECT token AS secret FROM pictures',
      `SELECT password_hash AS secret FROM users WHERE id = '${userId}'`,
      `SELECT sealed_answer AS secret FROM refresh_tokens WHERE sealed_answer IS NOT NULL`,
      `SELECT encode(identifier_key, 'hex') AS secret FROM login_events WHERE user_id IS NULL AND host(ip) = '${EARLIER_ADDRESS}'`,
    ]) {
      for (const { secret } of await rows(statement)) secrets.push(String(secret));
    }
    for (const table of ['pictures', 'archives']) {
      for (const { key } of await rows(`SELECT storage_key AS key FROM ${table}`)) storageKeys.push(String(key));
    }
    expect([secrets.length, storageKeys.length]).toEqual([4, 2]);
  }

  it('begins with a person who has data in every personal column', () => {
    expect(columnsBefore.used.length).toBeGreaterThan(40);
    expect(columnsBefore.unused).toEqual([]);
    const found = findIn(before, [...NEEDLES, ...secrets]);
    for (const needle of [...NEEDLES, ...secrets].filter((needle) => needle !== DEVICE_KEY.replaceAll('-', ''))) {
      expect(found.some((place) => place.startsWith(needle))).toBe(true);
    }
    for (const table of ['users', 'login_identifiers', 'login_events', 'audit_logs', 'development_messages']) {
      expect(found.some((place) => place.endsWith(` in ${table}`))).toBe(true);
    }
    expect(filesBefore).toBe(2);
  });

  it('leaves no column that is marked as personal with anything of the person', () => {
    expect(columnsAfter.used).toEqual([]);
  });

  it('leaves nothing that identifies the person anywhere in the database', () => {
    // Counters of minutes and hours stay: they contain keyed hashes, and stop guessers.
    const counters = new Set(['login_throttles', 'otp_limits']);
    const contents = new Map([...after].filter(([table]) => !counters.has(table)));
    expect(findIn(contents, [...NEEDLES, ...secrets])).toEqual([]);
    // The messages that had the contents removed are deleted after a week.
    expect([...new Set(findIn(contents, storageKeys).map((place) => place.split(' in ')[1]))]).toEqual([
      'outbox_messages',
    ]);
    const inCounters = new Map([...after].filter(([table]) => counters.has(table)));
    expect(findIn(inCounters, NEEDLES)).toEqual([]);
  });

  it('removes the picture and the export from the storage', async () => {
    await eventually(() => Promise.resolve(storage.left() === 0));
    expect(storage.left()).toBe(0);
  });

  it('keeps what others need as a record, by ids', async () => {
    const counted = await rows(
      `SELECT (SELECT count(*)::int FROM sessions WHERE user_id = $1) AS sessions,
              (SELECT count(*)::int FROM login_events WHERE user_id = $1) AS sign_ins,
              (SELECT array_agg(DISTINCT type ORDER BY type) FROM security_events WHERE user_id = $1) AS events`,
      [userId],
    );
    expect(counted).toEqual([
      {
        sessions: 3,
        sign_ins: 4,
        events: expect.arrayContaining(['account_deletion_requested', 'step_up_verified']),
      },
    ]);
  });

  it('keeps the chains of the audit logs intact, in every tenant, with actors by id', async () => {
    const verified = { data: { ok: true, checked: expect.any(Number), first_broken_seq: null } };
    expect((await owner.post('audit/verify').expect(200)).body).toEqual(verified);
    expect((await tenant.owner.client.post('audit/verify').expect(200)).body).toEqual(verified);
    for (const client of [owner, tenant.owner.client]) {
      const { items } = (await client.get(`audit/logs?actor_id=${userId}`).expect(200)).body.data as {
        items: { actor: object; ip: string | null; user_agent: string | null }[];
      };
      expect(items.length).toBeGreaterThan(0);
      for (const { actor, ip, user_agent } of items) {
        expect({ actor, ip, user_agent }).toEqual({
          actor: { type: 'user', id: userId, display: '[erased]' },
          ip: null,
          user_agent: null,
        });
      }
    }
    const { items } = (await owner.get(`audit/logs?resource_id=${userId}`).expect(200)).body.data as {
      items: { action: string; ip: string | null; changes: object[] }[];
    };
    const invitation = items.find(({ action, ip }) => action === 'users.write' && ip !== null);
    expect(invitation?.changes).toContainEqual({ path: 'display_name', before: '[erased]', after: '[erased]' });
  });

  it('changes nothing of other users', () => {
    expect(bystanderBefore.length).toBeGreaterThan(8);
    const lines = linesAbout(after, bystander.userId);
    const isOutbox = (line: string) => line.startsWith('outbox_messages');
    expect(lines.filter((line) => !isOutbox(line))).toEqual(bystanderBefore.filter((line) => !isOutbox(line)));
  });

  it('frees the address, which only the cooldown of its codes ties to the previous user', async () => {
    await later(api, '61 seconds', ['otp_limits']);
    const { userId: successor } = await anAccount(api, { email: EMAIL });
    expect(successor).not.toBe(userId);
    const events = await rows(
      `SELECT DISTINCT user_id FROM login_events
        WHERE identifier_key = (SELECT identifier_key FROM login_events WHERE user_id = $1 LIMIT 1)`,
      [successor],
    );
    expect(events).toEqual([{ user_id: successor }]);
  });
});
