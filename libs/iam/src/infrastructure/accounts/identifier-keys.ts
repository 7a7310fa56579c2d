import { Injectable } from '@nestjs/common';
import { Secrets } from '@libs/foundation';
import type { Identifier, LoginIdentifierType } from '../../domain/accounts/login-identifier';

/**
 * Keyed hashes that stand for addresses in cooldowns, counters and records, so that their tables contain no address and
 * cannot be searched for one without the key.
 */
@Injectable()
export class IdentifierKeys {
  constructor(private readonly secrets: Secrets) {}

  ofIdentifier(type: LoginIdentifierType, value: string): Buffer {
    return this.secrets.hmac('identifier', [type, value]);
  }

  /** With every configured key, so that rows written before the newest key are found, too. */
  allOf({ type, value }: Identifier): Buffer[] {
    return this.secrets.keyIds.map((keyId) => this.secrets.hmac('identifier', [type, value], keyId));
  }
}
