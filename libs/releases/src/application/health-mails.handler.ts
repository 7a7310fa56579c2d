import { Handles, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { AdministratorMails } from '@libs/kernel';
import { healthMailOf } from './health-mail';

const MAX_RECIPIENTS = 20;

/** A message of the previous version, to one reader. It repeats what of the event is told. */
const TO_ONE = 'iam.release_health_mail';

/** Has those who may publish releases told that a health gate has acted. */
@Handles(['release.health.tripped', TO_ONE])
export class HealthMailsHandler implements OutboxHandler {
  constructor(private readonly mails: AdministratorMails) {}

  async handle({ id, type, tenantId, appId, data }: OutboxMessage): Promise<void> {
    await this.mails.tell({
      tenantId,
      appId,
      causeId: id,
      to:
        type === TO_ONE
          ? { user: String(data['user_id']) }
          : { permission: 'releases.publish', atMost: MAX_RECIPIENTS },
      body: (locale) => healthMailOf(data, locale),
    });
  }
}
