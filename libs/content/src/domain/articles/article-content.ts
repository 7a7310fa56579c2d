import {
  changedBy,
  type Changes,
  type FieldError,
  type LocalizedText,
  type SettingsChanges,
  type SupportedLocale,
  ValidationFailedError,
} from '@libs/kernel';
import { type BodyPreparation, bodyToStore, plainTextToStore, textsToStore } from '../texts/localized-texts';
import type { BodyFormat } from '../texts/rich-text';

export const VISIBILITIES = ['members', 'public'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** The limit in characters, per language. */
export const MAX_SUMMARY_LENGTH = 500;
export const MAX_TAGS = 20;
export const MAX_TAG_LENGTH = 50;

/** What editors write. All of it belongs to a revision. */
export interface ArticleContent {
  readonly categoryId: string;
  readonly slug: string;
  readonly title: LocalizedText;
  /** May be empty. */
  readonly summary: LocalizedText;
  readonly body: LocalizedText;
  readonly bodyFormat: BodyFormat;
  readonly coverFileId: string | null;
  /** Each once. */
  readonly tags: readonly string[];
  readonly visibility: Visibility;
  /** Stands before the others in lists. */
  readonly pinned: boolean;
}

/** Fields that every article must have: they have no default that null could reset them to. */
type IndispensableField = 'categoryId' | 'slug' | 'title' | 'body';

/** Undefined fields stay as they are, null resets to the default. */
export type ArticleChanges = Changes<Pick<ArticleContent, IndispensableField>> &
  SettingsChanges<Omit<ArticleContent, IndispensableField>>;

export type NewArticle = ArticleChanges & Pick<ArticleContent, IndispensableField>;

/** The content of a new article, with the defaults: nobody but members sees what nobody has opened. */
export function initialContent({
  categoryId,
  slug,
  title,
  body,
}: Pick<ArticleContent, IndispensableField>): ArticleContent {
  return {
    categoryId,
    slug,
    title,
    summary: {},
    body,
    bodyFormat: 'markdown',
    coverFileId: null,
    tags: [],
    visibility: 'members',
    pinned: false,
  };
}

/**
 * The content after the changes, in the form in which it is stored. Texts that do not change are not checked again.
 *
 * @param defaultLocale of the App: title and body must at least be there in it, and so must a summary, if there is one.
 * @param prepare sanitises HTML, so that nothing else is ever stored.
 * @throws ValidationFailedError naming the locales whose texts are missing, unknown or too much.
 */
export async function changedContent(
  present: ArticleContent,
  changes: ArticleChanges,
  defaultLocale: SupportedLocale,
  prepare: BodyPreparation,
): Promise<ArticleContent> {
  const next = changedBy<ArticleContent>(changes, present, initialContent(present));
  const errors: FieldError[] = [];
  const texts = (field: 'title' | 'summary') =>
    changes[field] ? textsToStore(field, changes[field], defaultLocale, errors, plainTextToStore) : next[field];
  const title = await texts('title');
  const summary = Object.keys(next.summary).length === 0 ? {} : await texts('summary');
  const isOtherBody = changes.body !== undefined || next.bodyFormat !== present.bodyFormat;
  const body = isOtherBody
    ? await textsToStore('body', next.body, defaultLocale, errors, (text) =>
        bodyToStore(text, next.bodyFormat, prepare),
      )
    : next.body;
  if (errors.length > 0) throw new ValidationFailedError(errors);
  return { ...next, title, summary, body, tags: [...new Set(next.tags)] };
}
