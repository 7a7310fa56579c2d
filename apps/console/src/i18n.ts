import { createI18n } from 'vue-i18n';
import { chooseLocale, locale, LOCALES, type Locale } from './locale';

type Texts = { [key: string]: string | Texts };

const STORED = 'ak-locale';

/** A folder's texts lie in `<folder>/locales/<locale>.json` and are named after the folder; those of `src` by themselves. */
const catalogues = import.meta.glob<Texts>('./**/locales/*.json', { import: 'default' });
const loaded = new Set<string>();
/** Paths of the folders whose texts the page has asked for, from `src`. */
const wanted = new Set<string>();

export const i18n = createI18n({ legacy: false, locale: locale.value, fallbackLocale: false, messages: {} });

/** `i18n.global.t`, outside of components. */
export const { t } = i18n.global;

/** The text of a key that may have none. */
export function textOr(key: string, otherwise: string): string {
  return i18n.global.te(key) ? t(key) : otherwise;
}

/** @param folders such as `screens/apps`; empty for the texts that all share. */
export async function loadTexts(...folders: readonly string[]): Promise<void> {
  for (const folder of folders) wanted.add(folder);
  await loadInto(locale.value);
}

async function loadInto(language: Locale): Promise<void> {
  await Promise.all(
    [...wanted].map(async (folder) => {
      const path = `./${folder === '' ? '' : `${folder}/`}locales/${language}.json`;
      const load = catalogues[path];
      if (loaded.has(path) || !load) return;
      const texts = await load();
      loaded.add(path);
      const name = folder.split('/').at(-1) ?? '';
      i18n.global.mergeLocaleMessage(language, name === '' ? texts : { [name]: texts });
    }),
  );
}

/** Changes the language once its texts are there, so that no key is ever seen. */
export async function speak(language: Locale): Promise<void> {
  await loadInto(language);
  locale.value = language;
  i18n.global.locale.value = language;
  document.documentElement.lang = language;
}

export async function speakFromNowOn(language: Locale): Promise<void> {
  await speak(language);
  localStorage.setItem(STORED, language);
}

/** The language that was chosen here before, else the browser's. */
export function firstLocale(): Locale {
  const stored = localStorage.getItem(STORED);
  return LOCALES.find((one) => one === stored) ?? chooseLocale(navigator.languages);
}
