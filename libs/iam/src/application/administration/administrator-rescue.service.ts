import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditTrail, newId, SystemAudit, type SystemJob, Transactions } from '@libs/kernel';
import { IdentifierTakenError } from '../../domain/accounts/accounts.errors';
import { LoginIdentifier } from '../../domain/accounts/login-identifier';
import { User, type UserStatus } from '../../domain/accounts/user';
import type { Permission } from '../../domain/roles/permissions';
import { IdentifierKeys } from '../../infrastructure/accounts/identifier-keys';
import { LoginIdentifiers } from '../../infrastructure/accounts/login-identifiers';
import { Users } from '../../infrastructure/accounts/users';
import { SecurityEvents, type SecurityEventType } from '../../infrastructure/history/security-events';
import { RoleHolders } from '../../infrastructure/roles/role-holders';
import { Sessions } from '../../infrastructure/sessions/sessions';
import { LoginThrottle } from '../../infrastructure/sign-in/login-throttle';
import { TotpFactors } from '../../infrastructure/sign-in/totp';
import { AccountChangeNotices } from '../history/account-change-notices.service';
import { NewPasswords } from '../passwords/new-passwords';
import { PasswordReplacement } from '../passwords/password-replacement';
import { UnverifiedAddresses } from '../registration/unverified-addresses';
import { ManagedUsers } from './managed-users';

export interface NewAdministrator {
  /** In canonical form. */
  readonly email: string;
  /** Null to have one made. */
  readonly password: string | null;
  readonly displayName: string;
  readonly roles: readonly string[];
}

/** What of an administrator's account is to be reset. The throttle of its sign-ins is cleared in any case. */
export interface Rescue {
  /** Null to have one made; undefined to keep the one that there is. */
  readonly password?: string | null | undefined;
  readonly secondFactor?: boolean | undefined;
  readonly enable?: boolean | undefined;
}

export interface RescuedAdministrator {
  readonly id: string;
  readonly status: UserStatus;
  readonly roles: readonly string[];
  /** A new one. */
  readonly password: string | null;
  readonly isSecondFactorRemoved: boolean;
  readonly isEnabled: boolean;
}

const ACTION: Permission = 'users.write';
/** Of mails, if the administrator has saved none. */
const LOCALE = 'en-US';
const NOBODY = { appId: null, sessionId: null, ip: null, userAgent: null } as const;

/**
 * Administrators who are made, or get back in, from a terminal of the installation: for when there is nobody who could
 * invite them, or reset what they lost. The system is the actor in the audit log.
 */
@Injectable()
export class AdministratorRescueService {
  constructor(
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly systemAudit: SystemAudit,
    private readonly users: Users,
    private readonly identifiers: LoginIdentifiers,
    private readonly identifierKeys: IdentifierKeys,
    private readonly unverified: UnverifiedAddresses,
    private readonly managed: ManagedUsers,
    private readonly holders: RoleHolders,
    private readonly newPasswords: NewPasswords,
    private readonly replacement: PasswordReplacement,
    private readonly sessions: Sessions,
    private readonly totp: TotpFactors,
    private readonly throttle: LoginThrottle,
    private readonly securityEvents: SecurityEvents,
    private readonly notices: AccountChangeNotices,
  ) {}

  /**
   * Creates a user with a confirmed address, a password and roles.
   *
   * @throws IdentifierTakenError
   * @throws ValidationFailedError of `password`, and for a role that does not exist.
   */
  async create(tenantId: string, admin: NewAdministrator): Promise<{ id: string; password: string }> {
    const { email, displayName, roles } = admin;
    const { password, hash } = await this.passwordOf(admin.password, email);
    const id = await this.perform(tenantId, 'admin create-admin', async () => {
      await this.managed.lockRoles(tenantId, roles);
      const now = await this.transactions.now();
      const user = new User(tenantId, now, { displayName });
      user.setPassword(hash, now);
      const identifier = new LoginIdentifier(user, 'email', email, now);
      identifier.verify(now);
      if (!(await this.unverified.giveTo(user, identifier))) throw new IdentifierTakenError();
      await this.holders.give(tenantId, user.id, roles);
      const after = { email, display_name: displayName, status: user.status, roles };
      this.audit.record({ resourceType: 'user', resourceId: user.id, before: null, after });
      return user.id;
    });
    return { id, password };
  }

  /**
   * Whatever resets the password or the second factor ends all sessions, and is told to the owner as ever.
   *
   * @param email in canonical form.
   * @returns null if nobody with a role has the address.
   * @throws ValidationFailedError of `password`.
   */
  async rescue(tenantId: string, email: string, rescue: Rescue): Promise<RescuedAdministrator | null> {
    const fresh = rescue.password === undefined ? null : await this.passwordOf(rescue.password, email);
    return this.perform(tenantId, 'admin rescue-admin', async () => {
      const user = (await this.identifiers.findHolderForUpdate(tenantId, { type: 'email', value: email }))?.user;
      const roles = user ? await this.holders.rolesOf(tenantId, user.id) : [];
      if (!user || roles.length === 0) return null;
      const before = { status: user.status };
      const isEnabled = await this.enable(user, rescue.enable ?? false);
      const isSecondFactorRemoved = rescue.secondFactor === true && (await this.removeSecondFactor(user));
      if (fresh) await this.resetPassword(user, fresh.hash);
      await this.throttle.forget(tenantId, await this.accountKeysOf(user));
      this.audit.record({
        resourceType: 'user',
        resourceId: user.id,
        before: {
          ...before,
          ...(fresh && { password: 1 }),
          ...(isSecondFactorRemoved && { mfa: 'enabled' }),
          sign_in_throttle: 'kept',
        },
        after: {
          status: user.status,
          ...(fresh && { password: 2 }),
          ...(isSecondFactorRemoved && { mfa: 'none' }),
          sign_in_throttle: 'cleared',
        },
      });
      const { id, status } = user;
      const codes = roles.map(({ code }) => code);
      return { id, status, roles: codes, password: fresh?.password ?? null, isSecondFactorRemoved, isEnabled };
    });
  }

  private async passwordOf(given: string | null, email: string): Promise<{ password: string; hash: string }> {
    const password = given ?? randomBytes(15).toString('base64url');
    return { password, hash: await this.newPasswords.hash('password', password, { emails: [email], stored: null }) };
  }

  private async enable(user: User, isWanted: boolean): Promise<boolean> {
    if (!isWanted || user.status !== 'disabled') return false;
    user.enable(await this.transactions.now());
    await this.users.save(user);
    return true;
  }

  /** Sessions that were opened with the lost factor end with it. */
  private async removeSecondFactor({ tenantId, id: userId }: User): Promise<boolean> {
    const wasSetUp = await this.totp.isSetUp({ tenantId, userId });
    await this.totp.remove({ tenantId, userId });
    if (!wasSetUp) return false;
    await this.tell({ tenantId, userId }, 'mfa_disabled');
    const reason = 'revoked_by_administrator';
    const count = await this.sessions.revokeAll({ tenantId, userId }, reason);
    const event = { tenantId, userId, ...NOBODY, details: { reason, count } };
    if (count > 0) await this.securityEvents.record({ ...event, type: 'sessions_revoked' });
    return true;
  }

  private async resetPassword(user: User, hash: string): Promise<void> {
    await this.replacement.reset(user, hash);
    await this.tell({ tenantId: user.tenantId, userId: user.id }, 'password_reset');
  }

  private async tell(account: { tenantId: string; userId: string }, type: SecurityEventType): Promise<void> {
    const eventId = await this.securityEvents.record({ ...account, ...NOBODY, type, details: {} });
    await this.notices.tell({ ...account, appId: null }, { eventId, locale: LOCALE });
  }

  /** The counters of failed sign-ins, under whichever key they were begun. */
  private async accountKeysOf({ tenantId, id }: User): Promise<Buffer[]> {
    const identifiers = await this.identifiers.of(tenantId, id);
    return identifiers.flatMap((identifier) => this.identifierKeys.allOf(identifier));
  }

  private perform<T>(tenantId: string, name: SystemJob['name'], work: () => Promise<T>): Promise<T> {
    const job = { tenantId, action: ACTION, name, id: newId() };
    return this.systemAudit.perform(job, () => this.transactions.run(tenantId, work));
  }
}
