import { type Hms, startHms } from '../../../../../../test/support/push/hms';
import { aPush, type PushProcess, type PushRig, startPushRig } from '../../../../../../test/support/push/push-rig';

const SAME = { messageId: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901', data: { id: '1', type: 'system', action: '' } };

describe('Pushes by HMS', () => {
  let rig: PushRig;
  let hms: Hms;
  let one: PushProcess;

  beforeAll(async () => {
    [rig, hms] = [await startPushRig(), await startHms()];
  });
  afterAll(async () => {
    await rig.close();
    await hms.close();
  });
  beforeEach(async () => {
    hms.requests.length = 0;
    hms.calls.token = 0;
    hms.jwts.clear();
    one = rig.process(hms.environment);
    await one.configure('hms', hms.config);
  });
  afterEach(() => expect(hms.violations).toEqual([]));

  const send = (token: string, platform = 'android') => one.send([aPush('hms', token, { platform })]);

  it('reach Android by one protocol and HarmonyOS by another', async () => {
    const outcomes = await one.send([
      aPush('hms', 'a', { platform: 'android' }),
      aPush('hms', 'h', { platform: 'harmony' }),
    ]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['sent', 'sent']);
    expect(hms.requests.map(({ version, tokens }) => [version, ...tokens]).sort()).toEqual([
      [1, 'a'],
      [3, 'h'],
    ]);
  });

  it('say the same to a thousand devices in one request', async () => {
    const outcomes = await one.send(
      Array.from({ length: 1_001 }, (_, index) => aPush('hms', `t${index}`, { ...SAME, platform: 'harmony' })),
    );
    expect(outcomes.filter(({ kind }) => kind !== 'sent')).toEqual([]);
    expect(hms.requests.map(({ tokens }) => tokens.length)).toEqual([1_000, 1]);
  });

  it('become what Huawei says of each token', async () => {
    const reasons = [
      'tokenFormatError',
      'noRight',
      'noPushTypeRight',
      'appinfoError',
      'disableSendMarketPenalty',
      'tokenPlatformNotSupport',
      'countryNotSupport',
      'other',
    ];
    const tokens = ['t1', ...reasons.map((reason) => `${reason}:1`)];
    const outcomes = await one.send(tokens.map((token) => aPush('hms', token, { ...SAME, platform: 'harmony' })));
    expect(outcomes.map(({ kind }) => kind)).toEqual([
      'sent',
      'drop_token',
      'drop_token',
      ...Array<string>(5).fill('configuration'),
      'sent',
    ]);
    expect(await send('tokenFormatError:1', 'harmony')).toMatchObject([{ kind: 'drop_token' }]);
    const android = await one.send(['t1', 'illegal:1'].map((token) => aPush('hms', token, SAME)));
    expect(android.map(({ kind }) => kind)).toEqual(['sent', 'drop_token']);
  });

  it.each([
    [200, '80100001', { kind: 'message_defect' }],
    [200, '80100003', { kind: 'message_defect' }],
    [200, '80300010', { kind: 'message_defect' }],
    [200, '80100016', { kind: 'message_defect' }],
    [200, '80300008', { kind: 'message_defect' }],
    [200, '80300002', { kind: 'configuration' }],
    [404, '', { kind: 'configuration' }],
    [500, '', { kind: 'retry' }],
    [502, '', { kind: 'retry' }],
    [503, '', { kind: 'retry' }],
    [200, '81000001', { kind: 'retry' }],
  ])('answered %i %s are told apart', async (status, code, outcome) => {
    hms.next.push({ status, body: { code, msg: '', requestId: '1' } });
    expect(await send('t1')).toMatchObject([outcome]);
  });

  it.each(['80200001', '80200003', '80200005'])('answered %s are sent again once with another token', async (code) => {
    await send('t1');
    hms.next.push({ status: 200, body: { code } });
    expect(await send('t1')).toMatchObject([{ kind: 'sent' }]);
    hms.next.push({ status: 200, body: { code } }, { status: 401, body: { code } });
    expect(await send('t1')).toMatchObject([{ kind: 'configuration' }]);
  });

  it('take one token for 10,000 of them in two processes', async () => {
    hms.expireTokens();
    await rig.query('DELETE FROM notification_push_access_tokens');
    const other = rig.process(hms.environment);
    const pushes = Array.from({ length: 5_000 }, (_, index) => aPush('hms', `t${index}`, SAME));
    const outcomes = await Promise.all([one.send(pushes), other.send(pushes)]);
    expect(outcomes.flat().filter(({ kind }) => kind !== 'sent')).toEqual([]);
    expect(hms.calls.token).toBe(1);
  });

  it('refresh a stale token once, however many are under way', async () => {
    await send('t1');
    hms.expireTokens();
    const before = hms.calls.token;
    const sending = Array.from({ length: 50 }, (_, index) => send(`t${index}`));
    expect((await Promise.all(sending)).flat().filter(({ kind }) => kind !== 'sent')).toEqual([]);
    expect(hms.calls.token - before).toBe(1);
  });

  it('share one signed token', async () => {
    const other = rig.process(hms.environment);
    await send('t1', 'harmony');
    await other.send([aPush('hms', 't2', { platform: 'harmony' })]);
    expect(hms.jwts.size).toBe(1);
  });

  it('wait where the App has no credentials for the system', async () => {
    const { client_id, client_secret } = hms.config;
    await one.configure('hms', { client_id, client_secret });
    expect(await send('t1')).toMatchObject([{ kind: 'sent' }]);
    expect(await send('t1', 'harmony')).toMatchObject([{ kind: 'configuration' }]);
  });

  it('are cut to what Huawei takes, and hand options on', async () => {
    const options = { other: { android: { category: 'WORK' }, notification: { category: 'WORK' } } };
    await one.configure('hms', { ...hms.config, options });
    const outcomes = await one.send(
      ['android', 'harmony'].map((platform) => aPush('hms', 't', { platform, body: '很长'.repeat(5_000) })),
    );
    expect(outcomes.map(({ kind }) => kind)).toEqual(['sent', 'sent']);
    expect(JSON.stringify(hms.requests.map(({ body }) => body)).match(/"category":"WORK"/g)).toHaveLength(2);
  });
});
