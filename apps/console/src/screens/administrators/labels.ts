import { textOr } from '../../i18n';
import type { Path } from '../../parts/merge';

const OTHERS: Readonly<Record<string, string>> = {
  display_name: 'administrators.name',
  locale: 'administrators.language',
  sent: 'administrators.link',
};

export function labelOf([field = '', ...rest]: Path): string {
  return [textOr(OTHERS[field] ?? `administrators.${field}`, field), ...rest].join(' › ');
}
