import { domainError } from '@libs/kernel';

/** Raised by enabling, disabling, suspending and activating when there is nothing to do. */
export class IamStateError extends domainError('conflict', 'IAM.STATE.INVALID', 'Not possible in this state', {
  'zh-CN': '对象的当前状态不允许此操作，请刷新后查看。',
  'zh-TW': '物件的目前狀態不允許此操作，請重新整理後查看。',
  'en-US': 'The current state does not allow this. Reload it.',
  'ja-JP': '現在の状態ではこの操作はできません。再読み込みしてください。',
}) {}

export class PlatformTenantError extends domainError(
  'conflict',
  'IAM.TENANT.IS_PLATFORM',
  'The tenant is the platform tenant',
  {
    'zh-CN': '平台租户不能停用。',
    'zh-TW': '平台租戶不能停用。',
    'en-US': 'The platform tenant cannot be disabled.',
    'ja-JP': 'プラットフォームのテナントは無効にできません。',
  },
) {}

/** The code of a tenant or a role. */
export class CodeTakenError extends domainError('conflict', 'IAM.CODE.TAKEN', 'Code taken', {
  'zh-CN': '该代码已被占用，请换一个。',
  'zh-TW': '該代碼已被使用，請換一個。',
  'en-US': 'The code is already taken. Choose another one.',
  'ja-JP': 'このコードはすでに使用されています。別のコードを指定してください。',
}) {}

export class IdentifierTakenError extends domainError('conflict', 'IAM.IDENTIFIER.TAKEN', 'Address taken', {
  'zh-CN': '该邮箱或手机号已属于本租户的另一用户。',
  'zh-TW': '該電子郵件或手機號碼已屬於本租戶的另一使用者。',
  'en-US': 'The address belongs to another user of the tenant.',
  'ja-JP': 'このアドレスはテナントの別のユーザーが使用しています。',
}) {}

export class LastIdentifierError extends domainError('conflict', 'IAM.IDENTIFIER.LAST', 'Last login identifier', {
  'zh-CN': '这是您最后一个已验证的登录方式，请先添加另一个再删除。',
  'zh-TW': '這是您最後一個已驗證的登入方式，請先新增另一個再刪除。',
  'en-US': 'This is your last verified address to sign in with. Add another one first.',
  'ja-JP': '確認済みのサインイン方法がほかにありません。先に別のものを追加してください。',
}) {}
