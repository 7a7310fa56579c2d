import { audienceBody, audienceOf, differences, everybody, isComplete, peopleIn, withCondition } from './audience';
import type { Preview } from './kinds';

const LIN = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904';
const all = everybody().audience;

describe('An audience', () => {
  it('is sent with what belongs to its mode, and nothing else', () => {
    const audience = { ...all, user_ids: [LIN], identifiers: ['lin@example.com'], filter: { has_push: true } };
    expect(audienceBody({ audience })).toEqual({ audience: { mode: 'all_members' } });
    expect(audienceBody({ audience: { ...audience, mode: 'filter' } })).toEqual({
      audience: { mode: 'filter', filter: { has_push: true } },
    });
    expect(audienceBody({ audience: { ...audience, mode: 'users' } })).toEqual({
      audience: { mode: 'users', user_ids: [LIN], identifiers: ['lin@example.com'] },
    });
    expect(audienceBody({})).toEqual({});
  });

  it('is read with nothing where the API has nothing', () => {
    expect(audienceOf({ audience: { mode: 'all_members' } })).toEqual(everybody());
  });

  it('is whole once it says whom it is for', () => {
    expect(isComplete(all)).toBe(true);
    expect([isComplete({ ...all, mode: 'filter' }), isComplete({ ...all, mode: 'users' })]).toEqual([false, false]);
    expect(isComplete({ ...all, mode: 'filter', filter: { has_push: false } })).toBe(true);
    expect(isComplete({ ...all, mode: 'users', identifiers: ['lin@example.com'] })).toBe(true);
  });

  it('loses a condition that says nothing', () => {
    expect(withCondition({ has_push: true }, 'locales', ['zh-CN'])).toEqual({ has_push: true, locales: ['zh-CN'] });
    expect(withCondition({ has_push: true, locales: ['zh-CN'] }, 'locales', [])).toEqual({ has_push: true });
    expect(withCondition({ app_versions: { gte: '1' } }, 'app_versions', {})).toEqual({});
    expect(withCondition({ has_push: true }, 'has_push', false)).toEqual({ has_push: false });
  });

  it('takes people as they are pasted', () => {
    expect(peopleIn(`lin@example.com，${LIN.toUpperCase()}\n+8613800138000; lin@example.com`)).toEqual({
      user_ids: [LIN],
      identifiers: ['lin@example.com', '+8613800138000'],
    });
  });
});

describe('Two previews', () => {
  const preview = {
    ...{ total: 3, eligible: 2, excluded: { by_preference: 1, by_membership: 0 } },
    ...{ by_channel: { in_app: 2, push: 1, email: 2 }, by_locale: { 'zh-CN': 2 } },
  } as unknown as Preview;

  it('differ in the figures that are not the same', () => {
    expect(differences(preview, preview)).toEqual([]);
    const by_locale = { 'zh-CN': 2, 'en-US': 1 };
    expect(differences(preview, { ...preview, total: 4, eligible: 3, by_locale })).toEqual([
      { key: 'eligible', before: 2, now: 3 },
      { key: 'total', before: 3, now: 4 },
      { key: 'by_locale.en-US', before: 0, now: 1 },
    ]);
  });
});
