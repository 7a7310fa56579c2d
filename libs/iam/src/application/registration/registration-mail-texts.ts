import type { SupportedLocale } from '@libs/kernel';
import type { MailTexts } from '../mails/mail-texts';

type Localized = Readonly<Record<SupportedLocale, MailTexts>>;

export const ALREADY_REGISTERED: Localized = {
  'zh-CN': {
    subject: '您已注册 {app}',
    greeting: '您好，',
    lead: '有人使用此邮箱再次注册 {app}，但该邮箱已有账号。',
    validity: '如果是您本人，请直接登录；忘记密码时可以重置密码。',
    caution: '如果不是您本人操作，无需任何处理，您的账号没有变化。',
  },
  'zh-TW': {
    subject: '您已註冊 {app}',
    greeting: '您好，',
    lead: '有人使用此電子郵件再次註冊 {app}，但該電子郵件已有帳號。',
    validity: '如果是您本人，請直接登入；忘記密碼時可以重設密碼。',
    caution: '如果不是您本人操作，無需任何處理，您的帳號沒有變化。',
  },
  'en-US': {
    subject: 'You already have an account at {app}',
    greeting: 'Hello,',
    lead: 'somebody tried to register this address at {app}, but it already has an account.',
    validity: 'If that was you, simply sign in; if you forgot the password, reset it.',
    caution: 'If it was not you, there is nothing to do: your account has not changed.',
  },
  'ja-JP': {
    subject: '{app} にはすでに登録されています',
    greeting: 'こんにちは。',
    lead: 'このメールアドレスで {app} への登録が行われましたが、すでにアカウントがあります。',
    validity: 'ご本人の場合は、そのままサインインしてください。パスワードをお忘れの場合は再設定できます。',
    caution: 'お心当たりがない場合、対応は不要です。アカウントに変更はありません。',
  },
};
