import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
  PushNotification,
  PushOutcome,
  PushProvider,
} from '../../libs/notifications/src/domain/push/push-provider';

type Received = Omit<PushNotification, 'expiresAt'>;

/** A server that takes pushes and says what becomes of each, by the beginning of its token. */
export interface PushGateway {
  /** What arrived, oldest first. */
  readonly received: readonly Received[];
  /** How many requests there were. */
  readonly requests: number;
  /** Decides about a token; null leaves it to its beginning. */
  answer: (token: string) => PushOutcome | null;
  /** Called before each answer, such as to change something meanwhile, or never to return. */
  before: () => Promise<void>;
  /** Sends through this server. */
  provider(batchSize?: number): PushProvider;
  close(): Promise<void>;
}

const OUTCOMES: readonly (readonly [string, PushOutcome])[] = [
  ['ignored-', { kind: 'ignored' }],
  ['gone-', { kind: 'drop_token', since: null, reason: 'Unregistered' }],
  ['later-', { kind: 'retry', afterSeconds: 120, reason: 'TooManyRequests' }],
  ['defect-', { kind: 'message_defect', reason: 'PayloadTooLarge' }],
  ['wrong-', { kind: 'configuration', reason: 'InvalidProviderToken' }],
];

export async function startPushGateway(): Promise<PushGateway> {
  const received: Received[] = [];
  const gateway = {
    requests: 0,
    answer: (_token: string): PushOutcome | null => null,
    before: () => Promise.resolve(),
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const pushes = JSON.parse(Buffer.concat(chunks).toString()) as Received[];
      gateway.requests += 1;
      received.push(...pushes);
      void gateway.before().then(() => {
        const outcomes = pushes.map(({ device: { token } }) => {
          const usual = OUTCOMES.find(([start]) => token.startsWith(start))?.[1];
          return gateway.answer(token) ?? usual ?? { kind: 'sent', providerId: `accepted/${token}` };
        });
        response.end(JSON.stringify(outcomes));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(gateway, {
    received,
    provider: (batchSize = 100): PushProvider => ({
      batchSize,
      send: async (pushes) => {
        const answer = await fetch(url, { method: 'POST', body: JSON.stringify(pushes) });
        const outcomes = (await answer.json()) as PushOutcome[];
        return outcomes.map((outcome) =>
          outcome.kind === 'drop_token' && outcome.since !== null
            ? { ...outcome, since: new Date(outcome.since) }
            : outcome,
        );
      },
    }),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
