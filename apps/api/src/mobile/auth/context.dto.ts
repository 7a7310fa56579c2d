import { APP_TYPES, type AppSnapshot, type AppType } from '@libs/apps';
import { DOCUMENT_TYPES, type OutstandingConsent } from '@libs/content';
import { MEMBERSHIP_STATUSES, type MemberContext } from '@libs/iam';
import type { SupportedLocale } from '@libs/kernel';
import { Answer, SCALAR } from '../../http/answers/answer-fields';

class MobileContextUserResponse {
  @Answer.Uuid()
  readonly id!: string;

  @Answer.Text({ nullable: true, example: 'Lin' })
  readonly display_name!: string | null;

  @Answer.Url({ nullable: true, example: null })
  readonly avatar_url!: string | null;

  @Answer.Locale({ nullable: true })
  readonly locale!: SupportedLocale | null;
}

class MobileContextTenantResponse {
  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903' })
  readonly id!: string;

  @Answer.Text({ example: 'default' })
  readonly code!: string;

  @Answer.Text({ example: 'Default tenant' })
  readonly name!: string;
}

class MobileContextAppResponse {
  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902' })
  readonly id!: string;

  @Answer.Text({ example: 'Default App' })
  readonly name!: string;

  @Answer.OneOf('AppType', APP_TYPES)
  readonly app_type!: AppType;
}

class MobileContextMembershipResponse {
  @Answer.OneOf('AppMembershipStatus', MEMBERSHIP_STATUSES, { example: 'active' })
  readonly status!: string;

  @Answer.Instant({ nullable: true })
  readonly joined_at!: string | null;
}

class MobileContextSessionResponse {
  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904' })
  readonly id!: string;

  @Answer.Instant()
  readonly created_at!: string;

  @Answer.Instant({ example: '2026-12-21T09:00:00.000Z' })
  readonly expires_at!: string;
}

export class LegalOutstandingResponse {
  @Answer.OneOf('LegalDocumentType', DOCUMENT_TYPES)
  readonly document_type!: string;

  @Answer.Sha256({ example: '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef' })
  readonly revision_hash!: string;
}

/** The signed-in member, where they are signed in, and what that allows. */
export class MobileContextResponse {
  @Answer.Nested(() => MobileContextUserResponse)
  readonly user: MobileContextUserResponse;

  @Answer.Nested(() => MobileContextTenantResponse)
  readonly tenant: MobileContextTenantResponse;

  @Answer.Nested(() => MobileContextAppResponse)
  readonly app: MobileContextAppResponse;

  @Answer.Nested(() => MobileContextMembershipResponse)
  readonly membership: MobileContextMembershipResponse;

  @Answer.Nested(() => MobileContextSessionResponse)
  readonly session: MobileContextSessionResponse;

  @Answer.Texts({ example: [] })
  readonly roles: readonly string[];

  @Answer.Texts({ example: [] })
  readonly permissions: readonly string[];

  @Answer.MapOf(SCALAR, { example: { new_checkout: true } })
  readonly feature_flags: AppSnapshot['featureFlags'];

  @Answer.ListOf(() => LegalOutstandingResponse, {
    description: 'Published revisions that the member has not accepted yet',
  })
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
