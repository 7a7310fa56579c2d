import type { components } from '../../api/schema';
import type { LocalizedText } from '../../parts/localized';

type Schemas = components['schemas'];
export type Page = Schemas['AdminPageResponse'];
export type Revision = Schemas['AdminPageRevisionResponse'];

/** A page with the revision that is out, from which one without a draft is written on. */
export interface LoadedPage extends Page {
  readonly out: Revision | null;
}

export const FORMATS = ['markdown', 'html'] as const satisfies readonly Schemas['BodyFormat'][];

export interface PageValues {
  title: LocalizedText;
  body: LocalizedText;
  body_format: Schemas['BodyFormat'];
  effective_at: string | null;
}

export function emptyPage(): PageValues {
  return { title: {}, body: {}, body_format: 'markdown', effective_at: null };
}

export function valuesOf(text: PageValues): PageValues {
  const { title, body, body_format, effective_at } = text;
  return { title, body, body_format, effective_at };
}

/** What there is to write on: the draft, else what is out. */
export function writtenOf(page: Page): PageValues {
  const text = page.draft ?? ('out' in page ? (page as LoadedPage).out : null);
  return text ? valuesOf(text) : emptyPage();
}
