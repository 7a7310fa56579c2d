import { MAX_ROLE_CODE_LENGTH, moduleOf, PERMISSIONS, ROLE_CODE } from '@libs/iam';
import { field } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { Answer } from '../../http/answers/answer-fields';
import { checkText } from '../../http/fields/field-checks';
import { LockVersion, Text, Values } from '../../http/fields/fields';
import { pageOf } from '../common/admin-responses.dto';

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

export class AdminRoleResponse extends answer({
  code: field.text().example('support'),
  name: field.text().example('Support'),
  permissions: field.texts().example(['users.read', 'members.read']),
  builtIn: field
    .flag()
    .about(
      'Whether the role is built in: its permissions follow the catalogue, and it can be neither changed nor deleted',
    )
    .example(false),
  userCount: field.count().about('Number of users with the role').example(2),
  lockVersion: field.lockVersion(),
  createdAt: field.instant(),
  updatedAt: field.instant(),
}) {}

export class AdminRoleListResponse extends pageOf(AdminRoleResponse) {}

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
