import { Injectable } from '@nestjs/common';
import { AuditTrail, ResourceConflictError, Transactions } from '@libs/kernel';
import { InvalidOtpError } from '../../domain/codes/codes.errors';
import type { AdminSession } from '../../infrastructure/sessions/signed-in';
import { type TotpEnrolment, TotpFactors } from '../../infrastructure/sign-in/totp';
import type { Client } from '../accounts/app-scope';
import { AccountChanges } from '../history/account-changes';
import { ProvenUsers } from '../passwords/proven-users';
import { AdminProofs } from './admin-proofs';

/** The second factor of the signed-in administrator. */
@Injectable()
export class AdminMfaService {
  constructor(
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly users: ProvenUsers,
    private readonly proofs: AdminProofs,
    private readonly totp: TotpFactors,
    private readonly changes: AccountChanges,
  ) {}

  /**
   * Asks for the password: a stolen access token alone must not lock its owner out.
   *
   * @throws CurrentPasswordInvalidError, LoginThrottledError: wrong passwords count as failed sign-ins.
   * @throws ResourceConflictError while there is a confirmed second factor.
   */
  async enrol(admin: AdminSession, currentPassword: string, client: Client): Promise<TotpEnrolment> {
    const { homeTenantId: tenantId, userId, sessionId } = admin;
    const proof = await this.proofs.expectPassword(admin, currentPassword, client);
    const { email, passwordChangedAt } = proof;
    return this.transactions.run(tenantId, async () => {
      await this.users.lockSignedIn({ tenantId, userId, sessionId }, proof);
      const enroller = { sessionId, passwordChangedAt };
      const enrolment = await this.totp.enrol({ tenantId, userId }, email ?? userId, enroller);
      if (!enrolment) throw new ResourceConflictError();
      this.record(userId, 'none', 'pending');
      return enrolment;
    });
  }

  /**
   * @returns the recovery codes, shown only this once.
   * @throws InvalidOtpError
   * @throws ResourceConflictError without an enrolment begun in this session with the current password.
   */
  async confirm(admin: AdminSession, code: string, client: Client): Promise<readonly string[]> {
    const { homeTenantId: tenantId, userId, sessionId } = admin;
    return this.transactions.run(tenantId, async () => {
      const { passwordChangedAt } = await this.users.lockSignedIn({ tenantId, userId, sessionId });
      const codes = await this.totp.confirm({ tenantId, userId }, code, { sessionId, passwordChangedAt });
      if (codes === 'none') throw new ResourceConflictError();
      if (codes === null) throw new InvalidOtpError();
      await this.recordEvent('mfa_enabled', admin, client);
      this.record(userId, 'pending', 'enabled');
      return codes;
    });
  }

  /** @throws InvalidOtpError, LoginThrottledError: wrong codes count as failed sign-ins. */
  async remove(admin: AdminSession, code: string, client: Client): Promise<void> {
    const removed = await this.proofs.takeCode(admin, client, () => this.take(admin, code, client));
    if (!removed) throw new InvalidOtpError();
  }

  private take(admin: AdminSession, code: string, client: Client): Promise<boolean> {
    const { homeTenantId: tenantId, userId, sessionId } = admin;
    return this.transactions.run(tenantId, async () => {
      await this.users.lockSignedIn({ tenantId, userId, sessionId });
      if (!(await this.totp.take({ tenantId, userId }, code))) return false;
      await this.totp.remove({ tenantId, userId });
      await this.recordEvent('mfa_disabled', admin, client);
      this.record(userId, 'enabled', 'none');
      return true;
    });
  }

  private record(userId: string, before: string, after: string): void {
    this.audit.record({ resourceType: 'user', resourceId: userId, before: { mfa: before }, after: { mfa: after } });
  }

  private async recordEvent(
    type: 'mfa_enabled' | 'mfa_disabled',
    { homeTenantId: tenantId, userId, sessionId }: AdminSession,
    client: Client,
  ): Promise<void> {
    await this.changes.record({ tenantId, appId: null, userId }, { type, sessionId }, client);
  }
}
