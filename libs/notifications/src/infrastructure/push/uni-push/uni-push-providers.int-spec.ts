import { type Getui, intentOf, startGetui } from '../../../../../../test/support/push/getui';
import { aPush, type PushProcess, type PushRig, startPushRig } from '../../../../../../test/support/push/push-rig';
import {
  type CloudRequest,
  type SignedGateway,
  startCloudFunction,
} from '../../../../../../test/support/push/signed-gateway';
import type { PushNotification } from '../../../domain/push/push-provider';

describe('Pushes by uni-push', () => {
  let rig: PushRig;
  let getui: Getui;
  let cloud: SignedGateway<CloudRequest>;
  let one: PushProcess;

  beforeAll(async () => {
    [rig, getui, cloud] = [await startPushRig(), await startGetui(), await startCloudFunction()];
  });
  afterAll(async () => {
    await rig.close();
    await getui.close();
    await cloud.close();
  });
  beforeEach(() => {
    getui.accepted.clear();
    getui.repeated.length = 0;
    getui.calls.auth = getui.calls.push = 0;
    cloud.received.length = 0;
    one = rig.process(getui.environment);
  });
  afterEach(() => expect([getui.violations, cloud.violations]).toEqual([[], []]));

  const requestId = ({ deliveryId }: PushNotification) => deliveryId.replaceAll('-', '');

  describe('through getui', () => {
    beforeEach(() => one.configure('uni_push', getui.config));

    const answered = async (status: number, code: number, msg = '') => {
      getui.next.push({ status, body: { code, msg } });
      return (await one.send([aPush('uni_push', 'online-1')]))[0];
    };

    it('become what getui says of each client', async () => {
      const clients = ['online-1', 'offline-1', 'ignored-1', 'gone-1', 'online-2', 'gone-2'];
      const outcomes = await one.send(clients.map((client) => aPush('uni_push', client)));
      expect(outcomes.map(({ kind }) => kind)).toEqual(['sent', 'sent', 'ignored', 'drop_token', 'sent', 'drop_token']);
      expect(getui.accepted.size).toBe(4);
    });

    it('are shown once, however often they are sent', async () => {
      const pushes = [aPush('uni_push', 'online-1'), aPush('uni_push', 'offline-1')];
      await one.send(pushes);
      expect(await one.send(pushes)).toEqual(pushes.map(() => expect.objectContaining({ kind: 'sent' })));
      expect(getui.repeated).toEqual(pushes.map(requestId));
    });

    it.each([
      [401, 10002, '', { kind: 'configuration' }],
      [401, 10003, '', { kind: 'retry', afterSeconds: 60 }],
      [401, 10005, '', { kind: 'retry', afterSeconds: 60 }],
      [200, 301, '', { kind: 'configuration', reason: '301' }],
      [200, 2, '', { kind: 'retry' }],
      [500, 0, '', { kind: 'retry' }],
      [503, 0, '', { kind: 'retry' }],
      [400, 20001, 'target user is invalid', { kind: 'drop_token' }],
      [400, 20001, 'title is invalid', { kind: 'message_defect', reason: '20001 title' }],
      [400, 20001, 'payload size over limit', { kind: 'message_defect', reason: '20001 size over limit' }],
      [400, 20001, 'permission required by ups', { kind: 'configuration' }],
      [403, 0, '', { kind: 'configuration' }],
      [404, 1, '', { kind: 'message_defect' }],
      [405, 405, '', { kind: 'message_defect' }],
      [200, 1, '', { kind: 'message_defect' }],
    ])('answered %i %i %s are told apart', async (status, code, msg, outcome) => {
      if (status === 403) getui.next.push({ status, body: { code: 403, msg } });
      expect(
        status === 403 ? (await one.send([aPush('uni_push', 'online-1')]))[0] : await answered(status, code, msg),
      ).toMatchObject(outcome);
    });

    it('are tried again after an answer that is none', async () => {
      getui.next.push({ body: '<html>' });
      expect(await one.send([aPush('uni_push', 'online-1')])).toMatchObject([{ kind: 'retry' }]);
    });

    it('take one token for 10,000 of them in two processes', async () => {
      getui.expireTokens();
      await rig.query('DELETE FROM notification_push_access_tokens');
      const other = rig.process(getui.environment);
      const pushes = Array.from({ length: 5_000 }, (_, index) => aPush('uni_push', `online-${index}`));
      const outcomes = await Promise.all([
        one.send(pushes),
        other.send(pushes.map((push) => ({ ...push, deliveryId: crypto.randomUUID() }))),
      ]);
      expect(outcomes.flat().filter(({ kind }) => kind !== 'sent')).toEqual([]);
      expect([getui.calls.auth, getui.accepted.size, getui.calls.push]).toEqual([1, 10_000, 50]);
    }, 120_000);

    it('refresh a stale token once, however many are under way', async () => {
      await one.send([aPush('uni_push', 'online-1')]);
      getui.expireTokens();
      const sending = Array.from({ length: 50 }, (_, index) => one.send([aPush('uni_push', `online-${index}`)]));
      expect((await Promise.all(sending)).flat().filter(({ kind }) => kind !== 'sent')).toEqual([]);
      expect(getui.calls.auth).toBe(2);
    });

    it('wait for an administrator where getui calls a new token stale, too', async () => {
      getui.next.push({ status: 401, body: { code: 10001 } }, { status: 401, body: { code: 10001 } });
      expect(await one.send([aPush('uni_push', 'online-1')])).toMatchObject([
        { kind: 'configuration', reason: '10001' },
      ]);
    });

    it('say what they are to say, however it is written', async () => {
      const [title, body] = [`;end#${'标题'.repeat(40)}`, `S.payload=x;end "'()* ${'👍🏽'.repeat(200)}`];
      const push = aPush('uni_push', 'offline-1', { title, body });
      await one.send([push]);
      const message = getui.accepted.get(requestId(push));
      const shown = intentOf(message);
      expect([shown.title.length <= 50, shown.title.endsWith('…'), title.startsWith(shown.title.slice(0, -1))]).toEqual(
        [true, true, true],
      );
      expect(JSON.parse(shown.payload)).toMatchObject({ id: push.data.id });
      expect(JSON.parse(message!.push_message.transmission)).toMatchObject({
        title: shown.title,
        content: expect.stringMatching(/(?:👍🏽)+…$/u),
      });
    });

    it('hand on the options of their class, unchanged', async () => {
      const options = { marketing: { XM: { '/extra.channel_id': '12' } }, other: { VIVO: { classification: 1 } } };
      await one.configure('uni_push', { ...getui.config, options });
      const pushes = [aPush('uni_push', 'online-1', { isMarketing: true }), aPush('uni_push', 'online-2')];
      await one.send(pushes);
      const given = pushes.map((push) => getui.accepted.get(requestId(push))?.push_channel);
      expect(given).toMatchObject([
        { android: { ups: { options: options.marketing } } },
        { android: { ups: { options: options.other } } },
      ]);
    });
  });

  describe('through a function in uniCloud', () => {
    const configured = (changes: object = {}) =>
      one.configure('uni_push', { mode: 'cloud', ...cloud.config, ...changes });

    it('are signed, and name their client', async () => {
      await configured({ options: { other: { HW: { '/message/android/category': 'WORK' } } } });
      const push = aPush('uni_push', 'online-1');
      const outcomes = await one.send([push, aPush('uni_push', 'ignored-1'), aPush('uni_push', 'gone-1')]);
      expect(outcomes.map(({ kind }) => kind)).toEqual(['sent', 'ignored', 'drop_token']);
      expect(cloud.received.find(({ id }) => id === push.deliveryId)?.body).toMatchObject({
        push_clientid: ['online-1'],
        request_id: requestId(push),
        options: { HW: { '/message/android/category': 'WORK' } },
      });
    });

    it('are not sent to everybody for want of a client', async () => {
      await configured();
      expect(await one.send([aPush('uni_push', '')])).toMatchObject([{ kind: 'message_defect' }]);
      expect(cloud.received).toEqual([]);
    });

    it.each([
      [401, 'configuration'],
      [404, 'configuration'],
      [302, 'configuration'],
      [503, 'retry'],
      [200, 'retry'],
    ])('answered %i are told apart', async (status, kind) => {
      await configured();
      cloud.next.push({ status, body: 'not JSON' });
      expect(await one.send([aPush('uni_push', 'online-1')])).toMatchObject([{ kind }]);
    });

    it('are not taken from a function that has another secret', async () => {
      await configured({ secret: `whsec_${Buffer.alloc(32).toString('base64')}` });
      expect(await one.send([aPush('uni_push', 'online-1')])).toMatchObject([{ kind: 'configuration' }]);
      expect(cloud.violations.splice(0)).toEqual(['the signature is wrong']);
    });
  });
});
