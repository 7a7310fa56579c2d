import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Secrets } from '@libs/foundation';
import { rounds } from '../../../../../test/support/rounds';
import { OtpChallenge } from '../../domain/codes/otp-challenge';
import { OtpDerivation } from './otp-derivation';

const NOW = new Date('2026-11-21T09:00:00.000Z');

function aChallenge(keyId = 'new'): OtpChallenge {
  return new OtpChallenge(
    {
      tenantId: '01980000-0000-7000-8000-000000000001',
      appId: '01980000-0000-7000-8000-000000000002',
      purpose: 'registration',
      identifier: { type: 'email', value: 'member@example.com' },
      identifierKey: randomBytes(32),
    },
    { locale: 'en-US', userId: '01980000-0000-7000-8000-000000000003' },
    keyId,
    NOW,
  );
}

describe('OtpCodes', () => {
  const old = { id: 'old', bytes: randomBytes(32) };
  const codes = new OtpDerivation(new Secrets([{ id: 'new', bytes: randomBytes(32) }, old]));

  it('derives six digits, the same each time', () => {
    fc.assert(
      fc.property(fc.constant(null), () => {
        const challenge = aChallenge();
        const code = codes.otpOf(challenge);
        expect(code).toMatch(/^\d{6}$/);
        expect(codes.otpOf(challenge)).toBe(code);
        expect(codes.matches(challenge, code)).toBe(true);
      }),
    );
  });

  it('spreads them evenly over all six places', () => {
    const counts = Array.from({ length: 6 }, () => Array<number>(10).fill(0));
    const total = rounds(20_000);
    for (let n = 0; n < total; n++) {
      [...codes.otpOf(aChallenge())].forEach((digit, place) => (counts[place]![Number(digit)]! += 1));
    }
    // Five standard deviations of a binomial with p = 0.1: a fair source exceeds them less than once in a million
    // places.
    const allowed = 5 * Math.sqrt(total * 0.1 * 0.9);
    for (const place of counts) for (const count of place) expect(Math.abs(count - total / 10)).toBeLessThan(allowed);
  });

  it('refuses anything else', () => {
    fc.assert(
      fc.property(fc.string(), (otp) => {
        const challenge = aChallenge();
        fc.pre(otp !== codes.otpOf(challenge));
        expect(codes.matches(challenge, otp)).toBe(false);
      }),
    );
  });

  it('derives a different code for another challenge, App, identifier or seed', () => {
    const challenge = aChallenge();
    const others = [
      { ...challenge, id: '01980000-0000-7000-8000-000000000009' },
      { ...challenge, appId: '01980000-0000-7000-8000-000000000009' },
      { ...challenge, identifierKey: randomBytes(32) },
      { ...challenge, seed: randomBytes(16) },
    ];
    const distinct = new Set([challenge, ...others].map((one) => codes.otpOf(one as OtpChallenge)));
    expect(distinct.size).toBeGreaterThanOrEqual(4);
  });

  it('accepts the codes of a key that is still configured, and refuses those of one that is not', () => {
    const challenge = aChallenge('old');
    const code = codes.otpOf(challenge);
    expect(codes.matches(challenge, code)).toBe(true);
    const withoutOld = new OtpDerivation(new Secrets([{ id: 'new', bytes: randomBytes(32) }]));
    expect(withoutOld.matches(challenge, code)).toBe(false);
  });
});
