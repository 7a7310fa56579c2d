import { rotatedSecretKeys, rotatedSigningKeys } from './key-rotation';
import { dayOfKey, looksRandom, parseSecretKeys, parseSigningKeys } from './keys';

const SECRETS = parseSecretKeys(
  `k2:${Buffer.alloc(32, 2).toString('base64')},k1:${Buffer.alloc(32, 1).toString('base64')}`,
)!;

describe('Rotated keys', () => {
  it('of encryption have a random one in front, and keep the others', () => {
    const { value, ids } = rotatedSecretKeys(SECRETS, 'front');
    const parsed = parseSecretKeys(value)!;
    expect(parsed.map(({ id }) => id)).toEqual(ids);
    expect(parsed.slice(1)).toEqual(SECRETS);
    expect(looksRandom(parsed[0]!.bytes)).toBe(true);
    expect(parsed[0]!.bytes).toHaveLength(32);
    expect(rotatedSecretKeys(SECRETS, 'front').ids[0]).not.toBe(ids[0]);
  });

  it('of tokens are private keys under the ids that they had', () => {
    const first = parseSigningKeys(rotatedSigningKeys([], 'front').value)!;
    const { value, ids } = rotatedSigningKeys(first, 'front');
    const parsed = parseSigningKeys(value)!;
    expect(parsed.map(({ kid }) => kid)).toEqual(ids);
    expect(ids).toHaveLength(2);
    expect(ids[1]).toBe(first[0]!.kid);
    expect(parsed[1]!.privateKey.equals(first[0]!.privateKey)).toBe(true);
  });

  it('tell when they were made, those of before included', () => {
    const before = Math.floor(Date.now() / 1_000) * 1_000;
    const first = parseSigningKeys(rotatedSigningKeys([], 'front').value)!;
    const [second, kept] = parseSigningKeys(rotatedSigningKeys(first, 'front').value)!;
    expect(kept!.createdAt).toEqual(first[0]!.createdAt);
    for (const { createdAt } of [first[0]!, second!]) {
      expect(createdAt!.getTime()).toBeGreaterThanOrEqual(before);
      expect(createdAt!.getTime()).toBeLessThanOrEqual(Date.now());
    }
    const day = dayOfKey(rotatedSecretKeys(SECRETS, 'front').ids[0]!)!.getTime();
    expect(Date.now() - day).toBeGreaterThanOrEqual(0);
    expect(Date.now() - day).toBeLessThan(2 * 24 * 60 * 60 * 1_000);
  });

  it.each(['k1', 'k20261341ffffff', 'k20260131', 'prod-20260131'])('is unknown of a secret that is called %s', (id) =>
    expect(dayOfKey(id)).toBeNull(),
  );

  it.each([undefined, '2026', 1e300])('is unknown of a key for tokens with %s as iat', (iat) => {
    const { keys } = JSON.parse(rotatedSigningKeys([], 'front').value) as { keys: object[] };
    const [key] = parseSigningKeys(JSON.stringify({ keys: [{ ...keys[0], iat }] }))!;
    expect(key!.createdAt).toBeUndefined();
  });

  it('may be added at the end, and moved to the front afterwards', () => {
    const { value, ids } = rotatedSecretKeys(SECRETS, 'append');
    expect(ids.slice(0, 2)).toEqual(['k2', 'k1']);
    const promoted = rotatedSecretKeys(parseSecretKeys(value)!, 'promote');
    expect(promoted.ids).toEqual([ids[2], 'k2', 'k1']);
  });
});
