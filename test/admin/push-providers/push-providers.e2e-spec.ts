import { generateKeyPairSync } from 'node:crypto';
import { aMember, type Member, signIn } from '../../mobile/support/journey';
import { selfOf } from '../../mobile/support/self';
import { eventually, startTestApi, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { type GatewayRequest, type SignedGateway, startPushGateway } from '../../support/push/signed-gateway';
import { type AdminClient, anAdmin, asOwner } from '../support/admin';

const P8 = String(
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
);
const APNS = { key: P8, key_id: 'ABC123DEFG', team_id: 'DEF123GHIJ', topic: 'com.example.app', environment: 'sandbox' };
const MASKED = { ...APNS, key: '********' };

describe('Push providers of an App', () => {
  let api: TestApi;
  let owner: AdminClient;
  let gateway: SignedGateway<GatewayRequest>;
  let path: string;

  beforeAll(async () => {
    gateway = await startPushGateway();
    api = await startTestApi({ OUTGOING_ALLOWED_ADDRESSES: '127.0.0.1' });
    owner = await asOwner(api);
    path = `apps/${api.appId}/push-providers`;
  });
  afterAll(async () => {
    await api.close();
    await gateway.close();
  });
  beforeEach(() => queryAs(api.urls.superuserUrl, 'DELETE FROM notification_push_providers'));

  const put = (provider: string, body: object) => owner.put(`${path}/${provider}`, body);
  const rows = () =>
    queryAs<{ all: string }>(api.urls.superuserUrl, 'SELECT p::text AS all FROM notification_push_providers p');
  const lastRecord = async () => {
    const [record] = await queryAs<{ all: string; resource_id: string }>(
      api.urls.superuserUrl,
      'SELECT a::text AS all, resource_id FROM audit_logs a ORDER BY seq DESC LIMIT 1',
    );
    return record!;
  };
  const aMemberWith = async (provider: string): Promise<Member> => {
    const member = await aMember(api);
    const pair = await signIn(api, member);
    await selfOf(api, pair).put('devices/current/push', { provider, token: 'device-token', enabled: true }).expect(200);
    return member;
  };
  const idOf = async ({ email }: Member) => {
    const [row] = await queryAs<{ user_id: string }>(
      api.urls.superuserUrl,
      'SELECT user_id FROM login_identifiers WHERE value = $1',
      [email],
    );
    return row!.user_id;
  };

  it('are created and replaced, and never show or store a secret in clear', async () => {
    const { body } = await put('apns', { enabled: true, config: APNS }).expect(200);
    expect(body.data).toMatchObject({
      provider: 'apns',
      enabled: true,
      config: MASKED,
      lock_version: 1,
      paused_at: null,
      last_test: null,
    });
    const changed = { ...MASKED, environment: 'production' };
    const again = await put('apns', { enabled: false, config: changed, lock_version: 1 }).expect(200);
    expect(again.body.data).toMatchObject({ enabled: false, config: changed, lock_version: 2 });
    const list = await owner.get(path).expect(200);
    expect(list.body.data.items).toEqual([again.body.data]);
    const line = P8.split('\n')[1]!;
    expect((await rows())[0]!.all).not.toContain(line);
    const record = await lastRecord();
    expect(record.resource_id).toBe('apns');
    expect(record.all).toContain('production');
    expect(record.all).not.toContain(line);
  });

  it('keep the stored secret where its mask is sent, and record that another took its place', async () => {
    await put('webhook', { enabled: true, config: gateway.config }).expect(200);
    const sealed = async () =>
      (await queryAs<{ secrets: string }>(api.urls.superuserUrl, 'SELECT secrets FROM notification_push_providers'))[0]!
        .secrets;
    const before = await sealed();
    await put('webhook', { enabled: true, config: { ...gateway.config, secret: '********' } }).expect(200);
    expect((await lastRecord()).all).not.toContain('replaced_credentials');
    expect(await sealed()).not.toBe(before);
    const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    await put('webhook', { enabled: true, config: { ...gateway.config, secret } }).expect(200);
    expect((await lastRecord()).all).toContain('replaced_credentials');
    expect((await lastRecord()).all).not.toContain(secret);
  });

  it('are changed by one of several who read the same version', async () => {
    await put('log', { enabled: true, config: {} }).expect(200);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => put('log', { enabled: false, config: {}, lock_version: 1 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(409)]);
    expect(answers.find(({ status }) => status === 409)!.body.code).toBe('RESOURCE.VERSION_CONFLICT');
  });

  it('are created once by several at a time', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => put('log', { enabled: true, config: {} })));
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(await rows()).toHaveLength(1);
  });

  it.each([
    ['apns', { enabled: true, config: { ...APNS, key: 'no key' } }, ['config.key not_p8_key']],
    ['apns', { enabled: true, config: MASKED }, ['config.key required']],
    ['webhook', { enabled: true, config: { url: 'https://10.0.0.1/', secret: 'x' } }, ['config.url not_public']],
    ['webhook', { enabled: true, config: { url: 'ftp://example.com/', secret: 'x' } }, ['config.url not_https']],
    ['log', { enabled: 'yes', config: {} }, ['enabled not_boolean']],
    ['log', { enabled: true, config: [] }, ['config not_object']],
    ['log', { enabled: true }, ['config required']],
    ['log', { enabled: true, config: {}, provider: 'log' }, ['provider unknown_field']],
  ])('refuse for %s %j', async (provider, body, errors) => {
    const { body: answer } = await put(provider, body).expect(422);
    const fields = answer.errors as { field: string; code: string }[];
    expect(fields.map(({ field, code }) => `${field} ${code}`)).toEqual(errors);
  });

  it('have the names of the list, and no others', async () => {
    await put('gcm', { enabled: true, config: {} }).expect(404);
    await owner.delete(`${path}/gcm?lock_version=1`).expect(404);
    await put('log', { enabled: true, config: {}, lock_version: 3 }).expect(404);
  });

  it('begin again when they are saved', async () => {
    await put('apns', { enabled: true, config: APNS }).expect(200);
    const values = [api.tenantId, api.appId];
    await queryAs(
      api.urls.superuserUrl,
      `UPDATE notification_push_providers SET paused_at = now(), pause_reason = 'BadTopic', probe_at = now()`,
    );
    await queryAs(
      api.urls.superuserUrl,
      `INSERT INTO notification_push_results (tenant_id, app_id, provider, minute, results, refused_tokens)
       VALUES ($1, $2, 'apns', now(), 60, 60)`,
      values,
    );
    const { body } = await owner.get(path).expect(200);
    expect(body.data.items).toMatchObject([{ paused_at: expect.any(String), pause_reason: 'BadTopic' }]);
    const saved = await put('apns', { enabled: true, config: MASKED }).expect(200);
    expect(saved.body.data).toMatchObject({ paused_at: null, pause_reason: null });
    expect(await queryAs(api.urls.superuserUrl, 'SELECT FROM notification_push_results')).toEqual([]);
  });

  it('are removed with their credentials', async () => {
    await put('apns', { enabled: true, config: APNS }).expect(200);
    await owner.delete(`${path}/apns`).expect(422);
    await owner.delete(`${path}/apns?lock_version=7`).expect(409);
    await owner.delete(`${path}/apns?lock_version=1`).expect(200, { data: { success: true } });
    await owner.delete(`${path}/apns?lock_version=1`).expect(404);
    expect(await rows()).toEqual([]);
  });

  it('are gone with their App', async () => {
    await put('apns', { enabled: true, config: APNS }).expect(200);
    await queryAs(
      api.urls.superuserUrl,
      `INSERT INTO outbox_messages (tenant_id, id, app_id, type, data, lane)
       VALUES ($1, gen_random_uuid(), $2, 'app.deleted', '{}', 'default')`,
      [api.tenantId, api.appId],
    );
    await eventually(async () => (await rows()).length === 0);
  });

  it('are for those who may configure them', async () => {
    const { token } = await anAdmin(api, ['content_editor']);
    await api.http.get(`/admin-api/v1/${path}`).set('Authorization', `Bearer ${token}`).expect(403);
  });

  describe('send a test', () => {
    const test = (provider: string, userId: string) => owner.post(`${path}/${provider}/test`, { user_id: userId });
    const result = () =>
      eventually(async () => {
        const { body } = await owner.get(path);
        return (body.data.items as { last_test: object | null }[])[0]?.last_test;
      });

    it('to the devices of a member, whether they are enabled or not, and tell what became of it', async () => {
      await put('webhook', { enabled: false, config: gateway.config }).expect(200);
      const userId = await idOf(await aMemberWith('apns'));
      const { body } = await test('webhook', userId).expect(202);
      expect(body.data).toEqual({ accepted: true, devices: 1 });
      expect(await result()).toMatchObject({ sent: 1, failed: 0, reason: null });
      expect(gateway.received.at(-1)?.body.data.device).toMatchObject({ provider: 'apns', token: 'device-token' });
      const [message] = await queryAs<{ lane: string; data: object }>(
        api.urls.superuserUrl,
        `SELECT lane, data FROM outbox_messages WHERE type = 'notifications.push_test'`,
      );
      expect(message!.lane).toBe(`push:${api.appId}.webhook`);
      expect(JSON.stringify(message!.data)).not.toContain('device-token');
    });

    it('and tell why it failed', async () => {
      await put('webhook', { enabled: true, config: gateway.config }).expect(200);
      gateway.next.push({ status: 410, body: '' });
      await test('webhook', await idOf(await aMemberWith('apns'))).expect(202);
      expect(await result()).toMatchObject({ sent: 0, failed: 1, reason: 'status 410' });
    });

    it('to nobody else', async () => {
      await put('apns', { enabled: true, config: APNS }).expect(200);
      const userId = await idOf(await aMemberWith('fcm'));
      const refused = async (provider: string, id: string, status: number) => {
        const { body } = await test(provider, id).expect(status);
        return (body.errors as { code: string }[] | undefined)?.[0]?.code;
      };
      expect(await refused('apns', userId, 422)).toBe('no_push_device');
      expect(await refused('apns', '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be9ff', 422)).toBe('unknown_member');
      expect(await refused('apns', 'nobody', 422)).toBe('not_uuid');
      await refused('fcm', userId, 404);
    });
  });
});
