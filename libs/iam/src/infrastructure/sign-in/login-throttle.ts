import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DependencyUnavailableError } from '@libs/kernel';
import { LoginThrottledError } from '../../domain/sign-in/sign-in.errors';
import { AccountFailures } from './account-failures';
import { AddressFailures } from './address-failures';
import type { Admission, AttemptOutcome } from './failure-counter';

export interface ThrottleKeys {
  readonly tenantId: string;
  /** The identifier, or the installation if it has signed in to this account before. */
  readonly account: Buffer;
  /** The App and the client's address. */
  readonly address: Buffer;
}

const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 320;
const PATIENCE_MS = 10_000;
const RETRY_AFTER_SECONDS = 1;

/**
 * Limits failed sign-ins. An attempt is admitted before its password is verified, and counts until it is settled:
 * parallel guesses cannot outrun the count, and parallel correct sign-ins at worst wait for each other.
 */
@Injectable()
export class LoginThrottle {
  constructor(
    private readonly accounts: AccountFailures,
    private readonly addresses: AddressFailures,
  ) {}

  /**
   * Makes an attempt, which counts while it is under way.
   *
   * @param outcomeOf how the result counts; an exception counts as neither.
   * @throws LoginThrottledError, DependencyUnavailableError when it had to wait too long for others.
   */
  async attempt<T>(keys: ThrottleKeys, make: () => Promise<T>, outcomeOf: (result: T) => AttemptOutcome): Promise<T> {
    const waitSeconds = await this.admit(keys);
    if (waitSeconds !== null) throw new LoginThrottledError({ retryAfterSeconds: waitSeconds });
    let outcome: AttemptOutcome = 'neither';
    try {
      const result = await make();
      outcome = outcomeOf(result);
      return result;
    } finally {
      await this.settle(keys, outcome);
    }
  }

  /** Counts a failure against a further account, whose own count did not decide about the attempt. */
  async countFailure(tenantId: string, account: Buffer): Promise<void> {
    await this.accounts.count(tenantId, account);
  }

  /**
   * Null when the attempt may be made, and must then be settled; otherwise the seconds to wait.
   *
   * @throws DependencyUnavailableError when it had to wait too long for others.
   */
  async admit(keys: ThrottleKeys): Promise<number | null> {
    const deadline = Date.now() + PATIENCE_MS;
    for (let pause = FIRST_PAUSE_MS; Date.now() < deadline; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      const admission = await this.tryOnce(keys);
      if (admission === 'admitted') return null;
      if (admission !== 'busy') return Math.max(1, admission.waitSeconds);
      await delay(pause * (0.5 + Math.random()));
    }
    throw new DependencyUnavailableError({ retryAfterSeconds: RETRY_AFTER_SECONDS });
  }

  async settle({ tenantId, account, address }: ThrottleKeys, outcome: AttemptOutcome): Promise<void> {
    await this.accounts.settle(tenantId, account, outcome);
    await this.addresses.settle(tenantId, address, outcome);
  }

  /** Both or neither: nothing is held while waiting for the other. */
  private async tryOnce({ tenantId, account, address }: ThrottleKeys): Promise<Admission> {
    const atAddress = await this.addresses.admit(tenantId, address);
    if (atAddress !== 'admitted') return atAddress;
    const atAccount = await this.accounts.admit(tenantId, account);
    if (atAccount !== 'admitted') await this.addresses.settle(tenantId, address, 'neither');
    return atAccount;
  }
}
