import { expectHeld } from '@libs/iam';
import type { AudienceFilter } from '../../domain/audience/audience';

/** The administrator who writes a message, or asks whom it would reach. */
export interface MessageAuthor {
  readonly userId: string;
  readonly permissions: ReadonlySet<string>;
}

/**
 * How many a message would reach, and has reached, tells of a filter by roles who has them.
 *
 * @throws PermissionDeniedError for a filter by what the author may not see.
 */
export function expectMayFilter({ permissions }: MessageAuthor, { roles }: AudienceFilter): void {
  if (roles) expectHeld(permissions, ['users.read']);
}
