import { i18n, t } from '../../i18n';
import type { Path } from '../../parts/merge';

/** What a field of an article is called in front of people. */
export function labelOf([field = '', ...rest]: Path): string {
  const key = `articles.${field}`;
  return [i18n.global.te(key) ? t(key) : field, ...rest].join(' › ');
}
