import fc from 'fast-check';
import { parseMobileNumber } from './mobile-number';
import { anyText } from '../../../../../test/support/any-text';

describe('parseMobileNumber', () => {
  it.each([
    ['13800138000', 'CN', '+8613800138000'],
    [' +86 138 0013 8000 ', 'JP', '+8613800138000'],
    ['008613800138000', 'CN', '+8613800138000'],
    ['138-0013-8000', 'CN', '+8613800138000'],
    ['１３８００１３８０００', 'CN', '+8613800138000'],
    ['+1 (202) 555-0123', 'CN', '+12025550123'],
    ['090-1234-5678', 'JP', '+819012345678'],
    ['07400 123456', 'GB', '+447400123456'],
  ])('reads %j at an App of %s as %s', (typed, country, e164) => {
    expect(parseMobileNumber(typed, country)).toBe(e164);
  });

  it.each([
    '',
    'nobody',
    '123',
    '+',
    '13800138000x',
    'tel:+8613800138000',
    '+8613800138000;ext=1',
    '+8613800138000 ext. 5',
    '+999123456789',
    '+86138001380001234',
    '1'.repeat(41),
    '\u0000+8613800138000',
    '+8613800138000 +8613800138001',
  ])('takes no %j', (typed) => {
    expect(parseMobileNumber(typed, 'CN')).toBeNull();
  });

  const countries = fc.constantFrom('CN', 'US', 'JP', 'GB', 'XX');

  it('gives a form that every App parses to itself', () => {
    const numbers = fc.stringMatching(/^\+(?:86 ?1[3-9]\d{9}|1 ?[2-9]\d{2}-?[2-9]\d{6}|81 ?[789]0 ?\d{8})$/);
    fc.assert(
      fc.property(numbers, countries, countries, (typed, one, other) => {
        const number = parseMobileNumber(typed, one);
        expect(number).toBe(typed.replaceAll(/[ -]/g, ''));
        expect(parseMobileNumber(String(number), other)).toBe(number);
      }),
    );
  });

  it('gives E.164 or nothing, whatever is typed', () => {
    const typed = fc.oneof(fc.string(), anyText(), fc.stringMatching(/^\+?[0-9 ()-]{5,20}$/));
    fc.assert(
      fc.property(typed, countries, (text, country) => {
        expect(parseMobileNumber(text, country) ?? '+123456').toMatch(/^\+[1-9]\d{5,16}$/);
      }),
    );
  });
});
