import { Injectable } from '@nestjs/common';
import { Transactions } from '@libs/kernel';
import type { NotificationPreferenceChanges } from '../../domain/preferences/notification-preferences';
import {
  type Membership,
  PreferenceStore,
  type StoredPreferences,
} from '../../infrastructure/preferences/preference-store';

@Injectable()
export class NotificationPreferencesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: PreferenceStore,
  ) {}

  get(member: Membership): Promise<StoredPreferences> {
    return this.store.read(member);
  }

  /**
   * @throws ValidationFailedError for switching off a mandatory channel; ResourceConflictError when the membership has
   * ended.
   */
  async change(member: Membership, changes: NotificationPreferenceChanges): Promise<StoredPreferences> {
    return this.transactions.run(member.tenantId, async () => {
      await this.store.lock(member);
      const stored = await this.store.read(member);
      stored.preferences.change(changes);
      await this.store.save(member, stored.preferences);
      return stored;
    });
  }
}
