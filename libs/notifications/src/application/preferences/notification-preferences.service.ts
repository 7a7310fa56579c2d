import { Injectable } from '@nestjs/common';
import { namesOf, Outbox, Transactions } from '@libs/kernel';
import type { NotificationPreferenceChanges, QuietHours } from '../../domain/preferences/notification-preferences';
import { QuietHoursChanged } from '../../domain/preferences/preferences.events';
import {
  type Membership,
  PreferenceStore,
  type StoredPreferences,
} from '../../infrastructure/preferences/preference-store';

@Injectable()
export class NotificationPreferencesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
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
      const before = stored.preferences.quietHours;
      stored.preferences.change(changes);
      await this.store.save(member, stored.preferences);
      if (differ(before, stored.preferences.quietHours)) await this.outbox.add(new QuietHoursChanged(member));
      return stored;
    });
  }
}

function differ(before: QuietHours, after: QuietHours): boolean {
  return namesOf(before).some((name) => before[name] !== after[name]);
}
