import { Injectable } from '@nestjs/common';
import { Secrets } from '@libs/foundation';
import type { ThrottleKeys } from './login-throttle';

/** Stands where mobile sign-ins name their App. */
const ADMIN_SURFACE = 'admin';

/** Keyed hashes of what attempts to sign in count against. */
@Injectable()
export class LoginThrottleKeys {
  constructor(private readonly secrets: Secrets) {}

  ofKnownDevice(userId: string, deviceKey: string): Buffer {
    return this.secrets.hmac('identifier', ['device', userId, deviceKey]);
  }

  ofAddress(appId: string, addressKey: string): Buffer {
    return this.secrets.hmac('identifier', ['address', appId, addressKey]);
  }

  /**
   * What an attempt to sign in to an App counts against: the identifier, or the installation where it signed in to this
   * account before, and the address at the App.
   *
   * @param knownTo the user whose account the installation signed in to before.
   */
  ofMemberAttempt(
    { tenantId, appId }: { tenantId: string; appId: string },
    attempt: { identifierKey: Buffer; knownTo: string | null; deviceKey: string; addressKey: string },
  ): ThrottleKeys {
    const { identifierKey, knownTo, deviceKey, addressKey } = attempt;
    const account = knownTo === null ? identifierKey : this.ofKnownDevice(knownTo, deviceKey);
    return { tenantId, account, address: this.ofAddress(appId, addressKey) };
  }

  /** What an attempt of an administrator counts against: the account, and the address as mobile Apps count theirs. */
  ofAdminAttempt(tenantId: string, account: Buffer, addressKey: string): ThrottleKeys {
    return { tenantId, account, address: this.ofAddress(ADMIN_SURFACE, addressKey) };
  }
}
