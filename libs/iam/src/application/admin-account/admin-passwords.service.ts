import { Injectable } from '@nestjs/common';
import { AuditTrail, newId, Outbox, Transactions } from '@libs/kernel';
import type { AccountLink, AccountLinkPurpose } from '../../domain/passwords/account-link';
import { InvalidLinkError } from '../../domain/passwords/passwords.errors';
import { LoginIdentifiers } from '../../infrastructure/accounts/login-identifiers';
import { TenantIdentities, type TenantIdentity } from '../../infrastructure/accounts/tenant-identities';
import { AdminProfiles } from '../../infrastructure/admin-account/admin-profiles';
import { PasswordResetRequests } from '../../infrastructure/admin-account/password-reset-requests';
import { SecurityEvents } from '../../infrastructure/history/security-events';
import { AccountLinkStore } from '../../infrastructure/passwords/account-link-store';
import type { AdminSession } from '../../infrastructure/sessions/signed-in';
import { type AdminAccount, AdminAccounts } from '../../infrastructure/sign-in/admin-accounts';
import type { AcceptedRequest, Client } from '../accounts/app-scope';
import { PasswordResetRequested } from './admin-account.messages';
import { AdminPasswordProofs } from './admin-password-proofs';
import { AccountChangeNotices } from '../history/account-change-notices.service';
import { AccountLinks } from '../passwords/account-links.service';
import { NewPasswords } from '../passwords/new-passwords';
import { PasswordReplacement } from '../passwords/password-replacement';
import { ProvenUsers } from '../passwords/proven-users';

export const RESET_COOLDOWN_SECONDS = 60;
const RESET_LIFETIME_SECONDS = 3_600;

/** How administrators set and change their passwords. */
@Injectable()
export class AdminPasswordsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    private readonly tenants: TenantIdentities,
    private readonly accounts: AdminAccounts,
    private readonly profiles: AdminProfiles,
    private readonly identifiers: LoginIdentifiers,
    private readonly users: ProvenUsers,
    private readonly proofs: AdminPasswordProofs,
    private readonly newPasswords: NewPasswords,
    private readonly replacement: PasswordReplacement,
    private readonly links: AccountLinks,
    private readonly linkStore: AccountLinkStore,
    private readonly resetRequests: PasswordResetRequests,
    private readonly securityEvents: SecurityEvents,
    private readonly notices: AccountChangeNotices,
  ) {}

  /**
   * Ends all other sessions of the user, of every surface.
   *
   * @throws CurrentPasswordInvalidError, LoginThrottledError, ValidationFailedError of `new_password`
   * @throws InvalidTokenError if the session ended meanwhile.
   */
  async change(admin: AdminSession, currentPassword: string, newPassword: string, client: Client): Promise<void> {
    const { homeTenantId: tenantId, userId, sessionId } = admin;
    const proof = await this.proofs.expect(admin, currentPassword, client);
    const hash = await this.hashOf(newPassword, proof.email, proof.passwordHash);
    await this.transactions.run(tenantId, async () => {
      const user = await this.users.lockSignedIn({ tenantId, userId, sessionId }, proof);
      await this.replacement.change(user, hash, sessionId);
      await this.recordEvent('password_changed', { tenantId, userId, sessionId }, client);
      this.audit.record({ resourceType: 'user', resourceId: userId, before: { password: 1 }, after: { password: 2 } });
    });
  }

  /** Answers alike for every address; a worker checks whether the account exists. @param email canonical. */
  async forgot(email: string, tenantCode: string, client: Client): Promise<AcceptedRequest> {
    const tenant = await this.tenants.find(tenantCode);
    if (tenant) {
      const { id: tenantId } = tenant;
      await this.transactions.run(tenantId, async () => {
        const id = newId();
        await this.resetRequests.insert({ tenantId, id, email, locale: client.locale });
        await this.outbox.add(new PasswordResetRequested(tenantId, id));
      });
    }
    return { resendAfterSeconds: RESET_COOLDOWN_SECONDS, expiresInSeconds: RESET_LIFETIME_SECONDS };
  }

  /** The tenant of the account whose password the link sets. Does not use the link up. @throws InvalidLinkError */
  async tenantOf(token: string, purpose: AccountLinkPurpose): Promise<TenantIdentity> {
    const { tenantId, userId } = await this.links.find(token, purpose);
    await this.expectActive(tenantId, userId);
    return this.tenants.get(tenantId);
  }

  /** @throws InvalidLinkError, ValidationFailedError of `new_password`: then the link can be used again. */
  async reset(token: string, newPassword: string, client: Client): Promise<void> {
    const link = await this.links.find(token, 'password_reset');
    const { tenantId, userId } = link;
    await this.redeem(link, { field: 'new_password', password: newPassword }, () =>
      this.recordEvent('password_reset', { tenantId, userId, sessionId: null }, client),
    );
  }

  /** @throws InvalidLinkError, ValidationFailedError of `password`: then the link can be used again. */
  async acceptInvitation(token: string, password: string, displayName: string | null): Promise<void> {
    const link = await this.links.find(token, 'invitation');
    await this.redeem(link, { field: 'password', password, displayName });
  }

  /** @param effect what else belongs to the redemption, in the same transaction. */
  private async redeem(
    link: AccountLink,
    choice: { readonly field: string; readonly password: string; readonly displayName?: string | null },
    effect?: () => Promise<void>,
  ): Promise<void> {
    const { tenantId, userId } = link;
    const { field, password, displayName = null } = choice;
    const [account, profile] = await Promise.all([
      this.expectActive(tenantId, userId),
      this.profiles.find(tenantId, userId),
    ]);
    const hash = await this.hashOf(password, profile?.email ?? null, account.passwordHash, field);
    const used = await this.transactions.run(tenantId, async () => {
      const user = await this.users.lock(tenantId, userId, account);
      if (!user || !(await this.linkStore.use(link))) return false;
      if (displayName !== null) user.rename(displayName, await this.transactions.now());
      await this.replacement.reset(user, hash);
      // Following the link proves access to the address.
      await this.identifiers.verifyPrimaryEmail(tenantId, userId);
      await effect?.();
      return true;
    });
    if (!used) throw new InvalidLinkError();
  }

  private async expectActive(tenantId: string, userId: string): Promise<AdminAccount> {
    const account = await this.accounts.findById(tenantId, userId);
    if (account?.status !== 'active') throw new InvalidLinkError();
    return account;
  }

  private hashOf(password: string, email: string | null, stored: string | null, field = 'new_password') {
    return this.newPasswords.hash(field, password, { emails: email === null ? [] : [email], stored });
  }

  private async recordEvent(
    type: 'password_changed' | 'password_reset',
    subject: { tenantId: string; userId: string; sessionId: string | null },
    { ip, userAgent, locale }: Client,
  ): Promise<void> {
    const event = { ...subject, appId: null, type, ip, userAgent, details: {} };
    const eventId = await this.securityEvents.record(event);
    await this.notices.tell(event, { eventId, locale });
  }
}
