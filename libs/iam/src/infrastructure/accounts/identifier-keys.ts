import { Injectable } from '@nestjs/common';
import { Secrets } from '@libs/foundation';
import type { Identifier, LoginIdentifierType } from '../../domain/accounts/login-identifier';

/**
 * Keyed hashes under which clocks, counters and records know an address, so that their tables hold none and cannot be
 * searched for one without the key.
 */
@Injectable()
export class IdentifierKeys {
  constructor(private readonly secrets: Secrets) {}

  ofIdentifier(type: LoginIdentifierType, value: string): Buffer {
    return this.secrets.hmac('identifier', [type, value]);
  }

  /** Under every key that is configured: what was written before the newest one came is found too. */
  allOf({ type, value }: Identifier): Buffer[] {
    return this.secrets.keyIds.map((keyId) => this.secrets.hmac('identifier', [type, value], keyId));
  }
}
