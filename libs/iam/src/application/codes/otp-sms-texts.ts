import type { SupportedLocale } from '@libs/kernel';
import type { OtpPurpose } from '../../domain/codes/otp';
import type { StepUpPurpose } from '../../domain/codes/step-up';

type Localized = Readonly<Record<SupportedLocale, string>>;

/** Fits into one message if possible: no link, no greeting. */
const MESSAGES: Localized = {
  'zh-CN': '【{app}】验证码 {code}，用于{act}，{minutes} 分钟内有效。请勿告诉任何人。',
  'zh-TW': '【{app}】驗證碼 {code}，用於{act}，{minutes} 分鐘內有效。請勿告訴任何人。',
  'en-US': '{app}: {code} is your code to {act}. Valid for {minutes} minutes. Never share it with anyone.',
  'ja-JP': '【{app}】{act}用コード：{code}（{minutes} 分間有効）。誰にも教えないでください。',
};

/** They name the act, so that someone who is talked into passing a code on reads what it is for. */
const ACTS: Readonly<Record<Exclude<OtpPurpose, 'step_up'> | StepUpPurpose, Localized>> = {
  registration: { 'zh-CN': '注册', 'zh-TW': '註冊', 'en-US': 'register', 'ja-JP': '登録' },
  login: { 'zh-CN': '登录', 'zh-TW': '登入', 'en-US': 'sign in', 'ja-JP': 'サインイン' },
  password_reset: {
    'zh-CN': '重置密码',
    'zh-TW': '重設密碼',
    'en-US': 'reset the password',
    'ja-JP': 'パスワード再設定',
  },
  identifier_verify: {
    'zh-CN': '添加手机号',
    'zh-TW': '新增手機號碼',
    'en-US': 'add this number',
    'ja-JP': '電話番号追加',
  },
  password_set: { 'zh-CN': '设置密码', 'zh-TW': '設定密碼', 'en-US': 'set a password', 'ja-JP': 'パスワード設定' },
  identifier_add: {
    'zh-CN': '新增登录方式',
    'zh-TW': '新增登入方式',
    'en-US': 'add a way to sign in',
    'ja-JP': 'サインイン方法追加',
  },
  identifier_remove: {
    'zh-CN': '删除登录方式',
    'zh-TW': '刪除登入方式',
    'en-US': 'remove a way to sign in',
    'ja-JP': 'サインイン方法削除',
  },
  account_delete: {
    'zh-CN': '注销账号',
    'zh-TW': '刪除帳號',
    'en-US': 'delete your account',
    'ja-JP': 'アカウント削除',
  },
  data_export: {
    'zh-CN': '导出个人数据',
    'zh-TW': '匯出個人資料',
    'en-US': 'export your data',
    'ja-JP': '個人データ出力',
  },
};

/** The text of the SMS with a code. */
export function otpSmsText(
  { purpose, stepUpPurpose }: { purpose: OtpPurpose; stepUpPurpose: StepUpPurpose | null },
  locale: SupportedLocale,
  values: { readonly app: string; readonly code: string; readonly minutes: number },
): string {
  const act = stepUpPurpose ?? (purpose === 'step_up' ? null : purpose);
  if (act === null) throw new Error('A step-up needs an act');
  const filled: Readonly<Record<string, string | number>> = { ...values, act: ACTS[act][locale] };
  return MESSAGES[locale].replace(/\{(\w+)\}/g, (_, name: string) => String(filled[name]));
}
