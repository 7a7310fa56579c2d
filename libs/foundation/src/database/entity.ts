import type { Field, Fields } from '@libs/kernel';
import { wireNameOf } from '@libs/kernel';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';

const TYPES: Readonly<Partial<Record<Field<unknown>['type']['kind'], EntitySchemaColumnOptions['type']>>> = {
  uuid: 'uuid',
  actor: 'uuid',
  bytes: 'bytea',
  flag: 'boolean',
  instant: 'timestamptz',
  day: 'date',
  integer: 'integer',
  lockVersion: 'integer',
  number: 'numeric',
  localized: 'jsonb',
  json: 'jsonb',
  map: 'jsonb',
  schema: 'jsonb',
};
const LISTS: readonly string[] = ['texts', 'some', 'locales'];

interface EntityOptions<Entity> {
  readonly table: string;
  readonly key: readonly (keyof Entity & string)[];
  /** Column options that do not follow from the field. */
  readonly columns?: { readonly [Name in keyof Entity]?: Partial<EntitySchemaColumnOptions> };
}

/** The mapping of a class to its table: a column for each of the fields, under its name in snake_case. */
export function entityOf<Entity extends object>(
  target: { readonly name: string; readonly prototype: Entity },
  fields: Fields,
  { table, key, columns = {} }: EntityOptions<Entity>,
): EntitySchema<Entity> {
  const known: Readonly<Record<string, Partial<EntitySchemaColumnOptions> | undefined>> = columns;
  const options = Object.entries(fields).map(([name, field]) => [
    name,
    {
      ...columnOf(name, field),
      ...(field.type.kind === 'actor' ? stamped(known) : {}),
      ...((key as readonly string[]).includes(name) ? { primary: true } : {}),
      ...known[name],
    },
  ]);
  return new EntitySchema<Entity>({
    name: target.name,
    target: target as never,
    tableName: table,
    columns: Object.fromEntries(options) as never,
  });
}

function columnOf(name: string, { type, properties }: Field<unknown>): EntitySchemaColumnOptions {
  return {
    type: TYPES[type.kind] ?? 'text',
    name: wireNameOf(name),
    ...(LISTS.includes(type.kind) ? { array: true } : {}),
    ...(properties.isNullable ? { nullable: true } : {}),
  };
}

/**
 * A column that the database alone writes. Where TypeORM keeps the date of updates, it reads this column together with
 * it after each statement: it returns all columns of that kind, and sets only the first, which is the date itself.
 */
function stamped(columns: Readonly<Record<string, Partial<EntitySchemaColumnOptions> | undefined>>) {
  const updateDate = Object.values(columns).some((column) => column?.updateDate);
  return { insert: false, update: false, ...(updateDate ? { updateDate } : {}) };
}
