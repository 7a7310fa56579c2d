import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Apns, startApns } from '../../../../../../test/support/push/apns';
import { aPush, type PushProcess, type PushRig, startPushRig } from '../../../../../../test/support/push/push-rig';
import { Http2Connections } from '../connections/http2-connections';

const DEVICE = 'ab'.repeat(32);
const CONFIGURATION = { kind: 'configuration' };

describe('Pushes by APNs', () => {
  let rig: PushRig;
  let apns: Apns;
  let one: PushProcess;

  beforeAll(async () => {
    [rig, apns] = [await startPushRig(), await startApns()];
  });
  afterAll(async () => {
    await rig.close();
    await apns.close();
  });
  beforeEach(async () => {
    apns.sent.length = 0;
    apns.answers.clear();
    apns.tokens.clear();
    one = rig.process(apns.environment);
    await one.configure('apns', apns.config);
  });
  afterEach(() => expect(apns.violations).toEqual([]));

  const aDevice = (index: number) => index.toString(16).padStart(64, '0');
  const send = async (attempt = 1) => (await one.send([aPush('apns', DEVICE, { attempt })]))[0]!;

  it('name the delivery, replace what the message put on the screen, and expire', async () => {
    const expiresAt = new Date(Date.now() + 600_000);
    const push = aPush('apns', DEVICE.toUpperCase(), { expiresAt });
    expect(await one.send([push])).toEqual([{ kind: 'sent', providerId: push.deliveryId }]);
    const { headers, payload, device } = apns.sent[0]!;
    expect(device).toBe(DEVICE);
    expect(headers).toMatchObject({
      'apns-id': push.deliveryId,
      'apns-collapse-id': push.messageId,
      'apns-priority': '10',
    });
    expect(Math.abs(Number(headers['apns-expiration']) - expiresAt.getTime() / 1_000)).toBeLessThan(60);
    expect(payload).toMatchObject({ aps: { alert: { title: 'Title', body: 'Body' }, sound: 'default' }, ...push.data });
  });

  it.each([
    [410, 'Unregistered', { kind: 'drop_token', since: new Date(1_700_000_000_000) }],
    [410, 'ExpiredToken', { kind: 'drop_token', since: new Date(1_700_000_000_000) }],
    [400, 'BadDeviceToken', { kind: 'drop_token', since: null }],
    [400, 'DeviceTokenNotForTopic', CONFIGURATION],
    [400, 'BadTopic', CONFIGURATION],
    [400, 'MissingTopic', CONFIGURATION],
    [400, 'TopicDisallowed', CONFIGURATION],
    [403, 'InvalidProviderToken', CONFIGURATION],
    [403, 'MissingProviderToken', CONFIGURATION],
    [403, 'Forbidden', CONFIGURATION],
    [403, 'BadCertificateEnvironment', CONFIGURATION],
    [403, 'BadEnvironmentKeyInToken', CONFIGURATION],
    [429, 'TooManyProviderTokenUpdates', { kind: 'retry', afterSeconds: 1_200 }],
    [429, 'TooManyRequests', { kind: 'retry', afterSeconds: 60 }],
    [500, 'InternalServerError', { kind: 'retry', afterSeconds: null }],
    [503, 'ServiceUnavailable', { kind: 'retry' }],
    [503, 'Shutdown', { kind: 'retry' }],
    [400, 'IdleTimeout', { kind: 'retry' }],
    [413, 'PayloadTooLarge', { kind: 'message_defect' }],
    [400, 'PayloadEmpty', { kind: 'message_defect' }],
    [400, 'BadCollapseId', { kind: 'message_defect' }],
    [404, 'BadPath', { kind: 'message_defect' }],
    [405, 'MethodNotAllowed', { kind: 'message_defect' }],
  ])('answered %i %s are told apart', async (status, reason, outcome) => {
    apns.answers.set(DEVICE, { status, reason, timestamp: 1_700_000_000_000 });
    expect(await send()).toMatchObject(outcome);
  });

  it('wait twice as long with each attempt where Apple wants fewer for a device', async () => {
    apns.answers.set(DEVICE, { status: 429, reason: 'TooManyRequests' });
    expect(await send(3)).toMatchObject({ kind: 'retry', afterSeconds: 240 });
  });

  it('never leave with a token that could lead elsewhere', async () => {
    expect(await one.send([aPush('apns', '../../../x')])).toMatchObject([{ kind: 'drop_token' }]);
    expect(apns.sent).toEqual([]);
  });

  it('share one token among processes, and get the next one once, before an hour is over', async () => {
    const other = rig.process(apns.environment);
    const pushes = () => Array.from({ length: 500 }, (_, index) => aPush('apns', aDevice(index)));
    const outcomes = [...(await one.send(pushes())), ...(await other.send(pushes()))];
    expect(outcomes.filter(({ kind }) => kind !== 'sent')).toEqual([]);
    expect(apns.tokens.size).toBe(1);
    const [{ seconds } = { seconds: 0 }] = await rig.query<{ seconds: number }>(
      'SELECT extract(epoch FROM refresh_at - now())::float AS seconds FROM notification_push_access_tokens',
    );
    expect(seconds).toBeGreaterThan(20 * 60);
    expect(seconds).toBeLessThan(60 * 60);
  });

  it('are signed anew once where Apple calls the token too old, however many are under way', async () => {
    await one.send([aPush('apns', DEVICE)]);
    apns.expireTokens();
    apns.pass(1_201);
    const sending = Array.from({ length: 50 }, (_, index) => one.send([aPush('apns', aDevice(index))]));
    const outcomes = (await Promise.all(sending)).flat();
    expect(outcomes.filter(({ kind }) => kind !== 'sent')).toEqual([]);
    const [row] = await rig.query<{ version: number }>('SELECT version FROM notification_push_access_tokens');
    expect(row!.version).toBe(2);
  });

  it('keep the token where Apple wants no other so soon', async () => {
    await one.send([aPush('apns', DEVICE)]);
    apns.expireTokens();
    expect(await send()).toEqual({ kind: 'retry', afterSeconds: 1_200, reason: 'TooManyProviderTokenUpdates' });
    apns.pass(1_201);
    expect(await send()).toMatchObject({ kind: 'sent' });
  });

  it('go on over a new connection after GOAWAY', async () => {
    const before = apns.connection.seen.connections;
    await one.send([aPush('apns', DEVICE)]);
    let release = () => undefined as void;
    apns.connection.hold = new Promise<void>((resolve) => (release = resolve));
    const underWay = one.send([aPush('apns', aDevice(1))]);
    apns.goAway();
    const next = one.send([aPush('apns', aDevice(2))]);
    release();
    apns.connection.hold = null;
    expect([...(await underWay), ...(await next)].every(({ kind }) => kind === 'sent' || kind === 'retry')).toBe(true);
    expect(await one.send([aPush('apns', aDevice(3))])).toMatchObject([{ kind: 'sent' }]);
    expect(apns.connection.seen.connections - before).toBeGreaterThanOrEqual(2);
  });

  it('are tried again after the stream was reset', async () => {
    apns.answers.set(DEVICE, 'reset');
    expect(await send()).toMatchObject({ kind: 'retry', afterSeconds: null });
  });

  it('never have more streams than Apple wants', async () => {
    const narrow = await startApns({ maxConcurrentStreams: 3 });
    const process = rig.process(narrow.environment);
    await process.configure('apns', narrow.config);
    const outcomes = await process.send(Array.from({ length: 60 }, (_, index) => aPush('apns', aDevice(index))));
    expect(outcomes.filter(({ kind }) => kind !== 'sent')).toEqual([]);
    expect([narrow.connection.seen.connections, narrow.connection.seen.atOnce]).toEqual([1, 3]);
    await narrow.close();
  });

  it('are cut to what Apple takes', async () => {
    const outcomes = await one.send([aPush('apns', DEVICE, { title: '标题', body: '字"'.repeat(3_000) })]);
    expect(outcomes).toMatchObject([{ kind: 'sent' }]);
    expect(apns.sent[0]!.payload.aps.alert).toMatchObject({ title: '标题', body: expect.stringMatching(/^字".*…$/u) });
    const size = Buffer.byteLength(JSON.stringify(apns.sent[0]!.payload));
    expect([size <= 4_096, size > 4_080]).toEqual([true, true]);
  });

  describe('with TLS', () => {
    let directory: string;

    beforeAll(() => {
      directory = mkdtempSync(join(tmpdir(), 'apns-'));
      const arguments_ =
        'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1';
      const files = ['-keyout', join(directory, 'key.pem'), '-out', join(directory, 'cert.pem')];
      execFileSync('openssl', [...arguments_.split(' '), ...files], { stdio: 'ignore' });
    });
    afterAll(() => rmSync(directory, { recursive: true }));

    it('are not sent to a server that cannot prove who it is', async () => {
      const [key, cert] = ['key.pem', 'cert.pem'].map((file) => readFileSync(join(directory, file), 'utf8'));
      const secure = await startApns({ tls: { key: key!, cert: cert! } });
      const process = rig.process(secure.environment);
      await process.configure('apns', secure.config);
      expect(await process.send([aPush('apns', DEVICE)])).toMatchObject([
        { kind: 'retry', reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
      ]);
      expect(secure.sent).toEqual([]);
      const trusting = new Http2Connections({ ca: cert! });
      const answer = await trusting.post('a', secure.connection.url, { path: '/', headers: {}, body: '{}' });
      expect([answer.status, JSON.parse(answer.body)]).toEqual([403, { reason: 'MissingProviderToken' }]);
      trusting.close();
      await secure.close();
    });
  });
});
