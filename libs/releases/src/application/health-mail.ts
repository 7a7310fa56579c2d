import { durationText, type MailBody, type SupportedLocale } from '@libs/kernel';
import { TEXTS } from '../locales/texts';

const PLATFORM_NAMES: Readonly<Record<string, string>> = { android: 'Android', ios: 'iOS', harmony: 'HarmonyOS' };

/**
 * What the gate did with the release, and the figures for which it acted.
 *
 * @param data of the event.
 */
export function healthMailOf(data: Readonly<Record<string, unknown>>, locale: SupportedLocale): MailBody {
  const { healthMail, labels } = TEXTS[locale];
  const { done, ...texts } = healthMail;
  const [failures, reports] = [Number(data['failures']), Number(data['reports'])];
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const platforms = (data['target_platforms'] as readonly string[]).map((name) => PLATFORM_NAMES[name] ?? name);
  return {
    texts: { ...texts, validity: done[data['action'] as keyof typeof done] },
    facts: [
      { label: labels.platforms, value: platforms.join(', ') },
      { label: labels.version, value: `${String(data['version_name'])} (${String(data['version_code'])})` },
      { label: labels.failed, value: `${failures} / ${reports} (${percent.format(failures / reports)})` },
      { label: labels.limit, value: percent.format(Number(data['max_failure_percent']) / 100) },
      { label: labels.window, value: durationText(Number(data['window_minutes']) * 60, locale) },
    ],
  };
}
