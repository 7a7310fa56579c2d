import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database, type SealedColumn, Secrets } from '@libs/foundation';
import type { NotificationScope } from '../../domain/notification-scope';
import type { PushFailure, PushProviderName } from '../../domain/push/push-provider';

/** By what a provider knows who sends. */
export interface AccessToken {
  readonly token: string;
  /** Names it when it was refused. */
  readonly version: number;
}

export interface NewAccessToken {
  readonly token: string;
  readonly refreshAfterSeconds: number;
  readonly expiresAfterSeconds: number;
}

/** Where a token comes from. */
export interface TokenSource {
  readonly scope: NotificationScope;
  readonly provider: PushProviderName;
  /** Where a provider has several protocols, each with tokens of its own. */
  readonly kind: string;
  readonly credentialsHash: string;
  /** @param now the time by the clock of the database. */
  readonly obtain: (now: Date) => Promise<NewAccessToken | PushFailure>;
}

interface Row {
  readonly token: string | null;
  readonly version: number;
  readonly isFresh: boolean;
  readonly isValid: boolean;
  readonly failure: PushFailure | null;
}

/** Longer than it takes to ask for a token. */
const LEASE_SECONDS = 30;
const LOOK_AGAIN_MS = 100;
/** For how long a provider that gave none is left alone, if it does not say. */
const REST_SECONDS = 10;

const KEY = 'tenant_id = $1 AND app_id = $2 AND provider = $3 AND kind = $4';

const READ = `
  SELECT access_token AS token, version, coalesce(refresh_at > now(), false) AS "isFresh",
         coalesce(expires_at > now(), false) AS "isValid", CASE WHEN failed_until > now() THEN failure END AS failure
    FROM notification_push_access_tokens WHERE ${KEY} AND credentials_hash = $5`;

/** For one caller in the whole installation, if the token is due or is the one that was refused. */
const CLAIM = `
  INSERT INTO notification_push_access_tokens AS t
         (tenant_id, app_id, provider, kind, credentials_hash, refreshing_by, refreshing_until)
  VALUES ($1, $2, $3, $4, $5, $6, now() + interval '${LEASE_SECONDS} seconds')
  ON CONFLICT (tenant_id, app_id, provider, kind) DO UPDATE
     SET credentials_hash = excluded.credentials_hash, refreshing_by = excluded.refreshing_by,
         refreshing_until = excluded.refreshing_until, failure = NULL, failed_until = NULL,
         access_token = CASE WHEN t.credentials_hash = excluded.credentials_hash THEN t.access_token END,
         refresh_at = CASE WHEN t.credentials_hash = excluded.credentials_hash THEN t.refresh_at END,
         expires_at = CASE WHEN t.credentials_hash = excluded.credentials_hash THEN t.expires_at END
   WHERE t.credentials_hash <> excluded.credentials_hash
      OR (coalesce(t.refreshing_until <= now(), true) AND coalesce(t.failed_until <= now(), true)
          AND (t.access_token IS NULL OR t.refresh_at <= now() OR t.version = $7))
  RETURNING now()`;

const KEEP = `
  UPDATE notification_push_access_tokens
     SET access_token = $6, version = version + 1, refresh_at = now() + make_interval(secs => $7),
         expires_at = now() + make_interval(secs => $8), refreshing_by = NULL, refreshing_until = NULL
   WHERE ${KEY} AND refreshing_by = $5 RETURNING version`;

const FAIL = `
  UPDATE notification_push_access_tokens
     SET failure = $6, failed_until = now() + make_interval(secs => $7), refreshing_by = NULL, refreshing_until = NULL
   WHERE ${KEY} AND refreshing_by = $5`;

export const SEALED_PUSH_TOKENS: SealedColumn = {
  table: 'notification_push_access_tokens',
  column: 'access_token',
  purpose: 'push-credentials',
  key: ['tenant_id', 'app_id', 'provider', 'kind'],
  contextOf: (row) =>
    contextOf({
      scope: { tenantId: String(row['tenant_id']), appId: String(row['app_id']) },
      provider: row['provider'] as PushProviderName,
      kind: String(row['kind']),
    }),
};

/**
 * What providers give in exchange for credentials: one for all processes, as providers count how often they are asked.
 * Who refreshes it claims the row, and asks after the claim has been committed: no transaction waits for a provider, and
 * the claim of a process that ended runs out.
 */
@Injectable()
export class PushAccessTokens {
  /** So that many that wait in one process ask the database as one. */
  private readonly waiting = new Map<string, Promise<AccessToken | PushFailure>>();

  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
  ) {}

  /** @param refused the version of a token that the provider calls stale. */
  current(source: TokenSource, refused: number | null = null): Promise<AccessToken | PushFailure> {
    const key = [source.scope.appId, source.provider, source.kind, source.credentialsHash, refused].join();
    const present = this.waiting.get(key);
    if (present) return present;
    const found = this.find(source, refused).finally(() => this.waiting.delete(key));
    this.waiting.set(key, found);
    return found;
  }

  private async find(source: TokenSource, refused: number | null): Promise<AccessToken | PushFailure> {
    const values = this.valuesOf(source);
    for (let waited = 0; waited < LEASE_SECONDS * 1_000; waited += LOOK_AGAIN_MS) {
      const [row] = await this.database.read<Row>(source.scope.tenantId, READ, [...values, source.credentialsHash]);
      const usable = row && row.isValid && row.version !== refused ? this.opened(source, row) : null;
      if (usable && row?.isFresh) return usable;
      if (row?.failure) return usable ?? row.failure;
      const claim = randomUUID();
      const claimed = await this.database.write<{ now: Date }>(source.scope.tenantId, CLAIM, [
        ...values,
        source.credentialsHash,
        claim,
        // Of a token that cannot be opened any more, too.
        usable ? refused : (row?.version ?? refused),
      ]);
      if (claimed[0]) return this.refresh(source, claim, claimed[0].now);
      // Somebody else is about to replace it; until then it does.
      if (usable) return usable;
      await wait(LOOK_AGAIN_MS);
    }
    return { kind: 'retry', afterSeconds: null, reason: 'no access token in time' };
  }

  private async refresh(source: TokenSource, claim: string, now: Date): Promise<AccessToken | PushFailure> {
    const { tenantId } = source.scope;
    const obtained = await source.obtain(now);
    if ('kind' in obtained) {
      const rest = (obtained.kind === 'retry' ? obtained.afterSeconds : null) ?? REST_SECONDS;
      await this.database.write(tenantId, FAIL, [...this.valuesOf(source), claim, JSON.stringify(obtained), rest]);
      return obtained;
    }
    const { token, refreshAfterSeconds, expiresAfterSeconds } = obtained;
    const sealed = this.secrets.seal('push-credentials', token, contextOf(source));
    const values = [...this.valuesOf(source), claim, sealed, refreshAfterSeconds, expiresAfterSeconds];
    const [kept] = await this.database.write<{ version: number }>(tenantId, KEEP, values);
    // Without a row somebody else has refreshed it meanwhile, or the provider was removed; the token is good all the same.
    return { token, version: kept?.version ?? 0 };
  }

  private opened(source: TokenSource, { token: sealed, version }: Row): AccessToken | null {
    const token = sealed === null ? null : this.secrets.open('push-credentials', sealed, contextOf(source));
    return token === null ? null : { token, version };
  }

  private valuesOf({ scope: { tenantId, appId }, provider, kind }: TokenSource): unknown[] {
    return [tenantId, appId, provider, kind];
  }
}

function contextOf({
  scope: { tenantId, appId },
  provider,
  kind,
}: Pick<TokenSource, 'scope' | 'provider' | 'kind'>): Buffer {
  return Buffer.from(`${tenantId}/${appId}/${provider}/token/${kind}`);
}
