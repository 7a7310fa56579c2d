import pg from 'pg';
import { namedQuery } from './named-query';

type QueryArguments = [query: unknown, values?: unknown, callback?: unknown];

/** Names the parameterised statements that TypeORM sends as text, so that they too are prepared once a connection. */
export class NamingClient extends pg.Client {
  override query(...[query, values, callback]: QueryArguments): never {
    const named =
      typeof query === 'string' && Array.isArray(values) && values.length > 0
        ? [{ ...namedQuery(query), values }, callback]
        : [query, values, callback];
    return super.query(...(named as Parameters<pg.Client['query']>)) as never;
  }
}
