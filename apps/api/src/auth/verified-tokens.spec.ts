import { VerifiedTokens } from './verified-tokens';

describe('Verified tokens', () => {
  const setup = () => {
    const tokens = new VerifiedTokens<string>();
    return {
      keep: (token: string) => tokens.keep(token, { claims: `claims of ${token}`, validUntil: 100 }),
      find: (token: string, now = 1) => tokens.find(token, now),
    };
  };

  it('are remembered until they expire, each for itself', () => {
    const { keep, find } = setup();
    keep('a');
    expect(find('a')).toBe('claims of a');
    expect(find('a', 99)).toBe('claims of a');
    expect(find('a', 100)).toBeNull();
    expect(find('b', 99)).toBeNull();
  });

  it('are forgotten when many others came after them, unless they were used in between', () => {
    const { keep, find } = setup();
    keep('used');
    keep('unused');
    for (let count = 0; count < 30_000; count++) {
      keep(`token ${count}`);
      if (count % 5_000 === 0) expect(find('used')).toBe('claims of used');
    }
    expect(find('used')).toBe('claims of used');
    expect(find('unused')).toBeNull();
    const kept = Array.from({ length: 30_000 }, (_, count) => find(`token ${count}`) !== null);
    expect(kept.filter(Boolean).length).toBeLessThanOrEqual(20_000);
  });

  it('take no more memory when they name many scopes: there are fewer of them then', () => {
    const tokens = new VerifiedTokens<string>();
    for (let count = 0; count < 10_000; count++) tokens.keep(`token ${count}`, { claims: '', validUntil: 100 }, 900);
    const kept = Array.from({ length: 10_000 }, (_, count) => tokens.find(`token ${count}`, 1) !== null);
    expect(kept.filter(Boolean).length).toBeLessThan(6_000);
    expect(kept.at(-1)).toBe(true);
  });
});
