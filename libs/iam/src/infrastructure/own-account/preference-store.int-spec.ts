import fc from 'fast-check';
import { newId } from '@libs/kernel';
import { appearanceOf, choicesOf, NOTHING_CHOSEN } from '../../domain/accounts/user-profile';
import { PreferenceStore } from './preference-store';
import { queryAs } from '../../../../../test/support/database';
import { rounds } from '../../../../../test/support/rounds';
import { suiteDatabase } from '../../../../../test/support/suite';

const NONE = { locale: null, timeZone: null };

describe('PreferenceStore', () => {
  const db = suiteDatabase();
  let store: PreferenceStore;
  let tenantId: string;

  beforeAll(async () => {
    store = new PreferenceStore(db.database);
    const [tenant] = await queryAs<{ id: string }>(db.superuserUrl, 'SELECT id FROM tenants');
    tenantId = tenant!.id;
  });

  const someone = async (status = 'active') => {
    const userId = newId();
    await db.database.write(tenantId, 'INSERT INTO users (tenant_id, id, status) VALUES ($1, $2, $3)', [
      tenantId,
      userId,
      status,
    ]);
    return { tenantId, userId };
  };

  it('merges changes as the domain reads them: what is named, null as the default, and nothing else', async () => {
    const part = {
      theme: fc.constantFrom('system' as const, 'light' as const, 'dark' as const, null, undefined),
      fontScale: fc.constantFrom(0.8, 1, 1.1, 1.2345678901234567, 2, null, undefined),
      reduceMotion: fc.constantFrom(true, false, null, undefined),
    };
    const change = fc.option(fc.record(part), { nil: null });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), async (changes) => {
        const user = await someone();
        let chosen = NOTHING_CHOSEN;
        for (const one of changes) {
          const choices = choicesOf(one);
          chosen = { ...chosen, ...choices };
          expect(await store.change(user, choices)).toEqual({ ...NONE, appearance: appearanceOf(chosen) });
        }
      }),
      { numRuns: rounds(60) },
    );
  });

  it.each([
    ['keeps what is not named', {}, { locale: 'ja-JP', timeZone: 'Asia/Tokyo' }],
    ['changes what is named', { locale: 'en-US' }, { locale: 'en-US', timeZone: 'Asia/Tokyo' }],
    ['clears what is null', { locale: null, timeZone: null }, NONE],
  ] as const)('%s, and raises the version once', async (_what, change, after) => {
    const user = await someone();
    await store.change(user, { locale: 'ja-JP', timeZone: 'Asia/Tokyo' });
    expect(await store.change(user, change)).toEqual({ ...after, appearance: appearanceOf(NOTHING_CHOSEN) });
    const [row] = await queryAs(db.superuserUrl, 'SELECT lock_version FROM users WHERE id = $1', [user.userId]);
    expect(row).toEqual({ lock_version: 3 });
  });

  it('changes all that is named, or nothing where the time zone would become another one', async () => {
    const user = await someone();
    const changes = { locale: 'ja-JP', theme: 'dark', timeZone: 'Asia/Tokyo' } as const;
    expect(await store.changeInZone(user, changes)).toBeNull();
    const untouched = { ...NONE, appearance: appearanceOf(NOTHING_CHOSEN) };
    expect(await store.changeInZone(user, { timeZone: null })).toEqual(untouched);
    const changed = await store.change(user, changes);
    expect(await store.changeInZone(user, changes)).toEqual(changed);
    expect(await store.changeInZone(user, { locale: 'en-US' })).toEqual({ ...changed, locale: 'en-US' });
    expect(await store.changeInZone(user, { theme: 'light', timeZone: null })).toBeNull();
    expect(await store.change(user, {})).toEqual({ ...changed, locale: 'en-US' });
  });

  it('leaves the rest of the profile as it is', async () => {
    const user = await someone();
    await db.database.write(
      tenantId,
      `INSERT INTO user_profiles (tenant_id, user_id, bio, gender, birthday) VALUES ($1, $2, 'Tea', 'female', '1994-05-17')`,
      [tenantId, user.userId],
    );
    await store.change(user, { theme: 'dark' });
    const rows = await queryAs(
      db.superuserUrl,
      `SELECT bio, gender, birthday::text, theme, font_scale, reduce_motion FROM user_profiles WHERE user_id = $1`,
      [user.userId],
    );
    expect(rows).toEqual([
      { bio: 'Tea', gender: 'female', birthday: '1994-05-17', theme: 'dark', font_scale: null, reduce_motion: null },
    ]);
  });

  it('loses none of the changes that are made at the same time, and tells each what is stored after it', async () => {
    const changes = [
      { locale: 'en-US' },
      { timeZone: 'Asia/Taipei' },
      { theme: 'dark' },
      { fontScale: 2 },
      { reduceMotion: true },
    ] as const;
    for (let round = 0; round < rounds(50); round++) {
      const user = await someone();
      const told = await Promise.all(changes.map((change) => store.change(user, change)));
      const all = {
        locale: 'en-US',
        timeZone: 'Asia/Taipei',
        appearance: { theme: 'dark', fontScale: 2, reduceMotion: true },
      };
      // One of them came last.
      expect(told).toContainEqual(all);
      expect(await store.change(user, {})).toEqual(all);
    }
  });

  it.each(['disabled', 'deleted'])('changes nothing of a user who is %s', async (status) => {
    const user = await someone(status);
    expect(await store.change(user, { theme: 'dark', locale: 'en-US' })).toBeNull();
    const rows = await queryAs(db.superuserUrl, 'SELECT locale FROM users WHERE id = $1', [user.userId]);
    expect(rows).toEqual([{ locale: null }]);
    expect(await queryAs(db.superuserUrl, 'SELECT FROM user_profiles WHERE user_id = $1', [user.userId])).toEqual([]);
  });
});
