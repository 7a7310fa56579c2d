import { Injectable } from '@nestjs/common';
import { newId, Outbox, Transactions } from '@libs/kernel';
import type { AccountLink, AccountLinkPurpose } from '../../domain/passwords/account-link';
import { InvalidLinkError } from '../../domain/passwords/passwords.errors';
import { TenantIdentities, type TenantIdentity } from '../../infrastructure/accounts/tenant-identities';
import { PasswordResetRequests } from '../../infrastructure/admin-account/password-reset-requests';
import { type AdminAccount, AdminAccounts } from '../../infrastructure/sign-in/admin-accounts';
import type { AcceptedRequest, Client } from '../accounts/app-scope';
import { AccountLinks } from '../passwords/account-links.service';
import { PasswordResetRequested } from './admin-account.messages';

export const RESET_COOLDOWN_SECONDS = 60;
const RESET_LIFETIME_SECONDS = 3_600;

/** The links by which administrators set their passwords: asked for, and followed. */
@Injectable()
export class PasswordLinksService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly tenants: TenantIdentities,
    private readonly accounts: AdminAccounts,
    private readonly links: AccountLinks,
    private readonly resetRequests: PasswordResetRequests,
  ) {}

  /** Answers alike for every address; a worker checks whether the account exists. @param email canonical. */
  async forgot(email: string, tenantCode: string, client: Client): Promise<AcceptedRequest> {
    const tenant = await this.tenants.find(tenantCode);
    if (tenant) {
      const { id: tenantId } = tenant;
      await this.transactions.run(tenantId, async () => {
        const id = newId();
        await this.resetRequests.insert({ tenantId, id, email, locale: client.locale });
        await this.outbox.add(new PasswordResetRequested({ tenantId }, id));
      });
    }
    return { resendAfterSeconds: RESET_COOLDOWN_SECONDS, expiresInSeconds: RESET_LIFETIME_SECONDS };
  }

  /** The tenant of the account whose password the link sets. Does not use the link up. @throws InvalidLinkError */
  async tenantOf(token: string, purpose: AccountLinkPurpose): Promise<TenantIdentity> {
    const { link } = await this.follow(token, purpose);
    return this.tenants.get(link.tenantId);
  }

  /** The link and its account. Does not use the link up. @throws InvalidLinkError, also of an account that is disabled. */
  async follow(
    token: string,
    purpose: AccountLinkPurpose,
  ): Promise<{ readonly link: AccountLink; readonly account: AdminAccount }> {
    const link = await this.links.find(token, purpose);
    const account = await this.accounts.findById(link.tenantId, link.userId);
    if (account?.status !== 'active') throw new InvalidLinkError();
    return { link, account };
  }
}
