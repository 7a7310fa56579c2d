import {
  type Changes,
  expectVersion,
  type FieldError,
  given,
  type LocalizedText,
  newId,
  type SettingsChanges,
  type SupportedLocale,
  ValidationFailedError,
} from '@libs/kernel';
import type { EditorScope } from '../content-scope';
import { CONTROL_CHARACTER, isBlank } from '../texts/rich-text';

export const CATEGORY_STATUSES = ['active', 'disabled'] as const;
export type CategoryStatus = (typeof CATEGORY_STATUSES)[number];

/** The limit in characters, per language. */
export const MAX_CATEGORY_NAME_LENGTH = 100;

/** What a new category has, and null brings back. */
const AT_FIRST = { parentId: null, sortOrder: 0, status: 'active' } as const;

interface Placement {
  /** The category above it; null on the first level. */
  readonly parentId: string | null;
  /** Position among the siblings, the lowest first. */
  readonly sortOrder: number;
  readonly status: CategoryStatus;
}

interface Identity {
  readonly slug: string;
  readonly name: LocalizedText;
}

export type NewCategory = Identity & SettingsChanges<Placement>;

/** Undefined fields stay as they are, null resets to what a new category has. */
export type CategoryChanges = Changes<Identity> & SettingsChanges<Placement>;

/** A category of articles. Readers do not see those below one that is disabled, whatever status they have. */
export class Category implements Identity, Placement {
  readonly tenantId: string;
  readonly appId: string;
  readonly id: string;
  readonly parentId!: string | null;
  readonly slug!: string;
  readonly name!: LocalizedText;
  readonly sortOrder!: number;
  readonly status!: CategoryStatus;
  readonly lockVersion: number;
  /** Set by the database. */
  readonly createdAt!: Date;
  readonly updatedAt!: Date;

  /** @throws ValidationFailedError for the name. */
  constructor(scope: EditorScope, input: NewCategory) {
    this.tenantId = scope.tenantId;
    this.appId = scope.appId;
    this.id = newId();
    Object.assign(this, AT_FIRST, settingsOf(input, scope.defaultLocale));
    this.lockVersion = 1;
  }

  expectVersion(lockVersion: number): void {
    expectVersion(this, lockVersion);
  }

  /** @throws ValidationFailedError for the name. */
  update({ defaultLocale }: EditorScope, changes: CategoryChanges): void {
    Object.assign(this, settingsOf(changes, defaultLocale), { lockVersion: this.lockVersion + 1 });
  }
}

/** What a category has after the changes, as far as they say something. */
function settingsOf(changes: CategoryChanges, defaultLocale: SupportedLocale): Partial<Identity & Placement> {
  const errors = changes.name ? nameErrors(changes.name, defaultLocale) : [];
  if (errors.length > 0) throw new ValidationFailedError(errors);
  const { slug, name, parentId, sortOrder, status } = changes;
  return given(
    {
      slug,
      name,
      parentId,
      sortOrder: sortOrder === null ? AT_FIRST.sortOrder : sortOrder,
      status: status === null ? AT_FIRST.status : status,
    },
    ['slug', 'name', 'parentId', 'sortOrder', 'status'],
  );
}

/** A name that shows nothing counts as missing, in any language. */
function nameErrors(name: LocalizedText, defaultLocale: SupportedLocale): FieldError[] {
  const errors: FieldError[] = Object.entries(name).flatMap(([locale, text]) => {
    if (CONTROL_CHARACTER.test(text)) return [{ field: `name.${locale}`, code: 'invalid_text' }];
    return isBlank(text) ? [{ field: `name.${locale}`, code: 'required' }] : [];
  });
  if (name[defaultLocale] === undefined) errors.push({ field: `name.${defaultLocale}`, code: 'required' });
  return errors;
}
