import { type LocalizedText, localize, SUPPORTED_LOCALES, type SupportedLocale } from '@libs/kernel';
import { TEXTS } from '../../locales/texts';
import type { MessageSettings } from './message-settings';

type Texts = Pick<MessageSettings, 'title' | 'body'>;

/**
 * What a test says: in every language the mark of a test in that language, and the text that its readers would get. So
 * whoever shows it need not know that it is a test.
 */
export function testTexts({ title, body }: Texts, defaultLocale: SupportedLocale): Texts {
  const isWhole = (locale: SupportedLocale) => title[locale] !== undefined && body[locale] !== undefined;
  const inEach = (text: (locale: SupportedLocale, from: SupportedLocale) => string): LocalizedText =>
    Object.fromEntries(
      SUPPORTED_LOCALES.map((locale) => [locale, text(locale, isWhole(locale) ? locale : defaultLocale)]),
    );
  return {
    title: inEach((locale, from) => `${TEXTS[locale].testMark} ${localize(title, from, defaultLocale)}`),
    body: inEach((_, from) => localize(body, from, defaultLocale)),
  };
}
