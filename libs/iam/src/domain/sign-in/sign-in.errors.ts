import { domainError } from '@libs/kernel';

export class InvalidCredentialsError extends domainError(
  'unauthenticated',
  'IAM.LOGIN.INVALID_CREDENTIALS',
  'Invalid credentials',
  {
    'zh-CN': '账号、密码或验证码不正确。',
    'zh-TW': '帳號、密碼或驗證碼不正確。',
    'en-US': 'The account, the password or the code is wrong.',
    'ja-JP': 'アカウント、パスワードまたはコードが正しくありません。',
  },
) {}

export class VerificationRequiredError extends domainError(
  'unauthenticated',
  'IAM.LOGIN.VERIFICATION_REQUIRED',
  'Verification required',
  {
    'zh-CN': '请先使用收到的验证码完成验证，再登录。',
    'zh-TW': '請先使用收到的驗證碼完成驗證，再登入。',
    'en-US': 'Verify the address with the code that was sent to it, then sign in.',
    'ja-JP': '届いた確認コードで確認を完了してから、サインインしてください。',
  },
) {}

export class LoginThrottledError extends domainError('too_many', 'IAM.LOGIN.THROTTLED', 'Too many failed sign-ins', {
  'zh-CN': '登录失败次数过多，请按 Retry-After 指示的秒数等待后重试。',
  'zh-TW': '登入失敗次數過多，請依 Retry-After 指示的秒數等待後重試。',
  'en-US': 'Too many failed sign-ins. Wait the number of seconds in Retry-After, then try again.',
  'ja-JP': 'サインインの失敗が多すぎます。Retry-After の秒数だけ待ってから再試行してください。',
}) {}

export class MfaEnrolmentRequiredError extends domainError(
  'forbidden',
  'IAM.MFA.ENROLMENT_REQUIRED',
  'Second factor required',
  {
    'zh-CN': '贵组织要求管理员启用两步验证，请先完成设置。',
    'zh-TW': '貴組織要求管理員啟用兩步驟驗證，請先完成設定。',
    'en-US': 'Your organisation requires administrators to use a second factor. Set it up first.',
    'ja-JP': '組織の設定により管理者には二要素認証が必要です。先に設定してください。',
  },
) {}

export class MfaRequiredError extends domainError(
  'forbidden',
  'IAM.MFA.REQUIRED',
  'Sign-in with a second factor required',
  {
    'zh-CN': '只有使用两步验证登录的会话才能执行此操作。请先设置两步验证，然后重新登录。',
    'zh-TW': '只有使用兩步驟驗證登入的工作階段才能執行此操作。請先設定兩步驟驗證，然後重新登入。',
    'en-US': 'Only a session that was signed in with a second factor may do this. Set one up and sign in again.',
    'ja-JP':
      'この操作には、二要素認証でサインインしたセッションが必要です。二要素認証を設定してから、もう一度サインインしてください。',
  },
) {}

export class InvalidMfaError extends domainError('unauthenticated', 'IAM.MFA.INVALID', 'Second factor invalid', {
  'zh-CN': '两步验证码不正确或已失效。',
  'zh-TW': '兩步驟驗證碼不正確或已失效。',
  'en-US': 'The code of the second factor is wrong or has already been used.',
  'ja-JP': '二要素認証のコードが正しくないか、すでに使用されています。',
}) {}
