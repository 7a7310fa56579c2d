import pg from 'pg';
import supertest from 'supertest';
import { ANNOUNCED_WITHIN_MS, eventually, startTestApi, type TestApi } from '../../support/api';
import { queryAs, testPostgres } from '../../support/database';
import { startServerProcess } from '../../support/server-process';
import { suiteApi } from '../../support/suite';
import { asOwner, signInAdmin, type AdminClient } from '../support/admin';
import { aFile, aManagedApp, anotherTenant, type AppAnswer } from '../support/apps';

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

const BATCH = 6;

const HOLD = `
  CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql SET lock_timeout = 0 AS
    'BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NEW; END'`;
/** Keeps what is done to such rows waiting for as long as somebody has the lock: longer than the product waits for one. */
const holdAt = (what: string, condition: string) =>
  `CREATE TRIGGER hold BEFORE ${what} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION hold()`;
const HELD = `
  SELECT l.pid FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
   WHERE NOT l.granted AND l.locktype = 'advisory'`;

/** Apps of a tenant. */
interface Batch {
  readonly ids: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}

describe('A process that dies while it deletes batches', () => {
  const api = suiteApi({ RUN_WORKER: 'false' });
  /** The last one of another tenant: of one tenant, only one is recorded at a time. */
  let batches: readonly [Batch, Batch, Batch];

  beforeAll(async () => {
    batches = [await aBatch({}), await aBatch({}), await aBatch({ 'X-Tenant-ID': await anotherTenant(api) })];
    await query(`UPDATE apps SET status = 'disabled' WHERE NOT is_default`);
    await killAmidst();
  }, 300_000);

  const query = (statement: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, statement, values);
  const idsOf = async (statement: string, values: unknown[]) =>
    (await query(statement, values)).map(({ id }) => String(id));
  const remaining = ({ ids }: Batch) =>
    idsOf('SELECT id FROM apps WHERE id = ANY ($1) AND deleted_at IS NULL ORDER BY id', [ids]);
  const deletionsTold = ({ ids }: Batch) =>
    idsOf(`SELECT app_id AS id FROM outbox_messages WHERE type = 'app.deleted' AND app_id = ANY ($1) ORDER BY id`, [
      ids,
    ]);

  const aBatch = async (headers: Batch['headers']): Promise<Batch> => {
    const admin = await asOwner(api, headers);
    const ids: string[] = [];
    for (let count = 0; count < BATCH; count++) {
      const app = { name: `App ${count}`, app_type: 'uni_app', default_locale: 'zh-CN' };
      const { body } = await admin.post('apps', app).expect(201);
      ids.push((body.data as AppAnswer).id);
    }
    return { ids: ids.sort(), headers };
  };

  /** The process is held amidst each of the batches when it dies. */
  const killAmidst = async () => {
    const [first, , told] = batches;
    const server = await startServerProcess({
      NODE_ENV: 'test',
      DATABASE_URL: api.urls.applicationUrl,
      RUN_MIGRATIONS: 'false',
      RUN_WORKER: 'false',
      DATA_DIR: testPostgres().directory,
    });
    const { access_token: token } = await signInAdmin(api);
    await query(HOLD);
    await query(holdAt('UPDATE ON apps', `NEW.id = '${first.ids[1]}'`));
    await query(holdAt('UPDATE ON audit_heads', `NEW.tenant_id = '${api.tenantId}'`));
    await query(holdAt('INSERT ON outbox_messages', `NEW.app_id = '${told.ids[0]}'`));
    const locker = new pg.Client({ connectionString: api.urls.superuserUrl });
    await locker.connect();
    try {
      await locker.query('SELECT pg_advisory_lock(1)');
      const remove = ({ ids, headers }: Batch) =>
        supertest(server.url)
          .post('/admin-api/v1/apps/batch-delete')
          .set({ ...headers, Authorization: `Bearer ${token}` })
          .send({ ids })
          .then(
            () => 'answered',
            () => 'broken',
          );
      const deletions = batches.map(remove);
      const { rows: held } = await eventually(async () => {
        const found = await locker.query<{ pid: number }>(HELD);
        return found.rows.length === batches.length && found;
      }, 120_000);
      await server.kill('SIGKILL');
      await locker.query('SELECT pg_advisory_unlock(1)');
      expect(await Promise.all(deletions)).toEqual(batches.map(() => 'broken'));
      const pids = held.map(({ pid }) => pid);
      await eventually(async () => {
        const left = await query('SELECT FROM pg_stat_activity WHERE pid = ANY ($1)', [pids]);
        return left.length === 0;
      });
    } finally {
      await server.kill('SIGKILL');
      await locker.end();
    }
  };

  it.each([
    ['after the first App', 0],
    ['after the last App', 1],
    ['when all is recorded and about to be told', 2],
  ] as const)('%s has deleted none of them', async (_moment, index) => {
    const batch = batches[index];
    expect(batch.ids).toHaveLength(BATCH);
    expect(await remaining(batch)).toEqual(batch.ids);
    expect(await deletionsTold(batch)).toEqual([]);

    const admin = await asOwner(api, batch.headers);
    await admin.post('apps/batch-delete', { ids: batch.ids }).expect(200);
    expect(await remaining(batch)).toEqual([]);
    expect(await deletionsTold(batch)).toEqual(batch.ids);
  });
});
