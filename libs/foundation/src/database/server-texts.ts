import { ConfigurationError } from '../config/config';
import { COLLATIONS } from './list-order';
import { withClient } from './with-client';

/**
 * A cluster that was made without a locale has SQL_ASCII: its databases store any bytes as text, and measure, fold and
 * search bytes instead of characters. A server that was built without ICU sorts names as no language does.
 *
 * @throws ConfigurationError if the database of `url` has another encoding than UTF-8, or lacks a collation.
 */
export async function expectTexts(url: string): Promise<void> {
  const names = Object.values(COLLATIONS);
  const { rows } = await withClient(url, (client) =>
    client.query<{ encoding: string; missing: string[] }>(
      `SELECT current_setting('server_encoding') AS encoding,
              ARRAY(SELECT name FROM unnest($1::text[]) name WHERE to_regcollation(name) IS NULL) AS missing`,
      [names],
    ),
  );
  const [{ encoding, missing } = { encoding: 'none', missing: names }] = rows;
  if (encoding !== 'UTF8') {
    throw new ConfigurationError([
      `the database must have the encoding UTF8 rather than ${encoding}: make it with ENCODING 'UTF8' TEMPLATE template0`,
    ]);
  }
  if (missing.length === 0) return;
  throw new ConfigurationError([
    `the database lacks the collations ${missing.join(', ')}: it needs a PostgreSQL with ICU, as its packages are`,
  ]);
}
