import type { SupportedLocale } from '@libs/kernel';
import type { SecurityNotice } from '../../infrastructure/history/security-notices';
import { TEXTS } from '../../locales/texts';
import { momentText } from '../mails/mail-template';

/** Time, device and address; unknown facts are left out. */
export function factsOf(
  { occurredAt, ip, platform, model }: SecurityNotice,
  timeZone: string | null,
  locale: SupportedLocale,
) {
  const { labels } = TEXTS[locale];
  const device = [model, platform].filter((part) => part !== null).join(', ');
  return [
    { label: labels.time, value: momentText(occurredAt, locale, timeZone) },
    { label: labels.device, value: device },
    { label: labels.address, value: ip ?? '' },
  ].filter(({ value }) => value !== '');
}
