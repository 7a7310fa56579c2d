import { rotatedSecretKeys, rotatedSigningKeys } from './key-rotation';
import { looksRandom, parseSecretKeys, parseSigningKeys } from './keys';

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

  it('may be added at the end, and moved to the front afterwards', () => {
    const { value, ids } = rotatedSecretKeys(SECRETS, 'append');
    expect(ids.slice(0, 2)).toEqual(['k2', 'k1']);
    const promoted = rotatedSecretKeys(parseSecretKeys(value)!, 'promote');
    expect(promoted.ids).toEqual([ids[2], 'k2', 'k1']);
  });
});
