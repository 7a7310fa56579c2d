import { Injectable } from '@nestjs/common';
import { Transactions } from '@libs/kernel';
import type { AccountLinkPurpose } from '../../domain/passwords/account-link';
import { InvalidLinkError } from '../../domain/passwords/passwords.errors';
import { LoginIdentifiers } from '../../infrastructure/accounts/login-identifiers';
import { AccountLinkStore } from '../../infrastructure/passwords/account-link-store';
import type { Client } from '../accounts/app-scope';
import { AccountChanges } from '../history/account-changes';
import { NewPasswords } from '../passwords/new-passwords';
import { PasswordReplacement } from '../passwords/password-replacement';
import { ProvenUsers } from '../passwords/proven-users';
import { PasswordLinksService } from './password-links.service';

interface Choice {
  /** Of the request. */
  readonly field: string;
  readonly password: string;
  readonly displayName?: string | null;
}

/** How administrators set the password that a mailed link permits. */
@Injectable()
export class LinkedPasswordsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly links: PasswordLinksService,
    private readonly linkStore: AccountLinkStore,
    private readonly identifiers: LoginIdentifiers,
    private readonly users: ProvenUsers,
    private readonly newPasswords: NewPasswords,
    private readonly replacement: PasswordReplacement,
    private readonly changes: AccountChanges,
  ) {}

  /** @throws InvalidLinkError, ValidationFailedError of `new_password`: then the link can be used again. */
  async reset(token: string, newPassword: string, client: Client): Promise<void> {
    await this.redeem(token, 'password_reset', { field: 'new_password', password: newPassword }, (account) =>
      this.changes.record(account, { type: 'password_reset', sessionId: null }, client),
    );
  }

  /** @throws InvalidLinkError, ValidationFailedError of `password`: then the link can be used again. */
  async acceptInvitation(token: string, password: string, displayName: string | null): Promise<void> {
    await this.redeem(token, 'invitation', { field: 'password', password, displayName });
  }

  /** @param effect what else belongs to the redemption, in the same transaction. */
  private async redeem(
    token: string,
    purpose: AccountLinkPurpose,
    { field, password, displayName = null }: Choice,
    effect?: (account: { tenantId: string; appId: null; userId: string }) => Promise<void>,
  ): Promise<void> {
    const { link, account } = await this.links.follow(token, purpose);
    const { tenantId, userId } = link;
    const email = await this.transactions.run(tenantId, () => this.identifiers.findPrimaryEmail(tenantId, userId));
    const owner = { emails: email === null ? [] : [email.value], stored: account.passwordHash };
    const hash = await this.newPasswords.hash(field, password, owner);
    const used = await this.transactions.run(tenantId, async () => {
      const user = await this.users.lock(tenantId, userId, account);
      if (!user || !(await this.linkStore.use(link))) return false;
      if (displayName !== null) user.rename(displayName, await this.transactions.now());
      await this.replacement.reset(user, hash);
      // Following the link proves access to the address.
      await this.identifiers.verifyPrimaryEmail(tenantId, userId);
      await effect?.({ tenantId, appId: null, userId });
      return true;
    });
    if (!used) throw new InvalidLinkError();
  }
}
