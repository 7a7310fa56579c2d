import { randomUUID } from 'node:crypto';
import { type AdminClient, asOwner, signInAdmin } from '../admin/support/admin';
import { NEW_APP } from '../admin/support/apps';
import { expectProblem } from '../http/support/problem';
import { anEmail, startTestApi, type TestApi } from '../support/api';
import { copyTemplate, queryAs, testPostgres, type TestDatabaseUrls } from '../support/database';
import { apiRequiring, startServerProcess } from '../support/server-process';

const ANSWER = 'UPDATE idempotency_keys SET answer';

/** What the process was about to do when it was killed, and whether the request has taken effect. */
const MOMENTS = [
  ['write the answer', ANSWER, 'before', false],
  ['commit both', ANSWER, 'after', false],
  ['answer', ANSWER, 'committed', true],
] as const;

describe('A process that is killed during a request with an Idempotency-Key', () => {
  let urls: TestDatabaseUrls;
  let api: TestApi;
  let owner: AdminClient;
  let token: string;

  beforeAll(async () => {
    urls = await copyTemplate();
    api = await startTestApi({}, urls);
    owner = await asOwner(api);
    token = (await signInAdmin(api)).access_token;
  });
  afterAll(async () => {
    await api.close();
    await urls.drop();
  });

  const rows = (statement: string, values: unknown[] = []) => queryAs(urls.superuserUrl, statement, values);
  const sendToDeath = async (statement: string, moment: string, path: string, key: string, body: object) => {
    const server = await startServerProcess(
      {
        NODE_ENV: 'test',
        DATABASE_URL: urls.applicationUrl,
        DATA_DIR: testPostgres().directory,
        RUN_MIGRATIONS: 'false',
        RUN_WORKER: 'false',
        DEADLY_STATEMENT: statement,
        DEADLY_MOMENT: moment,
      },
      apiRequiring('test/support/deadly-statement.cjs'),
    );
    const sent = fetch(`${server.url}/admin-api/v1/${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify(body),
    });
    await expect(sent).rejects.toThrow();
    await server.kill('SIGKILL');
  };
  const leaseEnds = () => rows('UPDATE idempotency_keys SET leased_until = now() WHERE answer IS NULL');

  it.each(MOMENTS)(
    'when it was about to %s, leaves one resource after the next try',
    async (_what, statement, moment, isDone) => {
      const [key, body] = [randomUUID(), { ...NEW_APP, name: `Shop ${randomUUID()}` }];
      await sendToDeath(statement, moment, 'apps', key, body);
      const found = () => rows('SELECT id FROM apps WHERE name = $1', [body.name]);
      expect(await found()).toHaveLength(isDone ? 1 : 0);
      const retry = () => owner.post('apps', body).set('Idempotency-Key', key);
      if (!isDone) expectProblem(await retry(), 409, 'REQUEST.IDEMPOTENCY_KEY.RUNNING');
      await leaseEnds();
      const answer = await retry().expect(201);
      expect(answer.headers['idempotent-replayed']).toBe(isDone ? 'true' : undefined);
      expect(await found()).toEqual([{ id: answer.body.data.id as string }]);
      const again = await retry().expect(201);
      expect([again.body, again.headers['idempotent-replayed']]).toEqual([answer.body, 'true']);
    },
    300_000,
  );

  it('invites its user once', async () => {
    const [key, email] = [randomUUID(), anEmail()];
    const body = { email, display_name: 'Lin' };
    await sendToDeath(ANSWER, 'after', 'users', key, body);
    await leaseEnds();
    const { body: answer } = await owner.post('users', body).set('Idempotency-Key', key).expect(201);
    expect(await rows('SELECT user_id FROM login_identifiers WHERE value = $1', [email])).toEqual([
      { user_id: answer.data.id as string },
    ]);
    expect(await rows(`SELECT FROM outbox_messages WHERE type = 'user.invited'`)).toHaveLength(1);
  }, 300_000);
});
