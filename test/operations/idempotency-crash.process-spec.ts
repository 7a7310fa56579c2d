import { randomUUID } from 'node:crypto';
import { type AdminClient, asOwner, signInAdmin } from '../admin/support/admin';
import { NEW_APP } from '../admin/support/apps';
import { expectProblem } from '../http/support/problem';
import { anEmail, eventually, startTestApi, type TestApi } from '../support/api';
import { copyTemplate, queryAs, testPostgres, type TestDatabaseUrls } from '../support/database';
import { apiWith, startServerProcess } from '../support/server-process';

/** What the process was about to do when it was killed, and whether the request has taken effect. */
const MOMENTS = [
  ['write the answer', 'before', false],
  ['commit both', 'after', false],
  ['answer', 'committed', true],
] as const;

/** A request, and the claim of its key. */
interface Sent {
  readonly key: string;
  readonly body: { readonly name?: string; readonly email?: string };
  readonly claim: unknown;
}

describe('A process that is killed during a request with an Idempotency-Key', () => {
  let urls: TestDatabaseUrls;
  let api: TestApi;
  let owner: AdminClient;
  const apps = new Map<string, Sent>();
  let invitation: Sent;

  beforeAll(async () => {
    urls = await copyTemplate();
    api = await startTestApi({}, urls);
    owner = await asOwner(api);
    await sendAllToDeath();
  }, 300_000);
  afterAll(async () => {
    await api.close();
    await urls.drop();
  });

  const rows = (statement: string, values: unknown[] = []) => queryAs(urls.superuserUrl, statement, values);

  /** One request for each moment, and the invitation: each is held where it is until all are, then the process dies. */
  const sendAllToDeath = async () => {
    const moments = [...MOMENTS.map(([, moment]) => moment), 'after'];
    const server = await startServerProcess(
      {
        NODE_ENV: 'test',
        DATABASE_URL: urls.applicationUrl,
        DATA_DIR: testPostgres().directory,
        RUN_MIGRATIONS: 'false',
        RUN_WORKER: 'false',
        DEADLY_STATEMENT: 'UPDATE idempotency_keys SET answer',
        DEADLY_MOMENTS: moments.join(),
      },
      apiWith('test/support/deadly-statement.cjs'),
    );
    const { access_token: token } = await signInAdmin(api);
    const hungUp: Promise<void>[] = [];
    const send = async (path: string, body: Sent['body']): Promise<Sent> => {
      const key = randomUUID();
      const sent = fetch(`${server.url}/admin-api/v1/${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': key },
        body: JSON.stringify(body),
      });
      hungUp.push(expect(sent).rejects.toThrow());
      const held = hungUp.length;
      const areHeld = () => server.log.filter((line) => line.startsWith('held ')).length === held;
      await eventually(() => Promise.resolve(areHeld() || server.child.signalCode));
      const [claimed] = await rows('SELECT id FROM idempotency_keys ORDER BY leased_until DESC LIMIT 1');
      return { key, body, claim: claimed?.['id'] };
    };
    for (const [, moment] of MOMENTS) {
      apps.set(moment, await send('apps', { ...NEW_APP, name: `Shop ${randomUUID()}` }));
    }
    invitation = await send('users', { email: anEmail(), display_name: 'Lin' } as Sent['body']);
    expect(await server.kill('SIGKILL')).toBeNull();
    await Promise.all(hungUp);
  };
  const leaseEnds = ({ claim }: Sent) =>
    rows('UPDATE idempotency_keys SET leased_until = now() WHERE id = $1 AND answer IS NULL', [claim]);

  it.each(MOMENTS)(
    'when it was about to %s, leaves one resource after the next try',
    async (_what, moment, isDone) => {
      const sent = apps.get(moment)!;
      const { key, body } = sent;
      const found = () => rows('SELECT id FROM apps WHERE name = $1', [body.name]);
      expect(await found()).toHaveLength(isDone ? 1 : 0);
      const retry = () => owner.post('apps', body).set('Idempotency-Key', key);
      if (!isDone) expectProblem(await retry(), 409, 'REQUEST.IDEMPOTENCY_KEY.RUNNING');
      await leaseEnds(sent);
      const answer = await retry().expect(201);
      expect(answer.headers['idempotent-replayed']).toBe(isDone ? 'true' : undefined);
      expect(await found()).toEqual([{ id: answer.body.data.id as string }]);
      const again = await retry().expect(201);
      expect([again.body, again.headers['idempotent-replayed']]).toEqual([answer.body, 'true']);
    },
    300_000,
  );

  it('invites its user once', async () => {
    const { key, body } = invitation;
    await leaseEnds(invitation);
    const { body: answer } = await owner.post('users', body).set('Idempotency-Key', key).expect(201);
    expect(await rows('SELECT user_id FROM login_identifiers WHERE value = $1', [body.email])).toEqual([
      { user_id: answer.data.id as string },
    ]);
    expect(await rows(`SELECT FROM outbox_messages WHERE type = 'user.invited'`)).toHaveLength(1);
  }, 300_000);
});
