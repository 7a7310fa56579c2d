import { Injectable } from '@nestjs/common';
import { newId, Outbox, type SupportedLocale, Transactions } from '@libs/kernel';
import {
  CHANNEL_OF,
  type Identifier,
  type LoginIdentifier,
  toldOfChanges,
} from '../../domain/accounts/login-identifier';
import { maskedIdentifier } from '../../domain/accounts/masked-identifier';
import { LoginIdentifiers } from '../../infrastructure/accounts/login-identifiers';
import { AccountChangeNoticeStore } from '../../infrastructure/history/account-change-notice-store';
import { AccountChangeNoticeDue, SecurityInboxDue } from './history.messages';

/** What was changed in an account, as its security event records it. */
export interface AccountChange {
  readonly eventId: string;
  /** Of the notice, if the user has saved none. */
  readonly locale: SupportedLocale;
  /** The one that was added or removed. */
  readonly identifier?: Identifier;
}

/** Notifies every identifier that an account had before a change to its security, and its owner's inbox. */
@Injectable()
export class AccountChangeNotices {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly identifiers: LoginIdentifiers,
    private readonly store: AccountChangeNoticeStore,
  ) {}

  /**
   * In the transaction of the change, so that notices are sent if and only if it was made, and under the user's lock.
   *
   * @param account with the App that the notice comes from; null for a change made in the administration.
   * @param before the user's identifiers before the change, if it changed them.
   */
  async tell(
    account: { readonly tenantId: string; readonly appId: string | null; readonly userId: string },
    { eventId, locale, identifier }: AccountChange,
    before?: readonly LoginIdentifier[],
  ): Promise<void> {
    const { tenantId, appId, userId } = account;
    const identifiers = before ?? (await this.identifiers.of(tenantId, userId));
    const told = toldOfChanges(identifiers, await this.transactions.now());
    const changedIdentifier = identifier ? maskedIdentifier(identifier.type, identifier.value) : null;
    for (const { type, value } of told) {
      const [id, channel] = [newId(), CHANNEL_OF[type]];
      const notice = { tenantId, id, userId, appId, eventId, channel, recipient: value, changedIdentifier, locale };
      await this.store.insert(notice);
      await this.outbox.add(new AccountChangeNoticeDue(notice));
    }
    await this.outbox.add(new SecurityInboxDue(account, eventId));
  }
}
