import { Injectable } from '@nestjs/common';
import { Outbox, Transactions, type SupportedLocale } from '@libs/kernel';
import type { AccountLink, AccountLinkPurpose } from '../../domain/passwords/account-link';
import { InvalidLinkError } from '../../domain/passwords/passwords.errors';
import { AccountLinkStore } from '../../infrastructure/passwords/account-link-store';
import { AccountLinkMailDue } from './passwords.messages';

/** Links by which users set a password that nobody else knows: invitations and resets. */
@Injectable()
export class AccountLinks {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly store: AccountLinkStore,
  ) {}

  /**
   * Creates a link and has it mailed to the user's address, in the current transaction.
   *
   * @param options the locale of the mail if the user has saved none.
   */
  async issue(
    tenantId: string,
    userId: string,
    purpose: AccountLinkPurpose,
    options: { locale?: SupportedLocale } = {},
  ): Promise<void> {
    const link = this.store.make({ tenantId, id: userId }, purpose, await this.transactions.now());
    await this.store.insert(link);
    await this.outbox.add(new AccountLinkMailDue(link, options.locale));
  }

  /** @throws InvalidLinkError for a link that is used, expired, forged or meant for another purpose. */
  async find(token: string, purpose: AccountLinkPurpose): Promise<AccountLink> {
    const named = this.store.read(token);
    const link =
      named &&
      (await this.transactions.run(named.tenantId, async () => {
        const found = await this.store.find(named.tenantId, named.id);
        return found?.isUsable(await this.transactions.now()) ? found : null;
      }));
    if (link?.purpose !== purpose || !this.store.matches(link, token)) throw new InvalidLinkError();
    return link;
  }
}
