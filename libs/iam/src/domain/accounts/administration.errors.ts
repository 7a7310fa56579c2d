import { domainError } from '@libs/kernel';

/** What enabling, disabling, suspending and activating answer where there is nothing to do. */
export class IamStateError extends domainError('conflict', 'IAM.STATE.INVALID', 'Not possible in this state', {
  'zh-CN': '对象的当前状态不允许此操作，请刷新后查看。',
  'zh-TW': '物件的目前狀態不允許此操作，請重新整理後查看。',
  'en-US': 'The present state does not allow this. Reload it.',
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
  'en-US': 'The code is taken already. Choose another.',
  'ja-JP': 'このコードはすでに使用されています。別のコードを指定してください。',
}) {}

export class IdentifierTakenError extends domainError('conflict', 'IAM.IDENTIFIER.TAKEN', 'Address taken', {
  'zh-CN': '该邮箱或手机号已属于本租户的另一用户。',
  'zh-TW': '該電子郵件或手機號碼已屬於本租戶的另一使用者。',
  'en-US': 'The address belongs to another user of the tenant.',
  'ja-JP': 'このアドレスはテナントの別のユーザーが使用しています。',
}) {}

export class BuiltInRoleError extends domainError('conflict', 'IAM.ROLE.BUILT_IN', 'The role is built in', {
  'zh-CN': '内置角色不能修改或删除。',
  'zh-TW': '內建角色不能修改或刪除。',
  'en-US': 'A built-in role cannot be changed or deleted. Create one of your own.',
  'ja-JP': '組み込みのロールは変更・削除できません。新しいロールを作成してください。',
}) {}

export class RoleInUseError extends domainError('conflict', 'IAM.ROLE.IN_USE', 'The role is in use', {
  'zh-CN': '仍有用户拥有该角色，请先撤销。',
  'zh-TW': '仍有使用者擁有該角色，請先撤銷。',
  'en-US': 'Users still have the role. Take it from them first.',
  'ja-JP': 'このロールを持つユーザーがいます。先に割り当てを解除してください。',
}) {}

export class UserUnreachableError extends domainError('conflict', 'IAM.USER.UNREACHABLE', 'No mail can be sent', {
  'zh-CN': '该用户已停用或没有邮箱，无法发送邮件。',
  'zh-TW': '該使用者已停用或沒有電子郵件，無法寄送郵件。',
  'en-US': 'The user is disabled or has no email address, so nothing can be sent.',
  'ja-JP': 'ユーザーが無効であるかメールアドレスがないため、送信できません。',
}) {}
