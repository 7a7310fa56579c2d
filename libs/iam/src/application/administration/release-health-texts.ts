import { SUPPORTED_LOCALES, type SupportedLocale } from '@libs/kernel';
import { durationText, type Fact } from '../mails/mail-template';
import type { MailTexts } from '../mails/mail-texts';
import type { ReleaseHealthFacts } from './administration.messages';

type Action = 'notify' | 'pause' | 'unpublish';

interface HealthTexts extends Omit<MailTexts, 'validity'> {
  /** What the gate did. */
  readonly done: Readonly<Record<Action, string>>;
  readonly labels: Readonly<Record<'platforms' | 'version' | 'failed' | 'limit' | 'window', string>>;
}

const TEXTS: Readonly<Record<SupportedLocale, HealthTexts>> = {
  'zh-CN': {
    subject: '{app} 的一个版本在过多设备上出现故障',
    greeting: '您好，',
    lead: '{app} 的以下版本上报故障的设备比例超过了健康门限：',
    done: {
      notify: '该版本仍在向设备提供。请查看上报情况，并决定是否暂停或下架。',
      pause: '该版本的灰度发布已暂停，已安装的设备不受影响。',
      unpublish: '该版本已下架，不再向其他设备提供。',
    },
    caution: '您收到此邮件，是因为您有权发布 {app} 的版本。同一次触发只会通知一次。',
    labels: { platforms: '平台', version: '版本', failed: '故障设备', limit: '门限', window: '统计时段' },
  },
  'zh-TW': {
    subject: '{app} 的一個版本在過多裝置上發生故障',
    greeting: '您好，',
    lead: '{app} 的以下版本回報故障的裝置比例超過了健康門檻：',
    done: {
      notify: '該版本仍在向裝置提供。請查看回報情況，並決定是否暫停或下架。',
      pause: '該版本的分階段發布已暫停，已安裝的裝置不受影響。',
      unpublish: '該版本已下架，不再向其他裝置提供。',
    },
    caution: '您收到此郵件，是因為您有權發布 {app} 的版本。同一次觸發只會通知一次。',
    labels: { platforms: '平台', version: '版本', failed: '故障裝置', limit: '門檻', window: '統計時段' },
  },
  'en-US': {
    subject: 'A release of {app} fails on too many devices',
    greeting: 'Hello,',
    lead: 'more devices report failures of this release of {app} than its health gate allows:',
    done: {
      notify: 'It is still offered to devices. Look at the reports, and decide whether to pause or unpublish it.',
      pause: 'Its rollout has been paused. Devices that have the release keep it.',
      unpublish: 'It has been unpublished: no further device gets it.',
    },
    caution: 'You receive this mail because you may publish releases of {app}. You are told once.',
    labels: {
      platforms: 'Platforms',
      version: 'Version',
      failed: 'Devices that failed',
      limit: 'Limit',
      window: 'Within',
    },
  },
  'ja-JP': {
    subject: '{app} のリリースが多くの端末で失敗しています',
    greeting: 'こんにちは。',
    lead: '{app} の次のリリースで、失敗を報告した端末の割合がヘルスゲートの上限を超えました：',
    done: {
      notify: 'このリリースは引き続き配信されています。報告を確認し、一時停止または公開停止をご検討ください。',
      pause: '段階的な配信を一時停止しました。適用済みの端末はそのままです。',
      unpublish: '公開を停止しました。今後、ほかの端末には配信されません。',
    },
    caution: 'このメールは、{app} のリリースを公開する権限をお持ちの方にお送りしています。通知は一度だけです。',
    labels: {
      platforms: 'プラットフォーム',
      version: 'バージョン',
      failed: '失敗した端末',
      limit: '上限',
      window: '集計期間',
    },
  },
};

const PLATFORM_NAMES: Readonly<Record<string, string>> = { android: 'Android', ios: 'iOS', harmony: 'HarmonyOS' };

/** The texts for what the gate did. */
export function healthTextsOf({ action }: ReleaseHealthFacts): Readonly<Record<SupportedLocale, MailTexts>> {
  const textsIn = (locale: SupportedLocale): MailTexts => {
    const { done, ...texts } = TEXTS[locale];
    return { ...texts, validity: done[action as Action] };
  };
  return Object.fromEntries(SUPPORTED_LOCALES.map((locale) => [locale, textsIn(locale)])) as Record<
    SupportedLocale,
    MailTexts
  >;
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
