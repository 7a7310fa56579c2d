import { Injectable } from '@nestjs/common';
import { Secrets } from '@libs/foundation';
import type { ThrottleKeys } from './login-throttle';

/** Used where mobile sign-ins name their App. */
const ADMIN_SURFACE = 'admin';

/** Keyed hashes of the counters of attempts to sign in. */
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
   * The counters of an attempt to sign in to an App: the identifier, or the installation if it has signed in to this
   * account before, and the address at the App.
   *
   * @param knownTo the user whose account the installation has signed in to before.
   */
  ofMemberAttempt(
    { tenantId, appId }: { tenantId: string; appId: string },
    attempt: { identifierKey: Buffer; knownTo: string | null; deviceKey: string; addressKey: string },
  ): ThrottleKeys {
    const { identifierKey, knownTo, deviceKey, addressKey } = attempt;
    const account = knownTo === null ? identifierKey : this.ofKnownDevice(knownTo, deviceKey);
    return { tenantId, account, address: this.ofAddress(appId, addressKey) };
  }

  /** The counters of an administrator's attempt: the account, and the address as for mobile Apps. */
  ofAdminAttempt(tenantId: string, account: Buffer, addressKey: string): ThrottleKeys {
    return { tenantId, account, address: this.ofAddress(ADMIN_SURFACE, addressKey) };
  }
}
