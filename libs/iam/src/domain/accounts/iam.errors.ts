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
    'zh-CN': '账号、密码或验证码不正确。',
    'zh-TW': '帳號、密碼或驗證碼不正確。',
    'en-US': 'The account, the password or the code is not right.',
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
  'en-US': 'Too many failed sign-ins. Wait for the seconds that Retry-After names.',
  'ja-JP': 'サインインの失敗が多すぎます。Retry-After の秒数だけ待ってから再試行してください。',
}) {}

export class InvalidOtpError extends domainError('invalid', 'IAM.OTP.INVALID', 'Code invalid', {
  'zh-CN': '验证码不正确或已失效，请重新获取。',
  'zh-TW': '驗證碼不正確或已失效，請重新取得。',
  'en-US': 'The code is wrong or not valid any more. Ask for a new one.',
  'ja-JP': 'コードが正しくないか、無効になっています。新しいコードを取得してください。',
}) {}

export class OtpCooldownError extends domainError('too_many', 'IAM.OTP.COOLDOWN', 'A code was just sent', {
  'zh-CN': '刚刚已为另一项操作发送验证码，请按 Retry-After 指示的秒数等待后重试。',
  'zh-TW': '剛剛已為另一項操作傳送驗證碼，請依 Retry-After 指示的秒數等待後重試。',
  'en-US': 'A code for something else was just sent. Wait for the seconds that Retry-After names.',
  'ja-JP': '別の操作のコードを送信したばかりです。Retry-After の秒数だけ待ってから再試行してください。',
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

export class PermissionDeniedError extends domainError('forbidden', 'IAM.PERMISSION.DENIED', 'Permission denied', {
  'zh-CN': '您没有执行此操作所需的权限（见 required_permission）。',
  'zh-TW': '您沒有執行此操作所需的權限（見 required_permission）。',
  'en-US': 'You lack the permission that this needs, see required_permission.',
  'ja-JP': 'この操作に必要な権限（required_permission）がありません。',
}) {}

export class MfaEnrolmentRequiredError extends domainError(
  'forbidden',
  'IAM.MFA.ENROLMENT_REQUIRED',
  'Second factor required',
  {
    'zh-CN': '贵组织要求管理员启用两步验证，请先完成设置。',
    'zh-TW': '貴組織要求管理員啟用兩步驟驗證，請先完成設定。',
    'en-US': 'Your organisation asks administrators for a second factor. Set it up first.',
    'ja-JP': '組織の設定により管理者には二要素認証が必要です。先に設定してください。',
  },
) {}

export class InvalidMfaError extends domainError('unauthenticated', 'IAM.MFA.INVALID', 'Second factor invalid', {
  'zh-CN': '两步验证码不正确或已失效。',
  'zh-TW': '兩步驟驗證碼不正確或已失效。',
  'en-US': 'The code of the second factor is wrong or was used already.',
  'ja-JP': '二要素認証のコードが正しくないか、すでに使用されています。',
}) {}

export class InvalidLinkError extends domainError('invalid', 'IAM.LINK.INVALID', 'Link invalid', {
  'zh-CN': '链接无效、已使用或已过期，请重新获取。',
  'zh-TW': '連結無效、已使用或已過期，請重新取得。',
  'en-US': 'The link is not valid any more. Ask for a new one.',
  'ja-JP': 'リンクが無効か、使用済みまたは期限切れです。新しいリンクを取得してください。',
}) {}

export class CurrentPasswordInvalidError extends domainError(
  'invalid',
  'IAM.PASSWORD.CURRENT_INVALID',
  'Current password wrong',
  {
    'zh-CN': '当前密码不正确。',
    'zh-TW': '目前密碼不正確。',
    'en-US': 'The current password is not right.',
    'ja-JP': '現在のパスワードが正しくありません。',
  },
) {}

export class LastOwnerError extends domainError('conflict', 'IAM.OWNER.LAST', 'Last owner', {
  'zh-CN': '这是该租户最后一位所有者，不能移除、停用或撤销其角色。',
  'zh-TW': '這是該租戶最後一位擁有者，不能移除、停用或撤銷其角色。',
  'en-US': 'This is the last owner of the tenant and cannot be removed, disabled or stripped of the role.',
  'ja-JP': 'テナントの最後のオーナーであるため、削除・無効化・役割の取り消しはできません。',
}) {}

export class LastPlatformAdminError extends domainError(
  'conflict',
  'IAM.PLATFORM_ADMIN.LAST',
  'Last platform administrator',
  {
    'zh-CN': '这是最后一位平台管理员，不能移除、停用或撤销其角色。',
    'zh-TW': '這是最後一位平台管理員，不能移除、停用或撤銷其角色。',
    'en-US': 'This is the last platform administrator and cannot be removed, disabled or stripped of the role.',
    'ja-JP': '最後のプラットフォーム管理者であるため、削除・無効化・役割の取り消しはできません。',
  },
) {}

export class LastIdentifierError extends domainError('conflict', 'IAM.IDENTIFIER.LAST', 'Last login identifier', {
  'zh-CN': '这是您最后一个已验证的登录方式，请先添加另一个再删除。',
  'zh-TW': '這是您最後一個已驗證的登入方式，請先新增另一個再刪除。',
  'en-US': 'This is your last verified address to sign in with. Add another one first.',
  'ja-JP': '確認済みのサインイン方法がほかにありません。先に別のものを追加してください。',
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
