import { AppsService } from '@libs/apps';
import { anEmail } from '../../support/api';
import { queryAs } from '../../support/database';
import { numberOfCodes, nthCodeSentTo, passwordsOf } from '../support/account';
import { aRegisteredMember, aPendingMember, codeSentTo, outboxSettled } from '../support/journey';
import { later } from '../../support/time-travel';
import { expectLeft } from '../../support/seconds-left';
import { suiteApi } from '../../support/suite';

describe('POST /api/v1/auth/password/forgot', () => {
  const api = suiteApi();

  const forgot = (email: string, appId?: string) => passwordsOf(api, appId).forgot(email);
  const rows = <Row extends Record<string, unknown>>(statement: string, values: unknown[] = []) =>
    queryAs<Row>(api.urls.superuserUrl, statement, values);
  const setStatus = (table: string, email: string, status: string) =>
    rows(
      `UPDATE ${table} SET status = $2 FROM login_identifiers i
        WHERE i.value = $1 AND i.user_id = ${table === 'users' ? 'users.id' : `${table}.user_id`}`,
      [email, status],
    );
  const anApp = async () => {
    const app = { name: 'Second App', appType: 'uni_app', defaultLocale: 'zh-CN' } as const;
    return (await api.get(AppsService).create(api.tenantId, app)).id;
  };

  it('answers 202 with an AppAcceptedResponse, and mails six digits to an active member', async () => {
    const { email } = await aRegisteredMember(api);
    const { body, headers } = await forgot(` ${email.toUpperCase()}`).expect(202);
    expect(body).toEqual({ data: { accepted: true, resend_after_seconds: 60, expires_in_seconds: 600 } });
    expect(headers['cache-control']).toBe('no-store');
    expect(await nthCodeSentTo(api, email, 2)).toMatch(/^\d{6}$/);
    const [mail] = await api.mailsTo(email);
    expect(mail?.text).toContain('Default App');
  });

  it('answers with the same bytes and headers, and mails nothing, to everybody else', async () => {
    const [known, suspended, disabled, elsewhere] = [
      await aRegisteredMember(api),
      await aRegisteredMember(api),
      await aRegisteredMember(api),
      await aRegisteredMember(api, {}, await anApp()),
    ];
    const pending = await aPendingMember(api);
    await codeSentTo(api, pending.email);
    await setStatus('app_memberships', suspended.email, 'suspended');
    await setStatus('users', disabled.email, 'disabled');
    const others = [suspended, disabled, elsewhere, pending].map(({ email }) => email);
    const told = new Set<string>();
    for (const email of [known.email, ...others, anEmail(), 'admin@example.com']) {
      const { status, text, headers } = await forgot(email);
      const { date: _date, 'x-request-id': _id, ...sent } = headers as Record<string, string>;
      told.add(JSON.stringify([status, text, sent]));
    }
    expect([...told]).toHaveLength(1);
    await nthCodeSentTo(api, known.email, 2);
    await outboxSettled(api);
    for (const email of others) expect([email, await numberOfCodes(api, email)]).toEqual([email, 1]);
    expect(await api.mailsTo('admin@example.com')).toEqual([]);
  });

  it('mails nothing to an address that was not verified', async () => {
    const { email } = await aRegisteredMember(api);
    await rows('UPDATE login_identifiers SET verified_at = NULL WHERE value = $1', [email]);
    await forgot(email).expect(202);
    await outboxSettled(api);
    expect(await numberOfCodes(api, email)).toBe(1);
  });

  it('runs the clocks of its own purpose, the App’s cooldown first, for known and unknown addresses alike', async () => {
    const { email } = await aRegisteredMember(api);
    for (const address of [email, anEmail()]) {
      const seconds = async () => {
        const { body } = await forgot(address).expect(202);
        // The next code replaces this one, which must have been sent by then.
        await outboxSettled(api);
        return body.data.resend_after_seconds as number;
      };
      const since = Date.now();
      expect(await seconds()).toBe(60);
      await later(api, '20 seconds');
      expectLeft(await seconds(), 40, since);
      await later(api, '41 seconds');
      expect(await seconds()).toBe(60);
      for (let send = 3; send <= 5; send++) {
        await later(api, '61 seconds');
        expect(await seconds()).toBe(60);
      }
      await later(api, '61 seconds');
      expect(await seconds()).toBeGreaterThan(3_000);
    }
    await outboxSettled(api);
    expect(await numberOfCodes(api, email)).toBe(6);
  });

  it('writes the same rows for everybody before anybody looks at the account', async () => {
    const unknown = anEmail();
    const { email } = await aRegisteredMember(api);
    await forgot(email).expect(202);
    await forgot(unknown).expect(202);
    await outboxSettled(api);
    const requests = await rows(
      `SELECT purpose, identifier_type, user_id IS NOT NULL AS known, processed_at IS NOT NULL AS processed
         FROM otp_requests WHERE recipient = ANY ($1) AND purpose = 'password_reset' ORDER BY created_at`,
      [[email, unknown]],
    );
    const common = { purpose: 'password_reset', identifier_type: 'email', processed: true };
    expect(requests).toEqual([
      { ...common, known: true },
      { ...common, known: false },
    ]);
  });

  it.each([
    [{}, 'email', 'required'],
    [{ email: null }, 'email', 'required'],
    [{ email: 'nobody' }, 'email', 'not_email'],
    [{ email: 1 }, 'email', 'not_string'],
    [{ email: 'a@example.com\u0000' }, 'email', 'not_email'],
    [{ email: 'member@example.com', password: 'x' }, 'password', 'unknown_field'],
  ])('answers 422 to %j', async (body, field, code) => {
    const answer = await api.http.post('/api/v1/auth/password/forgot').set('X-AppID', api.appId).send(body).expect(422);
    expect(answer.body.errors).toContainEqual({ field, code, message: expect.any(String) });
  });
});
