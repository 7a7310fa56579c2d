import { error } from '../../locales/texts';

export class OrganizationUnitInUseError extends error(
  'conflict',
  'IAM.ORGANIZATION_UNIT.IN_USE',
  'The organization unit is in use',
) {}

export class OrganizationUnitLimitError extends error(
  'conflict',
  'IAM.ORGANIZATION_UNIT.TOO_MANY',
  'Too many organization units',
) {}
