import { ApiProperty } from '@nestjs/swagger';
import { APP_TYPES, type AppSnapshot, type AppType } from '@libs/apps';
import { DOCUMENT_TYPES, type OutstandingConsent } from '@libs/content';
import { MEMBERSHIP_STATUSES, type MemberContext } from '@libs/iam';
import { SUPPORTED_LOCALES, type SupportedLocale } from '@libs/kernel';

class MobileContextUserResponse {
  @ApiProperty({ format: 'uuid', example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901' })
  readonly id!: string;

  @ApiProperty({ type: String, nullable: true, example: 'Lin' })
  readonly display_name!: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'uri', example: null })
  readonly avatar_url!: string | null;

  @ApiProperty({ enum: SUPPORTED_LOCALES, enumName: 'SupportedLocale', nullable: true, example: 'zh-CN' })
  readonly locale!: SupportedLocale | null;
}

class MobileContextTenantResponse {
  @ApiProperty({ format: 'uuid', example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903' })
  readonly id!: string;

  @ApiProperty({ example: 'default' })
  readonly code!: string;

  @ApiProperty({ example: 'Default tenant' })
  readonly name!: string;
}

class MobileContextAppResponse {
  @ApiProperty({ format: 'uuid', example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902' })
  readonly id!: string;

  @ApiProperty({ example: 'Default App' })
  readonly name!: string;

  @ApiProperty({ enum: APP_TYPES, enumName: 'AppType', example: 'uni_app' })
  readonly app_type!: AppType;
}

class MobileContextMembershipResponse {
  @ApiProperty({ enum: MEMBERSHIP_STATUSES, enumName: 'AppMembershipStatus', example: 'active' })
  readonly status!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-11-21T09:00:00.000Z' })
  readonly joined_at!: string | null;
}

class MobileContextSessionResponse {
  @ApiProperty({ format: 'uuid', example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904' })
  readonly id!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T09:00:00.000Z' })
  readonly created_at!: string;

  @ApiProperty({ format: 'date-time', example: '2026-12-21T09:00:00.000Z' })
  readonly expires_at!: string;
}

export class LegalOutstandingResponse {
  @ApiProperty({ enum: DOCUMENT_TYPES, enumName: 'LegalDocumentType', example: 'privacy-policy' })
  readonly document_type!: string;

  @ApiProperty({ example: '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef' })
  readonly revision_hash!: string;
}

/** Who is signed in, where, and what that allows. */
export class MobileContextResponse {
  @ApiProperty()
  readonly user: MobileContextUserResponse;

  @ApiProperty()
  readonly tenant: MobileContextTenantResponse;

  @ApiProperty()
  readonly app: MobileContextAppResponse;

  @ApiProperty()
  readonly membership: MobileContextMembershipResponse;

  @ApiProperty()
  readonly session: MobileContextSessionResponse;

  @ApiProperty({ type: [String], example: [] })
  readonly roles: readonly string[];

  @ApiProperty({ type: [String], example: [] })
  readonly permissions: readonly string[];

  @ApiProperty({
    type: 'object',
    additionalProperties: { oneOf: [{ type: 'boolean' }, { type: 'string' }, { type: 'number' }] },
    example: { new_checkout: true },
  })
  readonly feature_flags: AppSnapshot['featureFlags'];

  @ApiProperty({ type: () => [LegalOutstandingResponse], description: 'Published revisions yet to be accepted' })
  readonly legal_outstanding: readonly LegalOutstandingResponse[];

  constructor(
    app: AppSnapshot,
    context: MemberContext,
    avatarUrl: string | null,
    outstanding: readonly OutstandingConsent[],
  ) {
    const { user, tenant, membership, session } = context;
    this.user = { id: user.id, display_name: user.displayName, avatar_url: avatarUrl, locale: user.locale };
    this.tenant = { id: tenant.id, code: tenant.code, name: tenant.name };
    this.app = { id: app.id, name: app.name, app_type: app.appType };
    this.membership = { status: membership.status, joined_at: membership.joinedAt?.toISOString() ?? null };
    this.session = {
      id: session.id,
      created_at: session.createdAt.toISOString(),
      expires_at: session.expiresAt.toISOString(),
    };
    this.roles = context.roles;
    this.permissions = context.permissions;
    this.feature_flags = app.featureFlags;
    this.legal_outstanding = outstanding;
  }
}
