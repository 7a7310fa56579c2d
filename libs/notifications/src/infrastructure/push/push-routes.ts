import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config, DevelopmentOutbox, Logger, OutgoingHttp } from '@libs/foundation';
import type { NotificationScope } from '../../domain/notification-scope';
import { openConfig } from '../../domain/push/push-config';
import type { PushNotification, PushProvider, PushProviderName, PushRoute } from '../../domain/push/push-provider';
import type { PushGateway } from './common/gateway-push-provider';
import type { Http2Connections } from './connections/http2-connections';
import { PushAccessTokens } from './push-access-tokens';
import { PushAccount } from './push-account';
import { PushProviderStore, type StoredPushProvider } from './push-provider-store';
import { ReliablePushProvider } from './reliable-push-provider';

/**
 * How pushes leave, by what Apps have configured. A protocol is loaded when an App first uses it: most installations use
 * one or two of them.
 */
@Injectable()
export class PushRoutes implements OnApplicationShutdown {
  private connections: Promise<Http2Connections> | undefined;

  constructor(
    private readonly store: PushProviderStore,
    private readonly tokens: PushAccessTokens,
    private readonly http: OutgoingHttp,
    private readonly development: DevelopmentOutbox,
    private readonly logger: Logger,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * The provider that gave the token, if the App has it enabled; else its gateway for all of them, else the log. In
   * development what is not configured goes into the log. Null where nothing is to be sent.
   */
  async find(
    scope: NotificationScope,
    deviceProvider: PushNotification['device']['provider'],
  ): Promise<PushRoute | null> {
    const enabled = (await this.store.list(scope)).filter((stored) => stored.enabled);
    for (const name of [deviceProvider, 'webhook', 'log'] as const) {
      const stored = enabled.find(({ provider }) => provider === name);
      if (stored) return this.routeOf(scope, stored);
    }
    return this.config.production ? null : this.logRoute(scope);
  }

  /** One that the App has, enabled or not. */
  async named(scope: NotificationScope, name: PushProviderName): Promise<PushRoute | null> {
    const stored = await this.store.find(scope, name);
    return stored ? this.routeOf(scope, stored) : null;
  }

  async onApplicationShutdown(): Promise<void> {
    (await this.connections)?.close();
  }

  private async routeOf(scope: NotificationScope, stored: StoredPushProvider): Promise<PushRoute> {
    const { provider: name, config, secrets, pausedAt, probeAt } = stored;
    const provider =
      secrets === null ? unopened() : await this.load(this.accountOf(scope, name, openConfig(config, secrets)));
    return { name, isPaused: pausedAt !== null, probeAt, provider: this.reliable(scope, name, provider) };
  }

  private async logRoute(scope: NotificationScope): Promise<PushRoute> {
    const provider = await this.load(this.accountOf(scope, 'log', {}));
    return { name: 'log', isPaused: false, probeAt: null, provider: this.reliable(scope, 'log', provider) };
  }

  private reliable(scope: NotificationScope, name: PushProviderName, provider: PushProvider): PushProvider {
    return new ReliablePushProvider(provider, this.logger, { app_id: scope.appId, provider: name });
  }

  private accountOf(scope: NotificationScope, name: PushProviderName, config: object): PushAccount {
    const { http, tokens } = this;
    return new PushAccount(scope, name, config as Record<string, unknown>, {
      http,
      http2: () => (this.connections ??= loadConnections()),
      tokens,
      endpoints: this.config.push,
    });
  }

  private async load(account: PushAccount): Promise<PushProvider> {
    switch (account.provider) {
      case 'fcm':
        return new (await import('./fcm/fcm-push-provider.js')).FcmPushProvider(account);
      case 'apns':
        return new (await import('./apns/apns-push-provider.js')).ApnsPushProvider(account);
      case 'hms':
        return new (await import('./hms/hms-push-provider.js')).HmsPushProvider(account);
      case 'uni_push':
        return account.setting('mode') === 'cloud'
          ? gatewayOf(account, (await import('./uni-push/cloud-function.js')).CLOUD_FUNCTION)
          : new (await import('./uni-push/getui-push-provider.js')).GetuiPushProvider(account);
      case 'webhook':
        return gatewayOf(account, (await import('./webhook/push-webhook.js')).PUSH_WEBHOOK);
      case 'log': {
        const { LogPushProvider } = await import('./log/log-push-provider.js');
        return new LogPushProvider(this.config.production ? null : this.development, this.logger);
      }
    }
  }
}

async function gatewayOf(account: PushAccount, gateway: PushGateway): Promise<PushProvider> {
  return new (await import('./common/gateway-push-provider.js')).GatewayPushProvider(account, gateway);
}

async function loadConnections(): Promise<Http2Connections> {
  const { Http2Connections } = await import('./connections/http2-connections.js');
  return new Http2Connections();
}

/** With secrets under a key that is no longer configured nothing can be sent, until they are entered again. */
function unopened(): PushProvider {
  const outcome = { kind: 'configuration', reason: 'the credentials cannot be decrypted' } as const;
  return { batchSize: 1, send: (notifications) => Promise.resolve(notifications.map(() => outcome)) };
}
