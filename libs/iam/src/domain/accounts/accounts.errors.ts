import { domainError } from '@libs/kernel';
import { TEXTS } from '../../locales/texts';

/** Raised by enabling, disabling, suspending and activating when there is nothing to do. */
export class IamStateError extends domainError('conflict', 'IAM.STATE.INVALID', 'Not possible in this state', TEXTS) {}

export class PlatformTenantError extends domainError(
  'conflict',
  'IAM.TENANT.IS_PLATFORM',
  'The tenant is the platform tenant',
  TEXTS,
) {}

/** The code of a tenant or a role. */
export class CodeTakenError extends domainError('conflict', 'IAM.CODE.TAKEN', 'Code taken', TEXTS) {}

export class IdentifierTakenError extends domainError('conflict', 'IAM.IDENTIFIER.TAKEN', 'Address taken', TEXTS) {}

export class LastIdentifierError extends domainError(
  'conflict',
  'IAM.IDENTIFIER.LAST',
  'Last login identifier',
  TEXTS,
) {}
