import { VerifiedTokens } from './verified-tokens';

describe('Verified tokens', () => {
  it('are remembered until they expire, each for itself', () => {
    const tokens = new VerifiedTokens<string>();
    tokens.add('a', 'claims of a', 100);
    expect(tokens.find('a', 99)).toBe('claims of a');
    expect(tokens.find('a', 100)).toBeNull();
    expect(tokens.find('b', 99)).toBeNull();
  });

  it('are forgotten when many others came after them, unless they were used in between', () => {
    const tokens = new VerifiedTokens<number>();
    tokens.add('used', -1, 100);
    tokens.add('unused', -2, 100);
    for (let count = 0; count < 30_000; count++) {
      tokens.add(`token ${count}`, count, 100);
      if (count % 5_000 === 0) expect(tokens.find('used', 1)).toBe(-1);
    }
    expect(tokens.find('used', 1)).toBe(-1);
    expect(tokens.find('unused', 1)).toBeNull();
    const kept = Array.from({ length: 30_000 }, (_, count) => tokens.find(`token ${count}`, 1) !== null);
    expect(kept.filter(Boolean).length).toBeLessThanOrEqual(20_000);
  });
});
