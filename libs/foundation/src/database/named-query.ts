import { createHash } from 'node:crypto';

export interface NamedQuery {
  readonly name?: string;
  readonly text: string;
}

/** Statements are literals in the code; the cap guards against statements that are built at run time. */
const MAX_NAMES = 1_000;

/** Within a statement that has many variants, of which each is rare. */
export const PLANNED_EACH_TIME = '/* planned each time */';

const names = new Map<string, string>();

/**
 * Gives a statement the name under which each connection prepares it once, so that PostgreSQL parses and plans it once a
 * connection instead of once a request. Pattern searches stay unnamed: a generic plan cannot use their indexes. So do statements that
 * say so.
 */
export function namedQuery(text: string): NamedQuery {
  const known = names.get(text);
  if (known) return { name: known, text };
  if (names.size >= MAX_NAMES || /\bI?LIKE\b/i.test(text) || text.includes(PLANNED_EACH_TIME)) return { text };
  const name = `q_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  names.set(text, name);
  return { name, text };
}
