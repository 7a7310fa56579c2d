import { t, textOr } from '../../i18n';
import type { Path } from '../../parts/merge';
import type { Page } from './page-form';

/** What a field of a page is called in front of people. */
export function labelOf(path: Path): string {
  return path.map((name) => textOr(`pages.fields.${name}`, name)).join(' › ');
}

/** Who changed it last, in front of people; null where nobody is known. */
export function authorOf({ updated_by }: Pick<Page, 'updated_by'>): string | null {
  return updated_by?.type === 'system' ? t('parts.history.system') : (updated_by?.display_name ?? null);
}
