import type { SupportedLocale } from '@libs/kernel';
import type { MailTexts } from '../mails/mail-texts';

type Localized = Readonly<Record<SupportedLocale, MailTexts>>;

/** `{app}` is the tenant's name here, `{duration}` the lifetime of the link. */
export const INVITATION: Localized = {
  'zh-CN': {
    subject: '邀请您管理 {app}',
    greeting: '您好，',
    lead: '您受邀管理 {app}。请打开以下链接设置密码并加入：',
    button: '设置密码并加入',
    validity: '链接在 {duration}内有效，且只能使用一次。',
    caution: '如果您不认识邀请方，请忽略此邮件。',
  },
  'zh-TW': {
    subject: '邀請您管理 {app}',
    greeting: '您好，',
    lead: '您受邀管理 {app}。請開啟以下連結設定密碼並加入：',
    button: '設定密碼並加入',
    validity: '連結在 {duration}內有效，且只能使用一次。',
    caution: '如果您不認識邀請方，請忽略此郵件。',
  },
  'en-US': {
    subject: 'You are invited to administer {app}',
    greeting: 'Hello,',
    lead: 'you are invited to administer {app}. Open this link to set a password and join:',
    button: 'Set a password and join',
    validity: 'The link is valid for {duration} and can be used once.',
    caution: 'If you did not expect this invitation, ignore this mail.',
  },
  'ja-JP': {
    subject: '{app} の管理者として招待されました',
    greeting: 'こんにちは。',
    lead: '{app} の管理者として招待されました。次のリンクを開き、パスワードを設定して参加してください：',
    button: 'パスワードを設定して参加',
    validity: 'リンクの有効期限は {duration}で、一度だけ使用できます。',
    caution: '招待元に心当たりがない場合は、このメールを無視してください。',
  },
};

export const PASSWORD_RESET: Localized = {
  'zh-CN': {
    subject: '重置您在 {app} 的密码',
    greeting: '您好，',
    lead: '我们收到了重置您在 {app} 的管理员密码的请求。请打开以下链接设置新密码：',
    button: '设置新密码',
    validity: '链接在 {duration}内有效，且只能使用一次。',
    caution: '如果不是您本人操作，请忽略此邮件，您的密码不会改变。',
  },
  'zh-TW': {
    subject: '重設您在 {app} 的密碼',
    greeting: '您好，',
    lead: '我們收到了重設您在 {app} 的管理員密碼的請求。請開啟以下連結設定新密碼：',
    button: '設定新密碼',
    validity: '連結在 {duration}內有效，且只能使用一次。',
    caution: '如果不是您本人操作，請忽略此郵件，您的密碼不會改變。',
  },
  'en-US': {
    subject: 'Reset your password at {app}',
    greeting: 'Hello,',
    lead: 'somebody asked to reset your administrator password at {app}. Open this link to set a new one:',
    button: 'Set a new password',
    validity: 'The link is valid for {duration} and can be used once.',
    caution: 'If that was not you, ignore this mail: your password remains unchanged.',
  },
  'ja-JP': {
    subject: '{app} のパスワード再設定',
    greeting: 'こんにちは。',
    lead: '{app} の管理者パスワードの再設定が申請されました。次のリンクから新しいパスワードを設定してください：',
    button: '新しいパスワードを設定',
    validity: 'リンクの有効期限は {duration}で、一度だけ使用できます。',
    caution: 'お心当たりがない場合は、このメールを無視してください。パスワードは変わりません。',
  },
};
