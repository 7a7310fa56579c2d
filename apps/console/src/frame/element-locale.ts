import type { Language } from 'element-plus/es/locale';
import { shallowRef, watch } from 'vue';
import { locale, type Locale } from '../locale';

/** English is its own, and comes with it. */
const LOADERS: Readonly<Record<Locale, () => Promise<{ default: Language } | undefined>>> = {
  'zh-CN': () => import('element-plus/es/locale/lang/zh-cn'),
  'zh-TW': () => import('element-plus/es/locale/lang/zh-tw'),
  'en-US': () => Promise.resolve(undefined),
  'ja-JP': () => import('element-plus/es/locale/lang/ja'),
};

/** What Element Plus says by itself, in the language of the page. */
export function useElementLocale() {
  const words = shallowRef<Language>();
  watch(
    locale,
    async (language) => {
      const loaded = (await LOADERS[language]())?.default;
      if (locale.value === language) words.value = loaded;
    },
    { immediate: true },
  );
  return words;
}
