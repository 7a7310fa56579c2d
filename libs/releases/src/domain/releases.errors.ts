import { domainError } from '@libs/kernel';
import { TEXTS } from '../locales/texts';

export class ReleaseVersionDuplicateError extends domainError(
  'invalid',
  'RELEASES.VERSION.DUPLICATE',
  'version_code taken',
  TEXTS,
) {}

/** Carries `fields`, the names of those that would have changed. */
export class ReleaseFrozenError extends domainError('conflict', 'RELEASES.FROZEN', 'Fixed by publication', TEXTS) {}

export class ReleaseNotReadyError extends domainError('conflict', 'RELEASES.PUBLISH.NOT_READY', 'Not ready', TEXTS) {}

export class ReleaseStateError extends domainError(
  'conflict',
  'RELEASES.STATE.INVALID',
  'Not possible in this state',
  TEXTS,
) {}
