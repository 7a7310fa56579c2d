import { aDeviceKey, anEmail } from '../../support/api';
import { suiteApi } from '../../support/suite';
import { outboxSettled } from '../support/journey';
import { FOREIGN, from, OWN, registrationsOf } from '../support/registrations';
import { later } from '../../support/time-travel';

/** Keys of installations; the dash stands for none. */
type Key = '-' | 'a' | 'b';
type Registered = readonly [password: typeof OWN | typeof FOREIGN, key: Key];

/** Who registered, in this order; who then asked for another code, if anybody; who sends the code; what then opens. */
type Case = readonly [
  registered: readonly Registered[],
  repeated: Key | 'nobody',
  confirmed: Key,
  opens: typeof OWN | typeof FOREIGN | null,
];

/** One registration is pending. It is confirmed with its key, or without any where nobody else asked for anything. */
const ALONE: readonly Case[] = [
  [[[OWN, '-']], 'nobody', '-', OWN],
  [[[OWN, '-']], '-', '-', OWN],
  [[[OWN, '-']], 'a', '-', null],
  [[[FOREIGN, '-']], 'nobody', 'a', null],
  [[[FOREIGN, '-']], '-', 'a', null],
  [[[FOREIGN, '-']], 'a', 'a', null],
  [[[OWN, 'a']], 'nobody', 'a', OWN],
  [[[OWN, 'a']], '-', 'a', OWN],
  [[[OWN, 'a']], 'a', 'a', OWN],
  [[[OWN, 'a']], 'b', 'a', OWN],
  [[[OWN, 'a']], 'nobody', '-', OWN],
  [[[OWN, 'a']], 'a', '-', OWN],
  [[[FOREIGN, 'b']], '-', '-', null],
  [[[FOREIGN, 'b']], 'a', '-', null],
  [[[FOREIGN, 'b']], 'a', 'a', null],
];

/** Several are pending. */
const TOGETHER: readonly Case[] = [
  [
    [
      [OWN, '-'],
      [OWN, '-'],
    ],
    '-',
    '-',
    OWN,
  ],
  [
    [
      [FOREIGN, '-'],
      [OWN, '-'],
    ],
    '-',
    '-',
    null,
  ],
  [
    [
      [FOREIGN, '-'],
      [OWN, '-'],
    ],
    'a',
    'a',
    null,
  ],
  [
    [
      [FOREIGN, '-'],
      [OWN, 'a'],
    ],
    'nobody',
    'a',
    OWN,
  ],
  [
    [
      [FOREIGN, '-'],
      [OWN, 'a'],
    ],
    'a',
    'a',
    OWN,
  ],
  [
    [
      [FOREIGN, '-'],
      [OWN, 'a'],
    ],
    'a',
    '-',
    null,
  ],
  [
    [
      [FOREIGN, 'b'],
      [OWN, '-'],
    ],
    '-',
    '-',
    null,
  ],
  [
    [
      [FOREIGN, 'b'],
      [OWN, 'a'],
    ],
    'b',
    'a',
    OWN,
  ],
  [
    [
      [FOREIGN, 'b'],
      [OWN, 'a'],
    ],
    'nobody',
    '-',
    null,
  ],
  // The same person, and still no key that says so.
  [
    [
      [OWN, 'b'],
      [OWN, '-'],
    ],
    '-',
    '-',
    null,
  ],
  [
    [
      [OWN, 'b'],
      [OWN, 'b'],
    ],
    'b',
    'a',
    null,
  ],
];

describe('What a confirmed address opens', () => {
  const api = suiteApi();
  const registrations = registrationsOf(api);

  const title = (registered: readonly Registered[]) =>
    registered.map(([password, key]) => `${password === OWN ? 'its owner' : 'a stranger'} (${key})`).join(', ');
  const named = (cases: readonly Case[]) =>
    cases.map((one) => [title(one[0]), one[1], one[2], one[3] ?? 'no password', one] as const);
  const expectTie = async ([registered, repeated, confirmed, opens]: Case) => {
    const keys = { a: aDeviceKey(), b: aDeviceKey() };
    const of = (key: Key) => (key === '-' ? {} : from(keys[key]));
    const email = anEmail();
    for (const [password, key] of registered) {
      const details = { display_name: password === OWN ? 'Owner' : 'Stranger', locale: 'ja-JP' };
      await registrations.register(email, password, of(key), details);
    }
    if (repeated !== 'nobody') {
      await later(api, '61 seconds');
      await registrations.resend(email, of(repeated));
    }
    await registrations.confirm(email, of(confirmed));
    await registrations.expectPassword(email, opens);
    // Nor is anything else of a registration taken that the confirmation does not belong to.
    const account = await registrations.sql(
      `SELECT u.display_name, u.locale, m.status FROM users u
         JOIN login_identifiers i ON i.user_id = u.id JOIN app_memberships m ON m.user_id = u.id WHERE i.value = $1`,
      email,
    );
    const taken = { display_name: opens === null ? null : opens === OWN ? 'Owner' : 'Stranger' };
    expect(account).toEqual([{ ...taken, locale: opens === null ? null : 'ja-JP', status: 'active' }]);
  };

  it.each(named(ALONE))('of %s, repeated by %s, confirmed by %s: %s', (_who, _repeated, _confirmed, _opens, one) =>
    expectTie(one),
  );

  it.each(named(TOGETHER))('of %s, repeated by %s, confirmed by %s: %s', (_who, _repeated, _confirmed, _opens, one) =>
    expectTie(one),
  );

  it('sends codes in the language of the request that asked where none is the caller’s own', async () => {
    const email = anEmail();
    await registrations.register(email, FOREIGN, {}, { locale: 'ja-JP' });
    await later(api, '61 seconds');
    await registrations.resend(email, { ...from(aDeviceKey()), 'Accept-Language': 'en-US' });
    await outboxSettled(api);
    expect(
      await registrations.sql(
        `SELECT locale FROM otp_challenges WHERE recipient = $1 ORDER BY created_at DESC LIMIT 1`,
        email,
      ),
    ).toEqual([{ locale: 'en-US' }]);
  });
});
