import { ResourceNotFoundError } from '@libs/kernel';

/** PostgreSQL's `integer`. */
const MAX_REVISION = 2_147_483_647;

const REVISION = /^[1-9][0-9]{0,9}$/;

export const REVISION_PARAM = {
  name: 'revision',
  schema: { type: 'integer', minimum: 1, maximum: MAX_REVISION },
  example: 1,
} as const;

/** @throws ResourceNotFoundError for what counts no revision. */
export function revisionNumber(text: string): number {
  const revision = Number(text);
  if (!REVISION.test(text) || revision > MAX_REVISION) throw new ResourceNotFoundError();
  return revision;
}
