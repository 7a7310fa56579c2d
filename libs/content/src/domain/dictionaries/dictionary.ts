import {
  changedBy,
  expectVersion,
  namesOf,
  newId,
  picked,
  ResourceImmutableFieldError,
  type SupportedLocale,
  ValidationFailedError,
  wireNameOf,
} from '@libs/kernel';
import {
  changeErrors,
  type DictionaryChanges,
  type DictionaryItem,
  type DictionaryScope,
  type DictionarySettings,
  type DictionaryStatus,
  initialSettings,
  type NewDictionary,
} from './dictionary-settings';

const IMMUTABLE_FIELDS = ['scope', 'appId', 'code'] as const;

/** A list of keys with labels and values, for clients to choose from or to show. */
export class Dictionary implements DictionarySettings {
  /** The platform's for a global one. */
  readonly tenantId: string;
  readonly id: string;
  readonly scope: DictionaryScope;
  /** Null unless it belongs to an App. */
  readonly appId: string | null;
  readonly code: string;
  readonly name!: DictionarySettings['name'];
  readonly items!: readonly DictionaryItem[];
  readonly isPublic!: boolean;
  readonly status!: DictionaryStatus;
  readonly lockVersion: number;
  /** Set by the database. */
  readonly createdAt!: Date;
  readonly updatedAt!: Date;

  /**
   * @param defaultLocale of its App; null if it has none.
   * @throws ValidationFailedError for repeated keys, and texts missing in the default locale.
   */
  constructor(tenantId: string, input: NewDictionary, defaultLocale: SupportedLocale | null) {
    this.tenantId = tenantId;
    this.id = newId();
    this.scope = input.scope;
    this.appId = input.appId;
    this.code = input.code;
    this.lockVersion = 1;
    Object.assign(this, changed(initialSettings(input), input, defaultLocale));
  }

  expectVersion(lockVersion: number): void {
    expectVersion(this, lockVersion);
  }

  /**
   * @throws ResourceImmutableFieldError for another scope, App or code.
   * @throws ValidationFailedError as the constructor.
   */
  update(changes: DictionaryChanges, defaultLocale: SupportedLocale | null): void {
    for (const field of IMMUTABLE_FIELDS) {
      const isOther = changes[field] !== undefined && changes[field] !== this[field];
      if (isOther) throw new ResourceImmutableFieldError({ extra: { field: wireNameOf(field) } });
    }
    Object.assign(this, changed(this, changes, defaultLocale), { lockVersion: this.lockVersion + 1 });
  }
}

function changed(
  present: DictionarySettings,
  changes: DictionaryChanges,
  defaultLocale: SupportedLocale | null,
): DictionarySettings {
  const errors = changeErrors(changes, defaultLocale);
  if (errors.length > 0) throw new ValidationFailedError(errors);
  const atFirst = initialSettings(present);
  return changedBy<DictionarySettings>(changes, picked(present, namesOf(atFirst)), atFirst);
}
