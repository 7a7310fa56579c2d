import { Injectable } from '@nestjs/common';
import { Secrets } from '@libs/foundation';
import type { Identifier } from '../../domain/accounts/login-identifier';
import { IdentifierKeys } from '../accounts/identifier-keys';
import type { AttemptOutcome } from './failure-counter';
import { LoginThrottle } from './login-throttle';

/** Used where mobile sign-ins name their App. */
const ADMIN_SURFACE = 'admin';

/** An attempt at an App. */
export interface MemberAttempt {
  readonly identifierKey: Buffer;
  /** The user whose account the installation has signed in to before, if any. */
  readonly knownTo: string | null;
  readonly deviceKey: string;
  readonly addressKey: string;
}

/** Attempts to sign in, throttled by counters with keyed hashes for names. */
@Injectable()
export class SignInAttempts {
  constructor(
    private readonly secrets: Secrets,
    private readonly identifierKeys: IdentifierKeys,
    private readonly throttle: LoginThrottle,
  ) {}

  /**
   * Makes an attempt to sign in to an App. It counts at the installation if that has signed in to this account before,
   * else at the identifier, and at the address at the App.
   *
   * @param make as for `LoginThrottle.attempt`, as is `outcomeOf`.
   * @throws LoginThrottledError, DependencyUnavailableError
   */
  ofMember<T>(
    { tenantId, appId }: { readonly tenantId: string; readonly appId: string },
    { identifierKey, knownTo, deviceKey, addressKey }: MemberAttempt,
    make: (succeed: () => Promise<void>) => Promise<T>,
    outcomeOf: (result: T) => AttemptOutcome,
  ): Promise<T> {
    const account = knownTo === null ? identifierKey : this.secrets.hmac('identifier', ['device', knownTo, deviceKey]);
    return this.throttle.attempt({ tenantId, account, address: this.addressOf(appId, addressKey) }, make, outcomeOf);
  }

  /** The same for an administrator's attempt: at the account, and at the address as for mobile Apps. */
  ofAdmin<T>(
    {
      tenantId,
      identifierKey,
      addressKey,
    }: Omit<MemberAttempt, 'knownTo' | 'deviceKey'> & { readonly tenantId: string },
    make: () => Promise<T>,
    outcomeOf: (result: T) => AttemptOutcome,
  ): Promise<T> {
    const keys = { tenantId, account: identifierKey, address: this.addressOf(ADMIN_SURFACE, addressKey) };
    return this.throttle.attempt(keys, make, outcomeOf);
  }

  /** Forgets failures at the identifiers, under whichever key they were begun. In the current transaction. */
  async forget(tenantId: string, identifiers: readonly Identifier[]): Promise<void> {
    const keys = identifiers.flatMap((identifier) => this.identifierKeys.allOf(identifier));
    await this.throttle.forget(tenantId, keys);
  }

  private addressOf(appId: string, addressKey: string): Buffer {
    return this.secrets.hmac('identifier', ['address', appId, addressKey]);
  }
}
