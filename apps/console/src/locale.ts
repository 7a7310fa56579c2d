import { shallowRef } from 'vue';

export const LOCALES = ['zh-CN', 'zh-TW', 'en-US', 'ja-JP'] as const;
export type Locale = (typeof LOCALES)[number];

/** Of the page, and of the answers that it asks for. */
export const locale = shallowRef<Locale>('en-US');

/** The first of the languages that the console speaks, whatever script or country it is written with. */
export function chooseLocale(languages: readonly string[]): Locale {
  for (const language of languages) {
    const [primary, ...others] = language.toLowerCase().split('-');
    if (primary === 'zh') {
      const isTraditional =
        others.includes('hant') || (!others.includes('hans') && others.some((part) => /^(tw|hk|mo)$/.test(part)));
      return isTraditional ? 'zh-TW' : 'zh-CN';
    }
    if (primary === 'en') return 'en-US';
    if (primary === 'ja') return 'ja-JP';
  }
  return 'en-US';
}

/** Each in its own language, so that its readers find it. */
export const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = {
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  'en-US': 'English',
  'ja-JP': '日本語',
};
