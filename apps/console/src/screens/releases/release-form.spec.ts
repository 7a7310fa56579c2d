import { bodyOf, emptyRelease, forcesMore, isRight, retargeted, valuesOf, FIRST_GATE } from './release-form';
import type { Release } from './release-kinds';

const android = emptyRelease('android', 'native_app');
const wgt = emptyRelease('android', 'wgt');
const link = (name: string) => ({ name, scheme: `${name}:`, url: `https://${name}`, enabled: true });

describe('The form of a release', () => {
  it('has links in the order of their priority, and sends that order', () => {
    const store_links = [
      { ...link('second'), priority: 3 },
      { ...link('first'), priority: 10 },
    ];
    const values = valuesOf({ target_platforms: [], store_links, external_url: null } as unknown as Release);
    expect(values.store_links).toEqual([link('first'), link('second')]);
    expect(bodyOf({ store_links: values.store_links })).toEqual({
      store_links: [
        { ...link('first'), priority: 2 },
        { ...link('second'), priority: 1 },
      ],
    });
  });

  it('sends null for an emptied text, and nothing of what did not change', () => {
    expect(bodyOf({ external_url: ' ', required_runtime_version: ' 4.29 ' })).toEqual({
      ...{ external_url: null, required_runtime_version: '4.29' },
    });
    expect(bodyOf({ version_name: '1' })).toEqual({ version_name: '1' });
  });

  it('keeps nothing that only another kind of release has', () => {
    const typed = {
      ...wgt,
      ...{ min_native_version_code: 7, required_runtime_version: '4', upgrade_mode: 'silent' as const },
      ...{ target_platforms: ['android' as const, 'ios' as const], version_name: '1.0' },
    };
    expect(retargeted(typed, 'ios', 'native_app')).toEqual({
      ...emptyRelease('ios', 'native_app'),
      version_name: '1.0',
    });
    expect(retargeted(typed, 'harmony', 'wgt').target_platforms).toEqual(['harmony', 'android', 'ios']);
    expect(retargeted(wgt, 'harmony', 'wgt').target_platforms).toEqual(['harmony']);
    expect(retargeted({ ...android, store_links: [link('a')] }, 'android', 'wgt').store_links).toEqual([]);
  });

  it.each([
    { change: { upgrade_mode: 'forced' as const }, expected: true },
    { change: { min_supported_version_code: 9 }, expected: true },
    { change: { upgrade_mode: 'optional' as const }, expected: false },
    { change: { min_supported_version_code: null }, expected: false },
  ])('knows what makes more devices upgrade (%o)', ({ change, expected }) => {
    const base = { ...android, min_supported_version_code: 8 };
    expect(forcesMore({ ...base, ...change }, base)).toBe(expected);
    expect(forcesMore({ ...base, ...change }, { ...base, ...change })).toBe(false);
  });

  it('is wrong while a number is none, however deep it stands', () => {
    expect(isRight({ ...android, health_gate: FIRST_GATE })).toBe(true);
    expect(isRight({ ...android, version_code: Number.NaN })).toBe(false);
    expect(isRight({ health_gate: { ...FIRST_GATE, min_reports: Number.NaN } })).toBe(false);
  });
});
