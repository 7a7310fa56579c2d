import { domainError } from '@libs/kernel';
import { TEXTS } from '../locales/texts';

export class ContentStateError extends domainError(
  'conflict',
  'CONTENT.STATE.INVALID',
  'Not possible in this state',
  TEXTS,
) {}

export class PageReservedError extends domainError(
  'conflict',
  'CONTENT.PAGE.RESERVED',
  'The page is reserved',
  TEXTS,
) {}

export class LegalRevisionStaleError extends domainError(
  'invalid',
  'CONTENT.LEGAL.REVISION_STALE',
  'Not the current revision',
  TEXTS,
) {}

export class ArticleBookmarkLimitError extends domainError(
  'conflict',
  'CONTENT.BOOKMARK.LIMIT',
  'Too many bookmarks',
  TEXTS,
) {}
