import { useRoute } from 'vue-router';
import { i18n, textOr } from '../../i18n';
import { useAppLanguages } from '../../parts/app-languages';
import { localize } from '../../parts/localized';
import type { Page } from './page-form';

/** What a page is called: by its title, else by what every App has it for, else by its slug. */
export function usePageName() {
  const route = useRoute();
  const languages = useAppLanguages(() => String(route.params['app_id']));
  return ({ title, key, reserved }: Pick<Page, 'title' | 'key' | 'reserved'>): string => {
    const written = localize(title, i18n.global.locale.value, languages.value.standard);
    if (written !== '') return written;
    return reserved ? textOr(`pages.reserved.${key}`, key) : key;
  };
}
