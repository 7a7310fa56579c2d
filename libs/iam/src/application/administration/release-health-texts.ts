import type { SupportedLocale } from '@libs/kernel';
import { TEXTS } from '../../locales/texts';
import { durationText, type Fact } from '../mails/mail-template';
import type { MailTexts } from '../mails/mail-texts';
import type { ReleaseHealthFacts } from './administration.messages';

const PLATFORM_NAMES: Readonly<Record<string, string>> = { android: 'Android', ios: 'iOS', harmony: 'HarmonyOS' };

/** The texts for what the gate did. */
export function healthTextsOf({ action }: ReleaseHealthFacts, locale: SupportedLocale): MailTexts {
  const { done, ...texts } = TEXTS[locale].mails.releaseHealth;
  return { ...texts, validity: done[action as keyof typeof done] };
}

/** The release and the figures for which its gate acted. */
export function healthFactsOf(data: ReleaseHealthFacts, locale: SupportedLocale): readonly Fact[] {
  const { labels } = TEXTS[locale];
  const [failures, reports] = [Number(data['failures']), Number(data['reports'])];
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const platforms = (data['target_platforms'] as readonly string[]).map((name) => PLATFORM_NAMES[name] ?? name);
  return [
    { label: labels.platforms, value: platforms.join(', ') },
    { label: labels.version, value: `${String(data['version_name'])} (${String(data['version_code'])})` },
    { label: labels.failed, value: `${failures} / ${reports} (${percent.format(failures / reports)})` },
    { label: labels.limit, value: percent.format(Number(data['max_failure_percent']) / 100) },
    { label: labels.window, value: durationText(Number(data['window_minutes']) * 60, locale) },
  ];
}
