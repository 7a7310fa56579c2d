import { MAX_ROLE_CODE_LENGTH, moduleOf, PERMISSIONS, ROLE_CODE, type RoleView } from '@libs/iam';
import type { ListPage } from '@libs/kernel';
import { Answer } from '../../http/answers/answer-fields';
import { checkText } from '../../http/fields/field-checks';
import { LockVersion, Text, Values } from '../../http/fields/fields';
import { PageQuery } from '../common/admin-requests.dto';
import { AdminListResponse } from '../common/admin-responses.dto';

const NAME = { max: 80, pattern: /\S/, patternCode: 'required' } as const;
const MAX_PERMISSIONS = 200;
const PERMISSION = { type: 'string', maxLength: 64 };

export class AdminRoleRequest {
  @Text(
    { max: MAX_ROLE_CODE_LENGTH, pattern: ROLE_CODE, patternCode: 'not_slug' },
    { description: 'Unique within the tenant. It never changes', example: 'support' },
  )
  readonly code!: string;

  @Text(NAME, { example: 'Support' })
  readonly name!: string;

  @Values(checkText({ max: 64 }), { max: MAX_PERMISSIONS }, PERMISSION, { example: ['users.read', 'members.read'] })
  readonly permissions!: string[];
}

export class AdminRoleUpdateRequest {
  @Text(NAME, { optional: true, example: 'Support' })
  readonly name?: string;

  @Values(checkText({ max: 64 }), { max: MAX_PERMISSIONS }, PERMISSION, {
    optional: true,
    description: 'Replaced as a whole',
    example: ['users.read', 'members.read'],
  })
  readonly permissions?: string[];

  @LockVersion()
  readonly lock_version!: number;
}

export class AdminRoleResponse {
  @Answer.Text({ example: 'support' })
  readonly code: string;

  @Answer.Text({ example: 'Support' })
  readonly name: string;

  @Answer.Texts({ example: ['users.read', 'members.read'] })
  readonly permissions: readonly string[];

  @Answer.Flag({
    description:
      'Whether the role is built in: its permissions follow the catalogue, and it can be neither changed nor deleted',
    example: false,
  })
  readonly built_in: boolean;

  @Answer.Count({ description: 'Number of users with the role', example: 2 })
  readonly user_count: number;

  @Answer.LockVersion()
  readonly lock_version: number;

  @Answer.Instant()
  readonly created_at: string;

  @Answer.Instant()
  readonly updated_at: string;

  constructor(role: RoleView) {
    this.code = role.code;
    this.name = role.name;
    this.permissions = role.permissions;
    this.built_in = role.builtIn;
    this.user_count = role.userCount;
    this.lock_version = role.lockVersion;
    this.created_at = role.createdAt.toISOString();
    this.updated_at = role.updatedAt.toISOString();
  }
}

export class AdminRoleListResponse extends AdminListResponse {
  @Answer.ListOf(() => AdminRoleResponse)
  readonly items: readonly AdminRoleResponse[];

  constructor(query: PageQuery, { items, total }: ListPage<RoleView>) {
    super(query, total);
    this.items = items.map((role) => new AdminRoleResponse(role));
  }
}

class AdminPermissionResponse {
  @Answer.Text({ example: 'members.export' })
  readonly code: string;

  @Answer.Text({ example: 'members' })
  readonly module: string;

  @Answer.Text({ example: 'export' })
  readonly action: string;

  @Answer.Text({ example: 'Export the members of an App' })
  readonly description: string;

  constructor({ code, description }: (typeof PERMISSIONS)[number]) {
    this.code = code;
    this.module = moduleOf(code);
    this.action = code.slice(this.module.length + 1);
    this.description = description;
  }
}

/** The whole catalogue. */
export class AdminPermissionListResponse {
  @Answer.ListOf(() => AdminPermissionResponse)
  readonly items: readonly AdminPermissionResponse[] = PERMISSIONS.map((one) => new AdminPermissionResponse(one));
}
