import { APP_TYPES, type AppSnapshot } from '@libs/apps';
import { DOCUMENT_TYPES, type OutstandingConsent } from '@libs/content';
import { type MemberContext, membership, session, tenant, user } from '@libs/iam';
import { field, only } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { SCALAR } from '../../http/answers/answer-fields';

class MobileContextUserResponse extends answer({
  ...only(user, 'id', 'displayName'),
  avatarUrl: field.url().nullable().example(null),
  locale: user.locale,
}) {}

class MobileContextTenantResponse extends answer(only(tenant, 'id', 'code', 'name')) {}

class MobileContextAppResponse extends answer({
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902'),
  name: field.text().example('Default App'),
  appType: field.one('AppType', APP_TYPES),
}) {}

class MobileContextMembershipResponse extends answer(only(membership, 'status', 'joinedAt')) {}

class MobileContextSessionResponse extends answer(only(session, 'id', 'createdAt', 'expiresAt')) {}

export class LegalOutstandingResponse extends answer({
  documentType: field.one('LegalDocumentType', DOCUMENT_TYPES).as<string>(),
  revisionHash: field.sha256().example('5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef'),
}) {}

/** The signed-in member, where they are signed in, and what that allows. */
export class MobileContextResponse extends answer({
  user: field.nested(() => MobileContextUserResponse),
  tenant: field.nested(() => MobileContextTenantResponse),
  app: field.nested(() => MobileContextAppResponse),
  membership: field.nested(() => MobileContextMembershipResponse),
  session: field.nested(() => MobileContextSessionResponse),
  roles: field.texts().example([]),
  permissions: field.texts().example([]),
  featureFlags: field.map<AppSnapshot['featureFlags']>(SCALAR).example({ new_checkout: true }),
  legalOutstanding: field
    .madeListOf(() => LegalOutstandingResponse)
    .about('Published revisions that the member has not accepted yet'),
}) {
  constructor(
    app: AppSnapshot,
    context: MemberContext,
    avatarUrl: string | null,
    legalOutstanding: readonly OutstandingConsent[],
  ) {
    super({
      ...context,
      user: { ...context.user, avatarUrl },
      app,
      featureFlags: app.featureFlags,
      legalOutstanding,
    });
  }
}
