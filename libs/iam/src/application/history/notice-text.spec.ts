import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { oneLine } from '@libs/foundation';
import { SUPPORTED_LOCALES } from '@libs/kernel';
import { TEXTS } from '../../locales/texts';
import { accountChangeMailTexts } from './account-change-texts';
import { noticeText } from './notice-text';

const NEW_DEVICE_LOGIN = TEXTS['en-US'].mails.securityEvents.new_device_login;

const markdown = new MarkdownIt({ html: true, linkify: true });

describe('noticeText', () => {
  it.each(SUPPORTED_LOCALES)('fits into an inbox and leaves nothing but the name of the App open, in %s', (locale) => {
    const changes = ['identifier_added', 'identifier_removed', 'mfa_disabled', 'mfa_enabled'] as const;
    const { mails } = TEXTS[locale];
    for (const texts of [
      ...Object.values(mails.securityEvents),
      mails.deletionRequested,
      mails.deletionCancelled,
      mails.exportReadyInInbox,
      ...changes.map((type) => accountChangeMailTexts(type, locale)),
    ]) {
      const { title, body } = noticeText(locale, { texts, validSeconds: 3_600 });
      expect(title).toContain('{{app_name}}');
      expect(title.length).toBeLessThan(120);
      expect((title + body).replaceAll('{{app_name}}', '')).not.toMatch(/[{}]/);
      expect(body.split('\n\n')).toHaveLength(3);
      expect(body).not.toContain(texts.greeting);
      expect(body).toMatch(/^[^a-z]/);
    }
  });

  it('shows a value as it is, whatever it contains but angle brackets and entities, in one line', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 100 }),
        fc.constantFrom('', 'www.', 'http://', 'mailto:', 'a@', '<b>', '{{app_name}}'),
        (text, start) => {
          const value = `${start}${text}`.replaceAll('&', '+');
          const { body } = noticeText('en-US', {
            texts: NEW_DEVICE_LOGIN,
            facts: [{ label: 'Device', value }],
          });
          const [, item] = /<li>([^\n]*)<\/li>/.exec(markdown.render(body)) ?? [];
          expect(item).toBe(
            markdown.utils.escapeHtml(`Device: ${oneLine(value)}`.trim().replaceAll('<', '‹').replaceAll('>', '›')),
          );
          expect(body.match(/\{\{/g)).toHaveLength(1);
        },
      ),
    );
  });

  it('leaves times and addresses readable where Markdown is not shown as such', () => {
    const facts = ['November 22, 2026 at 9:05:00 PM UTC', '203.0.113.7', '2001:db8::1'].map((value) => ({
      label: 'Fact',
      value,
    }));
    const { body } = noticeText('en-US', { texts: NEW_DEVICE_LOGIN, facts });
    for (const { value } of facts) expect(body).toContain(`- Fact: ${value}\n`);
  });
});
