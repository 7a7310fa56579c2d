import { domainError } from '@libs/kernel';

export class OrganizationUnitInUseError extends domainError(
  'conflict',
  'IAM.ORGANIZATION_UNIT.IN_USE',
  'The organization unit is in use',
  {
    'zh-CN': '该部门下还有下级部门或成员，请先移走他们。',
    'zh-TW': '該部門下還有下級部門或成員，請先移走他們。',
    'en-US': 'The unit has members, or units below it. Move or remove them first.',
    'ja-JP': 'この部門にはメンバーまたは下位の部門があります。先に移動または削除してください。',
  },
) {}

export class OrganizationUnitLimitError extends domainError(
  'conflict',
  'IAM.ORGANIZATION_UNIT.TOO_MANY',
  'Too many organization units',
  {
    'zh-CN': '该租户的部门数量已达上限，请先删除不用的部门。',
    'zh-TW': '該租戶的部門數量已達上限，請先刪除不用的部門。',
    'en-US': 'The tenant has as many organization units as it may have. Delete one that is not used.',
    'ja-JP': 'このテナントの部門数は上限に達しています。使用していない部門を削除してください。',
  },
) {}
