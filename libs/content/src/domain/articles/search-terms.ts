import { likePattern } from '@libs/kernel';
import { normalised } from './search-document';

/** One or two letters or digits: too short for a trigram, but a word of their own in search documents. */
const SHORT = /^[\p{L}\p{N}]{1,2}$/u;

/**
 * The LIKE pattern that finds a text as it stands anywhere in a search document, with its wildcards escaped; of one or
 * two letters or digits, where a word begins with them. Null for no text.
 */
export function literalPattern(q: string | undefined): string | null {
  const text = normalised(q ?? '');
  if (!SHORT.test(text)) return likePattern(text);
  return [...text].length === 1 ? `% ${text}%` : `% ${text} %`;
}
