import type { OperationId } from '../../api/operations';
import { adminSnippet, readSnippet } from '../../frame/snippets';

const OF_PAGES = {
  read: 'getAdminPage',
  save: 'saveAdminPageDraft',
  publish: 'publishAdminPage',
  preview: 'createAdminPagePreviewLink',
  revisions: 'listAdminPageRevisions',
  restore: 'restoreAdminPageRevision',
} as const;

const OF_LEGAL = {
  read: 'getAdminLegalDocument',
  save: 'saveAdminLegalDraft',
  publish: 'publishAdminLegalDocument',
  preview: 'createAdminLegalPreviewLink',
  revisions: 'listAdminLegalRevisions',
  restore: 'restoreAdminLegalRevision',
} as const satisfies Readonly<Record<keyof typeof OF_PAGES, OperationId>>;

/** Pages and legal documents are the same under two names: to the types, both are pages. */
const OPERATIONS = { page: OF_PAGES, legal: OF_LEGAL as unknown as typeof OF_PAGES };

/** A page by its slug, or a legal document by its type. */
export interface DocumentRef {
  readonly kind: 'page' | 'legal';
  readonly appId: string;
  readonly key: string;
}

export function operationsOf({ kind }: Pick<DocumentRef, 'kind'>) {
  return OPERATIONS[kind];
}

export function pathOf({ kind, appId, key }: DocumentRef): { readonly app_id: string; readonly slug: string } {
  const path = kind === 'page' ? { app_id: appId, slug: key } : { app_id: appId, document_type: key };
  return path as { readonly app_id: string; readonly slug: string };
}

/** Where readers get what is published. */
export function addressOf({ kind, key }: Pick<DocumentRef, 'kind' | 'key'>): string {
  return `/api/v1/public/${kind === 'page' ? 'pages' : 'legal'}/${key}`;
}

/** The same as an App asks for it, in a language. */
export function documentSnippet(ref: DocumentRef, locale: string): string {
  return readSnippet(addressOf(ref), { 'X-AppID': ref.appId, 'Accept-Language': locale });
}

/** The first draft of one that every App has, written without the console. */
export function draftSnippet(ref: DocumentRef, lock_version: number): string {
  const texts = { title: { 'zh-CN': '标题', 'en-US': 'Title' }, body: { 'zh-CN': '# 正文', 'en-US': '# Text' } };
  return adminSnippet(operationsOf(ref).save, {
    path: pathOf(ref),
    body: { lock_version, ...texts, body_format: 'markdown' },
  });
}
