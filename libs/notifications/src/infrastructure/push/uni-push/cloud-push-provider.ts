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
import { requestIdOf, uniPushLifetimeMs, uniPushText } from './getui-message';
import { getuiRefusal, statusOf } from './getui-outcomes';

const AT_ONCE = 10;

/** uni-push 2.0 by a function of the App's own in uniCloud, which calls `sendMessage`. */
export class CloudPushProvider implements PushProvider {
  readonly batchSize = 100;

  constructor(private readonly account: PushAccount) {}

  send(notifications: readonly PushNotification[]): Promise<PushOutcome[]> {
    return sendEach(notifications, AT_ONCE, (notification) => this.sendOne(notification));
  }

  private async sendOne(notification: PushNotification): Promise<PushOutcome> {
    const { token } = notification.device;
    // Without a client the function would send to every user of the App.
    if (token === '') return defect('no client');
    const body = JSON.stringify({
      push_clientid: [token],
      ...uniPushText(notification),
      request_id: requestIdOf(notification),
      force_notification: true,
      settings: { ttl: uniPushLifetimeMs(notification) },
      options: this.account.optionsFor(notification),
    });
    try {
      const answer = await this.account.means.http.postToPublic({
        url: this.account.setting('url'),
        headers: webhookHeaders(notification.deliveryId, body, [this.account.setting('secret')]),
        body,
      });
      return outcomeOf(answer, token);
    } catch (error) {
      return unanswered(error);
    }
  }
}

function outcomeOf(answer: OutgoingAnswer, clientId: string): PushOutcome {
  if (isPassing(answer.status)) return retry(`status ${answer.status}`, retryAfterSeconds(answer.headers));
  if (answer.status < 200 || answer.status > 299) return configuration(`status ${answer.status}`);
  const { errCode, errMsg, data } = objectOf(answer.body);
  const told = { code: codeOf(errCode), msg: typeof errMsg === 'string' ? errMsg : '', data };
  // What getui refused, in the words of getui.
  const refusal = getuiRefusal(answer, told);
  if (refusal === null) return statusOf(told, clientId);
  if (refusal === 'no_such_user') return { kind: 'drop_token', since: null, reason: 'target user is invalid' };
  return refusal === 'stale' ? configuration(told.code) : refusal;
}
