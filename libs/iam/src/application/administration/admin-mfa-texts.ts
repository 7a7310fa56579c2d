import type { SupportedLocale } from '@libs/kernel';
import type { MailTexts } from '../mails/mail-texts';

type Localized = Readonly<Record<SupportedLocale, MailTexts>>;

const GREETINGS = { 'zh-CN': '您好，', 'zh-TW': '您好，', 'en-US': 'Hello,', 'ja-JP': 'こんにちは。' } as const;

const CAUTION = {
  'zh-CN': '如果这不是您或其他所有者的决定，请在管理后台的审计日志中查看是谁做的更改，并检查该账号。',
  'zh-TW': '如果這不是您或其他擁有者的決定，請在管理後台的稽核記錄中查看是誰做的變更，並檢查該帳號。',
  'en-US':
    'If neither you nor another owner decided this, look in the audit log of the administration who did it, and at their account.',
  'ja-JP':
    'ご自身またはほかのオーナーによる決定でない場合は、管理画面の監査ログで変更した人を確認し、そのアカウントを点検してください。',
} as const;

function texts(own: Readonly<Record<SupportedLocale, Pick<MailTexts, 'subject' | 'lead' | 'validity'>>>): Localized {
  const of = (locale: SupportedLocale): MailTexts => ({
    ...own[locale],
    greeting: GREETINGS[locale],
    caution: CAUTION[locale],
  });
  return { 'zh-CN': of('zh-CN'), 'zh-TW': of('zh-TW'), 'en-US': of('en-US'), 'ja-JP': of('ja-JP') };
}

/** In the name of the tenant. */
export const ADMIN_MFA_REQUIRED = texts({
  'zh-CN': {
    subject: '{app} 开始要求管理员使用两步验证',
    lead: '{app} 的设置已更改，所有管理员都必须使用两步验证：',
    validity: '尚未设置的管理员不会退出登录，但在设置完成之前不能进行其他操作。',
  },
  'zh-TW': {
    subject: '{app} 開始要求管理員使用兩步驟驗證',
    lead: '{app} 的設定已變更，所有管理員都必須使用兩步驟驗證：',
    validity: '尚未設定的管理員不會被登出，但在設定完成之前無法進行其他操作。',
  },
  'en-US': {
    subject: '{app} now requires a second factor of administrators',
    lead: 'a setting of {app} was changed: all administrators need a second factor from now on.',
    validity: 'Those without one stay signed in, and can do nothing else until they have set one up.',
  },
  'ja-JP': {
    subject: '{app} で管理者の二要素認証が必須になりました',
    lead: '{app} の設定が変更され、すべての管理者に二要素認証が必要になりました。',
    validity: 'まだ設定していない管理者はサインインしたままですが、設定が済むまでほかの操作はできません。',
  },
});

export const ADMIN_MFA_NOT_REQUIRED = texts({
  'zh-CN': {
    subject: '{app} 不再要求管理员使用两步验证',
    lead: '{app} 的设置已更改，管理员不再必须使用两步验证：',
    validity: '已设置两步验证的管理员登录时仍需使用。',
  },
  'zh-TW': {
    subject: '{app} 不再要求管理員使用兩步驟驗證',
    lead: '{app} 的設定已變更，管理員不再必須使用兩步驟驗證：',
    validity: '已設定兩步驟驗證的管理員登入時仍須使用。',
  },
  'en-US': {
    subject: '{app} no longer requires a second factor of administrators',
    lead: 'a setting of {app} was changed: administrators may do without a second factor.',
    validity: 'Those who have set one up still sign in with it.',
  },
  'ja-JP': {
    subject: '{app} で管理者の二要素認証が必須ではなくなりました',
    lead: '{app} の設定が変更され、管理者の二要素認証は任意になりました。',
    validity: '設定済みの管理者は、引き続き二要素認証でサインインします。',
  },
});
