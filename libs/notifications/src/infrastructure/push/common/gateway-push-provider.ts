import { type OutgoingAnswer, webhookHeaders } from '@libs/foundation';
import type { PushNotification, PushOutcome, PushProvider } from '../../../domain/push/push-provider';
import type { PushAccount } from '../push-account';
import { configuration, defect, isPassing, retry, retryAfterSeconds, unanswered } from './push-answers';
import { sendEach } from './push-attempts';

const AT_ONCE = 10;

/** What differs between the programs of an App that take pushes. */
export interface PushGateway {
  /** Null where the push has no recipient. */
  readonly bodyOf: (notification: PushNotification, account: PushAccount) => object | null;
  /** Statuses that say something of the push. The others are about the address, or the secret. */
  readonly defects: readonly number[];
  /** Of an answer with a status of 200 to 299. */
  readonly outcomeOf: (answer: OutgoingAnswer, notification: PushNotification) => PushOutcome;
}

/** Hands each push to a program of the App's own, at a public address, signed as Standard Webhooks has it. */
export class GatewayPushProvider implements PushProvider {
  readonly batchSize = 100;

  constructor(
    private readonly account: PushAccount,
    private readonly gateway: PushGateway,
  ) {}

  send(notifications: readonly PushNotification[]): Promise<PushOutcome[]> {
    return sendEach(notifications, AT_ONCE, (notification) => this.sendOne(notification));
  }

  private async sendOne(notification: PushNotification): Promise<PushOutcome> {
    const given = this.gateway.bodyOf(notification, this.account);
    if (given === null) return defect('no client');
    const body = JSON.stringify(given);
    try {
      const answer = await this.account.means.http.postToPublic({
        url: this.account.setting('url'),
        headers: webhookHeaders(notification.deliveryId, body, [this.account.setting('secret')]),
        body,
      });
      return this.outcomeOf(answer, notification);
    } catch (error) {
      return unanswered(error);
    }
  }

  private outcomeOf(answer: OutgoingAnswer, notification: PushNotification): PushOutcome {
    const { status, headers } = answer;
    if (status >= 200 && status <= 299) return this.gateway.outcomeOf(answer, notification);
    if (isPassing(status)) return retry(`status ${status}`, retryAfterSeconds(headers));
    return this.gateway.defects.includes(status) ? defect(`status ${status}`) : configuration(`status ${status}`);
  }
}
