import { domainError } from '@libs/kernel';

export class CaptchaRequiredError extends domainError('proof_required', 'IAM.CAPTCHA.REQUIRED', 'CAPTCHA required', {
  'zh-CN': '请先完成人机验证，再发送短信请求。',
  'zh-TW': '請先完成人機驗證，再發送簡訊請求。',
  'en-US': 'Get a CAPTCHA challenge, solve it and send the request again with its proof in captcha.',
  'ja-JP': '先に CAPTCHA を取得して解き、その結果を captcha に入れて再送してください。',
}) {}

export class CaptchaInvalidError extends domainError('invalid', 'IAM.CAPTCHA.INVALID', 'CAPTCHA proof invalid', {
  'zh-CN': '验证未通过或已失效，请刷新后重试。',
  'zh-TW': '驗證未通過或已失效，請重新整理後重試。',
  'en-US': 'The proof is wrong, used, expired or for another request. Get a new challenge.',
  'ja-JP': '解答が誤っているか、無効になっています。新しい CAPTCHA を取得してください。',
}) {}

export class CaptchaCooldownError extends domainError('too_many', 'IAM.CAPTCHA.COOLDOWN', 'CAPTCHA cooldown', {
  'zh-CN': '验证失败次数过多，请按 Retry-After 指示的秒数等待后刷新重试。',
  'zh-TW': '驗證失敗次數過多，請依 Retry-After 指示的秒數等待後重新整理再試。',
  'en-US': 'Too many proofs failed. Wait the number of seconds in Retry-After, then get a new challenge.',
  'ja-JP': '失敗が続いています。Retry-After の秒数だけ待ってから新しい CAPTCHA を取得してください。',
}) {}

export class CaptchaUnavailableError extends domainError(
  'unavailable',
  'IAM.CAPTCHA.UNAVAILABLE',
  'CAPTCHA unavailable',
  {
    'zh-CN': '人机验证暂时不可用，短信未发送，请稍后重试。',
    'zh-TW': '人機驗證暫時無法使用，簡訊未發送，請稍後重試。',
    'en-US': 'The CAPTCHA is temporarily unavailable and no SMS was sent. Try again shortly.',
    'ja-JP': 'CAPTCHA を一時的に利用できないため、SMS は送信されていません。しばらくしてから再試行してください。',
  },
) {}
