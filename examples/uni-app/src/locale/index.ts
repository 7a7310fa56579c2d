import { createI18n } from 'vue-i18n';
import en from './en.json';
import zhHans from './zh-Hans.json';

/** The languages of this App by their names in uni-app, and by those that the api knows them by. */
export const LOCALES = { en: 'en-US', 'zh-Hans': 'zh-CN' } as const;

export type Locale = keyof typeof LOCALES;

function currentLocale(): Locale {
  return uni.getLocale() === 'zh-Hans' ? 'zh-Hans' : 'en';
}

export const i18n = createI18n({
  legacy: false,
  flatJson: true,
  locale: currentLocale(),
  fallbackLocale: 'en',
  messages: { en, 'zh-Hans': zhHans },
});

/** The language of this App, for texts that the api answers with. */
export function apiLocale(): string {
  return LOCALES[i18n.global.locale.value as Locale];
}

/** Takes another language, for the bars of uni-app, too. On Android the App is started anew by it. */
export function useLocale(locale: Locale): void {
  i18n.global.locale.value = locale;
  uni.setLocale(locale);
}
