import { startTestApi, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { anotherApp, pushBy, type Recipient, recipients } from '../../support/deliveries';
import { type PushGateway, startPushGateway } from '../../support/push-gateway';

export interface Pushes {
  readonly api: TestApi;
  readonly gateway: PushGateway;
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  sentTo(recipient: Recipient): PushGateway['received'];
  /** How many pushes have arrived for tokens with this in them. */
  arrived(part: string): number;
  tokenOf(recipient: Recipient): Promise<unknown>;
  /** An App that sends by the gateway, since what happens to its provider must not happen to others. */
  anApp(batchSize?: number): Promise<string>;
  /** Members of the App, with tokens that begin like this. */
  aCrowd(appId: string, count: number, start: string): Promise<Recipient[]>;
  /** Lets the gateway answer as usual. */
  reset(): void;
  close(): Promise<void>;
}

/** An api whose default App pushes by a gateway. */
export async function startPushes(): Promise<Pushes> {
  const [api, gateway] = await Promise.all([startTestApi(), startPushGateway()]);
  await pushBy(api, gateway.provider());
  const sql = (text: string, values: unknown[] = []) =>
    queryAs<Record<string, unknown>>(api.urls.superuserUrl, text, values);
  return {
    api,
    gateway,
    sql,
    sentTo: ({ token }) => gateway.received.filter(({ device }) => device.token === token),
    arrived: (part) => gateway.received.filter(({ device }) => device.token.includes(part)).length,
    tokenOf: async ({ deviceId }) =>
      (await sql('SELECT push_token FROM devices WHERE id = $1', [deviceId]))[0]?.['push_token'] ?? null,
    anApp: async (batchSize) => {
      const appId = await anotherApp(api);
      await pushBy(api, gateway.provider(batchSize), appId);
      return appId;
    },
    aCrowd: (appId, count, start) =>
      recipients(
        api,
        Array.from({ length: count }, (_, n) => ({ appId, token: `${start}${appId}-${n}` })),
      ),
    reset: () => {
      gateway.answer = () => null;
      gateway.before = () => Promise.resolve();
    },
    close: async () => {
      await api.close();
      await gateway.close();
    },
  };
}
