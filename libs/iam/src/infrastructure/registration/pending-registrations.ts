import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { Identifier } from '../../domain/accounts/login-identifier';
import { OtpRequest } from '../../domain/codes/otp-request';

/** An address that is registered at an App. */
export interface RegisteredAddress {
  readonly tenantId: string;
  readonly appId: string;
  readonly address: Identifier;
}

/** The conditions on the only registration. */
export interface OnlyRegistration {
  /** Preferred among several with the same password; else the newest. */
  readonly preferredId?: string | null;
  /**
   * When the membership to be confirmed was created. The request that created it must still exist: otherwise a later
   * one may merely be the only one left.
   */
  readonly began?: Date | null;
}

const TO_THE_ADDRESS = `r.tenant_id = $1 AND r.app_id = $2 AND r.recipient = $4 AND r.identifier_type = $3
  AND r.purpose = 'registration'`;

/**
 * The registrations of an address that a code may still confirm, including those that no worker has processed yet.
 * Anybody may have sent them. In the current transaction.
 */
@Injectable()
export class PendingRegistrations {
  constructor(private readonly database: Database) {}

  /**
   * The one that a confirmation, or the repetition of a code, belongs to: it names the same installation, or it names
   * none and all that was asked for the address comes from one asker.
   *
   * @param deviceKeyHashes the keyed hashes of the installation; null if it has sent no key.
   */
  async findTied(
    registered: RegisteredAddress,
    deviceKeyHashes: readonly Buffer[] | null,
    only: OnlyRegistration = {},
  ): Promise<OtpRequest | null> {
    return deviceKeyHashes === null ? this.findOnly(registered, only) : this.findOfDevice(registered, deviceKeyHashes);
  }

  /** Ends them all, including one that a worker is processing: it then finds nothing left to confirm. */
  async end(registered: RegisteredAddress): Promise<void> {
    await this.database.query(
      `DELETE FROM otp_requests WHERE (tenant_id, id) IN (
         SELECT r.tenant_id, r.id FROM otp_requests r WHERE ${TO_THE_ADDRESS} FOR UPDATE SKIP LOCKED)`,
      valuesOf(registered),
    );
  }

  /** The same at every App of the tenant: the address has passed to another user. */
  async endEverywhere(tenantId: string, { type, value }: Identifier): Promise<void> {
    await this.database.query(
      `DELETE FROM otp_requests WHERE (tenant_id, id) IN (
         SELECT r.tenant_id, r.id FROM otp_requests r
          WHERE r.tenant_id = $1 AND r.recipient = $3 AND r.identifier_type = $2 AND r.purpose = 'registration'
            FOR UPDATE SKIP LOCKED)`,
      [tenantId, type, value],
    );
  }

  /** The newest that the installation has sent. */
  private findOfDevice(registered: RegisteredAddress, deviceKeyHashes: readonly Buffer[]): Promise<OtpRequest | null> {
    return this.find(
      registered,
      `SELECT r.id FROM otp_requests r
        WHERE ${TO_THE_ADDRESS} AND r.password_hash IS NOT NULL AND r.device_key_hash = ANY ($5)
        ORDER BY r.created_at DESC, r.id DESC LIMIT 1`,
      deviceKeyHashes,
    );
  }

  /**
   * The only one, or one of several with the same password, where one asker made all requests, those for another code
   * included: none named an installation, or all the same one. Else it is unknown which of them the owner of the address
   * has made.
   */
  private findOnly(
    registered: RegisteredAddress,
    { preferredId = null, began = null }: OnlyRegistration,
  ): Promise<OtpRequest | null> {
    return this.find(
      registered,
      `SELECT (array_agg(r.id ORDER BY r.id = $5 DESC NULLS LAST, r.created_at DESC, r.id DESC)
                 FILTER (WHERE r.password_hash IS NOT NULL))[1] AS id
         FROM otp_requests r WHERE ${TO_THE_ADDRESS}
       HAVING count(DISTINCT r.password_hash) = 1
          AND (count(r.device_key_hash) = 0
               OR count(r.device_key_hash) = count(*) AND count(DISTINCT r.device_key_hash) = 1)
          AND ($6::timestamptz IS NULL OR bool_or(r.password_hash IS NOT NULL AND r.processed_at = $6))`,
      preferredId,
      began,
    );
  }

  private async find(
    registered: RegisteredAddress,
    statement: string,
    ...values: unknown[]
  ): Promise<OtpRequest | null> {
    const [row] = await this.database.query<{ id: string }>(statement, [...valuesOf(registered), ...values]);
    return row ? this.database.manager.findOneBy(OtpRequest, { tenantId: registered.tenantId, id: row.id }) : null;
  }
}

function valuesOf({ tenantId, appId, address: { type, value } }: RegisteredAddress): unknown[] {
  return [tenantId, appId, type, value];
}
