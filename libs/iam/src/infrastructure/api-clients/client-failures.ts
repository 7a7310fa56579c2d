import { Injectable } from '@nestjs/common';
import { Database, Secrets } from '@libs/foundation';
import { RateLimitedError } from '@libs/kernel';

/** In a minute. */
const PER_ADDRESS = 30;
const PER_CLIENT = 120;

/** Counts no further than the limit. The answer is how long those wait that have reached it. */
const COUNT = `
  WITH counted AS (
    INSERT INTO api_client_failures AS f (key, failures, expires_at)
    SELECT decode(k.key, 'hex'), 1, now() + interval '1 minute'
      FROM unnest($1::text[]) AS k (key) ORDER BY k.key
    ON CONFLICT (key) DO UPDATE SET
      failures = CASE WHEN f.expires_at > now() THEN f.failures + 1 ELSE 1 END,
      expires_at = CASE WHEN f.expires_at > now() THEN f.expires_at ELSE excluded.expires_at END
    WHERE f.expires_at <= now()
       OR f.failures < CASE WHEN f.key = decode($2, 'hex') THEN ${PER_ADDRESS} ELSE ${PER_CLIENT} END
    RETURNING key
  )
  SELECT ceil(extract(epoch FROM max(f.expires_at) - now()))::integer AS seconds
    FROM api_client_failures f
   WHERE f.key IN (SELECT decode(k.key, 'hex') FROM unnest($1::text[]) AS k (key)) AND f.expires_at > now() AND f.key NOT IN (SELECT key FROM counted)`;

/**
 * Failed authentications of API clients, by address and by the id that was sent, whether or not there is such a client.
 * Only what failed is counted and limited: a right secret is let in however often others have tried, since nobody
 * guesses one of 256 bits, and nobody may lock a client out.
 */
@Injectable()
export class ClientFailures {
  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
  ) {}

  /** @throws RateLimitedError when there were too many before. */
  async count(addressKey: string, clientId: string): Promise<void> {
    const address = this.keyOf('address', addressKey);
    const keys = [address, this.keyOf('client', clientId)];
    const [row] = await this.database.runAsSystem(() =>
      this.database.query<{ seconds: number | null }>(COUNT, [keys, address]),
    );
    if (row?.seconds) throw new RateLimitedError({ retryAfterSeconds: row.seconds });
  }

  private keyOf(what: 'address' | 'client', value: string): string {
    return this.secrets.hmac('network', ['api-client', what, value]).toString('hex');
  }
}
