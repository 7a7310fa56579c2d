import fc from 'fast-check';
import { SUPPORTED_LOCALES } from '@libs/kernel';
import { renderMail } from './mail-template';
import { ALREADY_REGISTERED, REGISTRATION_CODE } from './mail-texts';

describe('renderMail', () => {
  it.each(SUPPORTED_LOCALES)('says App, code and minutes in text and HTML, in %s', (locale) => {
    const app = { name: 'Tea & Books', iconUrl: 'https://api.example.com/icon?a=1&b=2' };
    const mail = renderMail({ locale, texts: REGISTRATION_CODE[locale], app, code: '408163', minutes: 10 });
    expect(mail.subject).toContain('Tea & Books');
    expect(mail.text).toContain('408163');
    expect(mail.text).toContain('10');
    expect(mail.html).toContain('Tea &amp; Books');
    expect(mail.html).toContain('>408163<');
    expect(mail.html).toContain('src="https://api.example.com/icon?a=1&amp;b=2"');
    expect(mail.html).toContain(`<html lang="${locale}">`);
    expect(mail.text + mail.html + mail.subject).not.toMatch(/[{}]/);
  });

  it.each(SUPPORTED_LOCALES)('carries no code where there is none, in %s', (locale) => {
    const mail = renderMail({ locale, texts: ALREADY_REGISTERED[locale], app: { name: 'App', iconUrl: null } });
    expect(mail.text).not.toMatch(/\d/);
    expect(mail.html).not.toContain('<img');
  });

  it('lets no name of an App bring a header, a line or markup of its own', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (name) => {
        const app = { name: `<script>${name}\r\nBcc: x@example.com`, iconUrl: null };
        const mail = renderMail({
          locale: 'en-US',
          texts: REGISTRATION_CODE['en-US'],
          app,
          code: '123456',
          minutes: 10,
        });
        expect(mail.subject).not.toMatch(/[\r\n]/);
        expect(mail.html).not.toContain('<script>');
        expect(mail.text.split('\n\n')).toHaveLength(6);
      }),
    );
  });
});
