import { anEmail, eventually, PASSWORD, startTestApi, type TestApi } from '../support/api';
import { expectProblem, reasons } from './support/problem';
import { exchange, request } from './support/wire';

const OUTBOX = '/internal/v1/dev/outbox';

describe('GET /internal/v1/dev/outbox', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startTestApi({ NODE_ENV: 'development' });
  });

  afterAll(() => api.close());

  const register = async (email: string) => {
    await api.http
      .post('/api/v1/auth/register')
      .set('X-AppID', api.appId)
      .send({ email, password: PASSWORD })
      .expect(202);
    await eventually(async () => (await api.mailsTo(email)).length > 0);
  };

  it('lists what would have been sent, the newest first', async () => {
    const [first, second] = [anEmail(), anEmail()];
    await register(first);
    await register(second);
    const { body, headers } = await api.http.get(OUTBOX).expect(200);
    const items = body.data.items as Record<string, unknown>[];
    expect(items.slice(0, 2).map(({ to }) => to)).toEqual([second, first]);
    expect(items[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      channel: 'email',
      to: second,
      subject: expect.any(String),
      text: expect.stringContaining(String(items[0]?.['code'])),
      code: expect.stringMatching(/^\d{6}$/),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(headers['cache-control']).toBe('no-store');
  });

  it('lists the messages to one address with ?to=', async () => {
    const email = anEmail();
    await register(email);
    const { body } = await api.http.get(OUTBOX).query({ to: email }).expect(200);
    expect(body.data.items).toEqual([expect.objectContaining({ to: email })]);
    const nobody = await api.http.get(OUTBOX).query({ to: anEmail() }).expect(200);
    expect(nobody.body).toEqual({ data: { items: [] } });
  });

  it.each([
    ['to=a&to=b', 'to repeated'],
    ['to[]=a', 'to[] unknown_field'],
    ['to=%00', 'to invalid_text'],
    ['to=%ff', 'to invalid_text'],
    [`to=${'x'.repeat(321)}`, 'to too_long'],
  ])('answers 422 to ?%s', async (query, reason) => {
    const answer = await exchange(api.url, request('GET', `${OUTBOX}?${query}`));
    expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
    expect(reasons(answer.body)).toEqual([reason]);
  });

  it('is absent from the OpenAPI document', async () => {
    const { text } = await api.http.get('/docs/openapi.json').expect(200);
    expect(text).not.toContain('/dev/');
    expect(text).not.toContain('Outbox');
  });

  it('is 404 ROUTE.NOT_FOUND for what was forwarded, whoever is trusted', async () => {
    for (const name of ['X-Forwarded-For', 'X-Forwarded-Proto', 'Forwarded', 'Via', 'X-Real-IP']) {
      expectProblem(await api.http.get(OUTBOX).set(name, '127.0.0.1'), 404, 'ROUTE.NOT_FOUND');
    }
    await api.http.get(OUTBOX).set('Host', 'api.example.com').expect(200);
  });
});

describe('Without NODE_ENV=development', () => {
  it('GET /internal/v1/dev/outbox is 404 ROUTE.NOT_FOUND', async () => {
    const api = await startTestApi({ NODE_ENV: 'test' });
    try {
      expectProblem(await api.http.get(OUTBOX), 404, 'ROUTE.NOT_FOUND');
    } finally {
      await api.close();
    }
  });
});
