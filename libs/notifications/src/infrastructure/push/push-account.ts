import { createHash } from 'node:crypto';
import type { Config, OutgoingHttp } from '@libs/foundation';
import type { NotificationScope } from '../../domain/notification-scope';
import { type PushConfig, type PushOptions, valueAt } from '../../domain/push/push-config';
import type { PushProviderName } from '../../domain/push/push-provider';
import type { PushAccessTokens } from './push-access-tokens';
import type { Http2Connections } from './connections/http2-connections';

/** One App's account with a provider, and by what it is reached. */
export class PushAccount {
  /** Of all that a token of access is given for. */
  readonly credentialsHash: string;
  private readonly options: PushOptions;

  /** @param config with its secrets. */
  constructor(
    readonly scope: NotificationScope,
    readonly provider: PushProviderName,
    private readonly config: PushConfig,
    readonly means: PushMeans,
  ) {
    const { options = {}, ...credentials } = config;
    this.options = options;
    this.credentialsHash = createHash('sha256')
      .update(JSON.stringify(sorted(credentials)))
      .digest('hex');
  }

  /** A setting, by its path; empty if it was not given. */
  setting(path: string): string {
    const value = valueAt(this.config, path);
    return typeof value === 'string' ? value : '';
  }

  /** What the administrator wants handed on with messages of this class. */
  optionsFor({ isMarketing }: { readonly isMarketing: boolean }): Readonly<Record<string, unknown>> {
    return (isMarketing ? this.options.marketing : this.options.other) ?? {};
  }
}

/** By what providers are reached. */
export interface PushMeans {
  readonly http: OutgoingHttp;
  readonly http2: () => Promise<Http2Connections>;
  readonly tokens: PushAccessTokens;
  readonly endpoints: Config['push'];
}

/** PostgreSQL keeps the keys of an object in an order of its own, so that theirs must not count. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, sorted(inner)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
