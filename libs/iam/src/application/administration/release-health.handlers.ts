import { AppDirectory } from '@libs/apps';
import { Handles, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { Outbox, Transactions } from '@libs/kernel';
import { ReleasePublishers } from '../../infrastructure/administration/release-publishers';
import { ToldEvents } from '../../infrastructure/administration/told-events';
import { OwnerMails } from '../mails/owner-mails';
import { RELEASE_HEALTH_MAIL, ReleaseHealthMailDue } from './administration.messages';
import { healthFactsOf, healthTextsOf } from './release-health-texts';

const MAX_RECIPIENTS = 20;

/** What of the event the mails tell. */
const TOLD = [
  'release_id',
  'target_platforms',
  'version_name',
  'version_code',
  'action',
  'failures',
  'reports',
  'max_failure_percent',
  'window_minutes',
] as const;

/**
 * Has those who may publish releases told that a health gate has acted. Each gets a message of its own: a mailbox that
 * refuses the mail has nobody else mailed twice.
 */
@Handles('release.health.tripped')
export class ReleaseHealthHandler implements OutboxHandler {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly apps: AppDirectory,
    private readonly publishers: ReleasePublishers,
    private readonly told: ToldEvents,
  ) {}

  async handle({ id: eventId, tenantId, appId, data }: OutboxMessage): Promise<void> {
    const app = appId === null ? null : await this.apps.findAvailable(appId);
    if (!app) return;
    const facts = Object.fromEntries(TOLD.map((name) => [name, data[name]]));
    await this.transactions.run(tenantId, async () => {
      if (await this.told.areTold(tenantId, RELEASE_HEALTH_MAIL, eventId)) return;
      for (const userId of await this.publishers.reachable(tenantId, MAX_RECIPIENTS)) {
        const recipient = { eventId, userId, locale: app.defaultLocale };
        await this.outbox.add(new ReleaseHealthMailDue(tenantId, app.id, recipient, facts));
      }
    });
  }
}

@Handles(RELEASE_HEALTH_MAIL, 'mail')
export class ReleaseHealthMailHandler implements OutboxHandler {
  constructor(private readonly mails: OwnerMails) {}

  async handle(message: OutboxMessage): Promise<void> {
    await this.mails.send(message, (_owner, locale) => ({
      texts: healthTextsOf(message.data, locale),
      facts: healthFactsOf(message.data, locale),
    }));
  }
}
