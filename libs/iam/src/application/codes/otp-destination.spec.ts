import { type OtpDestination, provenNumber } from './otp-destination';

/** The compiler is what holds this: each line that it has to refuse says so. */
describe('Where a code may be sent', () => {
  const value = '+8613800138000';
  const accept = (destination: OtpDestination): string => destination.type;

  it('is an address of email as it is', () => {
    expect(accept({ type: 'email', value: 'member@example.com' })).toBe('email');
  });

  it('is no number without a proof that was used up for it', () => {
    // @ts-expect-error A number alone is none.
    accept({ type: 'mobile', value });
    // @ts-expect-error What looks like a proof is none.
    accept({ type: 'mobile', value, proof: { mobile: value } });
    // @ts-expect-error Nothing else makes one.
    provenNumber({ mobile: value });
  });
});
