import { domainError } from '@libs/kernel';

export class UnsubscribeLinkInvalidError extends domainError(
  'invalid',
  'NOTIFICATIONS.UNSUBSCRIBE.INVALID',
  'Unsubscribe link invalid',
  {
    'zh-CN': '退订链接无效或已过期。请使用最近一封邮件中的链接，或在应用的通知设置中关闭营销邮件。',
    'zh-TW': '取消訂閱連結無效或已過期。請使用最近一封郵件中的連結，或在應用程式的通知設定中關閉行銷郵件。',
    'en-US':
      'The link to unsubscribe is not valid or has expired. Use that of a newer mail, or switch marketing mail off in the notification settings of the app.',
    'ja-JP':
      '配信停止リンクが無効か、期限切れです。新しいメールのリンクを使用するか、アプリの通知設定でマーケティングメールをオフにしてください。',
  },
) {}
