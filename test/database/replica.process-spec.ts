import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Replica } from '@libs/foundation';
import { asOwner, type AdminClient } from '../admin/support/admin';
import { anEmail, eventually, startTestApi, type TestApi } from '../support/api';
import { queryAs } from '../support/database';
import { type ReplicatedPostgres, startReplicatedPostgres } from '../support/replicated-postgres';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy';

const CHANNEL = 'appkernel:replica-read';

describe('A replica of the database', () => {
  let postgres: ReplicatedPostgres;
  let proxy: TcpProxy;
  let api: TestApi;
  let owner: AdminClient;
  let outcomes: string[] = [];
  const told = (message: unknown): void => void outcomes.push((message as { outcome: string }).outcome);

  beforeAll(async () => {
    subscribe(CHANNEL, told);
    postgres = await startReplicatedPostgres();
    const url = new URL(postgres.replica.applicationUrl);
    proxy = await startTcpProxy(Number(url.port));
    url.port = String(proxy.port);
    api = await startTestApi({ DATABASE_REPLICA_URL: url.href, DATABASE_QUERY_TIMEOUT_MS: '8000' }, postgres.primary);
    owner = await asOwner(api);
  });
  afterAll(async () => {
    unsubscribe(CHANNEL, told);
    await api?.close();
    await proxy?.close();
    await postgres?.stop();
  });

  /** What answers a question now; the outcome of each read that it took. */
  const asking = async <T>(ask: () => Promise<T>): Promise<{ answer: T; by: string[] }> => {
    outcomes = [];
    const answer = await ask();
    return { answer, by: outcomes };
  };
  const audit = () => owner.get('audit/logs').expect(200);
  const readByReplica = () => eventually(async () => (await asking(audit)).by.every((by) => by === 'replica'));
  const onReplica = (statement: string) => queryAs(postgres.replica.superuserUrl, statement);
  const createRole = (code: string) => owner.post('roles', { code, name: code, permissions: [] }).expect(201);
  const actionsOf = (answer: { body: { data: { items: { action: string; resource_id: string }[] } } }) =>
    answer.body.data.items.map(({ action, resource_id: id }) => `${action} ${id}`);

  it('answers large reads of administrators', async () => {
    await readByReplica();
    const [row] = await api.database.readRecent(api.tenantId, 'SELECT pg_is_in_recovery() AS is_replica');
    expect(row).toEqual({ is_replica: true });
    // Decisions are made on the primary.
    expect(await api.database.read(api.tenantId, 'SELECT pg_is_in_recovery() AS is_replica')).toEqual([
      { is_replica: false },
    ]);
    for (const path of ['users', 'dashboard/summary', `apps/${api.appId}/members`, 'security/login-events']) {
      const { by } = await asking(() => owner.get(path).expect(200));
      expect({ path, by: [...new Set(by)] }).toEqual({ path, by: ['replica'] });
    }
    const { by } = await asking(() => owner.get('audit/logs/export?format=ndjson').expect(200));
    expect([...new Set(by)]).toEqual(['replica']);
  });

  it('shows rows of the tenant alone', async () => {
    const other = '01900000-0000-7000-8000-000000000001';
    const statement = 'SELECT count(*)::integer AS rows FROM users';
    expect(await api.database.readRecent(other, statement)).toEqual([{ rows: 0 }]);
    const [own] = await api.database.readRecent<{ rows: number }>(api.tenantId, statement);
    expect(own?.rows).toBeGreaterThan(0);
  });

  it('is not read for what an administrator of the tenant has written and it lacks', async () => {
    await readByReplica();
    await onReplica('SELECT pg_wal_replay_pause()');
    await eventually(async () => {
      const [state] = await queryAs<{ state: string }>(
        postgres.replica.superuserUrl,
        'SELECT pg_get_wal_replay_pause_state() AS state',
      );
      return state?.state === 'paused';
    });
    await createRole('written-at-once');
    const { answer, by } = await asking(audit);
    expect(actionsOf(answer)).toContain('roles.write written-at-once');
    expect(by).not.toContain('replica');
    await onReplica('SELECT pg_wal_replay_resume()');
    await readByReplica();
    expect(actionsOf(await audit())).toContain('roles.write written-at-once');
  });

  it('is read while it lacks five seconds at most', async () => {
    await readByReplica();
    const count = 'SELECT count(*)::integer AS rows FROM users WHERE display_name = $1';
    const name = anEmail();
    await onReplica('SELECT pg_wal_replay_pause()');
    // Nobody's act is recorded here: only time tells.
    await queryAs(
      postgres.primary.superuserUrl,
      `INSERT INTO users (tenant_id, id, status, display_name)
       VALUES ('${api.tenantId}', gen_random_uuid(), 'active', '${name}')`,
    );
    const written = performance.now();
    const rows = () => api.database.readRecent<{ rows: number }>(api.tenantId, count, [name]);
    const before = await asking(rows);
    // That the machine was too slow for it to be read before is no failure.
    if (before.by[0] === 'replica') expect(before.answer).toEqual([{ rows: 0 }]);
    await eventually(async () => {
      const asked = performance.now();
      const [found] = await rows();
      if (found?.rows === 1) return true;
      expect(asked - written).toBeLessThan(5_000);
      return false;
    });
    const lag = api.get(Replica).lagMs;
    await onReplica('SELECT pg_wal_replay_resume()');
    expect(lag === null || lag > 1_000).toBe(true);
    await readByReplica();
    await eventually(() => Promise.resolve((api.get(Replica).lagMs ?? Infinity) < 2_500));
  });

  it('is replaced by the primary while it is away', async () => {
    await readByReplica();
    const { target } = proxy;
    proxy.target = null;
    proxy.cut();
    const { answer, by } = await asking(audit);
    expect(answer.status).toBe(200);
    expect(by).not.toContain('replica');
    proxy.target = target;
    await readByReplica();
    // One that does not answer costs what was asked of it before that was seen.
    proxy.freeze();
    for (let asked = 0; asked < 5; asked++) {
      const frozen = await asking(audit);
      expect(frozen.by).not.toContain('replica');
    }
    proxy.thaw();
    await readByReplica();
  });

  it('is not read by a role that sees all tenants', async () => {
    const url = new URL(postgres.replica.superuserUrl);
    const powerful = await startTestApi({ DATABASE_REPLICA_URL: url.href }, postgres.primary);
    try {
      const replica = powerful.get(Replica);
      const rows = () => powerful.database.readRecent(api.tenantId, 'SELECT pg_is_in_recovery() AS is_replica');
      for (let asked = 0; asked < 5; asked++) expect(await rows()).toEqual([{ is_replica: false }]);
      expect(replica.lagMs).toBeNull();
    } finally {
      await powerful.close();
    }
  });

  it('is not read once it was promoted', async () => {
    await readByReplica();
    await onReplica('SELECT pg_promote()');
    const [row] = await api.database.readRecent(
      api.tenantId,
      'SELECT pg_is_in_recovery() AS is_replica, inet_server_port() AS port',
    );
    expect(row).toEqual({ is_replica: false, port: Number(new URL(postgres.primary.superuserUrl).port) });
  });
});
