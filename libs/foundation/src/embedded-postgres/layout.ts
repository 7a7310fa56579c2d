import { join } from 'node:path';

/**
 * The contents of the directory. Only `data` belongs to the account that the server runs under; our files stay outside of
 * it, so that root never follows a link planted by a less privileged user.
 */
export interface Layout {
  readonly directory: string;
  readonly data: string;
  readonly settings: string;
  readonly credentials: string;
  readonly owner: string;
  readonly log: string;
}

/** Prefix of the directories in which initdb works; an interrupted start may leave one behind. */
export const DRAFT_PREFIX = 'initialising-';

export function layoutOf(directory: string): Layout {
  return {
    directory,
    data: join(directory, 'data'),
    settings: join(directory, 'postgresql.conf'),
    credentials: join(directory, 'credentials.json'),
    owner: join(directory, 'owner.json'),
    log: join(directory, 'server.log'),
  };
}
