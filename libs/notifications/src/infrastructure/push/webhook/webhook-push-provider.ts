import { type OutgoingAnswer, webhookHeaders } from '@libs/foundation';
import type { PushNotification, PushOutcome, PushProvider } from '../../../domain/push/push-provider';
import type { PushAccount } from '../push-account';
import {
  codeOf,
  configuration,
  defect,
  isPassing,
  objectOf,
  retry,
  retryAfterSeconds,
  unanswered,
} from '../common/push-answers';
import { sendEach } from '../common/push-attempts';

const AT_ONCE = 10;
/** The others are about the gateway: its address, or the secret. */
const ABOUT_THE_MESSAGE = [400, 413, 422];

/** A gateway of the operator's own, for the devices of all providers. */
export class WebhookPushProvider implements PushProvider {
  readonly batchSize = 100;

  constructor(private readonly account: PushAccount) {}

  send(notifications: readonly PushNotification[]): Promise<PushOutcome[]> {
    return sendEach(notifications, AT_ONCE, (notification) => this.sendOne(notification));
  }

  private async sendOne(notification: PushNotification): Promise<PushOutcome> {
    const { deliveryId, messageId, device, title, body, data, isMarketing, expiresAt } = notification;
    const message = JSON.stringify({
      type: 'push.requested',
      timestamp: new Date().toISOString(),
      data: {
        app_id: this.account.scope.appId,
        delivery_id: deliveryId,
        message_id: messageId,
        device: { provider: device.provider, token: device.token, platform: device.platform },
        title,
        body,
        data,
        marketing: isMarketing,
        expires_at: expiresAt?.toISOString() ?? null,
        options: this.account.optionsFor(notification),
      },
    });
    try {
      const answer = await this.account.means.http.postToPublic({
        url: this.account.setting('url'),
        headers: webhookHeaders(deliveryId, message, [this.account.setting('secret')]),
        body: message,
      });
      return outcomeOf(answer);
    } catch (error) {
      return unanswered(error);
    }
  }
}

function outcomeOf(answer: OutgoingAnswer): PushOutcome {
  const { status, headers } = answer;
  if (status >= 200 && status <= 299) return acceptedOutcome(answer);
  if (isPassing(status)) return retry(`status ${status}`, retryAfterSeconds(headers));
  return ABOUT_THE_MESSAGE.includes(status) ? defect(`status ${status}`) : configuration(`status ${status}`);
}

/** A gateway may tell more: `{ "status": "sent" | "ignored" | "invalid_token", "id" }`. */
function acceptedOutcome({ body }: OutgoingAnswer): PushOutcome {
  const { status, id } = objectOf(body);
  if (status === 'ignored') return { kind: 'ignored' };
  if (status === 'invalid_token') return { kind: 'drop_token', since: null, reason: 'invalid_token' };
  return { kind: 'sent', providerId: codeOf(id) || null };
}
