import {
  type ChangesOf,
  changesIn,
  field,
  type FieldError,
  fields,
  having,
  type LocalizedText,
  newId,
  type NewOf,
  only,
  type SupportedLocale,
  ValidationFailedError,
  valuesIn,
} from '@libs/kernel';
import type { EditorScope } from '../content-scope';
import { CONTROL_CHARACTER, isBlank } from '../texts/rich-text';
import { MAX_SLUG_LENGTH, SLUG } from '../texts/slug';
import { MAX_CATEGORY_LEVELS } from './category-tree';

export const CATEGORY_STATUSES = ['active', 'disabled'] as const;
export type CategoryStatus = (typeof CATEGORY_STATUSES)[number];

/** What editors write. Slug and name have no value that null could bring back. */
export const categorySettings = fields({
  name: field
    .localized(100)
    .about('At least in the default locale of the App')
    .example({ 'zh-CN': '新闻', 'en-US': 'News' }),
  slug: field
    .text(MAX_SLUG_LENGTH, { pattern: SLUG, patternCode: 'not_slug' })
    .about('Unique within the App')
    .example('news'),
  parentId: field
    .uuid()
    .nullable()
    .initially(null)
    .about(`The parent category in the same App; null on the first of at most ${MAX_CATEGORY_LEVELS} levels`)
    .example(null),
  sortOrder: field
    .integer(0, 1_000_000)
    .initially(0)
    .about('Position among the siblings, the lowest first')
    .example(10),
  status: field
    .one('ContentCategoryStatus', CATEGORY_STATUSES)
    .initially('active')
    .about('Readers see neither a disabled category nor its descendants, which keep their own status'),
});

export const category = fields({
  tenantId: field.uuid(),
  id: field.uuid(),
  appId: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902'),
  ...only(categorySettings, 'parentId', 'slug', 'name', 'sortOrder', 'status'),
  lockVersion: field.lockVersion().initially(1),
  /** Set by the database, both. */
  createdAt: field.instant().example('2026-11-20T08:00:00.000Z'),
  updatedAt: field.instant().example('2026-11-20T08:30:00.000Z'),
  updatedBy: field.actor(),
});

export type NewCategory = NewOf<typeof categorySettings>;
export type CategoryChanges = ChangesOf<typeof categorySettings>;

/** A category of articles. Readers do not see those below one that is disabled, whatever status they have. */
export class Category extends having(category) {
  /** @throws ValidationFailedError for the name. */
  constructor({ tenantId, appId, defaultLocale }: EditorScope, input: NewCategory) {
    expectName(input, defaultLocale);
    super({ tenantId, appId, id: newId(), ...valuesIn(categorySettings, input) });
  }

  /** @throws ValidationFailedError for the name. */
  update({ defaultLocale }: EditorScope, changes: CategoryChanges): void {
    expectName(changes, defaultLocale);
    Object.assign(this, changesIn(categorySettings, changes), { lockVersion: this.lockVersion + 1 });
  }
}

function expectName({ name }: CategoryChanges, defaultLocale: SupportedLocale): void {
  const errors = name ? nameErrors(name, defaultLocale) : [];
  if (errors.length > 0) throw new ValidationFailedError(errors);
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
