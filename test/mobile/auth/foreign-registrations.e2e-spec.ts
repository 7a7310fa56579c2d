import { asOwner } from '../../admin/support/admin';
import { aDeviceKey, anEmail } from '../../support/api';
import { suiteApi } from '../../support/suite';
import { accountOf, codeAfter, passwordsOf } from '../support/account';
import { clientOf, codeSentTo, signIn } from '../support/journey';
import { FOREIGN, from, OWN, type Registrations, registrationsOf } from '../support/registrations';
import { later } from '../../support/time-travel';

/** A stranger registers an address, too, whose codes reach only its owner. */
describe('An address that several people register', () => {
  const api = suiteApi();
  let sql: Registrations['sql'];
  let register: Registrations['register'];
  let resend: Registrations['resend'];
  let confirm: Registrations['confirm'];
  let expectPassword: Registrations['expectPassword'];

  beforeAll(() => {
    ({ sql, register, resend, confirm, expectPassword } = registrationsOf(api));
  });

  describe('without the key of an installation', () => {
    it.each([
      ['after the owner', [OWN, FOREIGN]],
      ['before the owner', [FOREIGN, OWN]],
    ])('activates the account without a password: a stranger %s', async (_order, [first = '', second = '']) => {
      const email = anEmail();
      await register(email, first);
      await later(api, '61 seconds');
      await register(email, second);
      await confirm(email);
      await expectPassword(email, null);
    });

    it.each([
      ['after the owner', [OWN, FOREIGN]],
      ['before the owner', [FOREIGN, OWN]],
    ])('does so within the cooldown, in which one code is sent: a stranger %s', async (_order, passwords) => {
      const email = anEmail();
      for (const password of passwords) await register(email, password);
      expect(await api.mailsTo(email)).toHaveLength(1);
      await confirm(email);
      await expectPassword(email, null);
    });

    it('does so with a code that either of them asked for again', async () => {
      const email = anEmail();
      await register(email, OWN);
      await register(email, FOREIGN);
      await later(api, '61 seconds');
      await resend(email);
      await confirm(email);
      await expectPassword(email, null);
    });

    it('does so when a stranger asks for a new code with an unknown key', async () => {
      const email = anEmail();
      await register(email, OWN);
      await register(email, FOREIGN, from(aDeviceKey()));
      await later(api, '61 seconds');
      await resend(email, from(aDeviceKey()));
      await confirm(email);
      await expectPassword(email, null);
    });

    it('takes nothing else from them either: no name, no locale', async () => {
      const email = anEmail();
      await register(email, OWN, {}, { display_name: 'Owner', locale: 'en-US' });
      await register(email, FOREIGN, {}, { display_name: 'Stranger', locale: 'ja-JP' });
      await confirm(email);
      expect(
        await sql(
          `SELECT u.display_name, u.locale, u.password_hash FROM users u
             JOIN login_identifiers i ON i.user_id = u.id WHERE i.value = $1`,
          email,
        ),
      ).toEqual([{ display_name: null, locale: null, password_hash: null }]);
    });

    it('takes the password if all of them have the same: somebody tapped twice', async () => {
      const email = anEmail();
      await register(email, OWN, {}, { display_name: 'Owner' });
      await register(email, OWN, {}, { display_name: 'Owner' });
      await later(api, '61 seconds');
      await register(email, OWN);
      await confirm(email);
      await expectPassword(email, OWN);
    });

    it('takes the password of the one request though a stranger asks for codes', async () => {
      const email = anEmail();
      await register(email, OWN);
      await later(api, '61 seconds');
      await resend(email);
      await later(api, '61 seconds');
      await resend(email);
      await confirm(email);
      await expectPassword(email, OWN);
    });
  });

  describe('with the key of an installation', () => {
    it.each([
      ['after the owner', true],
      ['before the owner', false],
    ])('takes the password of that installation: a stranger %s', async (_order, ownerIsFirst) => {
      const email = anEmail();
      const [own, foreign] = [aDeviceKey(), aDeviceKey()];
      const requests = [() => register(email, OWN, from(own)), () => register(email, FOREIGN, from(foreign))];
      if (!ownerIsFirst) requests.reverse();
      await requests[0]?.();
      await later(api, '61 seconds');
      await requests[1]?.();
      await confirm(email, from(own.toUpperCase()));
      await expectPassword(email, OWN);
    });

    it('does so within the cooldown, with the code that the stranger had sent', async () => {
      const email = anEmail();
      const own = aDeviceKey();
      await register(email, FOREIGN, {}, { display_name: 'Stranger', locale: 'ja-JP' });
      await register(email, OWN, from(own), { display_name: 'Owner', locale: 'en-US' });
      await confirm(email, from(own));
      await expectPassword(email, OWN);
      const { body } = await clientOf(api)
        .context((await signIn(api, { email, password: OWN })).access_token)
        .expect(200);
      expect(body.data.user).toMatchObject({ display_name: 'Owner', locale: 'en-US' });
    });

    it('does so before a worker has seen the request', async () => {
      const email = anEmail();
      const own = aDeviceKey();
      await register(email, FOREIGN);
      await register(email, OWN, from(own));
      await sql('UPDATE otp_requests SET processed_at = NULL, user_id = NULL WHERE device_key_hash IS NOT NULL');
      await confirm(email, from(own));
      await expectPassword(email, OWN);
    });

    it('takes the newest password that the installation has sent', async () => {
      const email = anEmail();
      const own = aDeviceKey();
      await register(email, 'a password with a slip', from(own));
      await register(email, OWN, from(own));
      await register(email, FOREIGN, from(aDeviceKey()));
      await confirm(email, from(own));
      await expectPassword(email, OWN);
    });

    it('takes no password of another installation if this one has sent none', async () => {
      const email = anEmail();
      await register(email, FOREIGN, from(aDeviceKey()));
      await later(api, '61 seconds');
      await resend(email, from(aDeviceKey()));
      await confirm(email, from(aDeviceKey()));
      await expectPassword(email, null);
    });

    it('sends codes in the locale of the installation’s own request', async () => {
      const email = anEmail();
      const own = aDeviceKey();
      await register(email, OWN, from(own), { locale: 'en-US' });
      await register(email, FOREIGN, from(aDeviceKey()), { locale: 'ja-JP' });
      await later(api, '61 seconds');
      await resend(email, { ...from(own), 'Accept-Language': 'zh-CN' });
      expect(await sql('SELECT DISTINCT locale FROM otp_challenges WHERE recipient = $1', email)).toEqual([
        { locale: 'en-US' },
      ]);
    });

    it('is malformed: 422, on each of the three', async () => {
      const malformed = from('no-uuid');
      const email = anEmail();
      for (const request of [
        clientOf(api).register({ email, password: OWN }, malformed),
        clientOf(api).resendCode(email, malformed),
        clientOf(api).verifyEmail(email, '123456', malformed),
      ]) {
        const { body } = await request.expect(422);
        expect(body.errors).toEqual([{ field: 'X-AK-Device-Key', code: 'not_uuid', message: expect.any(String) }]);
      }
    });

    it('is not revealed: neither by status, body and headers nor by stored data', async () => {
      const email = anEmail();
      const own = aDeviceKey();
      await register(email, OWN, from(own));
      await register(anEmail(), OWN, from(own));
      const kept = await sql<{ device: string }>(
        `SELECT encode(device_key_hash, 'hex') AS device FROM otp_requests WHERE device_key_hash IS NOT NULL
          ORDER BY created_at DESC LIMIT 2`,
      );
      expect(new Set(kept.map(({ device }) => device)).size).toBe(2);
      for (const { device } of kept) expect(device).toMatch(/^[0-9a-f]{64}$/);
      const told = new Set<string>();
      for (const headers of [{}, from(own), from(aDeviceKey())]) {
        for (const answer of [
          await clientOf(api).verifyEmail(email, '000000', headers),
          await clientOf(api).resendCode(email, headers),
        ]) {
          const { date: _date, 'x-request-id': _id, 'content-length': _length, ...rest } = answer.headers;
          const { request_id: _request, ...body } = answer.body as Record<string, unknown>;
          const text = JSON.stringify(body).replace(/:(5\d|60),/, ':<cooldown>,');
          told.add(JSON.stringify([answer.status, text, rest]));
        }
      }
      expect(told.size).toBe(2);
    });
  });

  it('ends all other requests with the confirmation', async () => {
    const email = anEmail();
    const own = aDeviceKey();
    await register(email, FOREIGN, from(aDeviceKey()));
    await register(email, OWN, from(own));
    const code = await codeSentTo(api, email);
    await confirm(email, from(own));
    expect(await sql('SELECT FROM otp_requests WHERE recipient = $1', email)).toEqual([]);
    await clientOf(api).verifyEmail(email, code).expect(422);
    await later(api, '61 seconds');
    await register(email, FOREIGN);
    const [newest] = await api.mailsTo(email);
    expect(newest?.code).toBeNull();
    await expectPassword(email, OWN);
  });

  it('is confirmed once by 20 at once, of whom each names a request', async () => {
    const email = anEmail();
    const own = aDeviceKey();
    await register(email, FOREIGN);
    await register(email, OWN, from(own));
    const code = await codeSentTo(api, email);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => clientOf(api).verifyEmail(email, code, from(own))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await expectPassword(email, OWN);
  });

  it('tells its owner to verify, at the installation that registered, whoever registered after', async () => {
    const email = anEmail();
    const own = aDeviceKey();
    await register(email, OWN, from(own));
    await later(api, '61 seconds');
    await register(email, FOREIGN, from(aDeviceKey()));
    const { body } = await clientOf(api).login({ email, password: OWN }, own).expect(401);
    expect(body.code).toBe('IAM.LOGIN.VERIFICATION_REQUIRED');
  });

  it('gets its password by reset, where it was activated without one', async () => {
    const email = anEmail();
    await register(email, OWN);
    await register(email, FOREIGN);
    await confirm(email);
    await expectPassword(email, null);
    const { forgot, reset } = passwordsOf(api);
    const code = await codeAfter(api, email, () => forgot(email).expect(202));
    await reset({ email, otp: code, new_password: OWN }).expect(200);
    await expectPassword(email, OWN);
    const account = accountOf(api, await signIn(api, { email, password: OWN }));
    expect(await account.identifiers()).toMatchObject([{ type: 'email', is_primary: true }]);
  });

  it('is treated as without a password until then', async () => {
    const email = anEmail();
    await register(email, OWN);
    await register(email, FOREIGN);
    await confirm(email);
    const admin = await asOwner(api);
    const { body } = await admin.get('users').query({ q: email }).expect(200);
    expect(body.data.items).toMatchObject([{ has_password: false, memberships: [{ status: 'active' }] }]);
  });
});
