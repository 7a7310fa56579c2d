import { createHmac, randomBytes } from 'node:crypto';
import { type DoubleAnswer, startDouble } from './double';

/**
 * An endpoint that verifies Standard Webhooks: the gateway of `webhook`, and the function in uniCloud of `uni_push` in the
 * mode cloud. The function would send to every user of the App if a request named no client, so that such a request is
 * a violation.
 */
export interface SignedGateway<Body> {
  /** Its address and its secret, as the configuration has them. */
  readonly config: { readonly url: string; readonly secret: string };
  /** What came with a right signature, in its order. */
  readonly received: { readonly id: string; readonly body: Body }[];
  readonly violations: string[];
  /** The answers of the next requests; without one, what `answer` says. */
  readonly next: DoubleAnswer[];
  /** Called before each answer, such as to wait. */
  before: () => Promise<void>;
  close(): Promise<void>;
}

export interface CloudRequest {
  readonly push_clientid: readonly string[];
  readonly title: string;
  readonly content: string;
  readonly payload: string;
  readonly request_id: string;
  readonly options: unknown;
}

export interface GatewayRequest {
  readonly type: string;
  readonly timestamp: string;
  readonly data: {
    readonly delivery_id: string;
    readonly message_id: string;
    readonly device: { readonly provider: string; readonly token: string; readonly platform: string | null };
    readonly title: string;
    readonly options: unknown;
  };
}

const STATUS: Readonly<Record<string, string>> = { ignored: 'successed_ignore', offline: 'successed_offline' };

export function startCloudFunction(): Promise<SignedGateway<CloudRequest>> {
  return startSignedGateway<CloudRequest>(
    ({ push_clientid: clients }) => (clients?.length > 0 ? null : 'a broadcast to every user of the App'),
    ({ push_clientid: clients, request_id: task }) => {
      if (clients[0]?.startsWith('gone-')) return { body: { errCode: 20001, errMsg: 'target user is invalid' } };
      const statuses = clients.map((cid) => [cid, STATUS[cid.split('-')[0] ?? ''] ?? 'successed_online']);
      return { body: { errCode: 0, errMsg: '', data: { [task]: Object.fromEntries(statuses) as object } } };
    },
  );
}

export function startPushGateway(): Promise<SignedGateway<GatewayRequest>> {
  return startSignedGateway<GatewayRequest>(
    ({ type, data }) => (type === 'push.requested' && data.delivery_id ? null : 'no request for a push'),
    () => ({ status: 202, body: '' }),
  );
}

async function startSignedGateway<Body>(
  problemOf: (body: Body) => string | null,
  answer: (body: Body) => DoubleAnswer,
): Promise<SignedGateway<Body>> {
  const key = randomBytes(32);
  const gateway = {
    received: [] as { id: string; body: Body }[],
    violations: [] as string[],
    next: [] as DoubleAnswer[],
    before: () => Promise.resolve(),
  };
  const server = await startDouble(async ({ headers, raw }) => {
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers;
    const expected = createHmac('sha256', key)
      .update(`${String(id)}.${String(timestamp)}.${raw}`)
      .digest('base64');
    const isRight = signature === `v1,${expected}` && Math.abs(Number(timestamp) - Date.now() / 1_000) < 300;
    const problem = !isRight
      ? 'the signature is wrong'
      : headers['content-type'] !== 'application/json'
        ? 'the body is no JSON'
        : problemOf(JSON.parse(raw) as Body);
    if (problem) {
      gateway.violations.push(problem);
      return { status: 401, body: '' };
    }
    const body = JSON.parse(raw) as Body;
    gateway.received.push({ id: String(id), body });
    await gateway.before();
    return gateway.next.shift() ?? answer(body);
  });
  return Object.assign(gateway, {
    config: { url: `${server.url}/push`, secret: `whsec_${key.toString('base64')}` },
    close: () => server.close(),
  });
}
