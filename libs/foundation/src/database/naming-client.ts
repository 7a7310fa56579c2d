import { LimitedClient } from './limited-client';
import { namedQuery } from './named-query';

/** Names the parameterised statements that TypeORM sends as text, so that they too are prepared once per connection. */
export class NamingClient extends LimitedClient {
  override query(...[query, values, callback]: [query: unknown, values?: unknown, callback?: unknown]): never {
    if (typeof query === 'string' && Array.isArray(values) && values.length > 0) {
      return super.query({ ...namedQuery(query), values }, callback);
    }
    return super.query(query, values, callback);
  }
}
