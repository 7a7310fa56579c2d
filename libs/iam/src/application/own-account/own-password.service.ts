import { Injectable } from '@nestjs/common';
import { Transactions } from '@libs/kernel';
import { SecurityEvents } from '../../infrastructure/history/security-events';
import { emailsOf } from '../../infrastructure/passwords/credentials';
import type { MemberSession } from '../../infrastructure/sessions/signed-in';
import type { Client } from '../accounts/app-scope';
import { AccountChanges } from '../history/account-changes';
import { NewPasswords } from '../passwords/new-passwords';
import { PasswordReplacement } from '../passwords/password-replacement';
import { ProvenUsers } from '../passwords/proven-users';
import { type OwnPasswordProof, OwnPasswordProofs } from './own-password-proofs';

export interface PasswordChange extends OwnPasswordProof {
  readonly newPassword: string;
}

/** How members change their password, or set the first one. */
@Injectable()
export class OwnPasswordService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: ProvenUsers,
    private readonly proofs: OwnPasswordProofs,
    private readonly newPasswords: NewPasswords,
    private readonly replacement: PasswordReplacement,
    private readonly securityEvents: SecurityEvents,
    private readonly changes: AccountChanges,
  ) {}

  /**
   * Ends all other sessions of the user, of every App and surface: they share one password.
   *
   * @throws CurrentPasswordInvalidError, LoginThrottledError
   * @throws StepUpRequiredError if there is no password yet and no valid token for setting one.
   * @throws ValidationFailedError of `new_password`, and of `current_password` if it is missing.
   * @throws InvalidTokenError if the session ended meanwhile.
   */
  async change(member: MemberSession, change: PasswordChange, client: Client): Promise<void> {
    const { tenantId, sessionId } = member;
    const credentials = await this.proofs.expect(member, change, client);
    const owner = { emails: emailsOf(credentials), stored: credentials.passwordHash };
    const hash = await this.newPasswords.hash('new_password', change.newPassword, owner);
    await this.transactions.run(tenantId, async () => {
      // Of two concurrent changes only the first was made with the current password.
      const user = await this.users.lockSignedIn(member, credentials);
      await this.proofs.spend(member, change);
      const ended = await this.replacement.change(user, hash, sessionId);
      await this.record(member, ended, client);
    });
  }

  private async record(member: MemberSession, count: number, client: Client): Promise<void> {
    const type = 'password_changed';
    await this.changes.record(member, { type, sessionId: member.sessionId }, client);
    const event = { ...member, ...client, appId: null, details: { reason: type, count } };
    if (count > 0) await this.securityEvents.record({ ...event, type: 'sessions_revoked' });
  }
}
