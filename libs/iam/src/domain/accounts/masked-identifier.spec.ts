import fc from 'fast-check';
import { maskedIdentifier } from './masked-identifier';

describe('maskedIdentifier', () => {
  it.each([
    ['john.doe@example.com', 'j***@example.com'],
    ['j@example.com', 'j***@example.com'],
    ['member@xn--fiqs8s.example', 'm***@xn--fiqs8s.example'],
  ])('shows of the address %s no more than %s', (value, masked) => {
    expect(maskedIdentifier('email', value)).toBe(masked);
  });

  it.each([
    ['+8613800130000', '+86 138****0000'],
    ['+12025550123', '+1 202****0123'],
    ['+886912345678', '+886 91****78'],
    ['+85291234567', '+852 91****67'],
    ['+79161234567', '+7 916****4567'],
    ['+819012345678', '+81 901****5678'],
    ['+3584512345678', '+358 451****5678'],
  ])('shows of the number %s no more than %s', (value, masked) => {
    expect(maskedIdentifier('mobile', value)).toBe(masked);
  });

  it('never shows what lies between the ends', () => {
    const number = fc.tuple(fc.constantFrom('1', '7', '44', '86', '852', '971'), fc.stringMatching(/^[0-9]{7,11}$/));
    fc.assert(
      fc.property(number, ([code, national]) => {
        const masked = maskedIdentifier('mobile', `+${code}${national}`);
        expect(masked).toMatch(new RegExp(`^\\+${code} \\d{2,3}\\*{4}\\d{2,4}$`));
        expect(masked.replaceAll(/\D/g, '').length).toBeLessThan(code.length + national.length);
      }),
    );
  });
});
