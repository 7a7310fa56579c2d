import { error } from '../locales/texts';

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

export class ContentRefusedError extends error('invalid', 'FILES.CONTENT.REFUSED', 'File content refused') {
  get reason(): RefusalReason {
    return this.extra['reason'] as RefusalReason;
  }

  static because(reason: RefusalReason, cause?: unknown): ContentRefusedError {
    return new ContentRefusedError({ extra: { reason }, cause });
  }
}

export class FileTooLargeError extends error('too_large', 'FILES.CONTENT.TOO_LARGE', 'File too large') {}

export class StorageQuotaExceededError extends error('too_large', 'FILES.QUOTA.EXCEEDED', 'Storage quota exceeded') {}

export class FileNotCleanError extends error('conflict', 'FILES.NOT_CLEAN', 'File not clean') {}

export class FileInUseError extends error('conflict', 'FILES.IN_USE', 'The file is in use') {}
