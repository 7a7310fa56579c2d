import type { SupportedLocale } from '@libs/kernel';
import type { SecurityEventType } from '../../infrastructure/history/security-events';
import type { MailTexts } from '../mails/mail-texts';

type Localized = Readonly<Record<SupportedLocale, MailTexts>>;

/** The labels of the facts in a security mail. */
type FactLabels = Readonly<Record<'time' | 'device' | 'address' | 'identifier', string>>;
export const FACT_LABELS: Readonly<Record<SupportedLocale, FactLabels>> = {
  'zh-CN': { time: '时间', device: '设备', address: 'IP 地址', identifier: '登录方式' },
  'zh-TW': { time: '時間', device: '裝置', address: 'IP 位址', identifier: '登入方式' },
  'en-US': { time: 'Time', device: 'Device', address: 'IP address', identifier: 'Way to sign in' },
  'ja-JP': { time: '日時', device: '端末', address: 'IP アドレス', identifier: 'サインイン方法' },
};

export const NEW_DEVICE_LOGIN: Localized = {
  'zh-CN': {
    subject: '您的 {app} 账号在新设备上登录',
    greeting: '您好，',
    lead: '您的 {app} 账号刚刚在一台新设备上登录：',
    validity: '如果是您本人操作，无需任何处理。',
    caution: '如果不是您本人操作，请立即修改密码，并在“我的设备”中移除该设备。',
  },
  'zh-TW': {
    subject: '您的 {app} 帳號在新裝置上登入',
    greeting: '您好，',
    lead: '您的 {app} 帳號剛剛在一台新裝置上登入：',
    validity: '如果是您本人操作，無需任何處理。',
    caution: '如果不是您本人操作，請立即變更密碼，並在「我的裝置」中移除該裝置。',
  },
  'en-US': {
    subject: 'New sign-in to your {app} account',
    greeting: 'Hello,',
    lead: 'somebody just signed in to your {app} account on a new device:',
    validity: 'If that was you, there is nothing to do.',
    caution: 'If it was not you, change your password now and remove the device from your devices.',
  },
  'ja-JP': {
    subject: '{app} のアカウントに新しい端末からサインインがありました',
    greeting: 'こんにちは。',
    lead: '{app} のアカウントに新しい端末からサインインがありました：',
    validity: 'ご本人の場合、対応は不要です。',
    caution: 'お心当たりがない場合は、すぐにパスワードを変更し、端末の一覧からその端末を削除してください。',
  },
};

export const REFRESH_TOKEN_REUSED: Localized = {
  'zh-CN': {
    subject: '您的 {app} 账号的一个会话已被终止',
    greeting: '您好，',
    lead: '您的 {app} 账号的一个登录凭证被重复使用，可能已被他人复制。为保护您的账号，我们终止了该会话：',
    validity: '请在该设备上重新登录。',
    caution: '如果您怀疑他人使用了您的账号，请立即修改密码。',
  },
  'zh-TW': {
    subject: '您的 {app} 帳號的一個工作階段已被終止',
    greeting: '您好，',
    lead: '您的 {app} 帳號的一個登入憑證被重複使用，可能已被他人複製。為保護您的帳號，我們終止了該工作階段：',
    validity: '請在該裝置上重新登入。',
    caution: '如果您懷疑他人使用了您的帳號，請立即變更密碼。',
  },
  'en-US': {
    subject: 'A session of your {app} account was ended',
    greeting: 'Hello,',
    lead: 'a sign-in token of your {app} account was used twice and may have been copied. To protect your account, the session was ended:',
    validity: 'Sign in again on that device.',
    caution: 'If you suspect that somebody else uses your account, change your password now.',
  },
  'ja-JP': {
    subject: '{app} のアカウントのセッションを終了しました',
    greeting: 'こんにちは。',
    lead: '{app} のアカウントの認証トークンが二度使用され、複製されたおそれがあります。アカウントを保護するため、セッションを終了しました：',
    validity: 'その端末でもう一度サインインしてください。',
    caution: '第三者による利用が疑われる場合は、すぐにパスワードを変更してください。',
  },
};

export const SECURITY_MAIL_TEXTS: Partial<Record<SecurityEventType, Localized>> = {
  new_device_login: NEW_DEVICE_LOGIN,
  refresh_token_reused: REFRESH_TOKEN_REUSED,
};

/**
 * Of one type. Otherwise anyone who knows the password could fill the owner's mailbox by signing in with ever new device
 * keys.
 */
export const MAX_NOTICES_PER_HOUR = 10;
