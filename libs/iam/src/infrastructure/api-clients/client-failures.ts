import { Injectable } from '@nestjs/common';
import { Database, momentInJson, Secrets } from '@libs/foundation';
import { RateLimitedError } from '@libs/kernel';
import type { SecurityEventType } from '../../domain/history/account-events';
import type { RefusedClient } from './client-credentials';

/** In a minute. */
const PER_ADDRESS = 30;
const PER_CLIENT = 120;

/** Addresses and ids are of the attacker's making: 20 bits of a hash bound the rows, of known and unknown ones alike. */
const KEY_DIGITS = 5;

/** What a client's administrators see of an hour: the addresses of one hash and the same reason are one event. */
const SLOTS = 8;

const FAILED: SecurityEventType = 'api_client_authentication_failed';

const HOUR = `date_trunc('hour', now(), 'UTC')`;
/** A uuid of version 7 of the hour and not of chance, so that a later failure finds the event of an earlier one. */
const EVENT_ID = `
  (lpad(to_hex((extract(epoch FROM ${HOUR}) * 1000)::bigint), 12, '0') || '7' || substr(h.hash, 1, 3)
    || '8' || substr(h.hash, 4, 15))::uuid`;

/**
 * Counts no further than the limit. The answer is how long those wait that have reached it. A failure of a client that
 * exists ($3 to $6) is noted for its administrators as long as its address is counted: one statement, whoever it is, so
 * that its time tells nobody which clients there are.
 */
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
  ), noted AS (
    INSERT INTO security_events AS e (tenant_id, id, type, ip, user_agent, details)
    SELECT $3::uuid, ${EVENT_ID}, '${FAILED}', $7::inet, $8::text,
           jsonb_build_object('api_client_id', $4::text, 'name', $5::text, 'reason', $6::text, 'failures', 1,
                              'several_addresses', false, 'last_at', ${momentInJson('now()')})
      FROM counted, LATERAL (SELECT md5(concat_ws(' ', $4::text, $6::text, $9::text)) AS hash) h
     WHERE counted.key = decode($2, 'hex') AND $3::uuid IS NOT NULL
    ON CONFLICT (tenant_id, id) DO UPDATE SET details = e.details || jsonb_build_object(
      'failures', (e.details ->> 'failures')::integer + 1,
      'several_addresses', (e.details ->> 'several_addresses')::boolean OR e.ip IS DISTINCT FROM excluded.ip,
      'last_at', excluded.details -> 'last_at')
  )
  SELECT ceil(extract(epoch FROM max(f.expires_at) - now()))::integer AS seconds
    FROM api_client_failures f
   WHERE f.key IN (SELECT decode(k.key, 'hex') FROM unnest($1::text[]) AS k (key)) AND f.expires_at > now()
     AND f.key NOT IN (SELECT key FROM counted)`;

/** From where a client asks. */
export interface ClientOrigin {
  readonly ip: string;
  /** Of limits. */
  readonly addressKey: string;
  readonly userAgent: string | null;
}

/**
 * Failed authentications of API clients, by address and by the id that was sent, whether or not there is such a client.
 * Only what failed is counted and limited: a right secret is let in however often others have tried, since nobody
 * guesses one of 256 bits, and nobody may lock a client out. Its administrators see them as security events: of a client
 * and an hour so many at most, however many try.
 */
@Injectable()
export class ClientFailures {
  constructor(
    private readonly database: Database,
    private readonly secrets: Secrets,
  ) {}

  /**
   * @param refused null for a client that does not exist.
   * @throws RateLimitedError when there were too many before.
   */
  async count(
    clientId: string,
    refused: RefusedClient | null,
    { ip, addressKey, userAgent }: ClientOrigin,
  ): Promise<void> {
    const address = this.keyOf('address', addressKey);
    const slot = this.hashOf('slot', addressKey).readUInt8() % SLOTS;
    const { tenantId = null, id = null, name = null, reason = null } = refused ?? {};
    const [row] = await this.database.runAsSystem(() =>
      this.database.query<{ seconds: number | null }>(COUNT, [
        [address, this.keyOf('client', clientId)],
        address,
        tenantId,
        id,
        name,
        reason,
        ip,
        userAgent,
        String(slot),
      ]),
    );
    if (row?.seconds) throw new RateLimitedError({ retryAfterSeconds: row.seconds });
  }

  /** What kind it is, and the beginning of the hash. */
  private keyOf(what: 'address' | 'client', value: string): string {
    const kind = what === 'address' ? '0' : '1';
    return kind + this.hashOf(what, value).toString('hex').slice(0, KEY_DIGITS);
  }

  private hashOf(what: 'address' | 'client' | 'slot', value: string): Buffer {
    return this.secrets.hmac('network', ['api-client', what, value]);
  }
}
