import { error } from '../locales/texts';

export class ContentStateError extends error('conflict', 'CONTENT.STATE.INVALID', 'Not possible in this state') {}

export class PageReservedError extends error('conflict', 'CONTENT.PAGE.RESERVED', 'The page is reserved') {}

export class LegalRevisionStaleError extends error(
  'invalid',
  'CONTENT.LEGAL.REVISION_STALE',
  'Not the current revision',
) {}

export class ArticleBookmarkLimitError extends error('conflict', 'CONTENT.BOOKMARK.LIMIT', 'Too many bookmarks') {}
