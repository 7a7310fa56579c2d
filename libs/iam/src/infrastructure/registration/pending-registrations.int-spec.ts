import * as fc from 'fast-check';
import type { Database } from '@libs/foundation';
import { newId } from '@libs/kernel';
import { queryAs } from '../../../../../test/support/database';
import { rounds } from '../../../../../test/support/rounds';
import { suiteDatabase } from '../../../../../test/support/suite';
import type { Identifier } from '../../domain/accounts/login-identifier';
import { OtpRequest } from '../../domain/codes/otp-request';
import { PendingRegistrations, type RegisteredAddress } from './pending-registrations';

/** A request for an address: the password that it chose, if it was a registration, and the installation that it named. */
const REQUEST = fc.record({
  password: fc.constantFrom('one', 'another', null),
  key: fc.constantFrom('a', 'b', null),
});

const CONFIRMATION = fc.record({ key: fc.constantFrom('a', 'b', null), preferred: fc.nat({ max: 4 }) });

describe('The registration that a confirmation is tied to', () => {
  const test = suiteDatabase();
  let database: Database;
  let pending: PendingRegistrations;
  let scope: Pick<RegisteredAddress, 'tenantId' | 'appId'>;

  beforeAll(async () => {
    ({ database } = test);
    pending = new PendingRegistrations(database);
    const [app] = await queryAs<{ id: string; tenant_id: string }>(
      test.superuserUrl,
      'SELECT id, tenant_id FROM apps WHERE is_default',
    );
    scope = { tenantId: app!.tenant_id, appId: app!.id };
  });

  const requestOf = (identifier: Identifier, password: string | null, key: string | null, second: number) =>
    new OtpRequest(
      scope,
      {
        purpose: 'registration',
        identifier,
        locale: 'en-US',
        ...(password !== null && {
          passwordHash: password,
          registration: { displayName: null, locale: null, legalConsents: [] },
        }),
        deviceKeyHash: key === null ? null : Buffer.from(key),
      },
      new Date(Date.UTC(2026, 0, 1, 0, 0, second)),
    );

  it('has its key, or is all that one asker wants where the confirmation has none', async () => {
    const seen = { own: 0, only: 0, none: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(REQUEST, { minLength: 1, maxLength: 5 }), CONFIRMATION, async (requests, sent) => {
        const address = { type: 'email', value: `${newId()}@example.com` } as const;
        const kept = requests.map(({ password, key }, index) => ({
          password,
          key,
          request: requestOf(address, password, key, index),
        }));
        const tied = await database.run(scope.tenantId, async () => {
          for (const { request } of kept) await database.manager.insert(OtpRequest, request);
          const preferredId = kept[sent.preferred]?.request.id ?? null;
          const keys = sent.key === null ? null : [Buffer.from(sent.key), Buffer.from('an older secret key')];
          return pending.findTied({ ...scope, address }, keys, { preferredId });
        });
        const chosen = kept.filter(({ password }) => password !== null);
        const own = sent.key === null ? chosen : chosen.filter(({ key }) => key === sent.key);
        const isOfOneAsker = new Set(kept.map(({ key }) => key)).size === 1;
        const isOnly = new Set(own.map(({ password }) => password)).size === 1;
        if (sent.key !== null) {
          expect(tied?.id).toBe(own.at(-1)?.request.id);
          seen[tied ? 'own' : 'none']++;
        } else if (!isOfOneAsker || !isOnly) {
          expect(tied).toBeNull();
          seen.none++;
        } else {
          expect(own.map(({ request }) => request.id)).toContain(tied?.id);
          expect(tied?.passwordHash).toBe(own[0]?.password);
          seen.only++;
        }
      }),
      { numRuns: rounds(1_500), examples: [[[{ password: 'one', key: null }], { key: null, preferred: 0 }]] },
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
  });
});
