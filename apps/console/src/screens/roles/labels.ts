import { textOr } from '../../i18n';
import type { Path } from '../../parts/merge';

export function moduleName(module: string): string {
  return textOr(`roles.modules.${module}`, module);
}

export function actionName(action: string): string {
  return textOr(`roles.actions.${action}`, action);
}

/** `members.read` in front of people. */
export function permissionName(code: string): string {
  const [module = '', action = ''] = code.split('.');
  return `${moduleName(module)} › ${actionName(action)}`;
}

/** A permission has a dot in its name, and the audit log one between names. */
export function labelOf([field = '', ...rest]: Path): string {
  const label = textOr(`roles.${field}`, field);
  if (rest.length === 0) return label;
  return `${label} › ${field === 'permissions' ? permissionName(rest.join('.')) : rest.join(' › ')}`;
}
