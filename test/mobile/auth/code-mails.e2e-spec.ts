import { SUPPORTED_LOCALES, type SupportedLocale } from '@libs/kernel';
import type { Email } from 'postal-mime';
import { anEmail, eventually, PASSWORD, startTestApi, type TestApi } from '../../support/api';
import { startSmtpSink, type SmtpSink } from '../../support/smtp-sink';
import { accountOf, forgetStepUpClocks, passwordsOf, userIdOf } from '../support/account';
import { clientOf, outboxSettled, signIn } from '../support/journey';

/** How the mail names the purpose of a code: a reset, a further address, an export of data. And its validity. */
const WORDS: Readonly<Record<SupportedLocale, readonly [string, string, string, string]>> = {
  'zh-CN': [
    '重置 Default App 的登录密码',
    '添加为 Default App 的登录方式',
    '导出 Default App 账号的个人数据',
    '在 10 分钟内有效',
  ],
  'zh-TW': [
    '重設 Default App 的登入密碼',
    '新增為 Default App 的登入方式',
    '匯出 Default App 帳號的個人資料',
    '在 10 分鐘內有效',
  ],
  'en-US': [
    'new password at Default App',
    'sign in to Default App with this',
    'personal data of your Default App',
    '10 minutes',
  ],
  'ja-JP': [
    'Default App のパスワードを再設定',
    'Default App のサインインに追加',
    'Default App アカウントの個人データ',
    '有効期限は 10 分',
  ],
};

describe('the mails that carry a code', () => {
  let api: TestApi;
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await startSmtpSink();
    api = await startTestApi({ SMTP_URL: sink.url });
  });

  afterAll(async () => {
    await api.close();
    await sink.close();
  });

  const mailsTo = (email: string) => sink.mails.filter(({ to }) => to?.some(({ address }) => address === email));
  const codeIn = ({ text }: Email) => /^\d{6}$/m.exec(text ?? '')?.[0] ?? '';
  /** The next mail with a code to the address. */
  const mailAfter = async (email: string, ask: () => PromiseLike<unknown>): Promise<Email> => {
    const { length: before } = mailsTo(email);
    await ask();
    return eventually(() => Promise.resolve(mailsTo(email).slice(before).find(codeIn)));
  };
  const aMember = async (locale?: SupportedLocale) => {
    const email = anEmail();
    const mail = await mailAfter(email, () =>
      clientOf(api).register({ email, password: PASSWORD, ...(locale ? { locale } : {}) }),
    );
    await clientOf(api).verifyEmail(email, codeIn(mail)).expect(200);
    return { email, password: PASSWORD };
  };
  const expectCode = (mail: Email, locale: SupportedLocale, purpose: 0 | 1 | 2) => {
    const words = WORDS[locale];
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain(codeIn(mail));
      expect(body).toContain(words[purpose]);
      expect(body).toContain(words[3]);
    }
    expect(mail.subject).toContain('Default App');
    expect(mail.subject).not.toContain(codeIn(mail));
    expect(mail.html).toContain(`<html lang="${locale}">`);
  };

  describe.each(SUPPORTED_LOCALES)('in %s, the saved locale, whatever the request prefers', (locale) => {
    const headers = { 'Accept-Language': locale === 'en-US' ? 'ja' : 'en' };

    it('state the purpose of the code', async () => {
      const member = await aMember(locale);
      expectCode(await mailAfter(member.email, () => passwordsOf(api).forgot(member.email, headers)), locale, 0);
      const account = accountOf(api, await signIn(api, member));
      const [primary] = await account.identifiers();
      const resource = await userIdOf(api, member.email);
      const request = { identifier_id: primary?.id, purpose: 'data_export', resource };
      expectCode(await mailAfter(member.email, () => account.askStepUp(request)), locale, 2);
      await forgetStepUpClocks(api);
      let challengeId = '';
      const stepUp = await mailAfter(member.email, async () => {
        const { body } = await account.askStepUp({ ...request, purpose: 'identifier_add' }).expect(202);
        challengeId = body.data.challenge_id as string;
      });
      const { body } = await account.verifyStepUp(challengeId, codeIn(stepUp)).expect(200);
      const [further, token] = [anEmail(), body.data.step_up_token as string];
      expectCode(await mailAfter(further, () => account.challenge(further, token)), locale, 1);
    });
  });

  it('are in the language of the request where no locale is saved', async () => {
    const { email } = await aMember();
    const headers = { 'Accept-Language': 'ja' };
    expectCode(await mailAfter(email, () => passwordsOf(api).forgot(email, headers)), 'ja-JP', 0);
  });

  it('are not sent to an address that nobody has', async () => {
    const email = anEmail();
    await passwordsOf(api).forgot(email).expect(202);
    await outboxSettled(api);
    expect(mailsTo(email)).toEqual([]);
  });
});
