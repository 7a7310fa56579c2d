import { createHash } from 'node:crypto';
import type { PushFailure, PushNotification, PushOutcome, PushProvider } from '../../../domain/push/push-provider';
import type { AccessToken, NewAccessToken } from '../push-access-tokens';
import type { PushAccount } from '../push-account';
import { ProviderAccess } from '../common/provider-access';
import { configuration, defect, isObject, retry, unanswered } from '../common/push-answers';
import { BEGIN_WITHIN_MS, NO_TIME } from '../common/push-attempts';
import { getuiMessage } from './getui-message';
import { getuiAnswer, type GetuiAnswer, getuiRefusal, type GetuiRefusal, statusOf } from './getui-outcomes';

const MARGIN_SECONDS = 3_600;

/** A push as it is sent, and its place among those that were asked for. */
interface Prepared {
  readonly index: number;
  readonly clientId: string;
  readonly message: object;
}

interface Attempt {
  readonly token: AccessToken;
  readonly deadline: number;
  readonly outcomes: PushOutcome[];
}

/** uni-push by getui's REST API, version 2. */
export class GetuiPushProvider implements PushProvider {
  /** As many as one request may have. */
  readonly batchSize = 200;
  private readonly access: ProviderAccess;

  constructor(private readonly account: PushAccount) {
    const obtain = (now: Date) => this.obtainToken(now);
    this.access = new ProviderAccess(account, { kind: 'token', obtain }, '10001');
  }

  async send(notifications: readonly PushNotification[]): Promise<PushOutcome[]> {
    const token = await this.access.token();
    if ('kind' in token) return notifications.map(() => token);
    const outcomes: PushOutcome[] = notifications.map(() => defect('size over limit'));
    const prepared = notifications.flatMap((notification, index): Prepared[] => {
      const message = getuiMessage(this.account, notification);
      return message === null ? [] : [{ index, clientId: notification.device.token, message }];
    });
    await this.attempt(prepared, { token, deadline: performance.now() + BEGIN_WITHIN_MS, outcomes });
    return outcomes;
  }

  /** Where some recipient is refused, each half by itself: getui does not say which it is. */
  private async attempt(prepared: readonly Prepared[], attempt: Attempt): Promise<void> {
    if (prepared.length === 0) return;
    const settle = (outcomeOf: (push: Prepared) => PushOutcome) => {
      for (const push of prepared) attempt.outcomes[push.index] = outcomeOf(push);
    };
    if (performance.now() > attempt.deadline) return settle(() => NO_TIME);
    let { token } = attempt;
    const answered = await this.access.request(token, (current) => this.post(prepared, (token = current)));
    if (isRefusal(answered)) return this.refused(prepared, answered, { ...attempt, token }, settle);
    return settle(({ clientId }) => statusOf(answered, clientId));
  }

  private async refused(
    prepared: readonly Prepared[],
    refusal: PushFailure | 'no_such_user',
    attempt: Attempt,
    settle: (outcomeOf: () => PushOutcome) => void,
  ): Promise<void> {
    const isOfOne = refusal === 'no_such_user' || refusal.kind === 'message_defect';
    if (isOfOne && prepared.length > 1) {
      const middle = Math.ceil(prepared.length / 2);
      await this.attempt(prepared.slice(0, middle), attempt);
      await this.attempt(prepared.slice(middle), attempt);
    } else if (refusal === 'no_such_user') {
      settle(() => ({ kind: 'drop_token', since: null, reason: 'target user is invalid' }));
    } else settle(() => refusal);
  }

  private async post(prepared: readonly Prepared[], { token }: AccessToken): Promise<GetuiAnswer | GetuiRefusal> {
    const messages = prepared.map(({ message }) => message);
    const [path, body] =
      messages.length === 1
        ? ['/push/single/cid', messages[0]]
        : ['/push/single/batch/cid', { is_async: false, msg_list: messages }];
    return this.ask(path, { token }, body);
  }

  /** getui counts how often it is asked. */
  private async obtainToken(now: Date): Promise<NewAccessToken | PushFailure> {
    const [appkey, timestamp] = [this.account.setting('app_key'), String(now.getTime())];
    const sign = createHash('sha256')
      .update(appkey + timestamp + this.account.setting('master_secret'))
      .digest('hex');
    const answered = await this.ask('/auth', {}, { sign, timestamp, appkey });
    if (answered === 'stale' || answered === 'no_such_user') return configuration('authentication');
    if (isRefusal(answered)) return answered.kind === 'message_defect' ? configuration(answered.reason) : answered;
    const { token, expire_time: end } = isObject(answered.data) ? answered.data : {};
    const seconds = Math.floor((Number(end) - now.getTime()) / 1_000);
    if (typeof token !== 'string' || !(seconds > 0)) return retry('token not understood');
    return { token, refreshAfterSeconds: Math.max(1, seconds - MARGIN_SECONDS), expiresAfterSeconds: seconds };
  }

  private async ask(path: string, headers: Readonly<Record<string, string>>, body: unknown) {
    const { http, endpoints } = this.account.means;
    try {
      const received = await http.post({
        url: `${endpoints.getui.url}/v2/${encodeURIComponent(this.account.setting('app_id'))}${path}`,
        headers: { 'Content-Type': 'application/json;charset=utf-8', ...headers },
        body: JSON.stringify(body),
      });
      const answer = getuiAnswer(received);
      return getuiRefusal(received, answer) ?? answer;
    } catch (error) {
      return unanswered(error);
    }
  }
}

function isRefusal(answer: GetuiAnswer | GetuiRefusal): answer is GetuiRefusal {
  return typeof answer === 'string' || 'kind' in answer;
}
