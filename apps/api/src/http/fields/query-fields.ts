import { ValidationFailedError } from '@libs/kernel';
import { isPlainText } from '../request/json-shape';
import { type Query, REPEATED } from '../request/query';

/**
 * The query parameters that the route knows. Others are ignored, as caches and proxies add theirs, but nothing may be
 * repeated or bracketed: programs would disagree about the meaning of such a URL.
 */
export function queryFields(query: Query, known: ReadonlySet<string>): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, parameter] of Object.entries(query)) {
    if (/[[\]]/.test(name)) throw ValidationFailedError.of(name, 'unknown_field');
    if (parameter === REPEATED) throw ValidationFailedError.of(name, 'repeated');
    if (parameter === null || !isPlainText(parameter)) throw ValidationFailedError.of(name, 'invalid_text');
    if (known.has(name)) fields[name] = parameter;
  }
  return fields;
}
