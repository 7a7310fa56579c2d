import { i18n, t } from '../../i18n';
import type { Path } from '../../parts/merge';

/** What a field of a page is called in front of people. */
export function labelOf(path: Path): string {
  return path.map((name) => (i18n.global.te(`pages.fields.${name}`) ? t(`pages.fields.${name}`) : name)).join(' › ');
}
