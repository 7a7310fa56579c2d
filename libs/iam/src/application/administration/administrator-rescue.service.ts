import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@libs/kernel';
import type { UserStatus } from '../../domain/accounts/user';
import { LoginIdentifiers } from '../../infrastructure/accounts/login-identifiers';
import { RoleHolders } from '../../infrastructure/roles/role-holders';
import { SignInAttempts } from '../../infrastructure/sign-in/sign-in-attempts';
import { NewPasswords } from '../passwords/new-passwords';
import { AccountRecovery } from './account-recovery';
import { TerminalJobs } from './terminal-jobs';

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

/**
 * Administrators who get back in from a terminal of the installation: for when there is nobody who could reset what they
 * lost.
 */
@Injectable()
export class AdministratorRescueService {
  constructor(
    private readonly jobs: TerminalJobs,
    private readonly audit: AuditTrail,
    private readonly identifiers: LoginIdentifiers,
    private readonly holders: RoleHolders,
    private readonly newPasswords: NewPasswords,
    private readonly recovery: AccountRecovery,
    private readonly attempts: SignInAttempts,
  ) {}

  /**
   * Whatever resets the password or the second factor ends all sessions, and is told to the owner as ever.
   *
   * @param email in canonical form.
   * @returns null if nobody with a role has the address.
   * @throws ValidationFailedError of `password`.
   */
  async rescue(tenantId: string, email: string, rescue: Rescue): Promise<RescuedAdministrator | null> {
    const fresh = rescue.password === undefined ? null : await this.newPasswords.givenOrMade(rescue.password, email);
    return this.jobs.perform(tenantId, 'admin rescue-admin', async () => {
      const user = (await this.identifiers.findHolderForUpdate(tenantId, { type: 'email', value: email }))?.user;
      const roles = user ? await this.holders.rolesOf(tenantId, user.id) : [];
      if (!user || roles.length === 0) return null;
      const before = { status: user.status };
      const isEnabled = rescue.enable === true && (await this.recovery.enable(user));
      const isSecondFactorRemoved = rescue.secondFactor === true && (await this.recovery.removeSecondFactor(user));
      if (fresh) await this.recovery.resetPassword(user, fresh.hash);
      await this.attempts.forget(tenantId, await this.identifiers.of(tenantId, user.id));
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
}
