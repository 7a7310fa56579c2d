import type { SupportedLocale } from '@libs/kernel';

interface UnsubscribeTexts {
  readonly title: string;
  readonly lead: string;
  /** Where the App is not available, and so has no name. */
  readonly leadWithoutApp: string;
  readonly submit: string;
  readonly doneTitle: string;
  readonly done: string;
  readonly deadTitle: string;
  readonly problemTitle: string;
  readonly requestId: string;
}

/** `{app}` is the name of the App. */
export const UNSUBSCRIBE_TEXTS: Readonly<Record<SupportedLocale, UnsubscribeTexts>> = {
  'zh-CN': {
    title: '退订营销邮件',
    lead: '不再接收 {app} 的营销邮件？其他邮件不受影响。',
    leadWithoutApp: '不再接收此应用的营销邮件？其他邮件不受影响。',
    submit: '退订',
    doneTitle: '已退订',
    done: '您将不再收到营销邮件。您可以随时在应用的通知设置中重新开启。',
    deadTitle: '链接已失效',
    problemTitle: '操作未完成',
    requestId: '请求 ID：',
  },
  'zh-TW': {
    title: '取消訂閱行銷郵件',
    lead: '不再接收 {app} 的行銷郵件？其他郵件不受影響。',
    leadWithoutApp: '不再接收此應用程式的行銷郵件？其他郵件不受影響。',
    submit: '取消訂閱',
    doneTitle: '已取消訂閱',
    done: '您將不再收到行銷郵件。您可以隨時在應用程式的通知設定中重新開啟。',
    deadTitle: '連結已失效',
    problemTitle: '操作未完成',
    requestId: '請求 ID：',
  },
  'en-US': {
    title: 'Unsubscribe from marketing mail',
    lead: 'Get no more marketing mail of {app}? Other mail is not affected.',
    leadWithoutApp: 'Get no more marketing mail of this app? Other mail is not affected.',
    submit: 'Unsubscribe',
    doneTitle: 'You are unsubscribed',
    done: 'You will get no more marketing mail. You can switch it on again in the notification settings of the app.',
    deadTitle: 'This link is no longer valid',
    problemTitle: 'That did not work',
    requestId: 'Request ID:',
  },
  'ja-JP': {
    title: 'マーケティングメールの配信停止',
    lead: '{app} のマーケティングメールの受信を停止しますか。その他のメールには影響しません。',
    leadWithoutApp: 'このアプリのマーケティングメールの受信を停止しますか。その他のメールには影響しません。',
    submit: '配信を停止する',
    doneTitle: '配信を停止しました',
    done: '今後、マーケティングメールは届きません。アプリの通知設定でいつでも再開できます。',
    deadTitle: 'このリンクは無効です',
    problemTitle: '処理を完了できませんでした',
    requestId: 'リクエスト ID：',
  },
};
