import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '@libs/kernel';
import { ACCOUNT_WAITS } from '../../domain/sign-in/sign-in-throttle';
import { AccountFailures } from './account-failures';
import { AddressFailures } from './address-failures';
import type { AttemptOutcome } from './failure-counter';
import { LoginThrottle, type ThrottleKeys } from './login-throttle';
import { queryAs } from '../../../../../test/support/database';
import { expectLeft } from '../../../../../test/support/seconds-left';
import { suiteDatabase } from '../../../../../test/support/suite';

describe('LoginThrottle', () => {
  const db = suiteDatabase();
  let throttle: LoginThrottle;

  beforeAll(() => {
    throttle = new LoginThrottle(db.database, new AccountFailures(db.database), new AddressFailures(db.database));
  });

  const keys = (given: Partial<ThrottleKeys> = {}): ThrottleKeys => ({
    tenantId: newId(),
    account: randomBytes(32),
    address: randomBytes(32),
    ...given,
  });
  const pass = (seconds: number) =>
    queryAs(
      db.superuserUrl,
      `UPDATE login_throttles SET in_flight_until = in_flight_until - make_interval(secs => $1),
         blocked_until = blocked_until - make_interval(secs => $1), expires_at = expires_at - make_interval(secs => $1),
         minute_started_at = minute_started_at - make_interval(secs => $1)`,
      [seconds],
    );
  const attempt = async (at: ThrottleKeys, outcome: AttemptOutcome) => {
    const wait = await throttle.admit(at);
    if (wait === null) await throttle.settle(at, outcome);
    return wait;
  };

  it('admits no more than five attempts at an account at a time, however many come at once', async () => {
    const at = keys();
    let underWay = 0;
    let most = 0;
    const five = Promise.withResolvers<void>();
    const signIn = async () => {
      expect(await throttle.admit(at)).toBeNull();
      most = Math.max(most, (underWay += 1));
      if (most === 5) five.resolve();
      await five.promise;
      // For others to come in, if they could.
      await delay(20);
      underWay -= 1;
      await throttle.settle(at, 'success');
    };
    await Promise.all(Array.from({ length: 40 }, signIn));
    expect(most).toBe(5);
  });

  it('makes the sixth wait for the five before it, and admits it if they were right', async () => {
    const at = keys();
    for (let count = 0; count < 5; count++) expect(await throttle.admit(at)).toBeNull();
    let isIn = false;
    const sixth = throttle.admit(at).then((wait) => ((isIn = true), wait));
    await delay(50);
    expect(isIn).toBe(false);
    await throttle.settle(at, 'success');
    expect(await sixth).toBeNull();
  });

  it('refuses the sixth if the five before it were wrong', async () => {
    const at = keys();
    for (let count = 0; count < 5; count++) await throttle.admit(at);
    const since = Date.now();
    const sixth = throttle.admit(at);
    for (let count = 0; count < 5; count++) await throttle.settle(at, 'failure');
    expectLeft(await sixth, 60, since);
  });

  it('has an account wait as the table of the rule says, and as long as its last line after that', async () => {
    const at = keys();
    for (const seconds of [...ACCOUNT_WAITS, ACCOUNT_WAITS.at(-1)!]) {
      const since = Date.now();
      expect(await attempt(at, 'failure')).toBeNull();
      if (seconds > 0) expectLeft(await throttle.admit(at), seconds, since);
      await pass(seconds);
    }
  });

  it('admits one attempt at a time between two waits', async () => {
    const at = keys();
    for (let count = 0; count < 5; count++) await attempt(at, 'failure');
    await pass(60);
    const since = Date.now();
    const two = [throttle.admit(at), throttle.admit(at)];
    expect(await Promise.race(two)).toBeNull();
    await throttle.settle(at, 'failure');
    const waits = (await Promise.all(two)).filter((wait) => wait !== null);
    expect(waits).toHaveLength(1);
    expectLeft(waits[0], 120, since);
  });

  it('counts an attempt whose process died as a failure', async () => {
    const at = keys();
    for (let count = 0; count < 4; count++) await throttle.admit(at);
    await pass(31);
    const since = Date.now();
    expect(await attempt(at, 'failure')).toBeNull();
    expectLeft(await attempt(at, 'failure'), 60, since);
  });

  it('limits an address to 30 attempts, under way or failed', async () => {
    const since = Date.now();
    const { tenantId, address } = keys();
    const another = () => keys({ tenantId, address });
    const underWay = Array.from({ length: 30 }, another);
    for (const at of underWay) expect(await throttle.admit(at)).toBeNull();
    let isIn = false;
    const next = throttle.admit(another()).then((wait) => ((isIn = true), wait));
    await delay(50);
    expect(isIn).toBe(false);
    for (const [index, at] of underWay.entries()) await throttle.settle(at, index < 29 ? 'failure' : 'success');
    expect(await next).toBeNull();
    await throttle.settle(another(), 'failure');
    expectLeft(await throttle.admit(another()), 60, since);
  });

  it('keeps tenants, accounts and addresses apart', async () => {
    const since = Date.now();
    const at = keys();
    for (let count = 0; count < 5; count++) await attempt(at, 'failure');
    expectLeft(await attempt(at, 'failure'), 60, since);
    expect(await attempt({ ...at, account: randomBytes(32) }, 'failure')).toBeNull();
    expect(await attempt({ ...at, tenantId: newId() }, 'failure')).toBeNull();
    expectLeft(await attempt({ ...at, address: randomBytes(32) }, 'failure'), 60, since);
  });

  it('returns the attempt of the address when the account is refused', async () => {
    const since = Date.now();
    const at = keys();
    for (let count = 0; count < 5; count++) await attempt(at, 'failure');
    for (let count = 0; count < 50; count++) expectLeft(await attempt(at, 'failure'), 60, since);
    const [row] = await queryAs<{ failures: number; in_flight: number }>(
      db.superuserUrl,
      'SELECT failures, in_flight FROM login_throttles WHERE key = $1',
      [at.address],
    );
    expect(row).toEqual({ failures: 5, in_flight: 0 });
  });

  const countersOf = async (at: ThrottleKeys) => {
    const rows = await queryAs(
      db.superuserUrl,
      'SELECT failures, in_flight FROM login_throttles WHERE key IN ($1, $2) ORDER BY key = $1',
      [at.address, at.account],
    );
    return rows;
  };
  /** An attempt that is `work` in a transaction. */
  const attemptIn = (at: ThrottleKeys, work: (succeed: () => Promise<void>) => Promise<string>) =>
    throttle.attempt(
      at,
      (succeed) => db.database.run(at.tenantId, () => work(succeed)),
      (result) => (result === 'right' ? 'success' : 'failure'),
    );
  const isRight = (succeed: () => Promise<void>) => succeed().then(() => 'right');

  it('counts a success in the transaction that it permits', async () => {
    const at = keys();
    await attempt(at, 'failure');
    expect(await attemptIn(at, isRight)).toBe('right');
    expect(await countersOf(at)).toEqual([
      { failures: 0, in_flight: 0 },
      { failures: 1, in_flight: 0 },
    ]);
  });

  it('counts neither success nor failure when that transaction is undone, and admits the next', async () => {
    const at = keys();
    await attempt(at, 'failure');
    const undone = attemptIn(at, async (succeed) => {
      await succeed();
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await countersOf(at)).toEqual([
      { failures: 1, in_flight: 0 },
      { failures: 1, in_flight: 0 },
    ]);
  });

  it('counts what a transaction came to when it was repeated', async () => {
    const at = keys();
    let tries = 0;
    const result = await attemptIn(at, async (succeed) => {
      if (tries++ > 0) return 'wrong';
      await succeed();
      throw Object.assign(new Error('deadlock'), { code: '40P01' });
    });
    expect(result).toBe('wrong');
    expect(await countersOf(at)).toEqual([
      { failures: 1, in_flight: 0 },
      { failures: 1, in_flight: 0 },
    ]);
  });

  it('lets crowds at a few accounts and addresses through, none of which waits for another in a circle', async () => {
    const tenantId = newId();
    const [accounts, addresses] = [3, 3].map((count) => Array.from({ length: count }, () => randomBytes(32)));
    const at = (index: number) => ({
      tenantId,
      account: accounts![index % 3]!,
      address: addresses![(index >> 1) % 3]!,
    });
    const results = await Promise.all(Array.from({ length: 120 }, (_, index) => attemptIn(at(index), isRight)));
    expect(new Set(results)).toEqual(new Set(['right']));
    const rows = await queryAs(
      db.superuserUrl,
      'SELECT DISTINCT failures, in_flight FROM login_throttles WHERE tenant_id = $1',
      [tenantId],
    );
    expect(rows).toEqual([{ failures: 0, in_flight: 0 }]);
  });
});
