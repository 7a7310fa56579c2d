import { Injectable } from '@nestjs/common';
import { AppDirectory } from '@libs/apps';
import { ResourceConflictError } from '@libs/kernel';
import { UnsubscribeLinkInvalidError } from '../../domain/unsubscribe/unsubscribe.errors';
import type { Membership } from '../../infrastructure/preferences/preference-store';
import { UnsubscribeLinks } from '../../infrastructure/unsubscribe/unsubscribe-links';
import { NotificationPreferencesService } from '../preferences/notification-preferences.service';

/** Ends the marketing mail of an App to whoever has the link that is in it. */
@Injectable()
export class UnsubscribeService {
  constructor(
    private readonly links: UnsubscribeLinks,
    private readonly preferences: NotificationPreferencesService,
    private readonly apps: AppDirectory,
  ) {}

  /** The id of the App whose mail it is; null for a link that is not valid. From the link alone. */
  appOf(token: string): string | null {
    return this.links.memberOf(token, new Date())?.appId ?? null;
  }

  /**
   * The name of the App whose mail it is; null if the App is not available. Changes nothing.
   *
   * @throws UnsubscribeLinkInvalidError
   */
  async appNameOf(token: string): Promise<string | null> {
    const { appId } = this.memberOf(token);
    return (await this.apps.findAvailable(appId))?.name ?? null;
  }

  /**
   * As often as it is asked, and also for a member who has left.
   *
   * @throws UnsubscribeLinkInvalidError
   */
  async unsubscribe(token: string): Promise<void> {
    try {
      await this.preferences.change(this.memberOf(token), { channels: { marketing: { email: false } } });
    } catch (error) {
      // Without a membership there is nothing to switch off: nothing is sent.
      if (!(error instanceof ResourceConflictError)) throw error;
    }
  }

  private memberOf(token: string): Membership {
    const member = this.links.memberOf(token, new Date());
    if (!member) throw new UnsubscribeLinkInvalidError();
    return member;
  }
}
