import fc from 'fast-check';
import { parseSmsNumber } from './sms-number';
import { anyText } from '../../../../../test/support/any-text';

const CHINA = { defaultCountry: 'CN', allowedCountries: ['CN'] };

describe('A number that codes may be sent to', () => {
  it.each([
    ['13800138000', CHINA, '+8613800138000'],
    [' 138 0013-8000', CHINA, '+8613800138000'],
    ['+86 138 0013 8000', { defaultCountry: 'JP', allowedCountries: ['JP', 'CN'] }, '+8613800138000'],
    ['090-1234-5678', { defaultCountry: 'JP', allowedCountries: ['JP'] }, '+819012345678'],
    ['+44 7400 123456', { defaultCountry: 'CN', allowedCountries: ['GB'] }, '+447400123456'],
    // In North America a number does not reveal whether it is a mobile one.
    ['(415) 555-0123', { defaultCountry: 'US', allowedCountries: ['US'] }, '+14155550123'],
  ])('%s is brought into its canonical form', (typed, rules, value) => {
    expect(parseSmsNumber(typed, rules)).toEqual({ value, problem: null });
  });

  it.each([
    '',
    'member@example.com',
    '12345',
    // Possible, but not assigned.
    '10000000000',
    // Beijing, a landline.
    '010 8888 8888',
    // Toll-free, without a country.
    '+80012345678',
    '13800138000 ext. 7',
    '0'.repeat(41),
    '\u0000',
    '\ud800',
  ])('is not: %j', (typed) => {
    expect(parseSmsNumber(typed, CHINA)).toEqual({ value: null, problem: 'not_mobile_number' });
  });

  it('is not of a country that the App does not allow, even the default one', () => {
    const refused = { value: null, problem: 'country_not_allowed' };
    expect(parseSmsNumber('+14155550123', CHINA)).toEqual(refused);
    // Canada shares the calling code of the United States.
    expect(parseSmsNumber('+12045550123', { ...CHINA, allowedCountries: ['US'] })).toEqual(refused);
    expect(parseSmsNumber('13800138000', { ...CHINA, allowedCountries: ['JP'] })).toEqual(refused);
  });

  it('is parsed without exceptions, and its canonical form parses to itself', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'+0123456789 -'), maxLength: 20 });
    fc.assert(
      fc.property(fc.oneof(digits, anyText({ maxLength: 60 })), (typed) => {
        const { value } = parseSmsNumber(typed, CHINA);
        if (value !== null) expect(parseSmsNumber(value, CHINA).value).toBe(value);
      }),
    );
  });
});
