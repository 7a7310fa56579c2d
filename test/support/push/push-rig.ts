import { randomBytes } from 'node:crypto';
import { DevelopmentOutbox, loadConfig, type Logger, OutgoingHttp, Secrets } from '@libs/foundation';
import { newId } from '@libs/kernel';
import { type PushConfig, checkedConfig } from '../../../libs/notifications/src/domain/push/push-config';
import type {
  PushNotification,
  PushOutcome,
  PushProviderName,
} from '../../../libs/notifications/src/domain/push/push-provider';
import { PushAccessTokens } from '../../../libs/notifications/src/infrastructure/push/push-access-tokens';
import { PushProviderStore } from '../../../libs/notifications/src/infrastructure/push/push-provider-store';
import { PushRoutes } from '../../../libs/notifications/src/infrastructure/push/push-routes';
import { createTestDatabase, queryAs, silent, type TestDatabase } from '../database';

type Device = PushNotification['device'];

export interface PushRig {
  readonly test: TestDatabase;
  readonly scope: { readonly tenantId: string; readonly appId: string };
  /** The parts of a process of its own, on the same database. */
  process(environment?: Readonly<Record<string, string>>, logger?: Logger): PushProcess;
  query<Row extends Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export interface PushProcess {
  readonly routes: PushRoutes;
  readonly store: PushProviderStore;
  configure(provider: PushProviderName, config: object, enabled?: boolean): Promise<void>;
  /** Sends through the route of the devices, in batches as large as the provider takes. */
  send(notifications: readonly PushNotification[]): Promise<PushOutcome[]>;
}

/** Providers of pushes on a database of their own, without the jobs that send. */
export async function startPushRig(): Promise<PushRig> {
  const test = await createTestDatabase();
  const [app] = await queryAs<{ id: string; tenant_id: string }>(
    test.superuserUrl,
    'SELECT id, tenant_id FROM apps WHERE is_default',
  );
  const scope = { tenantId: app!.tenant_id, appId: app!.id };
  const secrets = new Secrets([{ id: 'k1', bytes: randomBytes(32) }]);
  const started: PushRoutes[] = [];
  return {
    test,
    scope,
    process: (environment = {}, logger = silent) => {
      const config = loadConfig({
        NODE_ENV: 'test',
        DATABASE_URL: test.applicationUrl,
        OUTGOING_ALLOWED_ADDRESSES: '127.0.0.1',
        ...environment,
      });
      const { database } = test;
      const store = new PushProviderStore(database, secrets);
      const tokens = new PushAccessTokens(database, secrets);
      const development = new DevelopmentOutbox(database, logger);
      const routes = new PushRoutes(store, tokens, new OutgoingHttp(config.outgoing), development, logger, config);
      started.push(routes);
      return {
        routes,
        store,
        configure: async (provider, given, enabled = true) => {
          const checked = checkedConfig(provider, given as PushConfig, {}, true);
          await database.run(scope.tenantId, async () => {
            await store.delete(scope, provider);
            await store.write(scope, provider, { enabled, ...checked }, null);
          });
        },
        send: async (notifications) => {
          const route = await routes.find(scope, notifications[0]!.device.provider);
          if (!route) throw new Error('There is no route');
          const { provider } = route;
          const outcomes: PushOutcome[] = [];
          for (let sent = 0; sent < notifications.length; sent += provider.batchSize) {
            outcomes.push(...(await provider.send(notifications.slice(sent, sent + provider.batchSize))));
          }
          return outcomes;
        },
      };
    },
    query: (text, values) => queryAs(test.superuserUrl, text, values),
    close: async () => {
      for (const routes of started) await routes.onApplicationShutdown();
      await test.close();
    },
  };
}

export function aPush(
  provider: Device['provider'],
  token: string,
  changes: Partial<Omit<PushNotification, 'device'>> & { readonly platform?: string } = {},
): PushNotification {
  const { platform = null, ...others } = changes;
  return {
    deliveryId: crypto.randomUUID(),
    messageId: newId(),
    device: { provider, token, platform },
    title: 'Title',
    body: 'Body',
    data: { id: newId(), type: 'system', action: '{"type":"none","target":null}' },
    isMarketing: false,
    expiresAt: null,
    ...others,
  };
}
