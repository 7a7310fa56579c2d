import type { SupportedLocale } from '@libs/kernel';

/** The same in each locale. */
export type Messages = Readonly<Record<SupportedLocale, string>>;

export const text = (zhCN: string, zhTW: string, enUS: string, jaJP: string): Messages => ({
  'zh-CN': zhCN,
  'zh-TW': zhTW,
  'en-US': enUS,
  'ja-JP': jaJP,
});
