import fc from 'fast-check';
import { addressOf, queryOf, questionIn, wrongIn, type Question } from './explain';
import { PACKAGE_TYPES, PLATFORMS } from './release-kinds';

const KEY = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902';
const standard = { platform: 'ios', package_type: 'wgt' } as const;

describe('A question about one device', () => {
  it('is read from an address, whatever stands there', () => {
    const address = { platform: 'windows', package_type: ['wgt'], version_code: '12', device_key: null, channel: 'a' };
    expect(questionIn(address, standard)).toEqual({
      ...{ platform: 'ios', package_type: 'wgt', version_code: '12', native_version_code: '' },
      ...{ runtime_version: '', channel: 'a', device_key: '' },
    });
  });

  it('comes back from the address that it is written to', () => {
    const text = fc.string().filter((some) => some === '' || some.trim() !== '');
    const question: fc.Arbitrary<Question> = fc.record({
      ...{ platform: fc.constantFrom(...PLATFORMS), package_type: fc.constantFrom(...PACKAGE_TYPES) },
      ...{ version_code: text, native_version_code: text, runtime_version: text, channel: text, device_key: text },
    });
    fc.assert(fc.property(question, (asked) => expect(questionIn(addressOf(asked), standard)).toEqual(asked)));
  });

  it('sends what is typed, and no code of a native app around a native app', () => {
    const asked = questionIn(
      { version_code: ' 12 ', native_version_code: '7', device_key: KEY, channel: ' ' },
      { platform: 'android', package_type: 'native_app' },
    );
    const query = { platform: 'android', package_type: 'native_app', version_code: 12, device_key: KEY };
    expect(queryOf(asked)).toEqual(query);
    const wgt = { ...query, package_type: 'wgt', native_version_code: 7 };
    expect(queryOf({ ...asked, package_type: 'wgt' })).toEqual(wgt);
  });

  it.each([
    { change: {}, wrong: [] },
    { change: { version_code: '1.2' }, wrong: ['version_code'] },
    { change: { version_code: '-1' }, wrong: ['version_code'] },
    { change: { native_version_code: '2147483648' }, wrong: ['native_version_code'] },
    { change: { version_code: '0', native_version_code: '2147483647' }, wrong: [] },
    { change: { device_key: KEY.toUpperCase() }, wrong: [] },
    { change: { device_key: 'mine' }, wrong: ['device_key'] },
  ])('says what cannot be sent (%o)', ({ change, wrong }) => {
    expect(wrongIn({ ...questionIn({}, standard), ...change })).toEqual(wrong);
  });
});
