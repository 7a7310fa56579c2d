import {
  adminLogin,
  adminLogout,
  createAdminClient,
  createServiceClient,
  exportAuditLogs,
  getAdminContext,
  inviteAdminUser,
  items,
  listAdminFiles,
  listAdminUsers,
  submitNotification,
  updateAdminApp,
  uploadAdminFile,
  getAdminApp,
  isApiError,
  listAdminArticles,
  type UploadProgress,
} from '../../packages/sdk/src/admin';
import { anAdmin, BOOTSTRAP, suiteOwner } from '../admin/support/admin';
import { codeOf, enrol } from '../admin/support/second-factor';
import { aMember } from '../mobile/support/journey';
import { userIdOf } from '../mobile/support/captcha';
import { apiClients, SUBMIT } from '../service/support/clients';
import { anEmail } from '../support/api';
import { cornered } from '../support/images';
import { suiteApi } from '../support/suite';
import { type FaultyProxy, losing, startFaultyProxy } from './support/faults';
import { recording } from './support/sdk';

describe('The SDK for administrators', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);
  let proxy: FaultyProxy;

  beforeAll(async () => {
    proxy = await startFaultyProxy(api.url);
  });
  afterAll(() => proxy.close());

  const anOwner = async (options: Partial<Parameters<typeof createAdminClient>[0]> = {}) => {
    const client = createAdminClient({ baseUrl: api.url, ...options });
    await adminLogin(client, BOOTSTRAP);
    return client;
  };

  it('signs in and out', async () => {
    const client = await anOwner();
    const { user, tenant } = await getAdminContext(client);
    expect([user.display_name, tenant.code]).toEqual([expect.any(String), 'default']);
    await adminLogout(client);
    await expect(getAdminContext(client)).rejects.toMatchObject({ status: 401, code: 'IAM.TOKEN.MISSING' });
  });

  it('asks for the second factor, and again after a wrong code', async () => {
    const admin = await anAdmin(api, ['auditor']);
    const { secret } = await enrol(api, admin);
    const client = createAdminClient({ baseUrl: api.url });
    const asked: unknown[] = [];
    const { email, password } = admin;
    await adminLogin(client, {
      email,
      password,
      secondFactor: (methods, attempt) => {
        asked.push([attempt, ...methods]);
        return Promise.resolve(attempt === 1 ? '00000' + String((Number(codeOf(secret)[5]) + 1) % 10) : codeOf(secret));
      },
    });
    expect(asked).toEqual([
      [1, 'totp', 'recovery_code'],
      [2, 'totp', 'recovery_code'],
    ]);
    expect((await getAdminContext(client)).user.id).toBe(admin.userId);
    await expect(adminLogin(client, { email, password })).rejects.toThrow('second factor');
  });

  it('refreshes its tokens once for requests in parallel', async () => {
    const { transport, pathsOf } = recording();
    const client = await anOwner({ transport });
    const stale = await client.session.current();
    await Promise.all(Array.from({ length: 8 }, () => client.session.replace(stale!)));
    await Promise.all(Array.from({ length: 8 }, () => getAdminContext(client)));
    expect(pathsOf('POST').filter((path) => path.endsWith('/auth/refresh'))).toHaveLength(1);
    expect(await client.session.current()).not.toBe(stale);
  });

  it('walks through a list by its pages', async () => {
    const client = await anOwner();
    for (let count = 0; count < 5; count += 1) await anAdmin(api, ['auditor']);
    const ids: string[] = [];
    for await (const { id } of items(client, listAdminUsers, { query: { page_size: 2, role: 'auditor' } }))
      ids.push(id);
    expect(ids.length).toBeGreaterThanOrEqual(5);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('uploads a file with its fields before it, tells its progress, and reads an export', async () => {
    const client = await anOwner();
    const told: UploadProgress[] = [];
    const bytes = Uint8Array.from(await cornered('png', 300, 300));
    const uploaded = await uploadAdminFile(client, {
      body: { file: { bytes, name: 'icon.png', type: 'image/png' }, purpose: 'app_icon' },
      onProgress: (progress) => told.push(progress),
    });
    expect(uploaded).toMatchObject({ filename: 'icon.png', purpose: 'app_icon', size_bytes: bytes.byteLength });
    expect(told.at(-1)!.sent).toBe(told.at(-1)!.total);
    const found = await listAdminFiles(client, { query: { ids: [uploaded.id] } });
    expect(found.items.map(({ id }) => id)).toEqual([uploaded.id]);
    const log = await exportAuditLogs(client, { query: { format: 'ndjson' } });
    expect(log.contentType).toContain('application/x-ndjson');
    expect(await log.text()).toContain('files.write');
  });

  it('creates once what it sent twice, for its answer was lost', async () => {
    const client = await anOwner({ baseUrl: proxy.url });
    const email = anEmail();
    proxy.next(losing);
    const user = await inviteAdminUser(client, { body: { email, display_name: 'Lin', roles: ['auditor'] } });
    const posts = proxy.seen.filter(({ line }) => line.startsWith('POST'));
    expect(posts).toHaveLength(2);
    expect(new Set(posts.map(({ key }) => key)).size).toBe(1);
    const { items: found } = await listAdminUsers(client, { query: { q: email } });
    expect(found.map(({ id }) => id)).toEqual([user.id]);
  });

  it('tells the present version where another was changed', async () => {
    const client = await anOwner();
    const { lock_version, description } = await getAdminApp(client, { path: { app_id: api.appId } });
    const change = () =>
      updateAdminApp(client, { path: { app_id: api.appId }, body: { description: `${description}.`, lock_version } });
    await change();
    const refusal = await change().catch((error: unknown) => error);
    if (!isApiError(refusal, 'RESOURCE.VERSION_CONFLICT')) throw refusal;
    expect(refusal.problem.current_lock_version).toBe(lock_version + 1);
  });

  it('acts as an API client, with one token for all that it asks at once', async () => {
    const { client_id: clientId, client_secret: clientSecret } = await apiClients(owner).create({
      scopes: [SUBMIT, 'articles.read'],
    });
    const { transport, pathsOf } = recording();
    const client = createServiceClient({ baseUrl: api.url, clientId, clientSecret, transport });
    const member = await aMember(api);
    const body = {
      app_id: api.appId,
      user_ids: [await userIdOf(api, member.email)],
      message_type: 'private',
      title: { 'zh-CN': '已发货', 'en-US': 'Shipped' },
      body: { 'zh-CN': '在路上', 'en-US': 'On its way' },
    } as const;
    const [first, second] = await Promise.all([
      submitNotification(client, { body, idempotencyKey: 'order-1' }),
      listAdminArticles(client, { path: { app_id: api.appId } }),
    ]);
    expect((await submitNotification(client, { body, idempotencyKey: 'order-1' })).id).toBe(first.id);
    expect(second.items).toEqual([]);
    expect(pathsOf('POST').filter((path) => path.endsWith('/oauth/token'))).toHaveLength(1);
    const denied = await listAdminFiles(client).catch((error: unknown) => error);
    if (!isApiError(denied, 'IAM.SCOPE.DENIED')) throw denied;
    expect(denied.problem.required_scope).toBe('files.read');
    const wrong = createServiceClient({ baseUrl: api.url, clientId, clientSecret: `${clientSecret}x` });
    await expect(submitNotification(wrong, { body })).rejects.toMatchObject({
      status: 401,
      code: 'CLIENT.CREDENTIALS_REFUSED',
    });
  });

  it('has another token where the one of an API client was refused', async () => {
    const { client_id: clientId, client_secret: clientSecret } = await apiClients(owner).create({
      scopes: ['articles.read'],
    });
    const { transport, requests, pathsOf } = recording();
    const client = createServiceClient({ baseUrl: api.url, clientId, clientSecret, transport });
    const ask = () => listAdminArticles(client, { path: { app_id: api.appId } });
    await ask();
    const token = requests.at(-1)!.headers['Authorization']!.slice('Bearer '.length);
    const form = { token, client_id: clientId, client_secret: clientSecret };
    await api.http.post('/api/v1/oauth/revoke').type('form').send(form).expect(200);
    await Promise.all([ask(), ask()]);
    expect(pathsOf('POST')).toHaveLength(2);
  });
});
