import { Problem, UNREACHABLE } from './api/problem';
import { t } from './i18n';

/** What went wrong, for the reader: the API's own words where it has answered. */
export function problemText(error: unknown): string {
  if (!(error instanceof Problem)) return t('problems.unexpected');
  if (error.code === UNREACHABLE) return t('problems.unreachable');
  return error.detail === '' ? t('problems.unreadable', { status: error.status }) : error.detail;
}

/** The message of the API about one field of the request, where there is one. */
export function fieldText(error: unknown, field: string): string | undefined {
  if (!(error instanceof Problem)) return undefined;
  return error.errors.find((one) => one.field === field)?.message;
}
