import { type Fields, wireNameOf } from '@libs/kernel';
import type { EntitySchema } from 'typeorm';

/** The fields of an entity that are columns, in the order of its schema, without those that are named. */
export function fieldsOf<T, Omitted extends keyof T & string = never>(
  schema: EntitySchema<T>,
  { without = [] }: { readonly without?: readonly Omitted[] } = {},
): Exclude<keyof T & string, Omitted>[] {
  const fields = Object.keys(schema.options.columns) as (keyof T & string)[];
  return fields.filter((field): field is Exclude<typeof field, Omitted> => !without.includes(field as Omitted));
}

/** A moment within JSON that a statement makes, as answers tell it: RFC 3339, in UTC and to the millisecond. */
export function momentInJson(moment: string): string {
  return `to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/**
 * Columns for the SELECT or RETURNING of a statement, each under the name of its field: `a.icon_file_id AS "iconFileId"`.
 * To be put into the text once, when the module is loaded.
 *
 * @param table the name that the table has in the statement.
 */
export function columnsOf<T>(
  schema: EntitySchema<T>,
  table: string,
  fields: readonly (keyof T & string)[] = fieldsOf(schema),
): string {
  const columns = fields.map((field) => {
    const column = schema.options.columns[field];
    if (!column) throw new Error(`${schema.options.name} has no column for ${field}`);
    return column.name === undefined || column.name === field
      ? `${table}.${field}`
      : `${table}.${column.name} AS "${field}"`;
  });
  return columns.join(', ');
}

/** The same for fields without an entity: `event_id AS "eventId"`. */
export function columnsIn(fields: Fields): string {
  return Object.keys(fields)
    .map((name) => (wireNameOf(name) === name ? name : `${wireNameOf(name)} AS "${name}"`))
    .join(', ');
}
