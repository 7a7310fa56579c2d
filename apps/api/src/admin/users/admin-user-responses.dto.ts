import { MEMBERSHIP_STATUSES, type UserView } from '@libs/iam';
import type { ListPage, SupportedLocale } from '@libs/kernel';
import { Answer } from '../../http/answers/answer-fields';
import { PageQuery } from '../common/admin-requests.dto';
import { AdminListResponse } from '../common/admin-responses.dto';
import { AdminIdentifierResponse } from '../common/identifier-response.dto';
import { ADMIN_USER_STATUSES } from './admin-users.dto';

class AdminUserMembershipResponse {
  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902' })
  readonly app_id: string;

  @Answer.Text({ example: 'Corner Shop' })
  readonly app_name: string;

  @Answer.OneOf('AppMembershipStatus', MEMBERSHIP_STATUSES, { example: 'active' })
  readonly status: string;

  @Answer.Instant({ nullable: true })
  readonly joined_at: string | null;

  constructor({ appId, appName, status, joinedAt }: UserView['memberships'][number]) {
    this.app_id = appId;
    this.app_name = appName;
    this.status = status;
    this.joined_at = joinedAt?.toISOString() ?? null;
  }
}

export class AdminUserResponse {
  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903' })
  readonly id: string;

  @Answer.Text({ nullable: true, example: 'Lin' })
  readonly display_name: string | null;

  @Answer.OneOf('AdminUserStatus', ADMIN_USER_STATUSES)
  readonly status: string;

  @Answer.Locale({ nullable: true })
  readonly locale: SupportedLocale | null;

  @Answer.Text({ nullable: true, example: 'Asia/Shanghai' })
  readonly time_zone: string | null;

  @Answer.Flag({ description: 'False until the invitation is accepted' })
  readonly has_password: boolean;

  @Answer.ListOf(() => AdminIdentifierResponse)
  readonly identifiers: readonly AdminIdentifierResponse[];

  @Answer.ListOf(() => AdminUserMembershipResponse)
  readonly memberships: readonly AdminUserMembershipResponse[];

  @Answer.Texts({ description: 'Codes of the roles of the user', example: ['content_editor'] })
  readonly roles: readonly string[];

  @Answer.Instant({ nullable: true })
  readonly last_login_at: string | null;

  @Answer.LockVersion()
  readonly lock_version: number;

  @Answer.Instant()
  readonly created_at: string;

  @Answer.Instant()
  readonly updated_at: string;

  constructor(user: UserView) {
    this.id = user.id;
    this.display_name = user.displayName;
    this.status = user.status;
    this.locale = user.locale;
    this.time_zone = user.timeZone;
    this.has_password = user.hasPassword;
    this.identifiers = user.identifiers.map((identifier) => new AdminIdentifierResponse(identifier));
    this.memberships = user.memberships.map((membership) => new AdminUserMembershipResponse(membership));
    this.roles = user.roles;
    this.last_login_at = user.lastLoginAt?.toISOString() ?? null;
    this.lock_version = user.lockVersion;
    this.created_at = user.createdAt.toISOString();
    this.updated_at = user.updatedAt.toISOString();
  }
}

export class AdminUserListResponse extends AdminListResponse {
  @Answer.ListOf(() => AdminUserResponse)
  readonly items: readonly AdminUserResponse[];

  constructor(query: PageQuery, { items, total }: ListPage<UserView>) {
    super(query, total);
    this.items = items.map((user) => new AdminUserResponse(user));
  }
}
