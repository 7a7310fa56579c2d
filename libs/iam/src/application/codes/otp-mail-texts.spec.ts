import { SUPPORTED_LOCALES } from '@libs/kernel';
import { STEP_UP_PURPOSES } from '../../domain/codes/step-up';
import { otpMailTexts } from './otp-mail-texts';

describe('the texts of mails with a code', () => {
  it.each(SUPPORTED_LOCALES)('state the purpose, each in different words, in %s', (locale) => {
    const purposes = ['registration', 'password_reset', 'identifier_verify'] as const;
    const leads = [
      ...purposes.map((purpose) => otpMailTexts({ purpose, stepUpPurpose: null }, locale)?.lead),
      ...STEP_UP_PURPOSES.map((stepUpPurpose) => otpMailTexts({ purpose: 'step_up', stepUpPurpose }, locale)?.lead),
    ];
    for (const lead of leads) expect(lead).toContain('{app}');
    expect(new Set(leads).size).toBe(8);
  });

  it('do not exist for a sign-in code, which goes to mobiles only', () => {
    expect(otpMailTexts({ purpose: 'login', stepUpPurpose: null }, 'en-US')).toBeNull();
  });
});
