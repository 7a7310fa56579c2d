import { Outbox, type SupportedLocale } from '@libs/kernel';
import { AppMembership } from '../../../libs/iam/src/domain/accounts/app-membership';
import { LoginIdentifier } from '../../../libs/iam/src/domain/accounts/login-identifier';
import { MemberRegistered, MemberVerified } from '../../../libs/iam/src/domain/accounts/member.events';
import { User } from '../../../libs/iam/src/domain/accounts/user';
import { LoginIdentifiers } from '../../../libs/iam/src/infrastructure/accounts/login-identifiers';
import { Memberships } from '../../../libs/iam/src/infrastructure/accounts/memberships';
import { PasswordHasher } from '../../../libs/iam/src/infrastructure/passwords/password-hasher';
import type { TestApi } from '../../support/api';

export interface NewMember {
  readonly email: string;
  readonly password: string;
  readonly display_name?: string;
  readonly locale?: SupportedLocale;
}

const FIELDS = ['email', 'password', 'display_name', 'locale'];

/** Whether `insertMember` knows what a registration with these fields leaves. */
export function isPlain(registration: object): registration is NewMember {
  return Object.keys(registration).every((field) => FIELDS.includes(field));
}

/**
 * What registering by email and confirming it leave of a member, without the requests, the code and the mail: with the
 * product's own rules, in one transaction.
 */
export async function insertMember(api: TestApi, member: NewMember, appId: string): Promise<void> {
  const passwordHash = await api.get(PasswordHasher).hash(member.password);
  const tenantId = await tenantOf(api, appId);
  const scope = { tenantId, appId };
  await api.database.run(tenantId, async () => {
    const now = await api.database.now();
    const user = new User(tenantId, now);
    const email = new LoginIdentifier(user, 'email', member.email, now);
    const membership = new AppMembership(scope, user.id, now);
    const { display_name: displayName = null, locale = null } = member;
    user.adoptRegistration({ passwordHash, displayName, locale }, now);
    email.verify(now);
    membership.activate(now);
    if (!(await api.get(LoginIdentifiers).insertWithUser(user, email))) throw new Error(`${member.email} is taken`);
    await api.get(Memberships).insert(membership);
    const outbox = api.get(Outbox);
    for (const event of [new MemberRegistered(scope, user.id), new MemberVerified(scope, user.id)]) {
      await outbox.add(event);
    }
  });
}

async function tenantOf(api: TestApi, appId: string): Promise<string> {
  if (appId === api.appId) return api.tenantId;
  const [app] = await api.database.readAsSystem<{ tenant_id: string }>('SELECT tenant_id FROM apps WHERE id = $1', [
    appId,
  ]);
  if (!app) throw new Error(`There is no App ${appId}`);
  return app.tenant_id;
}
