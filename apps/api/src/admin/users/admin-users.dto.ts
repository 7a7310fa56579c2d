import { MAX_ROLE_CODE_LENGTH, user, userName, UserQueries } from '@libs/iam';
import { field, only } from '@libs/kernel';
import { Codes, type FieldOptions, OneOf, Text, TimeZone, Uuid } from '../../http/fields/fields';
import { changeRequest, newRequest } from '../../http/fields/request';
import { Ids, SearchQuery, Sort } from '../common/admin-requests.dto';

/** Deleted users are never shown. */
export const ADMIN_USER_STATUSES = ['active', 'disabled'] as const;

function Roles(options: FieldOptions): PropertyDecorator {
  return Codes(100, MAX_ROLE_CODE_LENGTH, { example: ['content_editor'], ...options });
}

export class AdminUserListQuery extends SearchQuery {
  @Sort(UserQueries.order)
  override readonly sort?: string;

  @Ids('users')
  override readonly ids?: string[];

  @OneOf('AdminUserStatus', ADMIN_USER_STATUSES, { optional: true })
  readonly status?: (typeof ADMIN_USER_STATUSES)[number];

  @Text({ max: MAX_ROLE_CODE_LENGTH }, { optional: true, description: 'The code of a role that the user has' })
  readonly role?: string;

  @OneOf('UserRolesFilter', ['true', 'false'], {
    optional: true,
    description: '`true`: users with any role; `false`: those without',
  })
  readonly has_roles?: 'true' | 'false';

  @Uuid({ optional: true, description: 'An App that the user is a member of' })
  readonly app_id?: string;

  @Uuid({ optional: true, description: 'An organization unit that the user belongs to, or one below it' })
  readonly unit_id?: string;
}

export class AdminUserRequest extends newRequest({
  email: field.email().example('lin@example.com'),
  displayName: userName,
}) {
  @Roles({ optional: true, description: 'Codes of roles. Any at all also requires `roles.assign`' })
  readonly roles?: string[];
}

export class AdminUserUpdateRequest extends changeRequest(
  { displayName: userName, ...only(user, 'locale', 'timeZone') },
  { timeZone: TimeZone },
) {}

export class AdminUserRolesRequest {
  @Roles({ description: 'The codes of all roles that the user is to have' })
  readonly roles!: string[];
}
