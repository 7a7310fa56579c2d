import { domainError } from '@libs/kernel';

export class MissingTokenError extends domainError('unauthenticated', 'IAM.TOKEN.MISSING', 'Bearer token missing', {
  'zh-CN': '请先登录，并在 Authorization 请求头中提供访问令牌。',
  'zh-TW': '請先登入，並在 Authorization 請求標頭中提供存取權杖。',
  'en-US': 'Sign in and send the access token in the header Authorization.',
  'ja-JP': 'サインインし、Authorization ヘッダーにアクセストークンを指定してください。',
}) {}

export class InvalidTokenError extends domainError('unauthenticated', 'IAM.TOKEN.INVALID', 'Token invalid', {
  'zh-CN': '令牌无效或已过期，请刷新令牌或重新登录。',
  'zh-TW': '權杖無效或已過期，請更新權杖或重新登入。',
  'en-US': 'The token is not valid any more. Refresh it or sign in again.',
  'ja-JP': 'トークンが無効です。更新するか、もう一度サインインしてください。',
}) {}

export class InvalidCredentialsError extends domainError(
  'unauthenticated',
  'IAM.LOGIN.INVALID_CREDENTIALS',
  'Invalid credentials',
  {
    'zh-CN': '账号或密码不正确。',
    'zh-TW': '帳號或密碼不正確。',
    'en-US': 'The account or the password is not right.',
    'ja-JP': 'アカウントまたはパスワードが正しくありません。',
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
  'en-US': 'Too many failed sign-ins. Wait for the seconds that Retry-After names.',
  'ja-JP': 'サインインの失敗が多すぎます。Retry-After の秒数だけ待ってから再試行してください。',
}) {}

export class InvalidOtpError extends domainError('invalid', 'IAM.OTP.INVALID', 'Code invalid', {
  'zh-CN': '验证码不正确或已失效，请重新获取。',
  'zh-TW': '驗證碼不正確或已失效，請重新取得。',
  'en-US': 'The code is wrong or not valid any more. Ask for a new one.',
  'ja-JP': 'コードが正しくないか、無効になっています。新しいコードを取得してください。',
}) {}

export class RegistrationClosedError extends domainError(
  'forbidden',
  'IAM.REGISTRATION.CLOSED',
  'Registration closed',
  {
    'zh-CN': '此 App 未开放该方式的注册。',
    'zh-TW': '此 App 未開放該方式的註冊。',
    'en-US': 'This App does not accept registrations of this kind.',
    'ja-JP': 'この App ではこの方法による登録を受け付けていません。',
  },
) {}
