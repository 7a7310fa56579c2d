import { domainError } from '@libs/kernel';

export class BuiltInRoleError extends domainError('conflict', 'IAM.ROLE.BUILT_IN', 'The role is built in', {
  'zh-CN': '内置角色不能修改或删除。',
  'zh-TW': '內建角色不能修改或刪除。',
  'en-US': 'A built-in role cannot be changed or deleted. Create one of your own.',
  'ja-JP': '組み込みのロールは変更・削除できません。新しいロールを作成してください。',
}) {}

export class RoleInUseError extends domainError('conflict', 'IAM.ROLE.IN_USE', 'The role is in use', {
  'zh-CN': '仍有用户拥有该角色，请先撤销。',
  'zh-TW': '仍有使用者擁有該角色，請先撤銷。',
  'en-US': 'Users still have the role. Remove it from them first.',
  'ja-JP': 'このロールを持つユーザーがいます。先に割り当てを解除してください。',
}) {}

export class PermissionDeniedError extends domainError('forbidden', 'IAM.PERMISSION.DENIED', 'Permission denied', {
  'zh-CN': '您没有执行此操作所需的权限（见 required_permission）。',
  'zh-TW': '您沒有執行此操作所需的權限（見 required_permission）。',
  'en-US': 'This requires a permission that you do not have, see required_permission.',
  'ja-JP': 'この操作に必要な権限（required_permission）がありません。',
}) {}

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
