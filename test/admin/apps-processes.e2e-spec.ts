import pg from 'pg';
import supertest from 'supertest';
import { ANNOUNCED_WITHIN_MS, eventually, startTestApi, type TestApi } from '../support/api';
import { copyTemplate, queryAs, testPostgres, type TestDatabaseUrls } from '../support/database';
import { startServerProcess } from '../support/server-process';
import { asOwner, BOOTSTRAP, type AdminClient } from './support/admin';
import { aFile, aManagedApp, type AppAnswer } from './support/apps';

describe('What an administrator changes in one process', () => {
  let one: TestApi;
  let other: TestApi;
  let admin: AdminClient;
  let app: AppAnswer;

  beforeAll(async () => {
    one = await startTestApi();
    other = await startTestApi({}, one.urls);
    admin = await asOwner(one);
  });
  afterAll(async () => {
    await other.close();
    await one.close();
  });

  beforeEach(async () => {
    app = await aManagedApp(admin, { supported_locales: ['zh-CN', 'en-US'] });
    await everywhere(({ status }) => status === 200);
  });

  const read = (api: TestApi) =>
    api.http.get('/api/v1/public/config').set({ 'X-AppID': app.id, 'Accept-Language': 'en' });
  const everywhere = async (holds: (answer: supertest.Response) => boolean) => {
    for (const api of [one, other]) await eventually(async () => holds(await read(api)), ANNOUNCED_WITHIN_MS);
  };
  const patch = async (changes: object) => {
    const { body } = await admin.patch(`apps/${app.id}`, { ...changes, lock_version: app.lock_version }).expect(200);
    app = body.data as AppAnswer;
  };

  it('shows in the public configuration of every process within a second', async () => {
    const icon_file_id = await aFile(one);
    await patch({
      name: 'New name',
      description: 'New',
      icon_file_id,
      registration: { email_enabled: false },
      captcha: { type: 'click', scenes: { login: 'slide' } },
      feature_flags: { beta: 'b' },
      client_config: { theme: { dark: true } },
      upgrade: { maintenance: { active: true, message: { 'zh-CN': '维护', 'en-US': 'Soon' } } },
      support: { url: 'https://example.com' },
    });
    await everywhere(({ body }) => body.data.app.name === 'New name');
    for (const api of [one, other]) {
      expect((await read(api)).body.data).toMatchObject({
        app: { name: 'New name', description: 'New', icon_url: expect.stringContaining(icon_file_id) },
        registration: { email_enabled: false, mobile_enabled: true },
        captcha: { scenes: { login: 'slide', step_up: 'click' } },
        feature_flags: { beta: 'b' },
        client_config: { theme: { dark: true } },
        upgrade: { maintenance: { active: true, message: 'Soon', until: null } },
        support: { email: null, url: 'https://example.com', phone: null },
      });
    }
    await patch({ default_locale: 'en-US', supported_locales: ['en-US'] });
    await everywhere(({ body }) => body.data.locale.default === 'en-US');
  });

  it('publishes the onboarding there too', async () => {
    const text = { 'zh-CN': '欢迎', 'en-US': 'Welcome' };
    const slides = [
      { image_file_id: await aFile(one, { purpose: 'onboarding_image' }), title: text, description: text },
    ];
    const { body } = await admin
      .post(`apps/${app.id}/startup/onboarding/publish`, { expected_version: 0, enabled: true, slides })
      .expect(200);
    app = body.data as AppAnswer;
    await everywhere((answer) => answer.body.data.onboarding.version === 1);
    expect((await read(other)).body.data.onboarding).toMatchObject({ enabled: true, slides: [{ title: 'Welcome' }] });
  });

  it('shuts an App there too, and opens it', async () => {
    const { body: disabled } = await admin
      .post(`apps/${app.id}/disable`, { lock_version: app.lock_version })
      .expect(200);
    await everywhere(({ status, body }) => status === 400 && body.code === 'APP.HEADER.UNAVAILABLE');
    const { lock_version } = disabled.data as AppAnswer;
    await admin.post(`apps/${app.id}/enable`, { lock_version }).expect(200);
    await everywhere(({ status }) => status === 200);
    await admin.post(`apps/${app.id}/disable`, { lock_version: lock_version + 1 }).expect(200);
    await admin.delete(`apps/${app.id}`).expect(200);
    await everywhere(({ status, body }) => status === 400 && body.code === 'APP.HEADER.UNAVAILABLE');
  });
});

describe('A process that dies while it deletes a batch', () => {
  let urls: TestDatabaseUrls;

  beforeAll(async () => {
    urls = await copyTemplate();
  });
  afterAll(() => urls.drop());

  const startServer = async () => {
    const server = await startServerProcess({
      NODE_ENV: 'test',
      DATABASE_URL: urls.applicationUrl,
      RUN_MIGRATIONS: 'false',
      DATA_DIR: testPostgres().directory,
      PASSWORD_BCRYPT_COST: '4',
    });
    const http = supertest(server.url);
    const { body } = await http.post('/admin-api/v1/auth/login').send(BOOTSTRAP).expect(200);
    const bearer = `Bearer ${body.data.access_token as string}`;
    const post = (path: string, content: object) =>
      http.post(`/admin-api/v1/${path}`).set('Authorization', bearer).send(content);
    return { server, post };
  };
  const remaining = () =>
    queryAs<{ id: string }>(
      urls.superuserUrl,
      'SELECT id FROM apps WHERE NOT is_default AND deleted_at IS NULL ORDER BY id',
    );

  const deletionsTold = async (ids: string[]) => {
    const rows = await queryAs(
      urls.superuserUrl,
      `SELECT FROM outbox_messages WHERE type = 'app.deleted' AND app_id = ANY ($1)`,
      [ids],
    );
    return rows.length;
  };

  it.each([
    ['the first App', 'outbox_messages'],
    ['the last App', 'audit_heads'],
  ])(
    'after %s has deleted none of them',
    async (_moment, blocked) => {
      const first = await startServer();
      for (let count = 0; count < 40; count++) {
        await first.post('apps', { name: `App ${count}`, app_type: 'uni_app', default_locale: 'zh-CN' }).expect(201);
      }
      await queryAs(urls.superuserUrl, `UPDATE apps SET status = 'disabled' WHERE NOT is_default`);
      const ids = (await remaining()).map(({ id }) => id);
      expect(ids).toHaveLength(40);

      const locker = new pg.Client({ connectionString: urls.superuserUrl });
      await locker.connect();
      await locker.query(`BEGIN; LOCK TABLE ${blocked} IN SHARE MODE`);
      const batch = first.post('apps/batch-delete', { ids }).then(
        () => 'answered',
        () => 'broken',
      );
      await eventually(
        async () =>
          (
            await locker.query(
              `SELECT FROM pg_locks w
               JOIN pg_database d ON d.oid = w.database AND d.datname = current_database()
               JOIN pg_locks a ON a.pid = w.pid AND a.relation = 'apps'::regclass AND a.mode = 'RowExclusiveLock' AND a.granted
              WHERE NOT w.granted AND w.relation = $1::regclass`,
              [blocked],
            )
          ).rows.length > 0,
      );
      await first.server.kill('SIGKILL');
      await locker.query('ROLLBACK');
      await locker.end();
      expect(await batch).toBe('broken');
      await eventually(
        async () =>
          (
            await queryAs(
              urls.superuserUrl,
              `SELECT FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()`,
              [urls.name],
            )
          ).length === 0,
      );
      expect((await remaining()).map(({ id }) => id)).toEqual(ids);
      expect(await deletionsTold(ids)).toBe(0);

      const second = await startServer();
      await second.post('apps/batch-delete', { ids }).expect(200);
      expect(await remaining()).toEqual([]);
      expect(await deletionsTold(ids)).toBe(ids.length);
      await second.server.kill('SIGTERM');
    },
    120_000,
  );
});
