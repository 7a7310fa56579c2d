import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

/** The body of a webhook. */
export interface WebhookBody {
  readonly id: string;
  readonly type: string;
  readonly occurred_at: string;
  readonly tenant_id: string;
  readonly app_id: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** As it came. */
  readonly raw: string;
  readonly body: WebhookBody;
}

interface ReceiverAnswer {
  readonly status: number;
  /** Of one that fails, `RETRY_LATER` if nothing is said. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Another system with endpoints, one for each path. */
export interface WebhookReceiver {
  url(path: string): string;
  readonly received: ReceivedWebhook[];
  at(path: string): ReceivedWebhook[];
  /** What an endpoint answers; 204 if nothing is said. Null: nothing, ever. */
  readonly answers: Map<string, ReceiverAnswer | null>;
  close(): Promise<void>;
}

/** The second attempt would come after five seconds, on a busy machine before a suite has looked at the first one. */
const RETRY_LATER = { 'Retry-After': '900' };

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const answers: WebhookReceiver['answers'] = new Map();
  const server = createServer((request, response) => {
    void text(request).then(
      (raw) => {
        const { url: path = '', headers } = request;
        received.push({ path, headers, raw, body: JSON.parse(raw) as WebhookBody });
        const answer = answers.get(path);
        if (answer === null) return;
        const { status, headers: given, body } = answer ?? { status: 204 };
        response.writeHead(status, given ?? (status >= 400 ? RETRY_LATER : undefined)).end(body);
      },
      () => undefined,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    received,
    at: (path) => received.filter((one) => one.path === path),
    answers,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Whether the published library of Standard Webhooks takes it for ours. */
export function isSignedBy(secret: string, { raw, headers }: Pick<ReceivedWebhook, 'raw' | 'headers'>): boolean {
  try {
    new Webhook(secret).verify(raw, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}
