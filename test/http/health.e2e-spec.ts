import { VERSION } from '@libs/foundation';
import { Readiness } from '../../apps/api/src/health/readiness';
import { eventually, startTestApi, type TestApi } from '../support/api';
import { queryAs, testPostgres } from '../support/database';
import { expectProblem } from './support/problem';

const LIVE = '/internal/v1/health/live';
const READY = '/internal/v1/health/ready';

describe('Health', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startTestApi();
  });

  afterAll(() => api.close());

  it.each([LIVE, READY])('%s answers 200 with HealthResponse: status, version and uptime_seconds', async (path) => {
    const { body, headers } = await api.http.get(path).expect(200);
    expect(body).toEqual({ data: { status: 'ok', version: VERSION, uptime_seconds: expect.any(Number) } });
    expect(Number.isInteger(body.data.uptime_seconds)).toBe(true);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': expect.any(String),
    });
  });

  it('/ready answers 503 while the database is away, and 200 once it is back; /live does not care', async () => {
    const server = testPostgres().superuserUrl;
    await queryAs(server, `ALTER DATABASE ${api.urls.name} ALLOW_CONNECTIONS false`);
    try {
      await queryAs(server, 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
        api.urls.name,
      ]);
      await eventually(async () => (await api.http.get(READY)).status === 503);
      expectProblem(await api.http.get(READY), 503, 'DEPENDENCY.UNAVAILABLE', ['failing_checks']);
      await api.http.get(LIVE).expect(200);
    } finally {
      await queryAs(server, `ALTER DATABASE ${api.urls.name} ALLOW_CONNECTIONS true`);
    }
    await eventually(async () => (await api.http.get(READY)).status === 200);
  });

  it('/ready answers 503 migrations before they are applied', async () => {
    const other = await startTestApi();
    try {
      await queryAs(
        other.urls.superuserUrl,
        'DELETE FROM schema_migrations WHERE id = (SELECT max(id) FROM schema_migrations)',
      );
      const answer = await other.http.get(READY);
      expectProblem(answer, 503, 'DEPENDENCY.UNAVAILABLE', ['failing_checks']);
      expect(answer.body).toMatchObject({ failing_checks: ['migrations'] });
    } finally {
      await other.close();
    }
  });

  it('/ready answers 503 from the moment that the shutdown starts, while the rest is served on', async () => {
    const other = await startTestApi();
    try {
      other.get(Readiness).startShutdown();
      const answer = await other.http.get(READY);
      expectProblem(answer, 503, 'DEPENDENCY.UNAVAILABLE', ['failing_checks']);
      expect(answer.body).toMatchObject({ failing_checks: ['shutting_down'] });
      const served = await other.http.get('/api/v1/public/config').set('X-AppID', other.appId).expect(200);
      expect(served.headers['connection']).toBe('close');
      await other.http.get(LIVE).expect(200);
    } finally {
      await other.close();
    }
  });

  it('is for everyone: no header is asked for, and none is looked at', async () => {
    const headers = {
      'X-AppID': 'shop',
      'X-AK-Device-Key': 'my-phone',
      Authorization: 'Bearer x',
      'Accept-Language': ';;',
      'X-Request-ID': '<>',
    };
    await api.http.get(LIVE).set(headers).expect(200);
    await api.http.get(READY).set(headers).expect(200);
  });
});

describe('With a Redis that is away', () => {
  it('/ready is 200 and says what is degraded', async () => {
    const api = await startTestApi({ REDIS_URL: 'redis://127.0.0.1:1', RUN_WORKER: 'false' });
    try {
      const { body } = await api.http.get(READY).expect(200);
      expect(body).toEqual({
        data: { status: 'ok', version: VERSION, uptime_seconds: expect.any(Number), degraded: ['redis'] },
      });
    } finally {
      await api.close();
    }
  });
});
