import { Injectable } from '@nestjs/common';
import { Secrets } from '@libs/foundation';
import type { Identifier } from '../../domain/accounts/login-identifier';

/** Keyed hashes that identify who registers an address at an App. */
@Injectable()
export class RegistrantKeys {
  constructor(private readonly secrets: Secrets) {}

  /**
   * The installation that registers an address at an App: its registrations of different addresses cannot be linked.
   */
  of(appId: string, address: Identifier, deviceKey: string): Buffer {
    return this.secrets.hmac('identifier', partsOf(appId, address, deviceKey));
  }

  /** With every configured key. */
  allOf(appId: string, address: Identifier, deviceKey: string): Buffer[] {
    const parts = partsOf(appId, address, deviceKey);
    return this.secrets.keyIds.map((keyId) => this.secrets.hmac('identifier', parts, keyId));
  }

  /**
   * The salt of passwords registered with an address at an App: equal passwords of two requests have equal hashes,
   * without a faster digest of the password anywhere.
   */
  saltOf(appId: string, { type, value }: Identifier): Buffer {
    return this.secrets.hmac('registration-salt', [appId, type, value]);
  }
}

function partsOf(appId: string, { type, value }: Identifier, deviceKey: string): string[] {
  return ['registrant', appId, type, value, deviceKey];
}
