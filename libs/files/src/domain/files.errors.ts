import { domainError } from '@libs/kernel';
import { TEXTS } from '../locales/texts';

/** The reason for refusing a content, for the member `reason` of the answer. */
export type RefusalReason =
  | 'empty'
  | 'not_an_image'
  | 'broken_image'
  | 'too_many_pixels'
  | 'takes_too_long'
  | 'not_an_archive'
  | 'broken_archive'
  | 'encrypted_archive'
  | 'not_a_package'
  | 'another_kind_of_package';

export class ContentRefusedError extends domainError(
  'invalid',
  'FILES.CONTENT.REFUSED',
  'File content refused',
  TEXTS,
) {
  get reason(): RefusalReason {
    return this.extra['reason'] as RefusalReason;
  }

  static because(reason: RefusalReason, cause?: unknown): ContentRefusedError {
    return new ContentRefusedError({ extra: { reason }, cause });
  }
}

export class FileTooLargeError extends domainError('too_large', 'FILES.CONTENT.TOO_LARGE', 'File too large', TEXTS) {}

export class StorageQuotaExceededError extends domainError(
  'too_large',
  'FILES.QUOTA.EXCEEDED',
  'Storage quota exceeded',
  TEXTS,
) {}

export class FileNotCleanError extends domainError('conflict', 'FILES.NOT_CLEAN', 'File not clean', TEXTS) {}

export class FileInUseError extends domainError('conflict', 'FILES.IN_USE', 'The file is in use', TEXTS) {}
