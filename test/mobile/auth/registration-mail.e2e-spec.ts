import { randomUUID } from 'node:crypto';
import { AppsService } from '@libs/apps';
import { SUPPORTED_LOCALES, type SupportedLocale } from '@libs/kernel';
import type { Email } from 'postal-mime';
import { anEmail, eventually, PASSWORD, startTestApi, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { startSmtpSink, type SmtpSink } from '../../support/smtp-sink';
import { clientOf, outboxSettled } from '../support/journey';
import { later } from '../../support/time-travel';

/** A word that only one of the languages has, from the mail with a code and from the one without. */
const WORDS: Readonly<Record<SupportedLocale, readonly [string, string]>> = {
  'zh-CN': ['验证码在 10 分钟内有效', '您的账号没有变化'],
  'zh-TW': ['驗證碼在 10 分鐘內有效', '您的帳號沒有變化'],
  'en-US': ['valid for 10 minutes', 'your account has not changed'],
  'ja-JP': ['有効期限は 10 分', 'アカウントに変更はありません'],
};

describe('the mails of a registration', () => {
  let api: TestApi;
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await startSmtpSink();
    api = await startTestApi({ SMTP_URL: sink.url, PUBLIC_BASE_URL: 'https://api.example.com' });
  });

  afterAll(async () => {
    await api.close();
    await sink.close();
  });

  const asSuperuser = (statement: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, statement, values);
  const mailsTo = (email: string) => sink.mails.filter(({ to }) => to?.some(({ address }) => address === email));
  const nthMailTo = (email: string, nth: number): Promise<Email> =>
    eventually(() => Promise.resolve(mailsTo(email)[nth - 1]));
  const codeIn = (mail: Email) => /^\d{6}$/m.exec(mail.text ?? '')?.[0];
  const register = (email: string, body: object = {}, headers: Record<string, string> = {}, appId = api.appId) =>
    clientOf(api, appId)
      .register({ email, password: PASSWORD, ...body }, headers)
      .expect(202);
  const aMember = async (body: object = {}) => {
    const email = anEmail();
    await register(email, body);
    await clientOf(api)
      .verifyEmail(email, codeIn(await nthMailTo(email, 1)) ?? '')
      .expect(200);
    await later(api, '61 seconds');
    return email;
  };

  describe.each(SUPPORTED_LOCALES)('in %s', (locale) => {
    it('carry six digits, in text and in HTML, with the name of the App', async () => {
      const email = anEmail();
      await register(email, {}, { 'Accept-Language': locale });
      const mail = await nthMailTo(email, 1);
      const code = codeIn(mail);
      expect(code).toMatch(/^\d{6}$/);
      for (const body of [mail.text, mail.html]) {
        expect(body).toContain(code);
        expect(body).toContain('Default App');
        expect(body).toContain(WORDS[locale][0]);
      }
      expect(mail.subject).toContain('Default App');
      expect(mail.subject).not.toContain(code);
      expect(mail.html).toContain(`<html lang="${locale}">`);
      expect(mail.to).toEqual([{ name: '', address: email }]);
    });

    it('tell the owner of an active membership that it exists, without a code', async () => {
      const email = await aMember({ locale });
      await register(email);
      const mail = await nthMailTo(email, 2);
      expect(codeIn(mail)).toBeUndefined();
      for (const body of [mail.text, mail.html]) {
        expect(body).toContain(WORDS[locale][1]);
        expect(body).not.toMatch(/(?<![#\d])\d{6}(?!\d)/);
      }
    });
  });

  it('are in the locale that was registered with, whatever the languages of the request, also when sent again', async () => {
    const email = anEmail();
    await register(email, { locale: 'ja-JP' }, { 'Accept-Language': 'en' });
    expect((await nthMailTo(email, 1)).text).toContain(WORDS['ja-JP'][0]);
    await later(api, '61 seconds');
    await clientOf(api).resendCode(email, { 'Accept-Language': 'zh-TW' }).expect(202);
    expect((await nthMailTo(email, 2)).text).toContain(WORDS['ja-JP'][0]);
  });

  it('are in the saved locale of a user who joins another App', async () => {
    const email = await aMember({ locale: 'en-US' });
    const second = await api
      .get(AppsService)
      .create(api.tenantId, { name: 'Corner Shop', appType: 'uni_app', defaultLocale: 'zh-CN' });
    await register(email, { locale: 'zh-TW' }, {}, second.id);
    const mail = await nthMailTo(email, 2);
    expect(mail.text).toContain(WORDS['en-US'][0]);
    expect(mail.text).toContain('Corner Shop');
    expect(mail.text).not.toContain('Default App');
  });

  it('show the icon of the App', async () => {
    const { id } = await api
      .get(AppsService)
      .create(api.tenantId, { name: 'With an icon', appType: 'uni_app', defaultLocale: 'en-US' });
    const fileId = randomUUID();
    await asSuperuser('UPDATE apps SET icon_file_id = $2 WHERE id = $1', [id, fileId]);
    const email = anEmail();
    await eventually(async () => {
      const { body } = await api.http.get('/api/v1/public/config').set('X-AppID', id);
      return body.data.app.icon_url !== null;
    });
    await register(email, {}, {}, id);
    expect((await nthMailTo(email, 1)).html).toContain(
      `<img src="https://api.example.com/api/v1/public/startup-assets/${fileId}?app_id=${id}"`,
    );
  });

  it('can neither be given headers nor markup nor somebody else’s placeholders by the name of an App', async () => {
    const name = 'Evil\r\nBcc: other@example.com\r\n\r\n<b>{code}</b> & "x" {minutes}';
    const { id } = await api
      .get(AppsService)
      .create(api.tenantId, { name, appType: 'uni_app', defaultLocale: 'en-US' });
    const email = anEmail();
    await register(email, {}, {}, id);
    const mail = await nthMailTo(email, 1);
    const shown = 'Evil Bcc: other@example.com <b>{code}</b> & "x" {minutes}';
    expect(mail.subject).toBe(`Your ${shown} verification code`);
    expect(mail.bcc ?? []).toEqual([]);
    expect(mail.to).toEqual([{ name: '', address: email }]);
    expect(mail.text).toContain(shown);
    expect(mail.html).toContain('&lt;b&gt;{code}&lt;/b&gt; &amp; &quot;x&quot; {minutes}');
    expect(mail.html).not.toContain('<b>');
  });

  it('are not sent to suspended members, disabled users, nor, asked for again, to active or unknown ones', async () => {
    const [suspended, disabled, active] = [await aMember(), await aMember(), await aMember()];
    const unknown = anEmail();
    await asSuperuser(
      `UPDATE app_memberships m SET status = 'suspended' FROM login_identifiers i WHERE i.user_id = m.user_id AND i.value = $1`,
      [suspended],
    );
    await asSuperuser(
      `UPDATE users u SET status = 'disabled' FROM login_identifiers i WHERE i.user_id = u.id AND i.value = $1`,
      [disabled],
    );
    for (const email of [suspended, disabled]) await register(email);
    for (const email of [active, unknown]) await clientOf(api).resendCode(email).expect(202);
    await outboxSettled(api);
    expect([suspended, disabled, active, unknown].map((email) => mailsTo(email).length)).toEqual([1, 1, 1, 0]);
  });

  /** Somebody whose mail the server has refused once, and what is kept of that. */
  const refusedOnce = async () => {
    // What came before may be sent without being written down as sent.
    await outboxSettled(api);
    sink.refuse = true;
    const email = anEmail();
    await register(email);
    const [failure] = await eventually(async () => {
      const rows = await asSuperuser(
        'SELECT last_error FROM outbox_messages WHERE last_error IS NOT NULL AND completed_at IS NULL',
      );
      return rows.length > 0 && rows;
    });
    sink.refuse = false;
    return { email, error: failure?.['last_error'] };
  };

  it('are tried again after a refusal of the mail server, and the code still works', async () => {
    const { email, error } = await refusedOnce();
    expect(error).not.toContain(email);
    expect(error).not.toMatch(/\d{6}/);
    await later(api, '6 seconds');
    await clientOf(api)
      .verifyEmail(email, codeIn(await nthMailTo(email, 1)) ?? '')
      .expect(200);
  });

  it('are given up when the code is no longer of use', async () => {
    const { email } = await refusedOnce();
    await later(api, '601 seconds');
    await outboxSettled(api);
    expect(mailsTo(email)).toEqual([]);
  });
});
