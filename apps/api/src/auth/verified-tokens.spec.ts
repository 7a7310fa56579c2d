import { VerifiedTokens } from './verified-tokens';

describe('Verified tokens', () => {
  const setup = () => {
    const tokens = new VerifiedTokens<string>();
    return {
      verify: (token: string, now = 1) =>
        tokens.claimsOf(token, now, () => ({ claims: `claims of ${token}`, validUntil: 100 })),
      /** What is remembered; the token is not verified. */
      find: (token: string, now = 1) => tokens.claimsOf(token, now, () => null),
    };
  };

  it('are remembered until they expire, each for itself', () => {
    const { verify, find } = setup();
    expect(verify('a')).toBe('claims of a');
    expect(find('a', 99)).toBe('claims of a');
    expect(find('a', 100)).toBeNull();
    expect(find('b', 99)).toBeNull();
  });

  it('are forgotten when many others came after them, unless they were used in between', () => {
    const { verify, find } = setup();
    verify('used');
    verify('unused');
    for (let count = 0; count < 30_000; count++) {
      verify(`token ${count}`);
      if (count % 5_000 === 0) expect(find('used')).toBe('claims of used');
    }
    expect(find('used')).toBe('claims of used');
    expect(find('unused')).toBeNull();
    const kept = Array.from({ length: 30_000 }, (_, count) => find(`token ${count}`) !== null);
    expect(kept.filter(Boolean).length).toBeLessThanOrEqual(20_000);
  });
});
