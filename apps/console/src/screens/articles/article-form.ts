import type { components } from '../../api/schema';
import type { LocalizedText } from '../../parts/localized';

type Schemas = components['schemas'];
export type Article = Schemas['AdminArticleResponse'];
export type ArticleSummary = Schemas['AdminArticleSummaryResponse'];
export type Revision = Schemas['AdminArticleRevisionResponse'];

export const STATUSES = [
  'draft',
  'scheduled',
  'published',
  'archived',
] as const satisfies readonly Schemas['ArticleStatus'][];
export const VISIBILITIES = ['members', 'public'] as const satisfies readonly Schemas['ArticleVisibility'][];
export const FORMATS = ['markdown', 'html'] as const satisfies readonly Schemas['BodyFormat'][];
export const STATUS_TONES = {
  draft: 'neutral',
  scheduled: 'primary',
  published: 'success',
  archived: 'neutral',
} as const;

export interface ArticleValues {
  title: LocalizedText;
  summary: LocalizedText;
  body: LocalizedText;
  body_format: Schemas['BodyFormat'];
  slug: string;
  category_id: string | null;
  tags: string[];
  cover_file_id: string | null;
  visibility: Schemas['ArticleVisibility'];
  pinned: boolean;
}

export function emptyArticle(): ArticleValues {
  return {
    ...{ title: {}, summary: {}, body: {}, body_format: 'markdown', slug: '', category_id: null, tags: [] },
    ...{ cover_file_id: null, visibility: 'members', pinned: false },
  };
}

export function valuesOf(article: Article | Revision): ArticleValues {
  const { title, summary, body, body_format, slug, category_id, tags, cover_file_id, visibility, pinned } = article;
  return { title, summary, body, body_format, slug, category_id, tags, cover_file_id, visibility, pinned };
}

/** What a copy begins with: it stands beside the first one, so that it needs a slug of its own, and no pin. */
export function copiedOf(article: Article): ArticleValues {
  const ending = '-copy';
  return { ...valuesOf(article), slug: `${article.slug.slice(0, 100 - ending.length)}${ending}`, pinned: false };
}

/** As the API takes it: nothing is chosen yet, and a text of no language, are no values. */
export function bodyOf({ category_id, summary, ...others }: Partial<ArticleValues>): object {
  return {
    ...others,
    ...(category_id ? { category_id } : {}),
    ...(summary ? { summary: Object.keys(summary).length > 0 ? summary : null } : {}),
  };
}

/** What can be done with an article as it stands. */
export function stepsOf({ status, has_changes }: Pick<ArticleSummary, 'status' | 'has_changes'>) {
  return {
    publish: status !== 'archived' && (status !== 'published' || has_changes),
    /** Nothing but the time at which it ends. */
    end: status === 'published' && !has_changes,
    unschedule: status === 'scheduled',
    unpublish: status !== 'draft',
    archive: status !== 'archived',
    delete: status === 'draft',
  };
}
