import { randomBytes } from 'node:crypto';
import { DevelopmentOutbox, type Logger, Secrets } from '@libs/foundation';
import { silent } from '../../../../../test/support/database';
import { startApns } from '../../../../../test/support/push/apns';
import { startFcm } from '../../../../../test/support/push/fcm';
import { startGetui } from '../../../../../test/support/push/getui';
import { startHms } from '../../../../../test/support/push/hms';
import { aPush, type PushRig, startPushRig } from '../../../../../test/support/push/push-rig';
import { startPushGateway } from '../../../../../test/support/push/signed-gateway';
import { PushProviderStore } from './push-provider-store';

/** Two of them, so that the other may sign while one verifies. */
const KEYS = [
  { id: 'k2', bytes: randomBytes(32) },
  { id: 'k1', bytes: randomBytes(32) },
] as const;

const PRODUCTION = {
  NODE_ENV: 'production',
  SECRET_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  PUBLIC_BASE_URL: 'https://api.example.com',
  SMTP_URL: 'smtp://mail.example.com',
  SMS_DRIVER: 'http',
  SMS_HTTP_URL: 'https://sms.example.com',
  SMS_HTTP_SECRET: 'a secret of the gateway',
  OUTGOING_ALLOWED_ADDRESSES: '',
};

describe('Routes of pushes', () => {
  let rig: PushRig;

  beforeAll(async () => {
    rig = await startPushRig();
  });
  afterAll(() => rig.close());
  beforeEach(() => rig.query('DELETE FROM notification_push_providers'));

  const nameFor = async (environment: Record<string, string> = {}) =>
    (await rig.process(environment).routes.find(rig.scope, 'fcm'))?.name ?? null;

  it('lead to the device’s provider, else to the gateway, else to the log, whichever is enabled', async () => {
    const [fcm, gateway] = [await startFcm(), await startPushGateway()];
    const one = rig.process();
    expect(await nameFor()).toBe('log');
    await one.configure('log', {}, false);
    await one.configure('fcm', fcm.config);
    await one.configure('webhook', gateway.config);
    expect(await nameFor()).toBe('fcm');
    await one.configure('fcm', fcm.config, false);
    expect(await nameFor()).toBe('webhook');
    expect((await one.routes.find(rig.scope, 'apns'))?.name).toBe('webhook');
    expect((await one.routes.named(rig.scope, 'fcm'))?.name).toBe('fcm');
    expect(await one.routes.named(rig.scope, 'apns')).toBeNull();
    await Promise.all([fcm.close(), gateway.close()]);
  });

  it('lead nowhere in production where nothing is configured, and into the log only where it is wanted', async () => {
    const production = { ...PRODUCTION, JWT_PRIVATE_KEYS: await aSigningKey() };
    expect(await nameFor(production)).toBeNull();
    await rig.process().configure('log', {});
    expect(await nameFor(production)).toBe('log');
    const { test } = rig;
    const [sent] = await rig.process(production).send([aPush('fcm', 'token', { title: 'Only in production' })]);
    expect(sent).toEqual({ kind: 'sent', providerId: null });
    const kept = await new DevelopmentOutbox(test.database, silent).list(undefined);
    expect(kept.filter(({ subject }) => subject === 'Only in production')).toEqual([]);
  });

  it('tell whether they are paused, and when to probe', async () => {
    const one = rig.process();
    await one.configure('log', {});
    await rig.query(`UPDATE notification_push_providers SET paused_at = now(), probe_at = '2030-01-01T00:00:00Z'`);
    const route = await one.routes.find(rig.scope, 'fcm');
    expect([route?.isPaused, route?.probeAt]).toEqual([true, new Date('2030-01-01T00:00:00Z')]);
  });

  it('keep what is sent in development where developers find it, without the token', async () => {
    const token = randomBytes(20).toString('hex');
    await rig.process().send([aPush('apns', token, { title: 'Seen by developers' })]);
    const kept = await new DevelopmentOutbox(rig.test.database, silent).list(undefined);
    expect(kept[0]).toMatchObject({ channel: 'push', subject: 'Seen by developers', text: 'Body' });
    expect(JSON.stringify(kept)).not.toContain(token);
  });

  it('have their secrets sealed for their App and provider, under keys that may be replaced', async () => {
    const { scope, test } = rig;
    const storeWith = (keys: readonly { id: string; bytes: Buffer }[]) =>
      new PushProviderStore(test.database, new Secrets(keys));
    const write = { enabled: true, config: { url: 'https://example.com' }, secrets: { secret: 'whsec_of_the_app' } };
    await test.database.run(scope.tenantId, () => storeWith([KEYS[1]]).write(scope, 'webhook', write, null));
    const [row] = await rig.query<{ all: string }>('SELECT p::text AS all FROM notification_push_providers p');
    expect(row!.all).not.toContain('whsec_of_the_app');
    expect((await storeWith(KEYS).find(scope, 'webhook'))?.secrets).toEqual(write.secrets);
    expect((await storeWith([KEYS[0]]).find(scope, 'webhook'))?.secrets).toBeNull();
    await rig.query(`UPDATE notification_push_providers SET provider = 'apns'`);
    await expect(storeWith(KEYS).find(scope, 'apns')).rejects.toThrow();
  });

  it('wait for an administrator where the key of their secrets is gone', async () => {
    const gateway = await startPushGateway();
    const one = rig.process();
    await one.configure('webhook', gateway.config);
    await rig.query(`UPDATE notification_push_providers SET secrets = 'gone.' || secrets`);
    expect(await one.send([aPush('fcm', 'token')])).toMatchObject([{ kind: 'configuration' }]);
    await gateway.close();
  });

  it('leave no token, key or text in the log, whatever happens', async () => {
    const [fcm, apns, hms, getui, gateway] = await Promise.all([
      startFcm(),
      startApns(),
      startHms(),
      startGetui(),
      startPushGateway(),
    ]);
    const lines: string[] = [];
    const write = (...parts: unknown[]) => void lines.push(JSON.stringify(parts));
    const logger = { info: write, warn: write, error: write, debug: write } as unknown as Logger;
    const environment = { ...fcm.environment, ...apns.environment, ...hms.environment, ...getui.environment };
    const one = rig.process(environment, logger);
    await one.configure('fcm', fcm.config);
    await one.configure('apns', apns.config);
    await one.configure('hms', hms.config);
    await one.configure('uni_push', getui.config);
    await one.configure('webhook', gateway.config);
    const text = { title: 'A title nobody logs', body: 'A body nobody logs' };
    apns.answers.set('ab'.repeat(32), { status: 400, reason: 'PayloadEmpty' });
    hms.next.push({ body: { code: '80100016', msg: `${text.title} hms-token` } });
    getui.next.push({ status: 400, body: { code: 20001, msg: `sensitive words: ${text.title}` } });
    const outcomes = [
      await one.send([aPush('fcm', 'bad_field:fcm-token', text), aPush('fcm', 'unregistered:fcm-token', text)]),
      await one.send([aPush('apns', 'ab'.repeat(32), text)]),
      await one.send([aPush('hms', 'hms-token', text)]),
      await one.send([aPush('uni_push', 'online-getui-token', text)]),
    ].flat();
    expect(outcomes.map(({ kind }) => kind)).toEqual([
      'message_defect',
      'drop_token',
      'message_defect',
      'message_defect',
      'message_defect',
    ]);
    expect(lines.length).toBeGreaterThan(3);
    const said = lines.join('\n') + JSON.stringify(outcomes);
    for (const secret of [
      ...['fcm-token', 'ab'.repeat(8), 'hms-token', 'getui-token', 'nobody logs', 'PRIVATE KEY', 'ya29', 'whsec_'],
      hms.config['client_secret']!,
      String(getui.config['master_secret']),
    ]) {
      expect(said).not.toContain(secret);
    }
    await Promise.all([fcm, apns, hms, getui, gateway].map((double) => double.close()));
  });
});

async function aSigningKey(): Promise<string> {
  const { exportJWK, generateKeyPair } = await import('jose');
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return JSON.stringify({ keys: [{ ...(await exportJWK(privateKey)), kid: 'a', alg: 'ES256', use: 'sig' }] });
}
