import { type OtpDestination, provenNumber } from './otp-destination';

/** The compiler is the test here: each line that it must refuse is marked. */
describe('Where a code may be sent', () => {
  const value = '+8613800138000';
  const accept = (destination: OtpDestination): string => destination.type;

  it('is an email address as it is', () => {
    expect(accept({ type: 'email', value: 'member@example.com' })).toBe('email');
  });

  it('is not a number without a proof spent on it', () => {
    // @ts-expect-error A bare number is not a destination.
    accept({ type: 'mobile', value });
    // @ts-expect-error An object that looks like a proof is not one.
    accept({ type: 'mobile', value, proof: { mobile: value } });
    // @ts-expect-error Nothing else can make a proof.
    provenNumber({ mobile: value });
  });
});
