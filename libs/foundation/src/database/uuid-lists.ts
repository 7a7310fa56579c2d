import pg from 'pg';

/** The OID of `_uuid` in `pg_type`; the enumeration of pg lacks arrays. */
const UUID_LIST = 2951 as Parameters<typeof pg.types.setTypeParser>[0];

/** The array parser of pg, which works character by character: 18 ms for ten thousand ids. */
const parseAnyList = pg.types.getTypeParser(UUID_LIST) as (text: string) => string[];

/** Parses an array of uuids, in which nothing is quoted. */
export function parseUuidList(text: string): (string | null)[] {
  // An empty array, or one with NULL or inner arrays.
  if (!/^\{[0-9a-f]/.test(text) || text.includes('N')) return parseAnyList(text);
  return text.slice(1, -1).split(',');
}

/** Applies to all connections of this process. */
export function readUuidListsFast(): void {
  pg.types.setTypeParser(UUID_LIST, parseUuidList);
}
