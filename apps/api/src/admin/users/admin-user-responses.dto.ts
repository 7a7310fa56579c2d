import { ApiProperty } from '@nestjs/swagger';
import { MEMBERSHIP_STATUSES, type UserView } from '@libs/iam';
import { type Page, SUPPORTED_LOCALES, type SupportedLocale } from '@libs/kernel';
import { PageQuery } from '../common/admin-requests.dto';
import { AdminListResponse } from '../common/admin-responses.dto';
import { AdminIdentifierResponse } from '../common/identifier-response.dto';
import { ADMIN_USER_STATUSES } from './admin-users.dto';

class AdminUserMembershipResponse {
  @ApiProperty({ format: 'uuid', example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902' })
  readonly app_id: string;

  @ApiProperty({ example: 'Corner Shop' })
  readonly app_name: string;

  @ApiProperty({ enum: MEMBERSHIP_STATUSES, enumName: 'AppMembershipStatus', example: 'active' })
  readonly status: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-11-21T09:00:00.000Z' })
  readonly joined_at: string | null;

  constructor({ appId, appName, status, joinedAt }: UserView['memberships'][number]) {
    this.app_id = appId;
    this.app_name = appName;
    this.status = status;
    this.joined_at = joinedAt?.toISOString() ?? null;
  }
}

export class AdminUserResponse {
  @ApiProperty({ format: 'uuid', example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903' })
  readonly id: string;

  @ApiProperty({ type: String, nullable: true, example: 'Lin' })
  readonly display_name: string | null;

  @ApiProperty({ enum: ADMIN_USER_STATUSES, enumName: 'AdminUserStatus', example: 'active' })
  readonly status: string;

  @ApiProperty({ enum: SUPPORTED_LOCALES, enumName: 'SupportedLocale', nullable: true, example: 'zh-CN' })
  readonly locale: SupportedLocale | null;

  @ApiProperty({ type: String, nullable: true, example: 'Asia/Shanghai' })
  readonly time_zone: string | null;

  @ApiProperty({ description: 'False for who has not accepted the invitation', example: true })
  readonly has_password: boolean;

  @ApiProperty({ type: () => [AdminIdentifierResponse] })
  readonly identifiers: readonly AdminIdentifierResponse[];

  @ApiProperty({ type: () => [AdminUserMembershipResponse] })
  readonly memberships: readonly AdminUserMembershipResponse[];

  @ApiProperty({ type: [String], description: 'Codes', example: ['content_editor'] })
  readonly roles: readonly string[];

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-11-21T09:00:00.000Z' })
  readonly last_login_at: string | null;

  @ApiProperty({ type: 'integer', minimum: 1, example: 1 })
  readonly lock_version: number;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T09:00:00.000Z' })
  readonly created_at: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T09:00:00.000Z' })
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
  @ApiProperty({ type: () => [AdminUserResponse] })
  readonly items: readonly AdminUserResponse[];

  constructor(query: PageQuery, { items, total }: Page<UserView>) {
    super(query, total);
    this.items = items.map((user) => new AdminUserResponse(user));
  }
}
