import type { SupportedLocale } from '@libs/kernel';
import type { SecurityEventType } from '../../infrastructure/history/security-events';
import type { MailTexts } from '../mails/mail-texts';

type Localized<Texts> = Readonly<Record<SupportedLocale, Texts>>;

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

/** The part that differs between changes: the mail's subject and first sentence, and the phrase of an SMS. */
interface ChangeTexts {
  readonly subject: string;
  readonly lead: string;
  readonly phrase: string;
}

const COMMON: Localized<Omit<MailTexts, 'subject' | 'lead'>> = {
  'zh-CN': {
    greeting: '您好，',
    validity: '如果是您本人操作，无需任何处理。',
    caution: '如果不是您本人操作，请立即修改密码，退出其他设备，并删除您不认识的登录方式。',
  },
  'zh-TW': {
    greeting: '您好，',
    validity: '如果是您本人操作，無需任何處理。',
    caution: '如果不是您本人操作，請立即變更密碼，登出其他裝置，並刪除您不認識的登入方式。',
  },
  'en-US': {
    greeting: 'Hello,',
    validity: 'If that was you, there is nothing to do.',
    caution:
      'If it was not you, reset your password now, sign out all other devices and remove every way to sign in that is not yours.',
  },
  'ja-JP': {
    greeting: 'こんにちは。',
    validity: 'ご本人の場合、対応は不要です。',
    caution:
      'お心当たりがない場合は、すぐにパスワードを再設定し、ほかの端末からサインアウトして、見覚えのないサインイン方法を削除してください。',
  },
};

const TEXTS: Readonly<Record<AccountChangeType, Localized<ChangeTexts>>> = {
  identifier_added: {
    'zh-CN': {
      subject: '您的 {app} 账号新增了登录方式',
      lead: '您的 {app} 账号刚刚新增了一个登录方式：',
      phrase: '账号新增了登录方式',
    },
    'zh-TW': {
      subject: '您的 {app} 帳號新增了登入方式',
      lead: '您的 {app} 帳號剛剛新增了一個登入方式：',
      phrase: '帳號新增了登入方式',
    },
    'en-US': {
      subject: 'A way to sign in was added to your {app} account',
      lead: 'a way to sign in was just added to your {app} account:',
      phrase: 'a way to sign in was added',
    },
    'ja-JP': {
      subject: '{app} のアカウントにサインイン方法が追加されました',
      lead: '{app} のアカウントにサインイン方法が追加されました：',
      phrase: 'サインイン方法が追加されました',
    },
  },
  identifier_removed: {
    'zh-CN': {
      subject: '您的 {app} 账号删除了登录方式',
      lead: '您的 {app} 账号刚刚删除了一个登录方式：',
      phrase: '账号删除了登录方式',
    },
    'zh-TW': {
      subject: '您的 {app} 帳號刪除了登入方式',
      lead: '您的 {app} 帳號剛剛刪除了一個登入方式：',
      phrase: '帳號刪除了登入方式',
    },
    'en-US': {
      subject: 'A way to sign in was removed from your {app} account',
      lead: 'a way to sign in was just removed from your {app} account:',
      phrase: 'a way to sign in was removed',
    },
    'ja-JP': {
      subject: '{app} のアカウントからサインイン方法が削除されました',
      lead: '{app} のアカウントからサインイン方法が削除されました：',
      phrase: 'サインイン方法が削除されました',
    },
  },
  mfa_disabled: {
    'zh-CN': {
      subject: '您的 {app} 账号已关闭两步验证',
      lead: '您的 {app} 账号刚刚关闭了两步验证：',
      phrase: '两步验证已关闭',
    },
    'zh-TW': {
      subject: '您的 {app} 帳號已關閉兩步驟驗證',
      lead: '您的 {app} 帳號剛剛關閉了兩步驟驗證：',
      phrase: '兩步驟驗證已關閉',
    },
    'en-US': {
      subject: 'The second factor of your {app} account was removed',
      lead: 'the second factor of your {app} account was just removed:',
      phrase: 'the second factor was removed',
    },
    'ja-JP': {
      subject: '{app} のアカウントの二要素認証が解除されました',
      lead: '{app} のアカウントの二要素認証が解除されました：',
      phrase: '二要素認証が解除されました',
    },
  },
  mfa_enabled: {
    'zh-CN': {
      subject: '您的 {app} 账号已启用两步验证',
      lead: '您的 {app} 账号刚刚启用了两步验证：',
      phrase: '两步验证已启用',
    },
    'zh-TW': {
      subject: '您的 {app} 帳號已啟用兩步驟驗證',
      lead: '您的 {app} 帳號剛剛啟用了兩步驟驗證：',
      phrase: '兩步驟驗證已啟用',
    },
    'en-US': {
      subject: 'A second factor was set up for your {app} account',
      lead: 'a second factor was just set up for your {app} account:',
      phrase: 'a second factor was set up',
    },
    'ja-JP': {
      subject: '{app} のアカウントに二要素認証が設定されました',
      lead: '{app} のアカウントに二要素認証が設定されました：',
      phrase: '二要素認証が設定されました',
    },
  },
  password_changed: {
    'zh-CN': {
      subject: '您的 {app} 密码已修改',
      lead: '您的 {app} 账号的密码刚刚被修改：',
      phrase: '密码已修改',
    },
    'zh-TW': {
      subject: '您的 {app} 密碼已變更',
      lead: '您的 {app} 帳號的密碼剛剛被變更：',
      phrase: '密碼已變更',
    },
    'en-US': {
      subject: 'Your {app} password was changed',
      lead: 'the password of your {app} account was just changed:',
      phrase: 'the password was changed',
    },
    'ja-JP': {
      subject: '{app} のパスワードが変更されました',
      lead: '{app} のアカウントのパスワードが変更されました：',
      phrase: 'パスワードが変更されました',
    },
  },
  password_reset: {
    'zh-CN': {
      subject: '您的 {app} 密码已重置',
      lead: '您的 {app} 账号的密码刚刚被重置：',
      phrase: '密码已重置',
    },
    'zh-TW': {
      subject: '您的 {app} 密碼已重設',
      lead: '您的 {app} 帳號的密碼剛剛被重設：',
      phrase: '密碼已重設',
    },
    'en-US': {
      subject: 'Your {app} password was reset',
      lead: 'the password of your {app} account was just reset:',
      phrase: 'the password was reset',
    },
    'ja-JP': {
      subject: '{app} のパスワードが再設定されました',
      lead: '{app} のアカウントのパスワードが再設定されました：',
      phrase: 'パスワードが再設定されました',
    },
  },
};

/** Fits into one message if possible: no link, no greeting. */
const SMS: Localized<string> = {
  'zh-CN': '【{app}】{change}。如非本人操作，请立即重置密码并退出其他设备。',
  'zh-TW': '【{app}】{change}。如非本人操作，請立即重設密碼並登出其他裝置。',
  'en-US': '{app}: {change}. If it was not you, reset your password and sign out all other devices now.',
  'ja-JP': '【{app}】{change}。お心当たりがない場合は、すぐにパスワードを再設定してください。',
};

/** The texts of the mail about a change. */
export function accountChangeMailTexts(type: AccountChangeType, locale: SupportedLocale): MailTexts {
  const { subject, lead } = TEXTS[type][locale];
  return { ...COMMON[locale], subject, lead };
}

/** The text of an SMS about a change: as a phrase for gateway templates, and in full. */
export function accountChangeSmsText(
  type: AccountChangeType,
  locale: SupportedLocale,
  { app, identifier }: { readonly app: string; readonly identifier: string | null },
): { readonly change: string; readonly text: string } {
  const { phrase } = TEXTS[type][locale];
  const change = identifier === null ? phrase : `${phrase} (${identifier})`;
  const filled: Readonly<Record<string, string>> = { app, change };
  return { change, text: SMS[locale].replace(/\{(\w+)\}/g, (_, name: string) => filled[name] ?? '') };
}
