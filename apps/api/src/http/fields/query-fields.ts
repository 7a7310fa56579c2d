import { ValidationFailedError } from '@libs/kernel';
import { isPlainText } from '../request/json-shape';
import { type Query, REPEATED } from '../request/query';

/**
 * The query parameters that the route knows. Others are left out, as caches and proxies add theirs: surfaces on which they
 * are refused do so before (`KnownParametersInterceptor`). What the route knows is neither repeated nor bracketed:
 * programs would disagree about the meaning of such a URL.
 */
export function queryFields(query: Query, known: ReadonlySet<string>): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, parameter] of Object.entries(query)) {
    const [bare = ''] = name.split(/[[\]]/, 1);
    if (!known.has(bare)) continue;
    if (bare !== name) throw ValidationFailedError.of(name, 'unknown_field');
    if (parameter === REPEATED) throw ValidationFailedError.of(name, 'repeated');
    if (parameter === null || !isPlainText(parameter)) throw ValidationFailedError.of(name, 'invalid_text');
    fields[name] = parameter;
  }
  return fields;
}
