import { eventually, startTestApi, type TestApi } from '../../support/api';
import { Logger } from '@libs/foundation';
import { queryAs } from '../../support/database';
import { startSmsGateway, type SmsGateway } from '../../support/sms-gateway';
import { aMobile } from '../support/captcha';
import { outboxSettled } from '../support/journey';
import { aMemberWithMobile, forgetBudgets, smsClient } from '../support/sms';
import { later } from '../../support/time-travel';

interface MessageRow extends Record<string, unknown> {
  readonly attempts: number;
  readonly last_error: string | null;
  /** Seconds until the next attempt. */
  readonly wait: number;
  readonly completed: boolean;
}

const LEASE_SECONDS = 10;

describe('A code by SMS', () => {
  let gateway: SmsGateway;
  let api: TestApi;
  let client: ReturnType<typeof smsClient>;

  beforeAll(async () => {
    gateway = await startSmsGateway();
    api = await startTestApi(gateway.environment);
    client = smsClient(api);
  });
  afterAll(async () => {
    await api.close();
    await gateway.close();
  });
  beforeEach(async () => {
    await forgetBudgets(api);
    gateway.status = 200;
  });
  afterEach(() => {
    expect(gateway.forged).toEqual([]);
  });

  const acceptedFor = (mobile: string) => gateway.accepted.filter(({ to }) => to === mobile);
  const turnedAwayFor = (mobile: string) => gateway.turnedAway.filter(({ to }) => to === mobile);
  // By the clock that the row is read at: `now()` is older than the snapshot, by milliseconds on a busy machine, and
  // a lease taken in between would look longer than it is.
  const messages = (mobile: string) =>
    queryAs<MessageRow>(
      api.urls.superuserUrl,
      `SELECT o.attempts, o.last_error, extract(epoch FROM o.available_at - clock_timestamp())::float8 AS wait,
              o.completed_at IS NOT NULL AS completed
         FROM outbox_messages o JOIN otp_challenges c ON c.id::text = o.data ->> 'challenge_id'
        WHERE o.type = 'iam.otp_sms' AND c.recipient = $1 ORDER BY o.id`,
      [mobile],
    );
  /** Once the gateway has refused this many attempts and the table shows it. */
  const postponed = (mobile: string, attempts: number) =>
    eventually(async () => {
      const [message] = await messages(mobile);
      if (message?.attempts !== attempts || message.last_error === null) return null;
      // While a later attempt is under way, the error is still that of the previous one, and the wait that of its
      // lease.
      return (attempts === 1 || message.wait > LEASE_SECONDS) && message;
    });

  it('is sent to the gateway, signed, with the parameters of its template', async () => {
    const { mobile } = await aMemberWithMobile(api);
    const headers = { 'Accept-Language': 'en' };
    expect((await client.ask('login', { mobile }, { headers })).status).toBe(202);
    const [sms] = await eventually(() => Promise.resolve(acceptedFor(mobile).length > 0 && acceptedFor(mobile)));
    expect(sms).toEqual({
      to: mobile,
      template: 'otp',
      locale: 'en-US',
      params: { code: expect.stringMatching(/^\d{6}$/), app_name: 'Default App', minutes: 5 },
      idempotency_key: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    await client.login(mobile, sms?.params.code ?? '').expect(200);
    await outboxSettled(api);
    expect(acceptedFor(mobile)).toHaveLength(1);
  });

  it('is tried again after 5, 15, 30 and 60 seconds and then twice as long, with a little jitter', async () => {
    gateway.status = 500;
    const mobile = aMobile();
    await client.ask('registration', { mobile });
    let passed = 0;
    for (const [index, seconds] of [5, 15, 30, 60].entries()) {
      const { wait, last_error } = await postponed(mobile, index + 1);
      expect(wait).toBeGreaterThan(seconds - 3);
      expect(wait).toBeLessThanOrEqual(seconds * 1.2);
      expect(last_error).not.toContain(mobile.slice(3));
      await later(api, `${Math.ceil(wait)} seconds`);
      passed += Math.ceil(wait);
    }
    expect(passed).toBeLessThan(300);
    const { wait } = await postponed(mobile, 5);
    expect(wait).toBeGreaterThan(117);
    expect(wait).toBeLessThanOrEqual(144);
    gateway.status = 200;
    await later(api, '145 seconds');
    await outboxSettled(api);
    const attempts = [...turnedAwayFor(mobile), ...acceptedFor(mobile)];
    expect(attempts).toHaveLength(6);
    expect(new Set(attempts.map(({ idempotency_key: key, params }) => `${key} ${params.code}`)).size).toBe(1);
    await client.register({ mobile, otp: acceptedFor(mobile)[0]?.params.code }).expect(202);
  });

  it.each([401, 429, 503])('is tried again where the gateway answers %i', async (status) => {
    gateway.status = status;
    const mobile = aMobile();
    await client.ask('registration', { mobile });
    await postponed(mobile, 1);
    gateway.status = 200;
    await later(api, '7 seconds');
    await outboxSettled(api);
    expect(acceptedFor(mobile)).toHaveLength(1);
  });

  it('is not sent once it has expired', async () => {
    gateway.status = 500;
    const mobile = aMobile();
    await client.ask('registration', { mobile });
    await postponed(mobile, 1);
    gateway.status = 200;
    await later(api, '301 seconds');
    await outboxSettled(api);
    expect(acceptedFor(mobile)).toEqual([]);
    expect(await messages(mobile)).toMatchObject([{ attempts: 2, completed: true }]);
  });

  it('is not sent once another has taken its place', async () => {
    gateway.status = 500;
    const mobile = aMobile();
    await client.ask('registration', { mobile });
    await postponed(mobile, 1);
    await later(api, '61 seconds');
    await postponed(mobile, 2);
    await client.ask('registration', { mobile });
    await eventually(async () => (await messages(mobile))[1]?.last_error);
    gateway.status = 200;
    await later(api, '20 seconds');
    await outboxSettled(api);
    const sent = acceptedFor(mobile);
    expect(sent).toHaveLength(1);
    expect(turnedAwayFor(mobile).at(-1)?.params.code).toBe(sent[0]?.params.code);
    await client.register({ mobile, otp: sent[0]?.params.code }).expect(202);
  });

  it('that the gateway refuses for good is dropped, and the log says so without number and code', async () => {
    gateway.status = 400;
    const warn = jest.spyOn(api.get(Logger), 'warn');
    try {
      const mobile = aMobile();
      await client.ask('registration', { mobile });
      await outboxSettled(api);
      expect(await messages(mobile)).toMatchObject([{ attempts: 1, completed: true, last_error: null }]);
      expect(turnedAwayFor(mobile)).toHaveLength(1);
      const [line] = warn.mock.calls.filter(([, message]) => message === 'an SMS was refused');
      expect(line?.[0]).toEqual({ outbox_id: expect.any(String), reason: expect.stringContaining('400') });
      const code = turnedAwayFor(mobile)[0]?.params.code ?? '';
      for (const secret of [mobile, mobile.slice(3), code])
        expect(JSON.stringify(warn.mock.calls)).not.toContain(secret);
    } finally {
      warn.mockRestore();
    }
  });

  it('has the same answer, whatever becomes of it', async () => {
    const told = new Set<string>();
    for (const status of [200, 400, 500]) {
      gateway.status = status;
      const { status: answered, text } = await client.ask('registration', { mobile: aMobile() });
      told.add(`${answered} ${text}`);
    }
    expect(told.size).toBe(1);
  });

  it('is not sent for an App that no longer exists', async () => {
    gateway.status = 500;
    const mobile = aMobile();
    await client.ask('registration', { mobile });
    await postponed(mobile, 1);
    const setStatus = (status: string) =>
      queryAs(api.urls.superuserUrl, 'UPDATE apps SET status = $1 WHERE id = $2', [status, api.appId]);
    await setStatus('disabled');
    try {
      await eventually(async () => (await client.ask('login', { mobile: aMobile() }).catch(() => null)) === null);
      gateway.status = 200;
      await later(api, '7 seconds');
      await outboxSettled(api);
      expect(acceptedFor(mobile)).toEqual([]);
    } finally {
      await setStatus('active');
    }
  });
});
