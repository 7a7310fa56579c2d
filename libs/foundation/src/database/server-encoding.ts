import { ConfigurationError } from '../config/config';
import { withClient } from './with-client';

/**
 * A cluster that was made without a locale has SQL_ASCII: its databases store any bytes as text, and measure, fold and
 * search bytes instead of characters.
 *
 * @throws ConfigurationError if the database of `url` has another encoding than UTF-8.
 */
export async function expectUtf8(url: string): Promise<void> {
  const { rows } = await withClient(url, (client) => client.query<{ server_encoding: string }>('SHOW server_encoding'));
  const encoding = rows[0]?.server_encoding;
  if (encoding === 'UTF8') return;
  throw new ConfigurationError([
    `the database must have the encoding UTF8 rather than ${encoding ?? 'none'}: make it with ENCODING 'UTF8' TEMPLATE template0`,
  ]);
}
