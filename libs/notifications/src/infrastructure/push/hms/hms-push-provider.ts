import type { PushNotification, PushOutcome, PushProvider } from '../../../domain/push/push-provider';
import type { AccessToken } from '../push-access-tokens';
import type { PushAccount } from '../push-account';
import { ProviderAccess } from '../common/provider-access';
import { configuration, defect } from '../common/push-answers';
import { forEachOf, NO_TIME } from '../common/push-attempts';
import { fittedText, type ShownText } from '../common/push-text';
import { hmsOutcomes } from './hms-outcomes';
import { type HmsProtocol, protocolFor } from './hms-protocols';

const AT_ONCE = 10;
/** Without the tokens. */
const MAX_BYTES = 4_096;

/** Those to whom the same is said. */
interface Group {
  readonly protocol: HmsProtocol;
  readonly whole: (tokens: readonly string[]) => object;
  readonly indexes: number[];
}

/** Huawei Push Kit. Devices to which the same is said are reached by one request. */
export class HmsPushProvider implements PushProvider {
  /** As many tokens as a request may have. */
  readonly batchSize = 1_000;

  constructor(private readonly account: PushAccount) {}

  async send(notifications: readonly PushNotification[]): Promise<PushOutcome[]> {
    const outcomes: PushOutcome[] = notifications.map(() => defect('too large'));
    const groups = this.groupsOf(notifications);
    const answered = await forEachOf(groups, AT_ONCE, ({ protocol, whole, indexes }) => {
      const tokens = indexes.map((index) => notifications[index]?.device.token ?? '');
      return this.sendTo(protocol, whole(tokens), tokens);
    });
    for (const [number, { indexes }] of groups.entries()) {
      indexes.forEach((index, place) => (outcomes[index] = answered[number]?.[place] ?? NO_TIME));
    }
    return outcomes;
  }

  private groupsOf(notifications: readonly PushNotification[]): Group[] {
    const groups = new Map<string, Group>();
    for (const [index, notification] of notifications.entries()) {
      const protocol = protocolFor(notification.device);
      const message = this.messageOf(protocol, notification);
      if (message === null) continue;
      const key = `${protocol.kind} ${JSON.stringify(message.whole([]))}`;
      const group = groups.get(key) ?? { protocol, whole: message.whole, indexes: [] };
      group.indexes.push(index);
      groups.set(key, group);
    }
    return [...groups.values()];
  }

  private messageOf(protocol: HmsProtocol, notification: PushNotification) {
    const options = this.account.optionsFor(notification);
    const render = (shown: ShownText) => protocol.message(notification, options, shown);
    const { title, body, data } = notification;
    const fits = (shown: ShownText) => Buffer.byteLength(JSON.stringify(render(shown).whole([]))) <= MAX_BYTES;
    const text = fittedText({ title, body, action: data.action }, MAX_BYTES, fits);
    return text && render(text);
  }

  private async sendTo(protocol: HmsProtocol, body: object, tokens: readonly string[]): Promise<PushOutcome[]> {
    const all = (outcome: PushOutcome) => tokens.map(() => outcome);
    const { account } = this;
    if (!protocol.isConfigured(account)) return all(configuration(`no credentials for ${protocol.kind}`));
    const obtain = (now: Date) => protocol.obtain(account, now);
    const access = new ProviderAccess(account, { kind: protocol.kind, obtain }, 'authentication');
    const token = await access.token();
    if ('kind' in token) return all(token);
    const answered = await access.request(token, (current) => this.post(protocol, current, body, tokens));
    return 'kind' in answered ? all(answered) : answered;
  }

  private async post(protocol: HmsProtocol, { token }: AccessToken, body: object, tokens: readonly string[]) {
    const { http, endpoints } = this.account.means;
    const answer = await http.post({
      url: `${endpoints.hms.url}${protocol.path(this.account)}`,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...protocol.headers },
      body: JSON.stringify(body),
    });
    return hmsOutcomes(answer, tokens);
  }
}
