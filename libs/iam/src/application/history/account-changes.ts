import { Injectable } from '@nestjs/common';
import { newId, Outbox, type SupportedLocale, Transactions } from '@libs/kernel';
import { CHANNEL_OF, type LoginIdentifier, toldOfChanges } from '../../domain/accounts/login-identifier';
import { maskedIdentifier } from '../../domain/accounts/masked-identifier';
import { LoginIdentifiers } from '../../infrastructure/accounts/login-identifiers';
import { AccountChangeNoticeStore } from '../../infrastructure/history/account-change-notice-store';
import { type SecurityEvent, SecurityEvents } from '../../infrastructure/history/security-events';
import { ACCOUNT_CHANGE_MESSAGES, SecurityInboxDue } from './history.messages';

/** A change to the security of an account, which concerns it at every App. */
export interface AccountChange extends Pick<SecurityEvent, 'type' | 'sessionId'> {
  readonly details?: SecurityEvent['details'];
  /** The one that was added or removed. */
  readonly identifier?: LoginIdentifier;
}

/** Who made it, with the locale of the notice if the user has saved none. */
export interface ChangedBy extends Pick<SecurityEvent, 'ip' | 'userAgent'> {
  readonly locale: SupportedLocale;
}

/**
 * Records changes to the security of an account, and notifies every identifier that it had before, and its owner's
 * inbox.
 */
@Injectable()
export class AccountChanges {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly identifiers: LoginIdentifiers,
    private readonly securityEvents: SecurityEvents,
    private readonly store: AccountChangeNoticeStore,
  ) {}

  /**
   * In the transaction of the change, so that notices are sent if and only if it was made, and under the user's lock.
   *
   * @param account with the App that the notice comes from; null for a change made in the administration.
   * @param before the user's identifiers before the change, if it changed them.
   */
  async record(
    account: { readonly tenantId: string; readonly appId: string | null; readonly userId: string },
    { type, sessionId, details = {}, identifier }: AccountChange,
    { ip, userAgent, locale }: ChangedBy,
    before?: readonly LoginIdentifier[],
  ): Promise<void> {
    const { tenantId, appId, userId } = account;
    const event = { tenantId, appId: null, userId, type, sessionId, ip, userAgent, details };
    const eventId = await this.securityEvents.record(event);
    const identifiers = before ?? (await this.identifiers.of(tenantId, userId));
    const told = toldOfChanges(identifiers, await this.transactions.now());
    const changedIdentifier = identifier ? maskedIdentifier(identifier.type, identifier.value) : null;
    for (const { type, value } of told) {
      const [id, channel] = [newId(), CHANNEL_OF[type]];
      const notice = { tenantId, id, userId, appId, eventId, channel, recipient: value, changedIdentifier, locale };
      await this.store.insert(notice);
      await this.outbox.add(new ACCOUNT_CHANGE_MESSAGES[notice.channel](notice));
    }
    await this.outbox.add(new SecurityInboxDue(account, eventId));
  }
}
