import { error } from '../locales/texts';

export class ReleaseVersionDuplicateError extends error(
  'invalid',
  'RELEASES.VERSION.DUPLICATE',
  'version_code taken',
) {}

/** Carries `fields`, the names of those that would have changed. */
export class ReleaseFrozenError extends error('conflict', 'RELEASES.FROZEN', 'Fixed by publication') {}

export class ReleaseNotReadyError extends error('conflict', 'RELEASES.PUBLISH.NOT_READY', 'Not ready') {}

export class ReleaseStateError extends error('conflict', 'RELEASES.STATE.INVALID', 'Not possible in this state') {}
