import { Injectable } from '@nestjs/common';
import { Outbox, Transactions, type SupportedLocale } from '@libs/kernel';
import { InvalidLinkError } from '../../domain/accounts/iam.errors';
import type { AccountLink, AccountLinkPurpose } from '../../domain/passwords/account-link';
import { AccountLinkStore } from '../../infrastructure/passwords/account-link-store';

/** The type of outbox message that mails a link. */
export const ACCOUNT_LINK_MAIL = 'iam.account_link_mail';

/** The links by which users set a password that nobody else knows: invitations and resets. */
@Injectable()
export class AccountLinks {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly store: AccountLinkStore,
  ) {}

  /**
   * Writes a link and has it mailed to the user's address, in the transaction under way.
   *
   * @param options the locale of the mail where the user has saved none.
   */
  async issue(
    tenantId: string,
    userId: string,
    purpose: AccountLinkPurpose,
    options: { locale?: SupportedLocale } = {},
  ): Promise<void> {
    const link = this.store.make({ tenantId, id: userId }, purpose, await this.transactions.now());
    await this.store.insert(link);
    await this.outbox.add({
      type: ACCOUNT_LINK_MAIL,
      tenantId,
      appId: null,
      // Whoever forgot a password waits for it at a screen, as for a code.
      ...(purpose === 'password_reset' ? { lane: 'codes.mail' } : {}),
      data: { link_id: link.id, ...(options.locale ? { locale: options.locale } : {}) },
    });
  }

  /** @throws InvalidLinkError for what is used, expired, invented or meant for something else. */
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
