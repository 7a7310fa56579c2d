import { expectHeld } from '@libs/iam';
import type { Audience } from '../../domain/audience/audience';

/** The administrator who writes a message, or asks whom it would reach. */
export interface MessageAuthor {
  readonly userId: string;
  readonly permissions: ReadonlySet<string>;
}

/**
 * How many a message would reach tells of a filter by roles who has them, and of one by units who belongs to them.
 * Whether a message can be for somebody with an address tells who has it.
 *
 * @throws PermissionDeniedError for an audience by what the author may not see.
 */
export function expectMayChoose({ permissions }: MessageAuthor, { identifiers, filter }: Audience): void {
  if (filter.roles || filter.unit_ids) expectHeld(permissions, ['users.read']);
  if (identifiers) expectHeld(permissions, ['members.read']);
}
