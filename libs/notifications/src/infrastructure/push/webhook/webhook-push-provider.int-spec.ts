import { aPush, type PushProcess, type PushRig, startPushRig } from '../../../../../../test/support/push/push-rig';
import {
  type GatewayRequest,
  type SignedGateway,
  startPushGateway,
} from '../../../../../../test/support/push/signed-gateway';

describe('Pushes by a gateway', () => {
  let rig: PushRig;
  let gateway: SignedGateway<GatewayRequest>;
  let one: PushProcess;

  beforeAll(async () => {
    [rig, gateway] = [await startPushRig(), await startPushGateway()];
    one = rig.process();
    await one.configure('webhook', { ...gateway.config, options: { other: { class: 'service' } } });
  });
  afterAll(async () => {
    await rig.close();
    await gateway.close();
  });
  beforeEach(() => (gateway.received.length = 0));
  afterEach(() => expect(gateway.violations).toEqual([]));

  it('are signed, and tell which device they are for', async () => {
    const push = aPush('apns', 'token', { platform: 'ios' });
    expect(await one.send([push])).toEqual([{ kind: 'sent', providerId: null }]);
    expect(gateway.received).toMatchObject([
      {
        id: push.deliveryId,
        body: {
          data: {
            delivery_id: push.deliveryId,
            message_id: push.messageId,
            device: { provider: 'apns', token: 'token', platform: 'ios' },
            options: { class: 'service' },
          },
        },
      },
    ]);
  });

  it.each([
    [200, { status: 'ignored' }, { kind: 'ignored' }],
    [200, { status: 'invalid_token' }, { kind: 'drop_token', since: null }],
    [200, { status: 'sent', id: 'x1' }, { kind: 'sent', providerId: 'x1' }],
    [204, '', { kind: 'sent' }],
    [422, '', { kind: 'message_defect' }],
    [401, '', { kind: 'configuration' }],
    [410, '', { kind: 'configuration' }],
    [500, '', { kind: 'retry', afterSeconds: null }],
  ])('answered %i %j are told apart', async (status, body, outcome) => {
    gateway.next.push({ status, body });
    expect(await one.send([aPush('fcm', 'token')])).toMatchObject([outcome]);
  });

  it('are tried after as long as the gateway asks', async () => {
    gateway.next.push({ status: 429, body: '', headers: { 'Retry-After': '120' } });
    expect(await one.send([aPush('fcm', 'token')])).toMatchObject([{ kind: 'retry', afterSeconds: 120 }]);
  });

  it('do not follow a redirect', async () => {
    gateway.next.push({ status: 307, body: '', headers: { Location: gateway.config.url } });
    expect(await one.send([aPush('fcm', 'token')])).toMatchObject([{ kind: 'configuration' }]);
    expect(gateway.received).toHaveLength(1);
  });

  it('do not reach a host inside', async () => {
    const strict = rig.process({ OUTGOING_ALLOWED_ADDRESSES: '' });
    expect(await strict.send([aPush('fcm', 'token')])).toMatchObject([{ kind: 'configuration' }]);
    expect(gateway.received).toEqual([]);
  });
});
