import { domainError } from '@libs/kernel';
import { TEXTS } from '../../locales/texts';

export class OrganizationUnitInUseError extends domainError(
  'conflict',
  'IAM.ORGANIZATION_UNIT.IN_USE',
  'The organization unit is in use',
  TEXTS,
) {}

export class OrganizationUnitLimitError extends domainError(
  'conflict',
  'IAM.ORGANIZATION_UNIT.TOO_MANY',
  'Too many organization units',
  TEXTS,
) {}
