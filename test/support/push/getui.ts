import { createHash, randomBytes } from 'node:crypto';
import { at, type DoubleAnswer, type DoubleRequest, firstProblem, formProblem, startDouble } from './double';

/**
 * getui's REST API, version 2, as `uni_push` in the mode rest calls it. It checks the signature of `auth`, counts the
 * tokens that it gives, takes no message that getui would refuse, and loses a message whose `request_id` it has seen.
 * What becomes of a message follows from the beginning of the client's id: `online-`, `offline-`, `ignored-`, `gone-`.
 */
export interface Getui {
  readonly environment: Readonly<Record<string, string>>;
  readonly config: Readonly<Record<string, unknown>>;
  /** What getui took, by `request_id`. */
  readonly accepted: Map<string, Message>;
  /** What it took again, and did not show. */
  readonly repeated: string[];
  /** What it refused for its form: no test may leave one. */
  readonly violations: string[];
  readonly calls: { auth: number; push: number };
  /** The answers of the next calls other than `auth`. */
  readonly next: DoubleAnswer[];
  /** Tokens given so far are not taken any more. */
  expireTokens(): void;
  close(): Promise<void>;
}

export interface Message {
  readonly request_id: string;
  readonly audience: { readonly cid: readonly string[] };
  readonly settings: { readonly ttl: number };
  readonly push_message: { readonly transmission: string };
  readonly push_channel: Record<string, never>;
}

const STATUS: Readonly<Record<string, string>> = {
  online: 'successed_online',
  offline: 'successed_offline',
  ignored: 'successed_ignore',
};
const INTENT =
  /^intent:\/\/io\.dcloud\.unipush\/\?#Intent;scheme=unipush;launchFlags=0x4000000;component=com\.example\.app\/io\.dcloud\.PandoraEntry;S\.UP-OL-SU=true;S\.title=([^;#]*);S\.content=([^;#]*);S\.payload=([^;#]*);end$/;

export async function startGetui(): Promise<Getui> {
  const [appId, appKey, masterSecret] = ['getuiApp', 'getuiKey', randomBytes(12).toString('hex')];
  const tokens = new Set<string>();
  const double = {
    accepted: new Map<string, Message>(),
    repeated: [] as string[],
    violations: [] as string[],
    calls: { auth: 0, push: 0 },
    next: [] as DoubleAnswer[],
  };
  const refused = (msg: string): DoubleAnswer => {
    double.violations.push(msg);
    return { status: 400, body: { code: 20001, msg } };
  };

  const auth = ({ raw }: DoubleRequest): DoubleAnswer => {
    double.calls.auth += 1;
    const body = JSON.parse(raw) as { sign: string; timestamp: string; appkey: string };
    const sign = createHash('sha256').update(`${appKey}${body.timestamp}${masterSecret}`).digest('hex');
    const problem = firstProblem(
      formProblem('auth', body, ['sign', 'timestamp', 'appkey']),
      !/^\d{13}$/.test(body.timestamp) && 'timestamp is invalid',
      Math.abs(Number(body.timestamp) - Date.now()) > 300_000 && 'timestamp is invalid',
      body.appkey !== appKey && 'appkey is invalid',
    );
    if (problem) return refused(problem);
    if (body.sign !== sign) return { status: 400, body: { code: 20001, msg: 'sign is invalid' } };
    const token = randomBytes(16).toString('hex');
    tokens.add(token);
    return { body: { code: 0, msg: '', data: { token, expire_time: String(Date.now() + 86_400_000) } } };
  };

  const push = (messages: readonly Message[], limit: number): DoubleAnswer => {
    if (messages.length > limit) return refused('msg_list is invalid');
    const problem = firstProblem(...messages.map(messageProblem));
    if (problem) return refused(problem);
    const clients = messages.map(({ audience }) => audience.cid[0] ?? '');
    if (clients.some((cid) => cid.startsWith('gone-'))) {
      return { status: 400, body: { code: 20001, msg: 'target user is invalid' } };
    }
    const data = messages.map((message, index) => {
      const isRepeat = double.accepted.has(message.request_id);
      if (isRepeat) double.repeated.push(message.request_id);
      else double.accepted.set(message.request_id, message);
      const [cid = ''] = message.audience.cid;
      return [`task_${double.calls.push}_${index}`, isRepeat ? {} : { [cid]: STATUS[cid.split('-')[0] ?? ''] }];
    });
    return { body: { code: 0, msg: '', data: Object.fromEntries(data) as object } };
  };

  const server = await startDouble((request) => {
    const path = request.path.replace(`/v2/${appId}`, '');
    if (
      request.method !== 'POST' ||
      !/^application\/json;\s*charset=utf-8$/i.test(request.headers['content-type'] ?? '')
    ) {
      return { status: 405, body: { code: 1, msg: 'not json' } };
    }
    if (path === '/auth') return auth(request);
    double.calls.push += 1;
    const next = double.next.shift();
    if (next) return next;
    if (!tokens.has(String(request.headers['token'])))
      return { status: 401, body: { code: 10001, msg: 'token expired' } };
    const body = JSON.parse(request.raw) as Message & { is_async: boolean; msg_list: Message[] };
    if (path === '/push/single/cid') return push([body], 1);
    if (path === '/push/single/batch/cid' && !body.is_async) return push(body.msg_list, 200);
    return { status: 404, body: { code: 404, msg: 'no such path' } };
  });

  return Object.assign(double, {
    environment: { PUSH_GETUI_URL: server.url },
    config: {
      mode: 'rest',
      app_id: appId,
      app_key: appKey,
      master_secret: masterSecret,
      android_package: 'com.example.app',
    },
    expireTokens: () => tokens.clear(),
    close: () => server.close(),
  });
}

function messageProblem(message: Message): string | null {
  const text = (path: string) => {
    const value = at(message, path);
    return typeof value === 'string' ? value : '';
  };
  const ups = 'push_channel.android.ups.notification';
  return firstProblem(
    formProblem(
      'message',
      message,
      ['request_id', 'audience', 'settings', 'push_message', 'push_channel'],
      ['group_name'],
    ),
    !/^.{10,32}$/.test(message.request_id) && 'request_id is invalid',
    message.audience.cid.length !== 1 && 'audience is invalid',
    !Number.isInteger(message.settings.ttl) && 'ttl is invalid',
    (message.settings.ttl < -1 || message.settings.ttl > 259_200_000) && 'ttl is invalid',
    ![1, 2, 3, 4].includes(Number(at(message, 'settings.strategy.default'))) && 'strategy is invalid',
    Object.keys(message.push_message).length !== 1 && 'push_message is invalid',
    text('push_message.transmission').length > 3_072 && 'transmission size over limit',
    formProblem('push_channel', message.push_channel, ['android', 'ios', 'harmony']),
    formProblem('ups', at(message, 'push_channel.android.ups'), ['notification'], ['options']),
    formProblem('notification', at(message, ups), ['title', 'body', 'click_type', 'intent'], ['notify_id']),
    (text(`${ups}.title`).length > 50 || text(`${ups}.body`).length > 256) && 'notification size over limit',
    text(`${ups}.intent`).length > 4_096 && 'intent size over limit',
    !INTENT.test(text(`${ups}.intent`)) && 'intent is invalid',
    formProblem('ios', at(message, 'push_channel.ios'), ['type', 'payload', 'aps'], ['auto_badge', 'apns-collapse-id']),
    text('push_channel.ios.apns-collapse-id').length > 64 && 'apns-collapse-id is invalid',
    formProblem('harmony', at(message, 'push_channel.harmony.notification'), [
      'title',
      'body',
      'category',
      'click_type',
      'notify_id',
    ]),
    !((Number(at(message, 'push_channel.harmony.notification.notify_id')) | 0) >= 0) && 'notify_id is invalid',
  );
}

/** What the intent of a message says. */
export function intentOf(message: Message | undefined): { title: string; content: string; payload: string } {
  const [, title = '', content = '', payload = ''] =
    INTENT.exec(String(at(message, 'push_channel.android.ups.notification.intent'))) ?? [];
  const [shownTitle, shownContent, given] = [title, content, payload].map(decodeURIComponent);
  return { title: shownTitle!, content: shownContent!, payload: given! };
}
