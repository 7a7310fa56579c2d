import type { MailTexts, SupportedLocale } from '@libs/kernel';
import type { SecurityEventType } from '../../domain/history/account-events';
import { TEXTS } from '../../locales/texts';

/** Changes by which somebody could lock the owner out of an account. */
const ACCOUNT_CHANGES = [
  'identifier_added',
  'identifier_removed',
  'mfa_disabled',
  'mfa_enabled',
  'password_changed',
  'password_reset',
] as const satisfies SecurityEventType[];
export type AccountChangeType = (typeof ACCOUNT_CHANGES)[number];

export function isAccountChange(type: SecurityEventType): type is AccountChangeType {
  return (ACCOUNT_CHANGES as readonly SecurityEventType[]).includes(type);
}

/** The texts of the mail about a change. */
export function accountChangeMailTexts(type: AccountChangeType, locale: SupportedLocale): MailTexts {
  const { changes, ...common } = TEXTS[locale].mails.accountChanges;
  const { subject, lead } = changes[type];
  return { ...common, subject, lead };
}

/** The text of an SMS about a change: as a phrase for gateway templates, and in full. */
export function accountChangeSmsText(
  type: AccountChangeType,
  locale: SupportedLocale,
  { app, identifier }: { readonly app: string; readonly identifier: string | null },
): { readonly change: string; readonly text: string } {
  const { mails, sms } = TEXTS[locale];
  const { phrase } = mails.accountChanges.changes[type];
  const change = identifier === null ? phrase : `${phrase} (${identifier})`;
  const filled: Readonly<Record<string, string>> = { app, change };
  return { change, text: sms.accountChange.replace(/\{(\w+)\}/g, (_, name: string) => filled[name] ?? '') };
}
