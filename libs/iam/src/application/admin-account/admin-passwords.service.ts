import { Injectable } from '@nestjs/common';
import { AuditTrail, Transactions } from '@libs/kernel';
import type { AdminSession } from '../../infrastructure/sessions/signed-in';
import type { Client } from '../accounts/app-scope';
import { AccountChanges } from '../history/account-changes';
import { NewPasswords } from '../passwords/new-passwords';
import { PasswordReplacement } from '../passwords/password-replacement';
import { ProvenUsers } from '../passwords/proven-users';
import { AdminProofs } from './admin-proofs';

/** How signed-in administrators change their password. */
@Injectable()
export class AdminPasswordsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly users: ProvenUsers,
    private readonly proofs: AdminProofs,
    private readonly newPasswords: NewPasswords,
    private readonly replacement: PasswordReplacement,
    private readonly changes: AccountChanges,
  ) {}

  /**
   * Ends all other sessions of the user, of every surface.
   *
   * @throws CurrentPasswordInvalidError, LoginThrottledError, ValidationFailedError of `new_password`
   * @throws InvalidTokenError if the session ended meanwhile.
   */
  async change(admin: AdminSession, currentPassword: string, newPassword: string, client: Client): Promise<void> {
    const { homeTenantId: tenantId, userId, sessionId } = admin;
    const proof = await this.proofs.expectPassword(admin, currentPassword, client);
    const { email, passwordHash: stored } = proof;
    const emails = email === null ? [] : [email];
    const hash = await this.newPasswords.hash('new_password', newPassword, { emails, stored });
    await this.transactions.run(tenantId, async () => {
      const user = await this.users.lockSignedIn({ tenantId, userId, sessionId }, proof);
      await this.replacement.change(user, hash, sessionId);
      const account = { tenantId, appId: null, userId };
      await this.changes.record(account, { type: 'password_changed', sessionId }, client);
      this.audit.record({ resourceType: 'user', resourceId: userId, before: { password: 1 }, after: { password: 2 } });
    });
  }
}
