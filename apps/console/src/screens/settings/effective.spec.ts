import { levelsOf } from './effective';
import { bodyOf, emptySetting, hasValue, valuesOf, type KnownSetting, type Setting } from './setting-form';

const KNOWN: KnownSetting = {
  ...{ key: 'sms.daily_budget', value_type: 'number', scopes: ['app', 'tenant', 'global'] },
  ...{ minimum: 0, maximum: 10, format: null, default: 5, required_permission: 'settings.global', description: '' },
};

function aSetting(input: Partial<Setting>): Setting {
  return {
    ...{ id: 'id', key: KNOWN.key, value: 1, value_type: 'number', scope: 'tenant', app_id: null, is_public: false },
    ...{ is_secret: false, status: 'active', description: null, lock_version: 1, created_at: '', updated_at: '' },
    ...{ updated_by: null },
    ...input,
  };
}

const used = (settings: readonly Setting[], app: string | null) =>
  levelsOf(KNOWN, settings, app)
    .filter(({ isUsed }) => isUsed)
    .map(({ scope, value }) => [scope, value]);

describe('The value that the service uses', () => {
  const tenant = aSetting({ value: 2 });
  const global = aSetting({ scope: 'global', value: 3 });
  const app = aSetting({ scope: 'app', app_id: 'a', value: 4 });

  it('is that of the most specific scope', () => {
    expect(used([global, tenant, app], 'a')).toEqual([['app', 4]]);
    expect(used([global, tenant, app], 'b')).toEqual([['tenant', 2]]);
    expect(used([global, tenant, app], null)).toEqual([['tenant', 2]]);
    expect(used([global], 'a')).toEqual([['global', 3]]);
    expect(used([], 'a')).toEqual([['default', 5]]);
  });

  it('passes over what is disabled, and over other keys', () => {
    const others = [aSetting({ status: 'disabled' }), aSetting({ key: `${KNOWN.key}_without_account` })];
    expect(used(others, null)).toEqual([['default', 5]]);
  });
});

describe('The body of a setting', () => {
  it('has its secret under the name of the value, and none that nobody typed', () => {
    expect(bodyOf({ secret_value: 'abc', is_secret: true }, 'string')).toEqual({ value: 'abc', is_secret: true });
    expect(bodyOf({ secret_value: '{"a":1}' }, 'json')).toEqual({ value: { a: 1 } });
    expect(bodyOf({ secret_value: '', value: null, description: ' ' }, 'string')).toEqual({ description: null });
    expect(bodyOf({ value: false }, 'boolean')).toEqual({ value: false });
    expect(bodyOf(emptySetting({ key: 'a', value: 'b' }), 'string')).not.toHaveProperty('has_secret');
  });

  it('is complete once there is a value, unless a secret is kept', () => {
    const secret = aSetting({ is_secret: true, value: '********' });
    expect(hasValue(emptySetting())).toBe(false);
    expect(hasValue(emptySetting({ is_secret: true }))).toBe(false);
    expect(hasValue(emptySetting({ value: false }))).toBe(true);
    expect(hasValue(valuesOf(secret))).toBe(true);
    expect(hasValue({ ...valuesOf(secret), is_secret: false })).toBe(false);
  });
});
