import { Injectable } from '@nestjs/common';
import { Secrets } from '@libs/foundation';
import type { LoginIdentifierType } from '../domain/login-identifier';
import type { ThrottleKeys } from './login-throttle';

/** Stands where mobile sign-ins name their App. */
const ADMIN_SURFACE = 'admin';

/**
 * Keyed hashes under which clocks and counters are kept, so that those tables hold no addresses and cannot be searched
 * for one without the key.
 */
@Injectable()
export class IdentifierKeys {
  constructor(private readonly secrets: Secrets) {}

  ofIdentifier(type: LoginIdentifierType, value: string): Buffer {
    return this.secrets.hmac('identifier', [type, value]);
  }

  ofKnownDevice(userId: string, deviceKey: string): Buffer {
    return this.secrets.hmac('identifier', ['device', userId, deviceKey]);
  }

  ofAddress(appId: string, addressKey: string): Buffer {
    return this.secrets.hmac('identifier', ['address', appId, addressKey]);
  }

  /** What an attempt of an administrator counts against: the account, and the address as mobile Apps count theirs. */
  ofAdminAttempt(tenantId: string, account: Buffer, addressKey: string): ThrottleKeys {
    return { tenantId, account, address: this.ofAddress(ADMIN_SURFACE, addressKey) };
  }
}
