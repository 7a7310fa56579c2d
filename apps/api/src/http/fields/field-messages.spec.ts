import { SUPPORTED_LOCALES, type FieldError } from '@libs/kernel';
import { fieldMessage } from './field-messages';

/** Every reason for refusing a field, with the figures that its message needs. */
const REASONS: readonly Omit<FieldError, 'field'>[] = [
  { code: 'required' },
  { code: 'unknown_field' },
  { code: 'not_string' },
  { code: 'not_integer' },
  { code: 'not_object' },
  { code: 'not_list' },
  { code: 'not_uuid' },
  { code: 'not_email' },
  { code: 'not_six_digits' },
  { code: 'not_supported_locale' },
  { code: 'not_allowed', params: { allowed: 'android, ios' } },
  { code: 'out_of_range', params: { min: 1, max: 100 } },
  { code: 'too_short', params: { min: 12 } },
  { code: 'too_long', params: { max: 64 } },
  { code: 'too_few_items', params: { min: 1 } },
  { code: 'too_many_items', params: { max: 2 } },
  { code: 'too_many_keys', params: { max: 1_000 } },
  { code: 'too_deep', params: { max: 32 } },
  { code: 'invalid_text' },
  { code: 'repeated' },
  { code: 'common_password' },
  { code: 'contains_identifier' },
  { code: 'stale_revision' },
  { code: 'not_date' },
  { code: 'not_time_of_day' },
  { code: 'same_time' },
  { code: 'not_switchable' },
  { code: 'unknown_region' },
  { code: 'unknown_file' },
  { code: 'not_dictionary_code' },
  { code: 'not_dictionary_key' },
  { code: 'not_scalar' },
  { code: 'repeated_key' },
  { code: 'only_for_app' },
  { code: 'only_global' },
  { code: 'unknown_category' },
  { code: 'not_setting_key' },
  { code: 'unknown_setting' },
  { code: 'public_secret' },
  { code: 'never_secret' },
  { code: 'mask' },
];

describe('fieldMessage', () => {
  it.each(REASONS)('says in each locale what is wrong with %j', (reason) => {
    for (const locale of SUPPORTED_LOCALES) {
      const message = fieldMessage({ field: 'a', ...reason }, locale);
      expect(message).not.toBe(fieldMessage({ field: 'a', code: 'invalid' }, locale));
      expect(message).not.toMatch(/[{}]|undefined/);
      for (const figure of Object.values(reason.params ?? {})) expect(message).toContain(String(figure));
    }
  });

  it('says only that a value is not valid where there is no better word', () => {
    expect(fieldMessage({ field: 'cursor', code: 'invalid' }, 'en-US')).toBe('The value is not valid.');
    expect(fieldMessage({ field: 'a', code: 'no_such_reason' }, 'zh-CN')).toBe('值无效。');
  });
});
