import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { MetricsServer } from '@libs/foundation';
import { aDeviceKey, anEmail, eventually, startTestApi } from '../support/api';
import { queryAs } from '../support/database';
import { suiteApi } from '../support/suite';

/** Seconds since 1970. */
const CREATED = 1_760_000_000;

function signingKeys(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return JSON.stringify({ keys: [{ ...privateKey.export({ format: 'jwk' }), iat: CREATED }] });
}

describe('Metrics', () => {
  const api = suiteApi({
    METRICS_ENABLED: 'true',
    METRICS_PORT: '0',
    HOST: '127.0.0.1',
    RUN_WORKER: 'true',
    JWT_PRIVATE_KEYS: signingKeys(),
    SECRET_KEYS: `k20260131abcdef:${randomBytes(32).toString('base64')}`,
  });
  let address: string;

  beforeAll(() => {
    address = `http://127.0.0.1:${api.get(MetricsServer).port}/metrics`;
  });

  /** The values of a series by their labels, as written. */
  const seriesOf = async (name: string): Promise<Record<string, number>> => {
    const text = await (await fetch(address)).text();
    const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
    return Object.fromEntries(
      lines.map((line) => [line.slice(name.length, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
    );
  };

  const REQUESTS = 'http_server_request_duration_seconds_count';
  const labels = (method: string, route: string, status: number) =>
    `{http_request_method="${method}",http_route="${route}",http_response_status_code="${status}"}`;

  it('count requests by the pattern of their route and by status, those answered from memory included', async () => {
    const before = await seriesOf(REQUESTS);
    for (let count = 0; count < 3; count++) {
      await api.http.get('/api/v1/public/config').set('X-AppID', api.appId).expect(200);
    }
    await api.http.get('/api/v1/public/pages/no-such-page?q=secret').set('X-AppID', api.appId).expect(404);
    await api.http.get('/no/such/route/at-all').expect(404);
    const added = async (of: string) => ((await seriesOf(REQUESTS))[of] ?? 0) - (before[of] ?? 0);
    await eventually(async () => (await added(labels('GET', '', 404))) > 0);
    expect(await added(labels('GET', '', 404))).toBe(1);
    expect(await added(labels('GET', '/api/v1/public/config', 200))).toBe(3);
    expect(await added(labels('GET', '/api/v1/public/pages/:slug', 404))).toBe(1);
  });

  it('count what is handled in the background, by queue, type and outcome, and tell nothing of persons', async () => {
    const email = anEmail();
    await api.http
      .post('/api/v1/auth/password/forgot')
      .set({ 'X-AppID': api.appId, 'X-AK-Device-Key': aDeviceKey() })
      .send({ email })
      .expect(202);
    await eventually(async () => {
      const series = Object.keys(await seriesOf('appkernel_outbox_handling_duration_seconds_count'));
      return series.some((of) => /^\{queue="codes\.requests",type="[a-z_.]+",outcome="completed"\}$/.test(of));
    });
    const text = await (await fetch(address)).text();
    expect(text).not.toContain(email);
    expect(text).not.toContain(api.tenantId);
  });

  it('tell the state of the process: connections, change feed, event loop and memory', async () => {
    const connections = await seriesOf('appkernel_database_connections');
    expect(Object.keys(connections).sort()).toEqual(['{state="idle"}', '{state="used"}', '{state="waiting"}']);
    await eventually(async () => (await seriesOf('appkernel_change_feed_live'))[''] === 1);
    expect((await seriesOf('nodejs_eventloop_lag_seconds'))['']).toBeGreaterThanOrEqual(0);
    expect((await seriesOf('process_resident_memory_bytes'))['']).toBeGreaterThan(1_000_000);
  });

  it('tell of each sweep whether it is in trouble, and when keys were made', async () => {
    const sweeps = async () => seriesOf('appkernel_sweep_troubled');
    await eventually(async () => (await sweeps())['{sweep="outbox.completed_messages"}'] === 0);
    await eventually(async () => {
      // Again each time, as a run that ends meanwhile succeeds.
      const fail = `UPDATE sweeps SET last_error = 'no', next_run_at = now() + interval '1 day'`;
      await queryAs(api.urls.superuserUrl, fail);
      return (await sweeps())['{sweep="outbox.completed_messages"}'] === 1;
    });
    expect(await seriesOf('appkernel_key_created_timestamp_seconds')).toEqual({
      '{kind="signing"}': CREATED,
      '{kind="secrets"}': Date.UTC(2026, 0, 31) / 1_000,
    });
  });

  it('are served on their own port alone, and nothing else is served there', async () => {
    await api.http.get('/metrics').expect(404);
    const { origin } = new URL(address);
    expect((await fetch(`${origin}/`)).status).toBe(404);
    expect((await fetch(address, { method: 'POST' })).status).toBe(404);
  });

  it('are not served where they are not switched on', async () => {
    const plain = await startTestApi({}, api.urls);
    try {
      expect(plain.get(MetricsServer).port).toBeNull();
    } finally {
      await plain.close();
    }
  });
});
