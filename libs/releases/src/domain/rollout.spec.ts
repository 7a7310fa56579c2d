import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { isInRollout, rolloutBucket } from './rollout';

const RELEASE = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901';
const DEVICE = '3f2b8c1e-7a53-4d0c-9f7e-1f5f0a6d2b44';
const DEVICES = 20_000;

/** Hundredths of a per cent, as administrators may set them. */
const percents = fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100);

/** The same devices in every run. */
function device(number: number): string {
  const hex = createHash('sha256').update(String(number)).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

describe('The bucket of a device', () => {
  it('is the first 32 bits of SHA-256(release:device), modulo 10,000', () => {
    // The beginning of the output of `printf '<release>:<device>' | sha256sum`.
    expect(rolloutBucket(RELEASE, DEVICE)).toBe(0x863e3acd % 10_000);
  });

  it('does not depend on the case of the ids', () => {
    expect(rolloutBucket(RELEASE.toUpperCase(), DEVICE.toUpperCase())).toBe(rolloutBucket(RELEASE, DEVICE));
  });

  it('differs from release to release: no device is always among the first', () => {
    const buckets = Array.from({ length: 200 }, (_, number) => rolloutBucket(device(number), DEVICE));
    expect(new Set(buckets).size).toBeGreaterThan(150);
  });
});

describe('A rollout', () => {
  it('never withdraws the release from a device while its percentage grows', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), percents, percents, (id, deviceKey, one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        const had = isInRollout({ id, rolloutPercent: less }, deviceKey);
        return !had || isInRollout({ id, rolloutPercent: more }, deviceKey);
      }),
    );
  });

  it('reaches exactly the buckets below the percentage times 100', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), fc.integer({ min: 1, max: 9_999 }), (id, deviceKey, hundredths) => {
        const isReached = isInRollout({ id, rolloutPercent: hundredths / 100 }, deviceKey);
        return isReached === rolloutBucket(id, deviceKey) < hundredths;
      }),
    );
  });

  it('is not off by a bucket because decimal fractions are rounded', () => {
    const bucket = rolloutBucket(RELEASE, DEVICE);
    expect(isInRollout({ id: RELEASE, rolloutPercent: bucket / 100 }, DEVICE)).toBe(false);
    expect(isInRollout({ id: RELEASE, rolloutPercent: (bucket + 1) / 100 }, DEVICE)).toBe(true);
    // 1.1 × 100 = 110.00000000000001, and bucket 110 must stay outside.
    const outside = Array.from({ length: DEVICES }, (_, number) => device(number)).filter(
      (key) => rolloutBucket(RELEASE, key) === 110,
    );
    expect(outside.length).toBeGreaterThan(0);
    for (const key of outside) expect(isInRollout({ id: RELEASE, rolloutPercent: 1.1 }, key)).toBe(false);
  });

  it.each([0.5, 5, 37.5, 50, 99])('of %d per cent reaches about that share of the devices', (rolloutPercent) => {
    const keys = Array.from({ length: DEVICES }, (_, number) => device(number));
    const reached = keys.filter((key) => isInRollout({ id: RELEASE, rolloutPercent }, key)).length;
    const share = rolloutPercent / 100;
    const deviation = Math.sqrt(DEVICES * share * (1 - share));
    expect(Math.abs(reached - DEVICES * share)).toBeLessThan(5 * deviation);
  });

  it('of 100 per cent reaches every device, and a smaller one no device without a key', () => {
    expect(isInRollout({ id: RELEASE, rolloutPercent: 100 }, null)).toBe(true);
    expect(isInRollout({ id: RELEASE, rolloutPercent: 99.99 }, null)).toBe(false);
  });
});
