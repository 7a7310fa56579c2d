import { createHash } from 'node:crypto';
import type { DevelopmentOutbox, Logger } from '@libs/foundation';
import type { PushNotification, PushOutcome, PushProvider } from '../../../domain/push/push-provider';

const SENT: PushOutcome = { kind: 'sent', providerId: null };

/** Reaches no device. In development pushes wait in the development outbox; the log tells only that there was one. */
export class LogPushProvider implements PushProvider {
  readonly batchSize = 100;

  constructor(
    private readonly development: DevelopmentOutbox | null,
    private readonly logger: Logger,
  ) {}

  async send(notifications: readonly PushNotification[]): Promise<PushOutcome[]> {
    for (const { deliveryId, messageId, device, title, body } of notifications) {
      const names = { delivery_id: deliveryId, message_id: messageId, provider: device.provider };
      if (this.development === null) this.logger.info(names, 'a push was not sent: the App has the provider log');
      else await this.development.add({ channel: 'push', to: nameOf(device), subject: title, text: body, code: null });
    }
    return notifications.map(() => SENT);
  }
}

/** Tells devices apart without their tokens, which are kept nowhere else. */
function nameOf({ provider, token }: PushNotification['device']): string {
  return `${provider}:${createHash('sha256').update(token).digest('hex').slice(0, 16)}`;
}
