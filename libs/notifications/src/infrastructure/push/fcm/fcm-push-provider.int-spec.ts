import { aPush, type PushProcess, type PushRig, startPushRig } from '../../../../../../test/support/push/push-rig';
import { type Fcm, startFcm } from '../../../../../../test/support/push/fcm';
import { endlessRsaPem } from '../../../../../../test/support/push/hostile-keys';
import { rounds } from '../../../../../../test/support/rounds';
import type { PushOutcome } from '../../../domain/push/push-provider';

describe('Pushes by FCM', () => {
  let rig: PushRig;
  let fcm: Fcm;
  let one: PushProcess;

  beforeAll(async () => {
    [rig, fcm] = [await startPushRig(), await startFcm()];
  });
  afterAll(async () => {
    await rig.close();
    await fcm.close();
  });
  beforeEach(async () => {
    fcm.sent.length = 0;
    fcm.calls.token = 0;
    fcm.retryAfter = null;
    fcm.expiresIn = 3_600;
    one = rig.process(fcm.environment);
    await one.configure('fcm', fcm.config);
  });
  afterEach(() => expect(fcm.violations).toEqual([]));

  const outcomeOf = async (token: string, attempt = 1): Promise<PushOutcome> => {
    const [outcome] = await one.send([aPush('fcm', token, { attempt })]);
    return outcome!;
  };

  it('reach tokens of registrations and ids of installations', async () => {
    const outcomes = await one.send([aPush('fcm', 'cToken:APA91b-rest'), aPush('fcm', 'cFirebaseInstallation1')]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['sent', 'sent']);
    expect(fcm.sent.map(({ token, fid }) => ({ token, fid }))).toEqual(
      expect.arrayContaining([
        { token: 'cToken:APA91b-rest', fid: undefined },
        { token: undefined, fid: 'cFirebaseInstallation1' },
      ]),
    );
  });

  it('replace on the screen what the same message put there, and hand options on', async () => {
    const options = { marketing: { android: { notification: { channel_id: 'offers' } }, topic: 'all' } };
    await one.configure('fcm', { ...fcm.config, options });
    const push = aPush('fcm', 'token:a', { isMarketing: true });
    await one.send([push]);
    await one.send([push]);
    expect(fcm.sent).toHaveLength(2);
    expect(fcm.sent[0]).toMatchObject({
      android: {
        priority: 'normal',
        collapse_key: 'system',
        notification: { tag: push.messageId, channel_id: 'offers' },
      },
    });
  });

  it.each<[string, Partial<PushOutcome> | { kind: string }]>([
    ['unregistered', { kind: 'drop_token', since: null }],
    ['not_found', { kind: 'drop_token' }],
    ['not_a_token', { kind: 'drop_token' }],
    ['bad_field', { kind: 'message_defect' }],
    ['sender_id_mismatch', { kind: 'configuration', reason: 'SENDER_ID_MISMATCH' }],
    ['permission_denied', { kind: 'configuration' }],
    ['third_party_auth_error', { kind: 'configuration' }],
    ['quota_exceeded', { kind: 'retry', afterSeconds: 60 }],
    ['resource_exhausted', { kind: 'retry', afterSeconds: 60 }],
    ['reset', { kind: 'retry', afterSeconds: null }],
  ])('answered %s are told apart', async (error, outcome) => {
    expect(await outcomeOf(`${error}:token`)).toMatchObject(outcome);
  });

  it.each(['unavailable', 'internal'])(
    'answered %s are tried after 10 seconds, then after twice as many',
    async (error) => {
      const waits = [await outcomeOf(`${error}:token`), await outcomeOf(`${error}:token`, 3)].map((outcome) =>
        outcome.kind === 'retry' ? outcome.afterSeconds : null,
      );
      expect(waits[0]).toBeGreaterThanOrEqual(10);
      expect(waits[0]).toBeLessThanOrEqual(12);
      expect(waits[1]).toBeGreaterThanOrEqual(40);
    },
  );

  it('are tried after as long as FCM asks', async () => {
    fcm.retryAfter = '77';
    expect(await outcomeOf('unavailable:token')).toMatchObject({ kind: 'retry', afterSeconds: 77 });
    fcm.retryAfter = new Date(Date.now() + 3_600_000).toUTCString();
    const outcome = await outcomeOf('quota_exceeded:token');
    expect(outcome.kind === 'retry' && outcome.afterSeconds).toBeGreaterThan(3_000);
  });

  it('take one access token for thousands of them in two processes, and one connection each', async () => {
    const other = rig.process(fcm.environment);
    const pushes = Array.from({ length: rounds(5_000) }, (_, index) => aPush('fcm', `token:${index}`));
    const before = fcm.connection.seen.connections;
    const outcomes = await Promise.all([one.send(pushes), other.send(pushes)]);
    expect(outcomes.flat().filter(({ kind }) => kind !== 'sent')).toEqual([]);
    expect([fcm.calls.token, fcm.connection.seen.connections - before]).toEqual([1, 2]);
  }, 120_000);

  it('refresh a stale access token once, however many are under way', async () => {
    await one.send([aPush('fcm', 'token:a')]);
    fcm.pass(3_601);
    const other = rig.process(fcm.environment);
    const sending = Array.from({ length: 50 }, (_, index) =>
      (index % 2 === 0 ? one : other).send([aPush('fcm', `token:${index}`)]),
    );
    const outcomes = (await Promise.all(sending)).flat();
    expect(outcomes.filter(({ kind }) => kind !== 'sent')).toEqual([]);
    expect(fcm.calls.token).toBe(2);
  });

  it('refresh an access token before its end, while it still serves', async () => {
    fcm.expiresIn = 301;
    await one.send([aPush('fcm', 'token:a')]);
    // The next one is not due within a second.
    fcm.expiresIn = 3_600;
    await rig.query('UPDATE notification_push_access_tokens SET refresh_at = now()');
    await Promise.all(Array.from({ length: 10 }, () => one.send([aPush('fcm', 'token:a')])));
    expect(fcm.calls.token).toBe(2);
  });

  it('wait where the account is refused, and ask again only after a while', async () => {
    const { service_account: account } = fcm.config;
    await one.configure('fcm', {
      service_account: { ...account, client_email: 'else@example-project.iam.gserviceaccount.com' },
    });
    expect(await outcomeOf('token:a')).toMatchObject({ kind: 'configuration', reason: 'token 400 invalid_grant' });
    expect(await outcomeOf('token:a')).toMatchObject({ kind: 'configuration' });
    expect(fcm.violations.splice(0)).toHaveLength(1);
    await one.configure('fcm', fcm.config);
    expect(await outcomeOf('token:a')).toMatchObject({ kind: 'sent' });
  });

  it('are not signed with a key that was stored before such were refused, and the administrator sees why', async () => {
    const { service_account: account } = fcm.config;
    const secrets = { 'service_account.private_key': endlessRsaPem() };
    await rig.test.database.run(rig.scope.tenantId, async () => {
      await one.store.delete(rig.scope, 'fcm');
      await one.store.write(rig.scope, 'fcm', { enabled: true, config: { service_account: account }, secrets }, null);
    });
    expect(await outcomeOf('token:a')).toEqual({ kind: 'configuration', reason: 'private key: rsa_key_size' });
    expect(fcm.calls.token).toBe(0);
  });

  it('are as long as FCM takes them, cut between characters', async () => {
    const [title, body] = ['题'.repeat(60), `${'👩‍👩‍👧‍👦'.repeat(300)}"\\`];
    const action = JSON.stringify({ type: 'url', target: `https://example.com/${'x'.repeat(1_000)}` });
    const push = aPush('fcm', 'token:a', { title, body });
    await one.send([{ ...push, data: { ...push.data, action } }]);
    const { notification, data } = fcm.sent[0]!;
    expect(notification.title).toBe(title);
    expect(notification.body).toMatch(/^(?:👩‍👩‍👧‍👦)+…$/u);
    expect(data['action']).toBe(action);
    const endless = await one.send([aPush('fcm', 'token:a', { title: 'é'.repeat(9_000), body })]);
    expect(endless).toMatchObject([{ kind: 'sent' }]);
    expect(fcm.sent[1]!.notification).toMatchObject({ title: expect.stringMatching(/^é+…$/u), body: '' });
  });

  it('keep access tokens sealed', async () => {
    await one.send([aPush('fcm', 'token:a')]);
    const [row] = await rig.query<{ access_token: string }>('SELECT access_token FROM notification_push_access_tokens');
    expect(row!.access_token).toMatch(/^k1\./);
    expect(row!.access_token).not.toContain('ya29');
  });

  it('wait where the provider cannot be reached', async () => {
    const away = rig.process({ ...fcm.environment, PUSH_FCM_URL: 'http://127.0.0.1:9' });
    expect(await away.send([aPush('fcm', 'token:a')])).toEqual([
      { kind: 'retry', afterSeconds: null, reason: 'ECONNREFUSED' },
    ]);
  });
});
