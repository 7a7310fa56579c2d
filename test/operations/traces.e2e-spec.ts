import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Redis } from 'ioredis';
import { anEmail, aDeviceKey, eventually, PASSWORD, startTestApi, type TestApi } from '../support/api';
import { startHangingServer } from '../support/hanging-server';
import { describeWithRedis, startTestRedis, type TestRedis } from '../support/redis';

interface Span {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status?: { readonly code?: number };
}

/** A collector of OTLP over HTTP, in JSON. */
class Collector {
  readonly headers: NodeJS.Dict<string | string[]>[] = [];
  readonly bodies: string[] = [];
  private readonly server: Server = createServer((request, response) => {
    this.headers.push({ ...request.headers, path: request.url });
    void text(request).then((body) => {
      this.bodies.push(body);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get spans(): Span[] {
    return this.bodies.flatMap((body) => {
      const { resourceSpans } = JSON.parse(body) as {
        resourceSpans: { scopeSpans: { spans: (Omit<Span, 'attributes'> & { attributes: Attribute[] })[] }[] }[];
      };
      return resourceSpans
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map((span) => ({ ...span, attributes: valuesOf(span.attributes) }));
    });
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

function valuesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const SERVER = 2;
const ERROR = 2;

describe('Traces', () => {
  const collector = new Collector();
  let api: TestApi;
  let email: string;

  beforeAll(async () => {
    const endpoint = await collector.start();
    api = await startTestApi({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20of-the-collector, X-Scope=test',
      RUN_WORKER: 'true',
    });
    email = anEmail();
    const headers = { 'X-AppID': api.appId, 'X-AK-Device-Key': aDeviceKey() };
    await api.http
      .post('/api/v1/auth/login/password')
      .set({ ...headers, traceparent: `00-${TRACE}-${PARENT}-00`, 'X-Request-ID': 'a-sign-in' })
      .send({ email, password: PASSWORD })
      .expect(401);
    await api.http.post('/api/v1/auth/password/forgot').set(headers).send({ email }).expect(202);
    await api.http.get('/api/v1/public/pages/none?secret=of-the-query').set('X-AppID', api.appId).expect(404);
    await eventually(async () => {
      const { rows } = await api.database.runAsSystem(async () => ({
        rows: await api.database.query('SELECT FROM outbox_messages WHERE completed_at IS NULL AND dead_at IS NULL'),
      }));
      return rows.length === 0;
    });
    // What was recorded leaves with the end of the process at the latest.
    await api.close();
  });

  afterAll(() => collector.stop());

  it('have a span for each request: the client’s trace, the route, the outcome and the ids of the log', () => {
    const found = collector.spans.filter(({ kind, traceId }) => kind === SERVER && traceId === TRACE);
    expect(found).toEqual([
      expect.objectContaining({
        name: 'POST /api/v1/auth/login/password',
        parentSpanId: PARENT,
        attributes: {
          'http.request.method': 'POST',
          'http.route': '/api/v1/auth/login/password',
          'http.response.status_code': 401,
          'appkernel.request_id': 'a-sign-in',
          'appkernel.tenant_id': api.tenantId,
          'appkernel.app_id': api.appId,
        },
      }),
    ]);
    expect(found[0]?.status?.code ?? 0).not.toBe(ERROR);
  });

  it('have a span for each statement in that of its request, with placeholders for the values', () => {
    const [request] = collector.spans.filter(({ kind, traceId }) => kind === SERVER && traceId === TRACE);
    const statements = collector.spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    expect(statements.length).toBeGreaterThan(2);
    for (const { traceId, attributes } of statements) {
      expect(traceId).toBe(TRACE);
      expect(attributes).toMatchObject({ 'db.system.name': 'postgresql', 'db.operation.name': expect.any(String) });
    }
    expect(statements.map(({ attributes }) => String(attributes['db.query.text'])).join()).toContain(
      'login_identifiers',
    );
  });

  it('have a span for each message that is handled in the background, with its statements', () => {
    const messages = collector.spans.filter(({ name }) => name.startsWith('process '));
    expect(messages.length).toBeGreaterThan(0);
    for (const { attributes } of messages) {
      expect(attributes).toMatchObject({
        'messaging.destination.name': expect.any(String),
        'appkernel.tenant_id': api.tenantId,
        'appkernel.outcome': 'completed',
      });
    }
    const ids = new Set(messages.map(({ spanId }) => spanId));
    expect(collector.spans.some(({ parentSpanId }) => parentSpanId !== undefined && ids.has(parentSpanId))).toBe(true);
  });

  it('link each message, and what follows from it, to the span that caused it, without becoming part of its trace', () => {
    const { spans } = collector;
    const request = spans.find(({ name }) => name === 'POST /api/v1/auth/password/forgot');
    // Those of the seed, of which no trace was sent, have none.
    const messages = spans.filter(({ name, links = [] }) => name.startsWith('process ') && links.length > 0);
    for (const { links, traceId } of messages) {
      expect(links).toHaveLength(1);
      const cause = spans.find(({ spanId }) => spanId === links?.[0]?.spanId);
      expect(cause).toMatchObject({ traceId: links?.[0]?.traceId });
      expect(traceId).not.toBe(cause?.traceId);
    }
    expect(messages.map(({ links }) => links?.[0]?.spanId)).toContain(request?.spanId);
  });

  it('carry no query of a URL, no address and no value', () => {
    const all = collector.bodies.join();
    expect(all).toContain('/api/v1/public/pages/:slug');
    for (const secret of ['of-the-query', email, PASSWORD, '127.0.0.1']) expect(all).not.toContain(secret);
  });

  it('write nothing into messages of requests that are not recorded', async () => {
    const rare = await startTestApi({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      OTEL_TRACES_SAMPLER_ARG: '0.000001',
    });
    try {
      const headers = { 'X-AppID': rare.appId, 'X-AK-Device-Key': aDeviceKey() };
      await rare.http.post('/api/v1/auth/password/forgot').set(headers).send({ email: anEmail() }).expect(202);
      const messages = await rare.database.readAsSystem(
        `SELECT traceparent FROM outbox_messages WHERE lane = 'codes.requests'`,
      );
      expect(messages).toEqual([{ traceparent: null }]);
    } finally {
      await rare.close();
    }
  });

  it('reach the collector with the headers that it is to get', () => {
    expect(collector.headers[0]).toMatchObject({
      path: '/v1/traces',
      authorization: 'Bearer of-the-collector',
      'x-scope': 'test',
    });
  });

  it('hold nothing up where the collector is away', async () => {
    const away = await startTestApi({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    try {
      await away.http.get('/api/v1/public/config').set('X-AppID', away.appId).expect(200);
    } finally {
      await away.close();
    }
  });

  it('are recorded as often as configured, whatever trace a client names', async () => {
    const sampling = new Collector();
    const rare = await startTestApi({
      OTEL_EXPORTER_OTLP_ENDPOINT: await sampling.start(),
      OTEL_TRACES_SAMPLER_ARG: '0.000001',
    });
    try {
      // Among the first of those that a share of the ids would choose.
      const traceparent = `00-${'1'.padStart(32, '0')}-${PARENT}-01`;
      await rare.http.get('/api/v1/public/config').set({ 'X-AppID': rare.appId, traceparent }).expect(200);
    } finally {
      await rare.close();
      sampling.stop();
    }
    expect(sampling.spans.filter(({ kind }) => kind === SERVER)).toEqual([]);
  });

  it('do not hold up the end of the process where the collector hangs', async () => {
    const hanging = await startHangingServer();
    const held = await startTestApi({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${hanging.port}` });
    await held.http.get('/api/v1/public/config').set('X-AppID', held.appId).expect(200);
    await held.close();
    // The request to the collector is given up later than the waiting for it.
    expect(hanging.held).toBe(1);
    await hanging.close();
  });
});

describeWithRedis('Traces of what goes through a queue', () => {
  let redis: TestRedis;

  beforeAll(async () => {
    redis = await startTestRedis();
  });
  afterAll(() => redis.stop());

  it('link to the request, too', async () => {
    const collector = new Collector();
    const OTEL_EXPORTER_OTLP_ENDPOINT = await collector.start();
    const api = await startTestApi({ OTEL_EXPORTER_OTLP_ENDPOINT, RUN_WORKER: 'true', REDIS_URL: redis.url });
    const client = new Redis(redis.url);
    try {
      await eventually(async () => {
        const { body } = await api.http.get('/internal/v1/health/ready').expect(200);
        return !('degraded' in (body as { data: object }).data);
      });
      const headers = { 'X-AppID': api.appId, 'X-AK-Device-Key': aDeviceKey() };
      await api.http.post('/api/v1/auth/password/forgot').set(headers).send({ email: anEmail() }).expect(202);
      await eventually(async () => {
        const [row] = await api.database.readAsSystem(
          `SELECT FROM outbox_messages WHERE completed_at IS NOT NULL AND lane = 'codes.requests'`,
        );
        return row;
      });
      // Counts the jobs that were ever added.
      expect(await client.get('{appkernel}:outbox.codes.requests:id')).toBe('1');
    } finally {
      await client.quit();
      await api.close();
      collector.stop();
    }
    const { spans } = collector;
    const request = spans.find(({ name }) => name === 'POST /api/v1/auth/password/forgot');
    const links = spans.filter(({ name }) => name.startsWith('process ')).flatMap((span) => span.links ?? []);
    expect(links).toContainEqual(expect.objectContaining({ traceId: request?.traceId, spanId: request?.spanId }));
  });
});
