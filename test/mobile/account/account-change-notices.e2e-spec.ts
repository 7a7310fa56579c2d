import { OutboxHandlers, Sweeps } from '@libs/foundation';
import { Secret, TOTP } from 'otpauth';
import { adminClient, anAdmin } from '../../admin/support/admin';
import { anEmail, PASSWORD } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import {
  addEmail,
  aStepUpToken,
  codeAfter,
  forgetStepUpClocks,
  passwordsOf,
  signedIn,
  type SignedInMember,
} from '../support/account';
import { aMobile, giveMobile } from '../support/captcha';
import { aMember, outboxSettled } from '../support/journey';
import { forgetBudgets } from '../support/sms';
import { later } from '../../support/time-travel';

const NEW_PASSWORD = 'another long password';

/** Subjects of the notices of an account's changes. */
const ADDED = 'A way to sign in was added to your';
const REMOVED = 'A way to sign in was removed from your';
const CHANGED = /^Your .+ password was changed$/;
const RESET = /^Your .+ password was reset$/;

describe('A change to an account', () => {
  const api = suiteApi();
  beforeEach(() => forgetBudgets(api));

  const aSignedInMember = async (registration: object = { locale: 'en-US' }) =>
    signedIn(api, await aMember(api, registration));
  const sql = (statement: string, ...values: unknown[]) => queryAs(api.urls.superuserUrl, statement, values);
  /** What the address received besides codes, oldest first. */
  const toldTo = async (address: string) => {
    await outboxSettled(api);
    return (await api.mailsTo(address)).filter(({ code }) => code === null).reverse();
  };
  const subjectsTo = async (address: string) => (await toldTo(address)).map(({ subject }) => subject);
  const remove = async (member: SignedInMember, id: string) => {
    const token = await aStepUpToken(api, member, { purpose: 'identifier_remove', resource: id });
    await member.account.remove(id, token).expect(200);
    await forgetStepUpClocks(api);
  };

  it('by an addition is notified to every earlier identifier, masked, and not to the new one', async () => {
    const member = await aSignedInMember();
    const [second, third] = [anEmail(), anEmail()];
    await addEmail(api, member, second);
    expect(await subjectsTo(member.email)).toEqual([expect.stringContaining(ADDED)]);
    expect(await toldTo(second)).toEqual([]);
    await addEmail(api, member, third);
    const [, mail] = await toldTo(member.email);
    expect(mail!.text).toContain('Way to sign in: m***@example.com');
    expect(mail!.text).not.toContain(third);
    expect(mail!.text).toMatch(/Time: .*20\d\d.* UTC/);
    expect(mail!.text).toMatch(/IP address: .*(127\.0\.0\.1|::1)/);
    expect(await subjectsTo(second)).toEqual([expect.stringContaining(ADDED)]);
    expect(await toldTo(third)).toEqual([]);
  });

  it('by a removal is notified to the removed one, too', async () => {
    const member = await aSignedInMember();
    const second = anEmail();
    const { id } = await addEmail(api, member, second);
    await remove(member, id);
    for (const address of [member.email, second]) {
      expect((await subjectsTo(address)).at(-1)).toContain(REMOVED);
    }
  });

  it('by a removal reveals to the removed one neither address nor device', async () => {
    const member = await aSignedInMember();
    const second = anEmail();
    const { id } = await addEmail(api, member, second);
    await sql(`UPDATE devices SET model = 'Pixel 10' WHERE user_id = $1`, member.userId);
    await remove(member, id);
    const { text: toTheOneThatStays } = (await toldTo(member.email)).at(-1)!;
    const { text: toTheOneThatGoes } = (await toldTo(second)).at(-1)!;
    for (const text of [toTheOneThatStays, toTheOneThatGoes]) {
      expect(text).toContain('Way to sign in: m***@example.com');
      expect(text).toMatch(/Time: .*20\d\d.* UTC/);
    }
    expect(toTheOneThatStays).toMatch(/IP address: .*(127\.0\.0\.1|::1)/);
    expect(toTheOneThatStays).toContain('Device: Pixel 10');
    expect(toTheOneThatGoes).not.toMatch(/IP address|127\.0\.0\.1|::1|Device|Pixel/);
  });

  it('of the password is notified to every identifier: changed, reset, and set for the first time', async () => {
    const member = await aSignedInMember();
    const second = anEmail();
    await addEmail(api, member, second);
    await member.account.changePassword({ current_password: member.password, new_password: NEW_PASSWORD }).expect(200);
    for (const address of [member.email, second]) expect((await subjectsTo(address)).at(-1)).toMatch(CHANGED);
    await sql('UPDATE users SET password_hash = NULL WHERE id = $1', member.userId);
    const token = await aStepUpToken(api, member, { purpose: 'password_set', resource: member.userId });
    await member.account.changePassword({ new_password: NEW_PASSWORD }, { 'X-Step-Up-Token': token }).expect(200);
    for (const address of [member.email, second]) expect((await subjectsTo(address)).at(-1)).toMatch(CHANGED);
    const otp = await codeAfter(api, member.email, () => passwordsOf(api).forgot(member.email));
    await passwordsOf(api).reset({ email: member.email, otp, new_password: PASSWORD }).expect(200);
    for (const address of [member.email, second]) expect((await subjectsTo(address)).at(-1)).toMatch(RESET);
    expect(await toldTo(second)).toHaveLength(3);
  });

  it('is notified in the saved locale, else in that of the request, in all four', async () => {
    const expected = {
      'zh-CN': ['新增了登录方式', '登录方式: m***@example.com'],
      'zh-TW': ['新增了登入方式', '登入方式: m***@example.com'],
      'en-US': [ADDED, 'Way to sign in: m***@example.com'],
      'ja-JP': ['サインイン方法が追加されました', 'サインイン方法: m***@example.com'],
    };
    for (const [locale, [subject, fact]] of Object.entries(expected)) {
      const member = await aSignedInMember({ locale });
      await addEmail(api, member, anEmail());
      const [mail] = await toldTo(member.email);
      expect(mail!.subject).toContain(subject);
      expect(mail!.text).toContain(fact);
      await sql('UPDATE users SET locale = NULL WHERE id = $1', member.userId);
      const change = { current_password: member.password, new_password: NEW_PASSWORD };
      await member.account.changePassword(change, { 'Accept-Language': 'ja-JP' }).expect(200);
      expect((await subjectsTo(member.email)).at(-1)).toContain('のパスワードが変更されました');
    }
  });

  it('is notified to no number while there is an email address, and to no unverified one', async () => {
    const member = await aSignedInMember();
    const mobile = aMobile();
    await giveMobile(api, member.userId, mobile);
    const unverified = anEmail();
    const { id } = await addEmail(api, member, unverified);
    await sql('UPDATE login_identifiers SET verified_at = NULL WHERE id = $1', id);
    await addEmail(api, member, anEmail());
    expect(await toldTo(member.email)).toHaveLength(2);
    expect(await toldTo(mobile)).toEqual([]);
    expect(await toldTo(unverified)).toEqual([]);
  });

  it('is notified once although a worker of an older version has completed the message', async () => {
    const member = await aSignedInMember();
    const handlers = api.get(OutboxHandlers);
    const known = handlers.of.bind(handlers);
    const before = jest
      .spyOn(handlers, 'of')
      .mockImplementation((type) => (type.startsWith('iam.account_change') ? [] : known(type)));
    await member.account.changePassword({ current_password: member.password, new_password: NEW_PASSWORD }).expect(200);
    await outboxSettled(api);
    before.mockRestore();
    const sweepOnceMore = async () => {
      await api.get(Sweeps).run('iam.untold_account_changes', Infinity, 0);
      return subjectsTo(member.email);
    };
    expect(await sweepOnceMore()).toEqual([]);
    await later(api, '6 minutes');
    expect(await sweepOnceMore()).toEqual([expect.stringMatching(CHANGED)]);
    expect(await sweepOnceMore()).toHaveLength(1);
    expect(await sql('SELECT 1 FROM account_change_notices WHERE user_id = $1', member.userId)).toEqual([]);
  });

  it('that was refused causes no notice', async () => {
    const member = await aSignedInMember();
    const { id } = await addEmail(api, member, anEmail());
    await member.account.remove(id).expect(403);
    await member.account.changePassword({ current_password: 'wrong password', new_password: PASSWORD }).expect(422);
    await passwordsOf(api).reset({ email: member.email, otp: '000000', new_password: PASSWORD }).expect(422);
    expect(await toldTo(member.email)).toHaveLength(1);
  });

  it('leaves no address behind once it was told, nor in the messages that have it told', async () => {
    const member = await aSignedInMember();
    const second = anEmail();
    const { id } = await addEmail(api, member, second);
    await remove(member, id);
    await outboxSettled(api);
    expect(await sql('SELECT 1 FROM account_change_notices WHERE user_id = $1', member.userId)).toEqual([]);
    const messages = await sql(`SELECT data::text FROM outbox_messages WHERE type LIKE 'iam.account_change%'`);
    expect(messages.length).toBeGreaterThan(0);
    expect(JSON.stringify(messages)).not.toContain('@');
  });

  describe('of an administrator', () => {
    const aVerifiedAdmin = async () => {
      const admin = await anAdmin(api, ['auditor']);
      const second = anEmail();
      await sql(`UPDATE users SET locale = 'en-US' WHERE id = $1`, admin.userId);
      await sql('UPDATE login_identifiers SET verified_at = now() WHERE user_id = $1', admin.userId);
      await sql(
        `INSERT INTO login_identifiers (tenant_id, id, user_id, type, value, verified_at, is_primary)
         VALUES ($1, gen_random_uuid(), $2, 'email', $3, now(), false)`,
        api.tenantId,
        admin.userId,
        second,
      );
      return { admin, second };
    };
    const expectTold = async (addresses: readonly string[], subject: RegExp) => {
      for (const address of addresses) expect((await subjectsTo(address)).at(-1)).toMatch(subject);
    };

    it('is notified of the second factor, in the name of the tenant', async () => {
      const { admin, second } = await aVerifiedAdmin();
      const client = adminClient(api, admin.token);
      const { body } = await client.post('auth/mfa/totp', { current_password: admin.password }).expect(200);
      const totp = new TOTP({ secret: Secret.fromBase32(body.data.secret as string) });
      await client.post('auth/mfa/totp/confirm', { code: totp.generate() }).expect(200);
      await expectTold([admin.email, second], /^A second factor was set up for your .+ account$/);
      await sql('UPDATE user_totp SET last_step = 0 WHERE user_id = $1', admin.userId);
      await client.delete('auth/mfa/totp', { code: totp.generate() }).expect(200);
      await expectTold([admin.email, second], /^The second factor of your .+ account was removed$/);
    });

    it('is notified of the password', async () => {
      const { admin, second } = await aVerifiedAdmin();
      const change = { current_password: admin.password, new_password: NEW_PASSWORD };
      await adminClient(api, admin.token).post('auth/password/change', change).expect(200);
      await expectTold([admin.email, second], CHANGED);
      await adminClient(api).post('auth/password/forgot', { email: admin.email }).expect(202);
      await outboxSettled(api);
      const [mail] = await api.mailsTo(admin.email);
      const [, token] = /token=([\w-]+)/.exec(mail!.text) ?? [];
      await adminClient(api).post('auth/password/reset', { token, new_password: PASSWORD }).expect(200);
      await expectTold([admin.email, second], RESET);
    });

    it('sends no link to an address that is younger than a day while an older identifier exists', async () => {
      const { admin, second } = await aVerifiedAdmin();
      await sql('DELETE FROM login_identifiers WHERE value = $1', second);
      await giveMobile(api, admin.userId, aMobile());
      const links = async () => {
        await adminClient(api).post('auth/password/forgot', { email: admin.email }).expect(202);
        await outboxSettled(api);
        return (await api.mailsTo(admin.email)).filter(({ text }) => text.includes('token=')).length;
      };
      await sql(
        `UPDATE login_identifiers SET verified_at = now() - interval '2 days' WHERE user_id = $1 AND type = 'mobile'`,
        admin.userId,
      );
      expect(await links()).toBe(0);
      await sql(`DELETE FROM account_links WHERE user_id = $1`, admin.userId);
      await sql(
        `UPDATE login_identifiers SET verified_at = now() - interval '2 days' WHERE user_id = $1`,
        admin.userId,
      );
      expect(await links()).toBe(1);
    });
  });
});
