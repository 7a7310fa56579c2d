import { ResourceImmutableFieldError, ValidationFailedError } from '@libs/kernel';
import { KNOWN_SETTINGS, RESERVED_PREFIXES } from './known-settings';
import { Setting } from './setting';
import { type NewSetting, SETTING_KEY, SETTING_MASK } from './setting-fields';
import { SettingLimitError, SettingSizeError } from './setting.errors';
import { expectRoom, MAX_PUBLIC_SETTINGS_BYTES, MAX_SETTINGS, MAX_SETTINGS_BYTES } from './setting-usage';

const TENANT = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901';

const seal = (id: string, value: unknown) => `sealed ${id} ${JSON.stringify(value)}`;
const aSetting = (input: Partial<NewSetting> = {}) =>
  new Setting(
    TENANT,
    { key: 'company.name', value: 'Shop', valueType: 'string', scope: 'tenant', appId: null, ...input },
    seal,
  );
const fieldsOf = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    if (error instanceof ValidationFailedError) return error.fields.map(({ field, code }) => `${field} ${code}`);
    throw error;
  }
  return [];
};

describe('Setting', () => {
  it('has its value in one of two columns', () => {
    const open = aSetting();
    expect([open.value, open.secretValue]).toEqual(['Shop', null]);
    const secret = aSetting({ isSecret: true });
    expect([secret.value, secret.secretValue]).toEqual([null, seal(secret.id, 'Shop')]);
    secret.update({ isSecret: false, value: 'Open' }, seal);
    expect([secret.value, secret.secretValue]).toEqual(['Open', null]);
    secret.update({ isSecret: true }, seal);
    expect([secret.value, secret.secretValue]).toEqual([null, seal(secret.id, 'Open')]);
  });

  it('keeps a secret for its mask, without encrypting it again', () => {
    const secret = aSetting({ isSecret: true });
    const { secretValue } = secret;
    secret.update({ value: SETTING_MASK }, () => 'another');
    expect(secret).toMatchObject({ secretValue, lockVersion: 2 });
  });

  it('stays as it is when a change is refused', () => {
    const secret = aSetting({ isSecret: true });
    const before = { ...secret };
    expect(fieldsOf(() => secret.update({ isSecret: false }, seal))).toEqual(['value required']);
    expect(fieldsOf(() => aSetting({ isPublic: true }))).toEqual(['is_public only_global']);
    expect(fieldsOf(() => secret.update({ isPublic: true, value: 1 }, seal))).toEqual([
      'is_public public_secret',
      'value not_string',
    ]);
    expect(() => secret.update({ key: 'other' }, seal)).toThrow(ResourceImmutableFieldError);
    expect({ ...secret }).toEqual(before);
  });

  it('does not check again what was written by SQL and stays', () => {
    const old = Object.assign(aSetting(), { key: 'sms.daily_budget', valueType: 'json', value: 'many' });
    old.update({ description: 'x' }, seal);
    expect(old).toMatchObject({ value: 'many', description: 'x' });
    expect(fieldsOf(() => old.update({ value: 'more' }, seal))).toEqual(['value not_integer']);
  });
});

describe('The known settings', () => {
  it('have keys of the form, and defaults that fit', () => {
    for (const { key, valueType, scopes, default: value } of KNOWN_SETTINGS) {
      expect(key).toMatch(SETTING_KEY);
      const input = { key, valueType, scope: scopes[0] as 'tenant' };
      if (value !== null) expect(fieldsOf(() => aSetting({ ...input, value }))).toEqual([]);
    }
  });

  it('reserve the keys that begin as theirs', () => {
    expect(RESERVED_PREFIXES).toEqual(['files.', 'security.', 'sms.', 'tenant.']);
    for (const key of ['files.quota', 'sms.daily_budget.x', 'security.x']) {
      expect(fieldsOf(() => aSetting({ key }))).toEqual(['key unknown_setting']);
    }
    for (const key of ['files', 'smsx.daily', 'my.sms.daily_budget'])
      expect(fieldsOf(() => aSetting({ key }))).toEqual([]);
  });
});

describe('The room of settings', () => {
  const usage = (count: number, bytes = 0, publicBytes = 0) => ({ count, bytes, publicBytes });

  it('is left up to each limit', () => {
    const full = usage(MAX_SETTINGS, MAX_SETTINGS_BYTES, MAX_PUBLIC_SETTINGS_BYTES);
    expect(() => expectRoom(usage(0), full)).not.toThrow();
    expect(() => expectRoom(full, usage(MAX_SETTINGS + 1))).toThrow(SettingLimitError);
    expect(() => expectRoom(full, usage(1, MAX_SETTINGS_BYTES + 1))).toThrow(SettingSizeError);
    expect(() => expectRoom(full, usage(1, 1, MAX_PUBLIC_SETTINGS_BYTES + 1))).toThrow(SettingSizeError);
  });

  it('that was exceeded before may shrink', () => {
    expect(() => expectRoom(usage(5_000, 3 * MAX_SETTINGS_BYTES), usage(5_000, 2 * MAX_SETTINGS_BYTES))).not.toThrow();
  });
});
