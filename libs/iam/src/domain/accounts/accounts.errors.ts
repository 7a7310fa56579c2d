import { error } from '../../locales/texts';

/** Raised by enabling, disabling, suspending and activating when there is nothing to do. */
export class IamStateError extends error('conflict', 'IAM.STATE.INVALID', 'Not possible in this state') {}

export class PlatformTenantError extends error(
  'conflict',
  'IAM.TENANT.IS_PLATFORM',
  'The tenant is the platform tenant',
) {}

/** The code of a tenant or a role. */
export class CodeTakenError extends error('conflict', 'IAM.CODE.TAKEN', 'Code taken') {}

export class IdentifierTakenError extends error('conflict', 'IAM.IDENTIFIER.TAKEN', 'Address taken') {}

export class LastIdentifierError extends error('conflict', 'IAM.IDENTIFIER.LAST', 'Last login identifier') {}
