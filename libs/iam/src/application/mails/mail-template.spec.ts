import fc from 'fast-check';
import { type MailTexts, SUPPORTED_LOCALES, type SupportedLocale } from '@libs/kernel';
import { TEXTS } from '../../locales/texts';
import { otpMailTexts } from '../codes/otp-mail-texts';
import { renderMail } from './mail-template';
import { anyText } from '../../../../../test/support/any-text';

function registrationTexts(locale: SupportedLocale): MailTexts {
  const texts = otpMailTexts({ purpose: 'registration', stepUpPurpose: null }, locale);
  if (!texts) throw new Error('A registration has a mail');
  return texts;
}

describe('renderMail', () => {
  it.each(SUPPORTED_LOCALES)('states App, code and validity in text and HTML, in %s', (locale) => {
    const app = { name: 'Tea & Books', iconUrl: 'https://api.example.com/icon?a=1&b=2' };
    const mail = renderMail({ locale, texts: registrationTexts(locale), app, code: '408163', validSeconds: 600 });
    expect(mail.subject).toContain('Tea & Books');
    expect(mail.text).toContain('408163');
    expect(mail.text).toContain('10');
    expect(mail.html).toContain('Tea &amp; Books');
    expect(mail.html).toContain('>408163<');
    expect(mail.html).toContain('src="https://api.example.com/icon?a=1&amp;b=2"');
    expect(mail.html).toContain(`<html lang="${locale}">`);
    expect(mail.text + mail.html + mail.subject).not.toMatch(/[{}]/);
  });

  it.each([
    ['en-US', 60, 'valid for 1 minute and'],
    ['en-US', 600, 'valid for 10 minutes and'],
    ['en-US', 3_600, 'valid for 1 hour and'],
    ['en-US', 5_400, 'valid for 90 minutes and'],
    ['en-US', 259_200, 'valid for 72 hours and'],
    ['zh-CN', 600, '在 10 分钟内有效'],
    ['zh-CN', 3_600, '在 1 小时内有效'],
    ['zh-TW', 600, '在 10 分鐘內有效'],
    ['zh-TW', 259_200, '在 72 小時內有效'],
    ['ja-JP', 600, '有効期限は 10 分で'],
    ['ja-JP', 3_600, '有効期限は 1 時間で'],
  ] as const)('says in %s how long %i seconds are, as people do', (locale, validSeconds, words) => {
    const app = { name: 'App', iconUrl: null };
    const { invitation, password_reset } = TEXTS[locale].mails.accountLinks;
    for (const texts of [registrationTexts(locale), invitation, password_reset]) {
      const mail = renderMail({ locale, texts, app, validSeconds });
      expect(mail.text).toContain(words);
      expect(mail.html).toContain(words);
    }
  });

  it.each(SUPPORTED_LOCALES)('contains no code if there is none, in %s', (locale) => {
    const mail = renderMail({
      locale,
      texts: TEXTS[locale].mails.alreadyRegistered,
      app: { name: 'App', iconUrl: null },
    });
    expect(mail.text).not.toMatch(/\d/);
    expect(mail.html).not.toContain('<img');
  });

  it.each(SUPPORTED_LOCALES)(
    'lists the facts one a line, without markup or line breaks of their own, in %s',
    (locale) => {
      const { mails, labels } = TEXTS[locale];
      const { device } = labels;
      for (const texts of Object.values(mails.securityEvents)) {
        const facts = [
          { label: device, value: '<b>x</b>\r\n\r\ny' },
          { label: 'IP', value: '203.0.113.7' },
        ];
        const mail = renderMail({ locale, texts, app: { name: 'App', iconUrl: null }, facts });
        expect(mail.text).toContain(`\n\n${device}: <b>x</b> y\nIP: 203.0.113.7\n\n`);
        expect(mail.html).toContain(`>${device}: &lt;b&gt;x&lt;/b&gt; y<br>IP: 203.0.113.7</p>`);
        expect(mail.text + mail.html + mail.subject).not.toMatch(/[{}]/);
      }
    },
  );

  it('does not let the name of an App add a header, a line or markup', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 80 }), (name) => {
        const app = { name: `<script>${name}\r\nBcc: x@example.com`, iconUrl: null };
        const mail = renderMail({
          locale: 'en-US',
          texts: registrationTexts('en-US'),
          app,
          code: '123456',
          validSeconds: 600,
        });
        expect(mail.subject).not.toMatch(/[\r\n]/);
        expect(mail.html).not.toContain('<script>');
        expect(mail.text.split('\n\n')).toHaveLength(6);
      }),
    );
  });

  it.each(SUPPORTED_LOCALES)('shows a link as a button with the address below, in %s', (locale) => {
    const link = 'https://example.com/invitation?token=a&more="b"';
    for (const texts of Object.values(TEXTS[locale].mails.accountLinks)) {
      const mail = renderMail({ locale, texts, app: { name: 'App', iconUrl: null }, link, validSeconds: 3_600 });
      const escaped = 'https://example.com/invitation?token=a&amp;more=&quot;b&quot;';
      expect(mail.html).toContain(`<a href="${escaped}"`);
      expect(mail.html).toContain(`>${texts.button}</a>`);
      expect(mail.html).toContain(`>${escaped}</p>`);
      expect(mail.text).toContain(`\n\n${link}\n\n`);
    }
  });
});
