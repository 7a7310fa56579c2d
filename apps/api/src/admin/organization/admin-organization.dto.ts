import { Transform } from 'class-transformer';
import {
  MAX_UNIT_LEVELS,
  MAX_UNIT_MEMBERS,
  MAX_UNIT_NAME_LENGTH,
  MAX_UNITS,
  type NewUnit,
  type UnitChanges,
  type UnitMember,
  type UnitView,
} from '@libs/iam';
import { isUuid, type ListPage } from '@libs/kernel';
import { Answer } from '../../http/answers/answer-fields';
import { checkUuid } from '../../http/fields/field-checks';
import { Integer, QueryInteger, Text, Uuid, Values } from '../../http/fields/fields';
import { LockVersionRequest, type PageQuery, SearchQuery } from '../common/admin-requests.dto';
import { AdminListResponse } from '../common/admin-responses.dto';
import { ADMIN_USER_STATUSES } from '../users/admin-users.dto';

const MAX_SORT_ORDER = 1_000_000;

const USER = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904';
/** Something that can be seen. */
const NAME_LIMITS = {
  max: MAX_UNIT_NAME_LENGTH,
  pattern: /^[^\p{Cc}]*[^\p{C}\p{Z}][^\p{Cc}]*$/u,
  patternCode: 'invalid_text',
};
const NAME_FIELD = {
  description: 'Unique among the units with the same parent, ignoring case',
  example: 'Support',
};
const PARENT_FIELD = {
  nullable: true,
  description: `The parent unit; null on the first of at most ${MAX_UNIT_LEVELS} levels`,
  example: null,
};
const MANAGER_FIELD = {
  optional: true,
  nullable: true,
  description: 'The manager of the unit: a user of the tenant, not necessarily a member of the unit; null for none',
  example: USER,
};
const SORT_ORDER_FIELD = {
  optional: true,
  nullable: true,
  default: 0,
  description: 'Position among the siblings, the lowest first',
  example: 10,
};

export class AdminOrganizationUnitListQuery extends SearchQuery {
  @QueryInteger(1, MAX_UNITS, {
    default: MAX_UNITS,
    description: 'Number of units on a page; by default all units, so that the whole tree is on one page',
  })
  override readonly page_size: number = MAX_UNITS;
}

export class AdminOrganizationUnitRequest {
  @Text(NAME_LIMITS, NAME_FIELD)
  readonly name!: string;

  @Uuid({ ...PARENT_FIELD, optional: true })
  readonly parent_id?: string | null;

  @Uuid(MANAGER_FIELD)
  readonly manager_user_id?: string | null;

  @Integer(0, MAX_SORT_ORDER, SORT_ORDER_FIELD)
  readonly sort_order?: number | null;

  newUnit(): NewUnit {
    const { name, parent_id: parentId, manager_user_id: managerUserId, sort_order: sortOrder } = this;
    return { name, parentId, managerUserId, sortOrder };
  }
}

/** An absent field keeps its value; null resets it to that of a new unit. */
export class AdminOrganizationUnitUpdateRequest extends LockVersionRequest {
  @Text(NAME_LIMITS, { ...NAME_FIELD, optional: true })
  readonly name?: string;

  @Uuid(MANAGER_FIELD)
  readonly manager_user_id?: string | null;

  @Integer(0, MAX_SORT_ORDER, SORT_ORDER_FIELD)
  readonly sort_order?: number | null;

  changes(): UnitChanges {
    const { name, manager_user_id: managerUserId, sort_order: sortOrder } = this;
    return { name, managerUserId, sortOrder };
  }
}

export class AdminOrganizationUnitMoveRequest extends LockVersionRequest {
  @Uuid(PARENT_FIELD)
  readonly parent_id!: string | null;
}

export class AdminOrganizationUnitMembersRequest {
  @Transform(({ value }) =>
    Array.isArray(value) ? value.map((id: unknown) => (isUuid(id) ? id.toLowerCase() : id)) : (value as unknown),
  )
  @Values(
    checkUuid,
    { max: MAX_UNIT_MEMBERS },
    { type: 'string', format: 'uuid' },
    { description: 'The complete list of members: users of the tenant. Duplicates count once', example: [USER] },
  )
  readonly user_ids!: string[];
}

export class AdminOrganizationUnitResponse {
  @Answer.Uuid()
  readonly id: string;

  @Answer.Uuid(PARENT_FIELD)
  readonly parent_id: string | null;

  @Answer.Text(NAME_FIELD)
  readonly name: string;

  @Answer.Texts({ description: 'Names of the ancestors, from the first level down', example: [] })
  readonly path: readonly string[];

  @Answer.Integer({
    min: 1,
    max: MAX_UNIT_LEVELS,
    description: 'Level of the unit in the tree, counted from 1',
    example: 1,
  })
  readonly depth: number;

  @Answer.Uuid({ nullable: true, description: MANAGER_FIELD.description, example: USER })
  readonly manager_user_id: string | null;

  @Answer.Count({ description: SORT_ORDER_FIELD.description, example: 10 })
  readonly sort_order: number;

  @Answer.Count({ description: 'Number of members of the unit itself, without those of its descendants', example: 3 })
  readonly member_count: number;

  @Answer.LockVersion()
  readonly lock_version: number;

  @Answer.Instant({ example: '2026-11-20T08:00:00.000Z' })
  readonly created_at: string;

  @Answer.Instant({ example: '2026-11-20T08:30:00.000Z' })
  readonly updated_at: string;

  constructor(unit: UnitView) {
    this.id = unit.id;
    this.parent_id = unit.parentId;
    this.name = unit.name;
    this.path = unit.path;
    this.depth = unit.path.length + 1;
    this.manager_user_id = unit.managerUserId;
    this.sort_order = unit.sortOrder;
    this.member_count = unit.memberCount;
    this.lock_version = unit.lockVersion;
    this.created_at = unit.createdAt.toISOString();
    this.updated_at = unit.updatedAt.toISOString();
  }
}

export class AdminOrganizationUnitListResponse {
  @Answer.ListOf(() => AdminOrganizationUnitResponse)
  readonly items: readonly AdminOrganizationUnitResponse[];

  @Answer.Integer({ min: 1, example: 1 })
  readonly page: number;

  @Answer.Integer({ min: 1, max: MAX_UNITS, example: MAX_UNITS })
  readonly page_size: number;

  @Answer.Count({ description: 'The number of items on all pages', example: 1 })
  readonly total: number;

  constructor(query: AdminOrganizationUnitListQuery, { items, total }: ListPage<UnitView>) {
    this.items = items.map((unit) => new AdminOrganizationUnitResponse(unit));
    this.page = query.page;
    this.page_size = query.page_size;
    this.total = total;
  }
}

export class AdminOrganizationUnitMemberResponse {
  @Answer.Uuid({ example: USER })
  readonly user_id: string;

  @Answer.Text({ nullable: true, example: 'Lin' })
  readonly display_name: string | null;

  @Answer.OneOf('AdminUserStatus', ADMIN_USER_STATUSES)
  readonly status: string;

  @Answer.Instant({ description: 'Time at which the user joined the unit' })
  readonly joined_at: string;

  constructor({ userId, displayName, status, joinedAt }: UnitMember) {
    this.user_id = userId;
    this.display_name = displayName;
    this.status = status;
    this.joined_at = joinedAt.toISOString();
  }
}

export class AdminOrganizationUnitMemberListResponse extends AdminListResponse {
  @Answer.ListOf(() => AdminOrganizationUnitMemberResponse)
  readonly items: readonly AdminOrganizationUnitMemberResponse[];

  constructor(query: PageQuery, { items, total }: ListPage<UnitMember>) {
    super(query, total);
    this.items = items.map((member) => new AdminOrganizationUnitMemberResponse(member));
  }
}
