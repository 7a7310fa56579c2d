import type { SupportedLocale } from '@libs/kernel';
import type { MailTexts } from '../mails/mail-texts';

type Localized = Readonly<Record<SupportedLocale, MailTexts>>;

/** The label of the address in such a mail. */
export const HOST_LABELS: Readonly<Record<SupportedLocale, string>> = {
  'zh-CN': '地址',
  'zh-TW': '位址',
  'en-US': 'Address',
  'ja-JP': 'アドレス',
};

const GREETINGS = { 'zh-CN': '您好，', 'zh-TW': '您好，', 'en-US': 'Hello,', 'ja-JP': 'こんにちは。' } as const;

const SUBJECTS = {
  'zh-CN': '{app} 的一个 Webhook 端点已被停用',
  'zh-TW': '{app} 的一個 Webhook 端點已被停用',
  'en-US': 'A webhook endpoint of {app} was disabled',
  'ja-JP': '{app} の Webhook エンドポイントが無効になりました',
} as const;

const VALIDITY = {
  'zh-CN': '等待发送的事件已取消。',
  'zh-TW': '等待傳送的事件已取消。',
  'en-US': 'The events that waited for it were cancelled.',
  'ja-JP': '送信待ちのイベントは取り消されました。',
} as const;

const CAUTION = {
  'zh-CN': '问题解决后，请在管理后台重新启用，并按需重新发送未送达的事件。',
  'zh-TW': '問題解決後，請在管理後台重新啟用，並視需要重新傳送未送達的事件。',
  'en-US': 'Once it works again, enable it in the administration and send again what it has missed.',
  'ja-JP': '復旧後、管理画面で有効に戻し、必要に応じて届いていないイベントを再送してください。',
} as const;

function texts(leads: Readonly<Record<SupportedLocale, string>>): Localized {
  const of = (locale: SupportedLocale): MailTexts => ({
    subject: SUBJECTS[locale],
    greeting: GREETINGS[locale],
    lead: leads[locale],
    validity: VALIDITY[locale],
    caution: CAUTION[locale],
  });
  return { 'zh-CN': of('zh-CN'), 'zh-TW': of('zh-TW'), 'en-US': of('en-US'), 'ja-JP': of('ja-JP') };
}

export const ENDPOINT_GONE = texts({
  'zh-CN': '以下 Webhook 端点回答 410，表示不再接收事件，因此已被停用：',
  'zh-TW': '以下 Webhook 端點回應 410，表示不再接收事件，因此已被停用：',
  'en-US': 'this webhook endpoint answered 410, that it takes no more events, and was disabled:',
  'ja-JP': '次の Webhook エンドポイントは 410（今後イベントを受け取らない）と応答したため、無効になりました：',
});

export const ENDPOINT_FAILING = texts({
  'zh-CN': '五天以来没有任何事件送达以下 Webhook 端点，因此它已被停用：',
  'zh-TW': '五天以來沒有任何事件送達以下 Webhook 端點，因此它已被停用：',
  'en-US': 'nothing has arrived at this webhook endpoint for five days, and it was disabled:',
  'ja-JP': '5 日間にわたり次の Webhook エンドポイントに何も届かなかったため、無効になりました：',
});
