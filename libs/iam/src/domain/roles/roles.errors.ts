import { domainError } from '@libs/kernel';
import { TEXTS } from '../../locales/texts';

export class BuiltInRoleError extends domainError('conflict', 'IAM.ROLE.BUILT_IN', 'The role is built in', TEXTS) {}

export class RoleInUseError extends domainError('conflict', 'IAM.ROLE.IN_USE', 'The role is in use', TEXTS) {}

export class PermissionDeniedError extends domainError(
  'forbidden',
  'IAM.PERMISSION.DENIED',
  'Permission denied',
  TEXTS,
) {}

export class LastOwnerError extends domainError('conflict', 'IAM.OWNER.LAST', 'Last owner', TEXTS) {}

export class LastPlatformAdminError extends domainError(
  'conflict',
  'IAM.PLATFORM_ADMIN.LAST',
  'Last platform administrator',
  TEXTS,
) {}
