import { t, textOr } from '../../i18n';
import type { Path } from '../../parts/merge';

/** `releases.read` in front of people. */
export function scopeName(scope: string): string {
  const [module = ''] = scope.split('.');
  return `${t(`api-clients.modules.${module}`)} › ${actionName(scope)}`;
}

/** What clients do on routes of their own has names of its own. */
export function actionName(scope: string): string {
  const [module = '', action = ''] = scope.split('.');
  return t(module === 'notifications' ? `api-clients.own.${action}` : `api-clients.actions.${action}`);
}

export function labelOf([field = '', ...rest]: Path): string {
  const label = textOr(`api-clients.${field}`, field);
  if (rest.length === 0) return label;
  // A scope has a dot in its name, and the audit log one between names.
  return `${label} › ${field === 'scopes' && Number.isNaN(Number(rest[0])) ? scopeName(rest.join('.')) : rest.join(' › ')}`;
}
