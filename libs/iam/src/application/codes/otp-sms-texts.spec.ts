import { SUPPORTED_LOCALES } from '@libs/kernel';
import type { OtpPurpose } from '../../domain/codes/otp';
import { STEP_UP_PURPOSES, type StepUpPurpose } from '../../domain/codes/step-up';
import { otpSmsText } from './otp-sms-texts';

const CODES: readonly { purpose: OtpPurpose; stepUpPurpose: StepUpPurpose | null }[] = [
  ...(['registration', 'login', 'password_reset', 'identifier_verify'] as const).map((purpose) => ({
    purpose,
    stepUpPurpose: null,
  })),
  ...STEP_UP_PURPOSES.map((stepUpPurpose) => ({ purpose: 'step_up' as const, stepUpPurpose })),
];
const VALUES = { app: '小店 Shop', code: '408163', minutes: 5 };

describe('The SMS with a code', () => {
  it.each(SUPPORTED_LOCALES)('names the App, the code, its minutes and the act, in %s', (locale) => {
    const texts = CODES.map((code) => otpSmsText(code, locale, VALUES));
    for (const text of texts) {
      expect(text).toContain('小店 Shop');
      expect(text.match(/\d+/g)).toEqual(['408163', '5']);
    }
    expect(new Set(texts).size).toBe(CODES.length);
  });

  it.each(SUPPORTED_LOCALES)('fits into one message, without link or placeholder, in %s', (locale) => {
    for (const code of CODES) {
      const text = otpSmsText(code, locale, VALUES);
      // 70 characters of any script, or 160 Latin ones.
      expect([...text].length).toBeLessThanOrEqual(locale === 'en-US' ? 160 : 70);
      expect(text).not.toMatch(/[{}<>]|https?:|www\.|undefined/);
    }
  });

  it('uses the name of an App as it is', () => {
    const text = otpSmsText({ purpose: 'login', stepUpPurpose: null }, 'en-US', { ...VALUES, app: '{code} $& $1' });
    expect(text).toMatch(/^\{code\} \$& \$1: 408163 is your code to sign in\./);
  });
});
