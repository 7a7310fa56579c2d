import { domainError } from '@libs/kernel';

export class InvalidOtpError extends domainError('invalid', 'IAM.OTP.INVALID', 'Code invalid', {
  'zh-CN': '验证码不正确或已失效，请重新获取。',
  'zh-TW': '驗證碼不正確或已失效，請重新取得。',
  'en-US': 'The code is wrong or no longer valid. Ask for a new one.',
  'ja-JP': 'コードが正しくないか、無効になっています。新しいコードを取得してください。',
}) {}

export class OtpCooldownError extends domainError('too_many', 'IAM.OTP.COOLDOWN', 'A code was just sent', {
  'zh-CN': '刚刚已为另一项操作发送验证码，请按 Retry-After 指示的秒数等待后重试。',
  'zh-TW': '剛剛已為另一項操作傳送驗證碼，請依 Retry-After 指示的秒數等待後重試。',
  'en-US': 'A code for something else was just sent. Wait the number of seconds in Retry-After, then try again.',
  'ja-JP': '別の操作のコードを送信したばかりです。Retry-After の秒数だけ待ってから再試行してください。',
}) {}

export class StepUpIdentifierTooNewError extends domainError(
  'forbidden',
  'IAM.STEP_UP.IDENTIFIER_TOO_NEW',
  'Login identifier too new for a step-up',
  {
    'zh-CN': '此登录方式添加不足 24 小时，暂不能用于验证身份，请使用较早的登录方式。',
    'zh-TW': '此登入方式新增未滿 24 小時，暫時不能用於驗證身分，請使用較早的登入方式。',
    'en-US': 'This address was added less than 24 hours ago. Use one that you had before.',
    'ja-JP': 'このサインイン方法は追加から 24 時間が経過していません。以前からあるものをご利用ください。',
  },
) {}

export class StepUpRequiredError extends domainError('forbidden', 'IAM.STEP_UP.REQUIRED', 'Step-up required', {
  'zh-CN': '此操作需要再次验证身份：请获取验证码，并在 X-Step-Up-Token 请求头中提供所得令牌。',
  'zh-TW': '此操作需要再次驗證身分：請取得驗證碼，並在 X-Step-Up-Token 請求標頭中提供所得權杖。',
  'en-US': 'This needs a fresh proof of identity: verify a code and send the token in the header X-Step-Up-Token.',
  'ja-JP':
    'この操作には再認証が必要です。コードを確認し、取得したトークンを X-Step-Up-Token ヘッダーに指定してください。',
}) {}
