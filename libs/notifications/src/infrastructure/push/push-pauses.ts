import { Injectable } from '@nestjs/common';
import { Database, deleteExpired, Logger, type SweepBatch } from '@libs/foundation';
import { Outbox } from '@libs/kernel';
import { PushProviderPaused } from '../../domain/push/push.events';
import type { NotificationScope } from '../../domain/notification-scope';
import type { PushProviderName } from '../../domain/push/push-provider';
import {
  PROBE_SECONDS,
  refusesTooMany,
  RESULTS_WINDOW_MINUTES,
  type TokenResults,
} from '../../domain/push/refused-tokens';

const OF_PROVIDER = 'tenant_id = $1 AND app_id = $2 AND provider = $3';

/** Only of providers that the App has configured: the others have no key that could be wrong. */
const COUNT = `
  INSERT INTO notification_push_results AS r (tenant_id, app_id, provider, minute, results, refused_tokens)
  SELECT tenant_id, app_id, provider, date_trunc('minute', now()), $4, $5
    FROM notification_push_providers WHERE ${OF_PROVIDER}
  ON CONFLICT (tenant_id, app_id, provider, minute)
  DO UPDATE SET results = r.results + excluded.results, refused_tokens = r.refused_tokens + excluded.refused_tokens`;

const RECENT = `
  SELECT coalesce(sum(results), 0)::integer AS results, coalesce(sum(refused_tokens), 0)::integer AS "refusedTokens"
    FROM notification_push_results
   WHERE ${OF_PROVIDER} AND minute > now() - interval '${RESULTS_WINDOW_MINUTES} minutes'`;

/** When providers of Apps are not to be used, because they refuse the credentials, or nearly all tokens. */
@Injectable()
export class PushPauses {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly logger: Logger,
  ) {}

  /**
   * Whether one push is to be tried with a provider that is paused: of all who ask one may, every five minutes, and none
   * where an administrator has to look first.
   *
   * @returns in how many seconds to ask again; null if it is to be tried.
   */
  async secondsToProbe({ tenantId, appId }: NotificationScope, provider: PushProviderName): Promise<number | null> {
    const values = [tenantId, appId, provider];
    const taken = await this.database.write(
      tenantId,
      `UPDATE notification_push_providers SET probe_at = now() + interval '${PROBE_SECONDS} seconds'
        WHERE ${OF_PROVIDER} AND paused_at IS NOT NULL AND probe_at <= now() RETURNING 1`,
      values,
    );
    if (taken.length > 0) return null;
    const [row] = await this.database.read<{ seconds: number | null }>(
      tenantId,
      `SELECT ceil(extract(epoch FROM probe_at - now()))::integer AS seconds
         FROM notification_push_providers WHERE ${OF_PROVIDER}`,
      values,
    );
    return Math.max(row?.seconds ?? PROBE_SECONDS, 1);
  }

  /** Counts answers about devices, in the current transaction. @returns whether too many tokens are refused. */
  async count(
    { tenantId, appId }: NotificationScope,
    provider: PushProviderName,
    { results, refusedTokens }: TokenResults,
  ): Promise<boolean> {
    if (results === 0) return false;
    const values = [tenantId, appId, provider];
    await this.database.query(COUNT, [...values, results, refusedTokens]);
    if (refusedTokens === 0) return false;
    const [recent] = await this.database.query<TokenResults & Record<string, unknown>>(RECENT, values);
    return recent !== undefined && refusesTooMany(recent);
  }

  /**
   * Stops everything but probes, in the current transaction; tells it once.
   *
   * @param isProbed whether it starts again by itself when a probe is accepted; else only an administrator starts it.
   */
  async pause(
    scope: NotificationScope,
    provider: PushProviderName,
    reason: string,
    { isProbed }: { readonly isProbed: boolean },
  ): Promise<void> {
    const values = [scope.tenantId, scope.appId, provider];
    const paused = await this.database.query(
      `UPDATE notification_push_providers
          SET paused_at = now(), pause_reason = $4,
              probe_at = CASE WHEN $5::boolean THEN now() + interval '${PROBE_SECONDS} seconds' END
        WHERE ${OF_PROVIDER} AND paused_at IS NULL RETURNING 1`,
      [...values, reason, isProbed],
    );
    if (paused.length === 0) return;
    // What was counted before is not held against the credentials that come next.
    await this.database.query(`DELETE FROM notification_push_results WHERE ${OF_PROVIDER}`, values);
    await this.outbox.add(new PushProviderPaused(scope, provider, reason));
    this.database.afterCommit(() =>
      this.logger.error(
        { tenant_id: scope.tenantId, app_id: scope.appId, provider, reason },
        'a push provider is paused: an administrator has to look at its configuration',
      ),
    );
  }

  /** After a probe was accepted, in the current transaction. */
  async resume({ tenantId, appId }: NotificationScope, provider: PushProviderName): Promise<void> {
    await this.database.query(
      `UPDATE notification_push_providers SET paused_at = NULL, pause_reason = NULL, probe_at = NULL
        WHERE ${OF_PROVIDER} AND paused_at IS NOT NULL AND probe_at IS NOT NULL`,
      [tenantId, appId, provider],
    );
  }

  sweepResults(): Promise<SweepBatch> {
    return deleteExpired(this.database, { table: 'notification_push_results', since: 'minute', after: '1 day' });
  }
}
