import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { DependencyUnavailableError } from '@libs/kernel';
import { LoginThrottledError } from '../../domain/sign-in/sign-in.errors';
import { ACCOUNT_WINDOW_SECONDS, ADDRESS_FAILURES, FIRST_WAITING_FAILURE } from '../../domain/sign-in/sign-in-throttle';
import { AccountFailures, ADMIT_ACCOUNT } from './account-failures';
import { AddressFailures, ADMIT_ADDRESS } from './address-failures';
import type { AttemptOutcome, Refusal } from './failure-counter';

export interface ThrottleKeys {
  readonly tenantId: string;
  /** The identifier, or the installation if it has signed in to this account before. */
  readonly account: Buffer;
  /** The App and the client's address. */
  readonly address: Buffer;
}

/** Always in this order, the address first, so that two attempts never wait for each other. */
const ADMIT = `
  WITH address AS (${ADMIT_ADDRESS}), account AS (${ADMIT_ACCOUNT})
  SELECT EXISTS (SELECT FROM address) AS "atAddress", EXISTS (SELECT FROM account) AS "atAccount"`;

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
    private readonly database: Database,
    private readonly accounts: AccountFailures,
    private readonly addresses: AddressFailures,
  ) {}

  /**
   * Makes an attempt, which counts while it is under way.
   *
   * @param make may call `succeed` to count the success in the current transaction, with its commit, instead of in one of
   * its own afterwards.
   * @param outcomeOf how the result counts; an exception counts as neither.
   * @throws LoginThrottledError, DependencyUnavailableError when it had to wait too long for others.
   */
  async attempt<T>(
    keys: ThrottleKeys,
    make: (succeed: () => Promise<void>) => Promise<T>,
    outcomeOf: (result: T) => AttemptOutcome,
  ): Promise<T> {
    const waitSeconds = await this.admit(keys);
    if (waitSeconds !== null) throw new LoginThrottledError({ retryAfterSeconds: waitSeconds });
    let outcome: AttemptOutcome = 'neither';
    let isSettled = false;
    const succeed = async () => {
      await this.settle(keys, 'success');
      this.database.afterCommit(() => (isSettled = true));
    };
    try {
      const result = await make(succeed);
      outcome = outcomeOf(result);
      return result;
    } finally {
      if (!isSettled) await this.settle(keys, outcome);
    }
  }

  /** Counts a failure against a further account, whose own count did not decide about the attempt. */
  async countFailure(tenantId: string, account: Buffer): Promise<void> {
    await this.accounts.count(tenantId, account);
  }

  /** Forgets the failures of accounts, in the current transaction. */
  async forget(tenantId: string, accounts: readonly Buffer[]): Promise<void> {
    await this.accounts.forget(tenantId, accounts);
  }

  /**
   * Null when the attempt may be made, and must then be settled; otherwise the seconds to wait.
   *
   * @throws DependencyUnavailableError when it had to wait too long for others.
   */
  async admit(keys: ThrottleKeys): Promise<number | null> {
    const deadline = Date.now() + PATIENCE_MS;
    for (let pause = FIRST_PAUSE_MS; Date.now() < deadline; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      const refusal = await this.tryOnce(keys);
      if (refusal === null) return null;
      if (refusal !== 'busy') return Math.max(1, refusal.waitSeconds);
      await delay(pause * (0.5 + Math.random()));
    }
    throw new DependencyUnavailableError({ retryAfterSeconds: RETRY_AFTER_SECONDS });
  }

  /** In the current transaction or one of its own. */
  async settle({ tenantId, account, address }: ThrottleKeys, outcome: AttemptOutcome): Promise<void> {
    await this.database.run(tenantId, async () => {
      await this.addresses.settle(tenantId, address, outcome);
      await this.accounts.settle(tenantId, account, outcome);
    });
  }

  /** Both or neither: nothing is held while waiting for the other. */
  private async tryOnce({ tenantId, account, address }: ThrottleKeys): Promise<Refusal | null> {
    const [admitted] = await this.database.write<{ atAddress: boolean; atAccount: boolean }>(tenantId, ADMIT, [
      tenantId,
      address,
      account,
      ACCOUNT_WINDOW_SECONDS,
      FIRST_WAITING_FAILURE,
      ADDRESS_FAILURES.perMinute,
      ADDRESS_FAILURES.perHour,
    ]);
    if (admitted?.atAccount) return null;
    if (!admitted?.atAddress) return this.addresses.refusal(tenantId, address);
    const refusal = await this.accounts.refusal(tenantId, account);
    await this.database.run(tenantId, () => this.addresses.settle(tenantId, address, 'neither'));
    return refusal;
  }
}
