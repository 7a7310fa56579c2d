import fc from 'fast-check';
import { ValidationFailedError } from '@libs/kernel';
import { appearanceOf, choicesOf, NOTHING_CHOSEN, UserProfile } from './user-profile';

const NOW = new Date('2026-11-21T09:00:00Z');
const TENANT = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903';
const USER = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901';

const aProfile = () => new UserProfile(TENANT, USER);
const bornOn = (birthday: string) => {
  const profile = aProfile();
  profile.describe({ birthday }, NOW);
  return profile.birthday;
};

describe('UserProfile', () => {
  it('is empty at first', () => {
    const { bio, gender, birthday, regionCode, avatarToken } = aProfile();
    expect({ bio, gender, birthday, regionCode, avatarToken }).toEqual({
      bio: null,
      gender: 'unspecified',
      birthday: null,
      regionCode: null,
      avatarToken: null,
    });
    expect(appearanceOf(aProfile())).toEqual({ theme: 'system', fontScale: 1, reduceMotion: false });
  });

  it('changes what is named, clears what is null, and leaves the rest', () => {
    const profile = aProfile();
    profile.describe({ bio: 'Tea', gender: 'female', birthday: '1994-05-17', regionCode: '330106' }, NOW);
    profile.describe({ bio: undefined, gender: null, regionCode: null }, NOW);
    expect(profile).toMatchObject({ bio: 'Tea', gender: 'unspecified', birthday: '1994-05-17', regionCode: null });
  });

  it.each(['1900-01-01', '1994-05-17', '2026-11-20'])('accepts %s as a birthday', (day) => {
    expect(bornOn(day)).toBe(day);
  });

  it.each(['1899-12-31', '0001-01-01', '2026-11-21', '2026-11-22', '9999-12-31'])('refuses %s', (day) => {
    expect(() => bornOn(day)).toThrow(ValidationFailedError);
  });

  it('returns the previous picture', () => {
    const profile = aProfile();
    expect(profile.showAvatar('a')).toBeNull();
    expect(profile.showAvatar('b')).toBe('a');
    expect(profile.showAvatar(null)).toBe('b');
    expect(profile.avatarToken).toBeNull();
  });

  it('keeps the latest choice of each part of the appearance', () => {
    const part = {
      theme: fc.constantFrom('system' as const, 'light' as const, 'dark' as const, null, undefined),
      fontScale: fc.constantFrom(0.8, 1, 1.5, 2, null, undefined),
      reduceMotion: fc.constantFrom(true, false, null, undefined),
    };
    const change = fc.option(fc.record(part), { nil: null });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
        const chosen = changes.reduce((before, one) => ({ ...before, ...choicesOf(one) }), NOTHING_CHOSEN);
        const lastOf = <Key extends keyof typeof part>(key: Key) =>
          changes.map((one) => (one === null ? null : one[key])).findLast((value) => value !== undefined) ?? null;
        const last = { theme: lastOf('theme'), fontScale: lastOf('fontScale'), reduceMotion: lastOf('reduceMotion') };
        expect(appearanceOf(chosen)).toEqual({
          theme: last.theme ?? 'system',
          fontScale: last.fontScale ?? 1,
          reduceMotion: last.reduceMotion ?? false,
        });
      }),
    );
  });
});
