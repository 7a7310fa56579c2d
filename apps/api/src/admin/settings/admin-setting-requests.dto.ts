import { type FieldError, ValidationFailedError } from '@libs/kernel';
import {
  MAX_SETTING_DESCRIPTION_LENGTH,
  MAX_SETTING_KEY_LENGTH,
  MAX_SETTING_VALUE_BYTES,
  MAX_SETTING_VALUE_DEPTH,
  type NewSetting,
  SETTING_KEY,
  SETTING_MASK,
  SETTING_SCOPES,
  SETTING_STATUSES,
  SETTING_VALUE_TYPES,
  type SettingChanges,
  type SettingScope,
  type SettingStatus,
  type SettingValue,
  type SettingValueType,
} from '@libs/operations';
import { ANY_JSON_VALUE } from '../../http/answers/answer-fields';
import { checkJson } from '../../http/fields/field-checks';
import { Checked, Flag, LockVersion, OneOf, Text, Uuid } from '../../http/fields/fields';
import { SearchQuery } from '../common/admin-requests.dto';

const RESETTABLE = { optional: true, nullable: true } as const;
const REQUIRED = ['key', 'value', 'value_type', 'scope'] as const;

export class AdminSettingListQuery extends SearchQuery {
  @OneOf('SettingScope', SETTING_SCOPES, { optional: true })
  readonly scope?: SettingScope;

  @Uuid({ optional: true, description: 'Only items of this App' })
  readonly app_id?: string;

  @OneOf('SettingStatus', SETTING_STATUSES, { optional: true })
  readonly status?: SettingStatus;
}

/** For both POST and PATCH. An absent field keeps its value, or that of a new setting; null resets it to the latter. */
export class AdminSettingRequest {
  @Text(
    { max: MAX_SETTING_KEY_LENGTH, pattern: SETTING_KEY, patternCode: 'not_setting_key' },
    {
      optional: true,
      description:
        'Required on POST, never changed afterwards; unique within the App, the tenant or the global scope. The prefixes of the settings that the service itself reads are reserved for these.',
      example: 'company.support_phone',
    },
  )
  readonly key?: string;

  @Checked(checkJson(MAX_SETTING_VALUE_BYTES, MAX_SETTING_VALUE_DEPTH), ANY_JSON_VALUE, {
    optional: true,
    description: `Required on POST, and if a secret becomes readable. A value of the given \`value_type\`, at most ${MAX_SETTING_VALUE_BYTES} bytes as JSON, ${MAX_SETTING_VALUE_DEPTH} levels deep. Replaced as a whole. \`${SETTING_MASK}\` keeps the value of a secret; it is not itself a valid value.`,
    example: '+86 571 8888 8888',
  })
  readonly value?: SettingValue;

  @OneOf('SettingValueType', SETTING_VALUE_TYPES, {
    optional: true,
    description: 'Required on POST, never changed afterwards; `json` is any JSON',
  })
  readonly value_type?: SettingValueType;

  @OneOf('SettingScope', SETTING_SCOPES, {
    optional: true,
    description: 'Required on POST, never changed afterwards',
    example: 'tenant',
  })
  readonly scope?: SettingScope;

  @Uuid({
    ...RESETTABLE,
    description: 'The App of a setting with the scope `app`, else null; never changed afterwards',
    example: null,
  })
  readonly app_id?: string | null;

  @Flag({
    ...RESETTABLE,
    description:
      'Whether clients can read the setting in their configuration while it is global and active; initially false',
    example: false,
  })
  readonly is_public?: boolean | null;

  @Flag({
    ...RESETTABLE,
    description: 'Whether the value is a secret: encrypted, never shown and never public; initially false',
    example: false,
  })
  readonly is_secret?: boolean | null;

  @OneOf('SettingStatus', SETTING_STATUSES, {
    ...RESETTABLE,
    description: 'A disabled setting has no effect, as if it did not exist; initially `active`',
  })
  readonly status?: SettingStatus | null;

  @Text(
    { max: MAX_SETTING_DESCRIPTION_LENGTH },
    { ...RESETTABLE, description: 'Note for administrators', example: 'Shown under “Contact us”' },
  )
  readonly description?: string | null;

  @LockVersion({ optional: true, description: 'Required on PATCH, refused on POST' })
  readonly lock_version?: number;

  /** @throws ValidationFailedError naming missing required fields, and those that a new setting cannot have. */
  newSetting(): NewSetting {
    const { key, value, value_type: valueType, scope, app_id: appId = null } = this;
    if (key === undefined || value === undefined || valueType === undefined || scope === undefined) {
      const missing = REQUIRED.filter((field) => this[field] === undefined);
      throw new ValidationFailedError(missing.map((field) => ({ field, code: 'required' })));
    }
    const errors: FieldError[] = [];
    if (this.lock_version !== undefined) errors.push({ field: 'lock_version', code: 'unknown_field' });
    if (scope === 'app' && appId === null) errors.push({ field: 'app_id', code: 'required' });
    if (scope !== 'app' && appId !== null) errors.push({ field: 'app_id', code: 'only_for_app' });
    if (errors.length > 0) throw new ValidationFailedError(errors);
    return { ...this.changes(), key, value, valueType, scope, appId };
  }

  /** @throws ValidationFailedError when it is missing. */
  expectedVersion(): number {
    if (this.lock_version === undefined) throw ValidationFailedError.of('lock_version', 'required');
    return this.lock_version;
  }

  changes(): SettingChanges {
    return {
      key: this.key,
      value: this.value,
      valueType: this.value_type,
      scope: this.scope,
      appId: this.app_id,
      isPublic: this.is_public,
      isSecret: this.is_secret,
      status: this.status,
      description: this.description,
    };
  }
}
