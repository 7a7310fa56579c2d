import { aDeviceKey, anEmail, startTestApi, type TestApi } from '../support/api';
import { queryAs } from '../support/database';

const PEER = '127.0.0.1';

/** The address that a failed sign-in is recorded with. */
async function recordedAddress(api: TestApi, headers: Record<string, string>): Promise<string | undefined> {
  await api.http
    .post('/api/v1/auth/login/password')
    .set({ 'X-AppID': api.appId, 'X-AK-Device-Key': aDeviceKey(), ...headers })
    .send({ email: anEmail(), password: 'a wrong password' })
    .expect(401);
  const [event] = await queryAs<{ ip: string }>(
    api.urls.superuserUrl,
    'SELECT host(ip) AS ip FROM login_events ORDER BY occurred_at DESC, id DESC LIMIT 1',
  );
  return event?.ip;
}

describe.each<[trusted: string | undefined, cases: [forwarded: string, address: string][]]>([
  [
    undefined,
    [
      ['203.0.113.7', PEER],
      ['203.0.113.7, 127.0.0.1', PEER],
    ],
  ],
  [
    '1',
    [
      ['203.0.113.7', '203.0.113.7'],
      ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
      ['nonsense', PEER],
      ['198.51.100.1, nonsense', PEER],
      ['', PEER],
      ['::ffff:203.0.113.7', '203.0.113.7'],
      ['2001:DB8::7', '2001:db8::7'],
      ['203.0.113.7:4711', '203.0.113.7'],
    ],
  ],
  [
    '2',
    [
      ['198.51.100.1, 203.0.113.7, 10.0.0.1', '203.0.113.7'],
      ['203.0.113.7', '203.0.113.7'],
    ],
  ],
  [
    'loopback',
    [
      ['203.0.113.7', '203.0.113.7'],
      ['203.0.113.7, 127.0.0.2', '203.0.113.7'],
      ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
      [`203.0.113.7, ${'127.0.0.3,'.repeat(30)}127.0.0.2`, '203.0.113.7'],
      // No chain of proxies is that long: the comparison stops.
      [`203.0.113.7, 127.0.0.4, ${'::1,'.repeat(3_000)}127.0.0.2`, '::1'],
    ],
  ],
  [
    '127.0.0.0/8, 10.0.0.0/8',
    [
      ['203.0.113.7, 10.1.2.3', '203.0.113.7'],
      ['198.51.100.1, 203.0.113.7, 10.1.2.3, 127.0.0.1', '203.0.113.7'],
      ['203.0.113.7, 192.168.0.1', '192.168.0.1'],
    ],
  ],
  ['10.0.0.0/8', [['203.0.113.7', PEER]]],
])('With TRUST_PROXY %s', (trusted, cases) => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startTestApi(trusted === undefined ? {} : { TRUST_PROXY: trusted });
  });

  afterAll(() => api.close());

  it.each(cases)('X-Forwarded-For: %s tells the client %s', async (forwarded, address) => {
    expect(await recordedAddress(api, { 'X-Forwarded-For': forwarded })).toBe(address);
  });

  it('no other header provides an address', async () => {
    const liars = { 'X-Real-IP': '203.0.113.9', Forwarded: 'for=203.0.113.9', 'CF-Connecting-IP': '203.0.113.9' };
    expect(await recordedAddress(api, liars)).toBe(PEER);
  });
});
