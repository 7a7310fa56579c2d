import type { CaptchaChoice } from './captcha';
import { chooseKind } from './captcha';
import { Random } from './random';

/** A generator that always returns one number. */
const always = (fraction: number) => new Random((words) => words.fill(fraction * 2 ** 32));

describe('The kind of a challenge', () => {
  const choice: CaptchaChoice = { type: 'random', level: 'standard', characters: 'auto' };

  it('is the one that the App has chosen', () => {
    expect(chooseKind({ type: 'drag', level: 'easy', characters: 'latin' }, 'zh-CN', 0, always(0))).toEqual({
      type: 'drag',
      level: 'easy',
      characters: 'latin',
    });
  });

  it('is click for 60 in 100 and rotate for 40 if it is left to chance', () => {
    const types = Array.from({ length: 100 }, (_, percent) => {
      return chooseKind(choice, 'zh-CN', 0, always((percent + 0.5) / 100)).type;
    });
    expect(types.filter((type) => type === 'click')).toHaveLength(60);
    expect(types.filter((type) => type === 'rotate')).toHaveLength(40);
  });

  it('has characters that readers of the locale know', () => {
    const characters = (['zh-CN', 'zh-TW', 'ja-JP', 'en-US'] as const).map(
      (locale) => chooseKind(choice, locale, 0, always(0)).characters,
    );
    expect(characters).toEqual(['hanzi', 'hanzi', 'hanzi', 'latin']);
  });

  it('is click at level hard after three failures, whatever the App has chosen', () => {
    const slide: CaptchaChoice = { type: 'slide', level: 'easy', characters: 'latin' };
    expect(chooseKind(slide, 'zh-CN', 2, always(0))).toEqual({ type: 'slide', level: 'easy', characters: 'latin' });
    expect(chooseKind(slide, 'zh-CN', 3, always(0))).toEqual({ type: 'click', level: 'hard', characters: 'latin' });
  });
});

describe('Random', () => {
  const random = new Random();

  it('returns every integer of a range and no other', () => {
    const numbers = new Set(Array.from({ length: 2_000 }, () => random.integer(3, 7)));
    expect([...numbers].sort()).toEqual([3, 4, 5, 6, 7]);
    expect(always(0).integer(3, 7)).toBe(3);
    expect(always(1 - 2 ** -20).integer(3, 7)).toBe(7);
  });

  it('samples different items', () => {
    const items = ['a', 'b', 'c', 'd'];
    expect(random.sample(items, 4).sort()).toEqual(items);
    expect(new Set(random.sample(items, 3)).size).toBe(3);
    expect(items).toHaveLength(4);
  });

  it('does not repeat itself', () => {
    const numbers = Array.from({ length: 3_000 }, () => random.fraction());
    expect(new Set(numbers).size).toBeGreaterThan(2_990);
  });
});
