import {
  MAX_UNIT_LEVELS,
  MAX_UNIT_MEMBERS,
  MAX_UNITS,
  OrganizationQueries,
  unit,
  unitSettings,
  type UnitView,
  user,
} from '@libs/iam';
import { field, only, type ListPage, type PageRequest } from '@libs/kernel';
import { updatedBy } from '../../http/answers/actor-response.dto';
import { answer } from '../../http/answers/answer';
import { QueryInteger, Uuid, Uuids } from '../../http/fields/fields';
import { changeRequest, newRequest } from '../../http/fields/request';
import { Ids, LockVersionRequest, PageQuery, SearchQuery, Sort } from '../common/admin-requests.dto';
import { pageOf } from '../common/admin-responses.dto';
import { ADMIN_USER_STATUSES } from '../users/admin-users.dto';

const USER = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904';

export class AdminOrganizationUnitListQuery extends SearchQuery {
  @Sort(OrganizationQueries.order)
  override readonly sort?: string;

  @Ids('units')
  override readonly ids?: string[];

  @QueryInteger(1, MAX_UNITS, {
    default: MAX_UNITS,
    description: 'Number of units on a page; by default all units, so that the whole tree is on one page',
  })
  override readonly page_size: number = MAX_UNITS;
}

export class AdminOrganizationUnitMemberListQuery extends PageQuery {
  @Sort(OrganizationQueries.memberOrder)
  override readonly sort?: string;

  @Ids('users')
  override readonly ids?: string[];
}

export class AdminOrganizationUnitRequest extends newRequest(
  only(unit, 'name', 'parentId', 'managerUserId', 'sortOrder'),
) {}

export class AdminOrganizationUnitUpdateRequest extends changeRequest(unitSettings) {}

export class AdminOrganizationUnitMoveRequest extends LockVersionRequest {
  @Uuid({ nullable: true, description: unit.parentId.properties.description, example: null })
  readonly parent_id!: string | null;
}

export class AdminOrganizationUnitMembersRequest {
  @Uuids(
    { max: MAX_UNIT_MEMBERS },
    { description: 'The complete list of members: users of the tenant. Duplicates count once', example: [USER] },
  )
  readonly user_ids!: string[];
}

export class AdminOrganizationUnitResponse extends answer({
  ...only(unit, 'id', 'parentId', 'name'),
  path: field.texts().about('Names of the ancestors, from the first level down').example([]),
  depth: field.integer(1, MAX_UNIT_LEVELS).about('Level of the unit in the tree, counted from 1').example(1),
  ...only(unit, 'managerUserId', 'sortOrder'),
  memberCount: field.count().about('Number of members of the unit itself, without those of its descendants').example(3),
  ...only(unit, 'lockVersion', 'createdAt', 'updatedAt'),
  updatedBy,
}) {
  constructor(unit: UnitView) {
    super({ ...unit, depth: unit.path.length + 1 });
  }
}

export class AdminOrganizationUnitListResponse extends answer({
  items: field.listOf(() => AdminOrganizationUnitResponse),
  page: field.integer(1).example(1),
  pageSize: field.integer(1, MAX_UNITS).example(MAX_UNITS),
  total: field.count().about('The number of items on all pages').example(1),
}) {
  constructor({ page, pageSize }: PageRequest, found: ListPage<UnitView>) {
    super({ page, pageSize, ...found });
  }
}

export class AdminOrganizationUnitMemberResponse extends answer({
  userId: field.uuid().example(USER),
  displayName: user.displayName,
  status: field.one('AdminUserStatus', ADMIN_USER_STATUSES),
  joinedAt: field.instant().about('Time at which the user joined the unit'),
}) {}

export class AdminOrganizationUnitMemberListResponse extends pageOf(AdminOrganizationUnitMemberResponse) {}
