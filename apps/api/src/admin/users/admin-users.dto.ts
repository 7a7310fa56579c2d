import { MAX_ROLE_CODE_LENGTH } from '@libs/iam';
import type { SupportedLocale } from '@libs/kernel';
import { checkText, checkTimeZone } from '../../http/fields/field-checks';
import { Checked, EmailAddress, Locale, LockVersion, OneOf, Text, Uuid, Values } from '../../http/fields/fields';
import { SearchQuery } from '../common/admin-requests.dto';

/** Deleted users are never shown. */
export const ADMIN_USER_STATUSES = ['active', 'disabled'] as const;
export type AdminUserStatus = (typeof ADMIN_USER_STATUSES)[number];

const NAME = { max: 64, pattern: /\S/, patternCode: 'required' } as const;
const MAX_ROLES = 100;
const ROLE = { type: 'string', maxLength: MAX_ROLE_CODE_LENGTH };
const checkRole = checkText({ max: MAX_ROLE_CODE_LENGTH });

export class AdminUserListQuery extends SearchQuery {
  @OneOf('AdminUserStatus', ADMIN_USER_STATUSES, { optional: true })
  readonly status?: AdminUserStatus;

  @Text({ max: MAX_ROLE_CODE_LENGTH }, { optional: true, description: 'The code of a role that the user has' })
  readonly role?: string;

  @Uuid({ optional: true, description: 'An App that the user is a member of' })
  readonly app_id?: string;
}

export class AdminUserRequest {
  @EmailAddress({ example: 'lin@example.com' })
  readonly email!: string;

  @Text(NAME, { example: 'Lin' })
  readonly display_name!: string;

  @Values(checkRole, { max: MAX_ROLES }, ROLE, {
    optional: true,
    description: 'Codes of roles. Any at all also requires `roles.assign`',
    example: ['content_editor'],
  })
  readonly roles?: string[];
}

export class AdminUserUpdateRequest {
  @Text(NAME, { optional: true, example: 'Lin' })
  readonly display_name?: string;

  @Locale({ optional: true, nullable: true, example: 'zh-CN' })
  readonly locale?: SupportedLocale | null;

  @Checked(
    checkTimeZone,
    { type: 'string', maxLength: 64 },
    { optional: true, nullable: true, description: 'IANA time zone', example: 'Asia/Shanghai' },
  )
  readonly time_zone?: string | null;

  @LockVersion()
  readonly lock_version!: number;
}

export class AdminUserRolesRequest {
  @Values(checkRole, { max: MAX_ROLES }, ROLE, {
    description: 'The codes of all roles that the user is to have',
    example: ['content_editor'],
  })
  readonly roles!: string[];
}
