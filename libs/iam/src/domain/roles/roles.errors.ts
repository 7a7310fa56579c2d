import { error } from '../../locales/texts';

export class BuiltInRoleError extends error('conflict', 'IAM.ROLE.BUILT_IN', 'The role is built in') {}

export class RoleInUseError extends error('conflict', 'IAM.ROLE.IN_USE', 'The role is in use') {}

export class PermissionDeniedError extends error('forbidden', 'IAM.PERMISSION.DENIED', 'Permission denied') {}

export class LastOwnerError extends error('conflict', 'IAM.OWNER.LAST', 'Last owner') {}

export class LastPlatformAdminError extends error(
  'conflict',
  'IAM.PLATFORM_ADMIN.LAST',
  'Last platform administrator',
) {}
