import type { SupportedLocale } from '@libs/kernel';
import type { OtpPurpose } from '../../domain/codes/otp';
import type { StepUpPurpose } from '../../domain/codes/step-up';
import type { MailTexts } from '../mails/mail-texts';

type Localized<Texts> = Readonly<Record<SupportedLocale, Texts>>;

/** The part that differs between codes; the rest of the mail is the same for all. */
interface CodeTexts {
  readonly subject: string;
  readonly lead: string;
}

const COMMON: Localized<Omit<MailTexts, keyof CodeTexts>> = {
  'zh-CN': {
    greeting: '您好，',
    validity: '验证码在 {duration}内有效，且只能使用一次。',
    caution: '如果不是您本人操作，请忽略此邮件。请勿将验证码告诉任何人。',
  },
  'zh-TW': {
    greeting: '您好，',
    validity: '驗證碼在 {duration}內有效，且只能使用一次。',
    caution: '如果不是您本人操作，請忽略此郵件。請勿將驗證碼告訴任何人。',
  },
  'en-US': {
    greeting: 'Hello,',
    validity: 'The code is valid for {duration} and can be used once.',
    caution: 'If you did not ask for it, ignore this mail. Never share the code with anyone.',
  },
  'ja-JP': {
    greeting: 'こんにちは。',
    validity: 'コードの有効期限は {duration}で、一度だけ使用できます。',
    caution: 'お心当たりがない場合は、このメールを無視してください。コードは誰にも教えないでください。',
  },
};

const REGISTRATION: Localized<CodeTexts> = {
  'zh-CN': { subject: '{app} 注册验证码', lead: '您正在注册 {app}，验证码为：' },
  'zh-TW': { subject: '{app} 註冊驗證碼', lead: '您正在註冊 {app}，驗證碼為：' },
  'en-US': {
    subject: 'Your {app} verification code',
    lead: 'to complete your registration at {app}, enter this code:',
  },
  'ja-JP': { subject: '{app} の確認コード', lead: '{app} の登録を完了するには、次のコードを入力してください：' },
};

const PASSWORD_RESET: Localized<CodeTexts> = {
  'zh-CN': { subject: '重置 {app} 密码的验证码', lead: '您正在重置 {app} 的登录密码，验证码为：' },
  'zh-TW': { subject: '重設 {app} 密碼的驗證碼', lead: '您正在重設 {app} 的登入密碼，驗證碼為：' },
  'en-US': {
    subject: 'Your code to reset the {app} password',
    lead: 'to choose a new password at {app}, enter this code:',
  },
  'ja-JP': {
    subject: '{app} のパスワード再設定コード',
    lead: '{app} のパスワードを再設定するには、次のコードを入力してください：',
  },
};

const IDENTIFIER_VERIFY: Localized<CodeTexts> = {
  'zh-CN': { subject: '{app} 邮箱验证码', lead: '您正在将此邮箱添加为 {app} 的登录方式，验证码为：' },
  'zh-TW': { subject: '{app} 電子郵件驗證碼', lead: '您正在將此電子郵件新增為 {app} 的登入方式，驗證碼為：' },
  'en-US': {
    subject: 'Confirm this address for {app}',
    lead: 'to sign in to {app} with this address from now on, enter this code:',
  },
  'ja-JP': {
    subject: '{app} のメールアドレス確認コード',
    lead: 'このメールアドレスを {app} のサインインに追加するには、次のコードを入力してください：',
  },
};

const STEP_UP_SUBJECTS: Localized<string> = {
  'zh-CN': '{app} 安全验证码',
  'zh-TW': '{app} 安全驗證碼',
  'en-US': 'Your {app} security code',
  'ja-JP': '{app} のセキュリティコード',
};

/** They name the act, so that someone who is talked into passing a code on reads what it is for. */
const STEP_UP_LEADS: Readonly<Record<StepUpPurpose, Localized<string>>> = {
  password_set: {
    'zh-CN': '您正在为 {app} 账号设置密码，验证码为：',
    'zh-TW': '您正在為 {app} 帳號設定密碼，驗證碼為：',
    'en-US': 'to set a password for your {app} account, enter this code:',
    'ja-JP': '{app} アカウントのパスワードを設定するには、次のコードを入力してください：',
  },
  identifier_add: {
    'zh-CN': '您正在为 {app} 账号新增一个登录方式，验证码为：',
    'zh-TW': '您正在為 {app} 帳號新增一個登入方式，驗證碼為：',
    'en-US': 'to add a way to sign in to your {app} account, enter this code:',
    'ja-JP': '{app} アカウントにサインイン方法を追加するには、次のコードを入力してください：',
  },
  identifier_remove: {
    'zh-CN': '您正在删除 {app} 账号的一个登录方式，验证码为：',
    'zh-TW': '您正在刪除 {app} 帳號的一個登入方式，驗證碼為：',
    'en-US': 'to remove a way to sign in from your {app} account, enter this code:',
    'ja-JP': '{app} アカウントのサインイン方法を削除するには、次のコードを入力してください：',
  },
  account_delete: {
    'zh-CN': '您正在注销 {app} 账号，验证码为：',
    'zh-TW': '您正在刪除 {app} 帳號，驗證碼為：',
    'en-US': 'to delete your {app} account, enter this code:',
    'ja-JP': '{app} アカウントを削除するには、次のコードを入力してください：',
  },
  data_export: {
    'zh-CN': '您正在导出 {app} 账号的个人数据，验证码为：',
    'zh-TW': '您正在匯出 {app} 帳號的個人資料，驗證碼為：',
    'en-US': 'to export the personal data of your {app} account, enter this code:',
    'ja-JP': '{app} アカウントの個人データをエクスポートするには、次のコードを入力してください：',
  },
};

/** Sign-in codes are sent to mobiles only. */
const TEXTS: Readonly<Partial<Record<OtpPurpose, Localized<CodeTexts>>>> = {
  registration: REGISTRATION,
  password_reset: PASSWORD_RESET,
  identifier_verify: IDENTIFIER_VERIFY,
};

/** The texts of the mail with a code; null for codes that are not mailed. */
export function otpMailTexts(
  { purpose, stepUpPurpose }: { purpose: OtpPurpose; stepUpPurpose: StepUpPurpose | null },
  locale: SupportedLocale,
): MailTexts | null {
  const texts = stepUpPurpose
    ? { subject: STEP_UP_SUBJECTS[locale], lead: STEP_UP_LEADS[stepUpPurpose][locale] }
    : TEXTS[purpose]?.[locale];
  return texts ? { ...COMMON[locale], ...texts } : null;
}
