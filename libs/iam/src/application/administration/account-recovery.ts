import { Injectable } from '@nestjs/common';
import { Transactions } from '@libs/kernel';
import type { User } from '../../domain/accounts/user';
import { Users } from '../../infrastructure/accounts/users';
import { TotpFactors } from '../../infrastructure/sign-in/totp';
import { type AccountChange, AccountChanges } from '../history/account-changes';
import { PasswordReplacement } from '../passwords/password-replacement';
import { SessionEndings } from '../sessions/session-endings';

/** Nobody's request; with the locale of mails if the administrator has saved none. */
const TERMINAL = { sessionId: null, ip: null, userAgent: null, locale: 'en-US' } as const;

/** The steps by which an administrator gets back in. In the current transaction, under the user's lock. */
@Injectable()
export class AccountRecovery {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: Users,
    private readonly totp: TotpFactors,
    private readonly endings: SessionEndings,
    private readonly replacement: PasswordReplacement,
    private readonly changes: AccountChanges,
  ) {}

  /** @returns whether the user was disabled. */
  async enable(user: User): Promise<boolean> {
    if (user.status !== 'disabled') return false;
    user.enable(await this.transactions.now());
    await this.users.save(user);
    return true;
  }

  /** Sessions that were opened with the lost factor end with it. @returns whether one was set up. */
  async removeSecondFactor(user: User): Promise<boolean> {
    const { tenantId, id: userId } = user;
    const wasSetUp = await this.totp.isSetUp({ tenantId, userId });
    await this.totp.remove({ tenantId, userId });
    if (!wasSetUp) return false;
    await this.record(user, 'mfa_disabled');
    await this.endings.endAll({ tenantId, userId }, 'revoked_by_administrator', TERMINAL);
    return true;
  }

  async resetPassword(user: User, hash: string): Promise<void> {
    await this.replacement.reset(user, hash);
    await this.record(user, 'password_reset');
  }

  private async record({ tenantId, id: userId }: User, type: AccountChange['type']): Promise<void> {
    await this.changes.record({ tenantId, appId: null, userId }, { type, sessionId: null }, TERMINAL);
  }
}
