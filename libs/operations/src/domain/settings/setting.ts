import {
  changesIn,
  type FieldError,
  having,
  namesOf,
  newId,
  picked,
  ResourceImmutableFieldError,
  ValidationFailedError,
  valuesIn,
  wireNameOf,
} from '@libs/kernel';
import { identityErrors, knownValueProblem, mayBeSecret, REQUIRE_ADMIN_MFA } from './known-settings';
import {
  type NewSetting,
  setting,
  SETTING_MASK,
  type SettingChanges,
  settingIdentity,
  type SettingIdentity,
  settingOptions,
  type SettingOptions,
  type SettingValue,
  type SettingValueType,
} from './setting-fields';

const IDENTITY = namesOf(settingIdentity);

/** Encrypts a value, bound to its setting: the ciphertext does not open for another setting. */
export type SealValue = (settingId: string, value: unknown) => string;

/** The value to store; null keeps the current one. */
type Replacement = { readonly value: SettingValue } | null;

/** A value by its key, of an App, of a tenant, or of all tenants. */
export class Setting extends having(setting) {
  /**
   * @throws ValidationFailedError for a value that does not fit, a key that is reserved, and what is public though it is
   *   a secret or not global.
   */
  constructor(tenantId: string | null, input: NewSetting, seal: SealValue) {
    const options = valuesIn(settingOptions, input);
    super({ tenantId, id: newId(), ...picked(input, IDENTITY), ...options });
    expectNone([
      ...identityErrors(input),
      ...optionErrors(this, options, options.isPublic),
      ...valueErrors(this, { value: input.value }),
    ]);
    Object.assign(this, this.stored({ value: input.value }, options.isSecret, seal));
  }

  /** Whether the setting requires a second factor of the administrators of its tenant. */
  get requiresAdminMfa(): boolean {
    const { key, scope, status, value } = this;
    return key === REQUIRE_ADMIN_MFA && scope === 'tenant' && status === 'active' && value === true;
  }

  /**
   * @throws ResourceImmutableFieldError for another key, type, scope or App.
   * @throws ValidationFailedError as the constructor, and when a secret would become readable.
   */
  update(changes: SettingChanges, seal: SealValue): void {
    for (const field of IDENTITY) {
      const isOther = changes[field] !== undefined && changes[field] !== this[field];
      if (isOther) throw new ResourceImmutableFieldError({ extra: { field: wireNameOf(field) } });
    }
    const options = { ...picked(this, namesOf(settingOptions)), ...changesIn(settingOptions, changes) };
    const replacement = this.replacementIn(changes, options);
    const isRevealed = this.isSecret && !options.isSecret && replacement === null;
    expectNone([
      ...optionErrors(this, options, changes.isPublic ?? false),
      ...valueErrors(this, replacement),
      ...(isRevealed ? [{ field: 'value', code: 'required' }] : []),
    ]);
    Object.assign(this, options, this.stored(replacement, options.isSecret, seal), {
      lockVersion: this.lockVersion + 1,
    });
  }

  private replacementIn({ value }: SettingChanges, { isSecret }: SettingOptions): Replacement {
    const isKept = value === undefined || (value === SETTING_MASK && this.isSecret && isSecret);
    return isKept ? null : { value };
  }

  /** The two columns of the value. A setting that becomes a secret keeps its value, encrypted. */
  private stored(replacement: Replacement, isSecret: boolean, seal: SealValue): Pick<Setting, 'value' | 'secretValue'> {
    const { value, secretValue } = this;
    if (!isSecret) return { value: replacement ? replacement.value : value, secretValue: null };
    if (replacement) return { value: null, secretValue: seal(this.id, replacement.value) };
    return { value: null, secretValue: secretValue ?? seal(this.id, value) };
  }
}

function expectNone(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw new ValidationFailedError(errors);
}

/** @param isPublished whether the request says that it is public: what SQL, or an earlier version, made public may stay. */
function optionErrors(
  { key, scope }: SettingIdentity,
  { isPublic, isSecret }: SettingOptions,
  isPublished: boolean,
): FieldError[] {
  const errors: FieldError[] = [];
  if (isPublic && isSecret) errors.push({ field: 'is_public', code: 'public_secret' });
  else if (isPublished && scope !== 'global') errors.push({ field: 'is_public', code: 'only_global' });
  if (isSecret && !mayBeSecret(key)) errors.push({ field: 'is_secret', code: 'never_secret' });
  return errors;
}

function valueErrors({ key, valueType }: SettingIdentity, replacement: Replacement): FieldError[] {
  if (replacement === null) return [];
  const { value } = replacement;
  const problem =
    value === SETTING_MASK ? { code: 'mask' } : (typeProblem(valueType, value) ?? knownValueProblem(key, value));
  return problem ? [{ field: 'value', ...problem }] : [];
}

function typeProblem(valueType: SettingValueType, value: unknown): { readonly code: string } | null {
  return valueType === 'json' || typeof value === valueType ? null : { code: `not_${valueType}` };
}
