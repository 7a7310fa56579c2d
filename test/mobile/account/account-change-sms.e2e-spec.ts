import { Sweeps } from '@libs/foundation';
import { aDeviceKey, anEmail, eventually, startTestApi, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { startSmsGateway, type SmsGateway } from '../../support/sms-gateway';
import { aMobile, giveMobile } from '../support/captcha';
import { outboxSettled } from '../support/journey';
import { accountOf, codeAfter } from '../support/account';
import { forgetBudgets, smsClient } from '../support/sms';
import { later } from '../../support/time-travel';

const PASSWORDS = ['a long first password', 'a long second password', 'a long third password'] as const;

describe('A change to an account without email', () => {
  let gateway: SmsGateway;
  let api: TestApi;

  beforeAll(async () => {
    gateway = await startSmsGateway();
    api = await startTestApi(gateway.environment);
  });
  afterAll(async () => {
    await api.close();
    await gateway.close();
  });
  beforeEach(() => forgetBudgets(api));

  const sql = (statement: string, ...values: unknown[]) =>
    queryAs<Record<string, unknown>>(api.urls.superuserUrl, statement, values);
  const lastOtpTo = (mobile: string) =>
    gateway.accepted.findLast(({ to, template }) => to === mobile && template === 'otp');
  const acceptedFor = (mobile: string) =>
    gateway.accepted.filter(({ to, template }) => to === mobile && template === 'security_notice');
  const noticesTo = async (mobile: string) => {
    await outboxSettled(api);
    return acceptedFor(mobile);
  };
  /** Resolves when sending a notice has failed and it waits for its next attempt. */
  const postponed = () =>
    eventually(async () => {
      const [message] = await sql(
        `SELECT last_error FROM outbox_messages WHERE type = 'iam.account_change_sms' AND completed_at IS NULL`,
      );
      return message?.['last_error'];
    });
  const tryNow = () =>
    sql(
      `UPDATE outbox_messages SET available_at = now() WHERE type = 'iam.account_change_sms' AND completed_at IS NULL`,
    );
  /** A user with a password and one number, signed in. */
  const aMobileAccount = async () => {
    const mobile = aMobile();
    const deviceKey = aDeviceKey();
    const client = smsClient(api, { deviceKey });
    await client.ask('registration', { mobile });
    await outboxSettled(api);
    const otp = lastOtpTo(mobile)?.params.code;
    await client.register({ mobile, otp, password: PASSWORDS[0], locale: 'zh-CN' }).expect(202);
    await client.ask('login', { mobile });
    await outboxSettled(api);
    const { body } = await client.login(mobile, lastOtpTo(mobile)?.params.code ?? '', { deviceKey }).expect(200);
    const accessToken = body.data.access_token as string;
    const [row] = await sql('SELECT id, user_id FROM login_identifiers WHERE value = $1', mobile);
    return {
      mobile,
      account: accountOf(api, body.data),
      client: smsClient(api, { deviceKey, accessToken }),
      userId: String(row?.['user_id']),
      identifierId: String(row?.['id']),
    };
  };

  it('is notified by SMS to each of its numbers, with a separate template, and counts in the budgets', async () => {
    const { mobile, account, userId } = await aMobileAccount();
    const second = aMobile();
    await giveMobile(api, userId, second);
    await forgetBudgets(api);
    await account.changePassword({ current_password: PASSWORDS[0], new_password: PASSWORDS[1] }).expect(200);
    for (const number of [mobile, second]) {
      expect(await noticesTo(number)).toEqual([
        {
          to: number,
          template: 'security_notice',
          locale: 'zh-CN',
          params: { event: 'password_changed', change: '密码已修改', app_name: expect.any(String) },
          idempotency_key: expect.any(String),
        },
      ]);
    }
    const days = await sql(
      `SELECT country, sent, verified FROM sms_days WHERE app_id = $1 ORDER BY country`,
      api.appId,
    );
    expect(days).toEqual([
      { country: '', sent: 2, verified: 0 },
      { country: 'CN', sent: 2, verified: 2 },
    ]);
    expect(await sql('SELECT 1 FROM account_change_notices')).toEqual([]);
  });

  it('is notified by SMS of the first email address, and by both until that is a day old', async () => {
    const { mobile, account, client, userId, identifierId } = await aMobileAccount();
    await sql(
      `UPDATE login_identifiers SET verified_at = verified_at - interval '1 second' WHERE user_id = $1`,
      userId,
    );
    const act = { identifier_id: identifierId, purpose: 'identifier_add', resource: userId };
    const { body } = await client.ask('step_up', act);
    await outboxSettled(api);
    const otp = lastOtpTo(mobile)?.params.code ?? '';
    const token = (await account.verifyStepUp(body.data.challenge_id as string, otp).expect(200)).body.data
      .step_up_token as string;
    const email = anEmail();
    const code = await codeAfter(api, email, () => account.challenge(email, token).expect(202));
    await account.verify(email, code).expect(200);
    expect((await noticesTo(mobile)).map(({ params }) => params)).toEqual([
      {
        event: 'identifier_added',
        change: `账号新增了登录方式 (m***@example.com)`,
        app_name: expect.any(String),
      },
    ]);
    await account.changePassword({ current_password: PASSWORDS[0], new_password: PASSWORDS[1] }).expect(200);
    expect(await noticesTo(mobile)).toHaveLength(2);
    expect((await api.mailsTo(email))[0]?.subject).toContain('密码已修改');
    await sql(`UPDATE login_identifiers SET verified_at = verified_at - interval '2 days' WHERE user_id = $1`, userId);
    await account.changePassword({ current_password: PASSWORDS[1], new_password: PASSWORDS[2] }).expect(200);
    expect(await noticesTo(mobile)).toHaveLength(2);
    expect(await api.mailsTo(email)).toHaveLength(3);
  });

  it('is notified when the App has room in its budget again; the change itself is not delayed', async () => {
    const { mobile, account } = await aMobileAccount();
    await forgetBudgets(api);
    await sql(
      `INSERT INTO sms_days (tenant_id, app_id, country, started_at, sent, expires_at)
       VALUES ($1, $2, '', now(), 1000000, now() + interval '1 day')`,
      api.tenantId,
      api.appId,
    );
    await account.changePassword({ current_password: PASSWORDS[0], new_password: PASSWORDS[1] }).expect(200);
    expect(await postponed()).toContain('RateLimitedError');
    expect(acceptedFor(mobile)).toEqual([]);
    await forgetBudgets(api);
    await tryNow();
    expect(await noticesTo(mobile)).toHaveLength(1);
    expect(await sql('SELECT 1 FROM account_change_notices')).toEqual([]);
  });

  it('is notified after the hour in which somebody else has used up the codes of its number', async () => {
    const { mobile, account } = await aMobileAccount();
    await forgetBudgets(api);
    await sql('DELETE FROM otp_limits');
    const stranger = smsClient(api);
    for (let code = 1; code <= 5; code++) {
      await later(api, '61 seconds');
      expect(await stranger.ask('login', { mobile })).toMatchObject({ status: 202 });
      await outboxSettled(api);
    }
    const [number] = await sql('SELECT cardinality(sent_at) AS codes FROM sms_recipients');
    expect(number).toEqual({ codes: 5 });
    await account.changePassword({ current_password: PASSWORDS[0], new_password: PASSWORDS[1] }).expect(200);
    expect(await postponed()).toContain('RateLimitedError');
    expect(acceptedFor(mobile)).toEqual([]);
    await later(api, '1 hour');
    expect(await noticesTo(mobile)).toHaveLength(1);
    expect(await sql('SELECT 1 FROM account_change_notices')).toEqual([]);
  });

  it('is tried again after the gateway was away, at the price of one message', async () => {
    const { mobile, account } = await aMobileAccount();
    await forgetBudgets(api);
    gateway.status = 503;
    await account.changePassword({ current_password: PASSWORDS[0], new_password: PASSWORDS[1] }).expect(200);
    await postponed();
    gateway.status = 200;
    await tryNow();
    expect(await noticesTo(mobile)).toHaveLength(1);
    const [day] = await sql(`SELECT sent FROM sms_days WHERE app_id = $1 AND country = ''`, api.appId);
    expect(day).toEqual({ sent: 1 });
  });

  it('is delivered by the waiting message if there is one, otherwise by another one with the same key', async () => {
    const { mobile, account } = await aMobileAccount();
    await forgetBudgets(api);
    gateway.status = 503;
    await account.changePassword({ current_password: PASSWORDS[0], new_password: PASSWORDS[1] }).expect(200);
    await postponed();
    const messages = async () =>
      (await sql(`SELECT 1 FROM outbox_messages WHERE type = 'iam.account_change_sms' AND completed_at IS NULL`))
        .length;
    await sql(`UPDATE account_change_notices SET created_at = created_at - interval '6 minutes'`);
    const sweep = () => api.get(Sweeps).run('iam.untold_account_changes', Infinity, 0);
    expect(await sweep()).toMatchObject({ rows: 0, error: null });
    expect(await messages()).toBe(1);
    await sql(`UPDATE outbox_messages SET completed_at = now() WHERE type = 'iam.account_change_sms'`);
    gateway.status = 200;
    expect(await sweep()).toMatchObject({ rows: 1, error: null });
    const [notice, ...others] = await noticesTo(mobile);
    expect(others).toEqual([]);
    expect(notice?.idempotency_key).toBe(gateway.turnedAway.findLast(({ to }) => to === mobile)?.idempotency_key);
    const [day] = await sql(`SELECT sent FROM sms_days WHERE app_id = $1 AND country = ''`, api.appId);
    expect(day).toEqual({ sent: 1 });
  });
});
