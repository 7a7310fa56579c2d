import { type Field, type Fields, type Loose, type ValuesOf, wireNameOf } from '@libs/kernel';
import type { WireValuesOf } from '../fields/wire-names';
import { answered } from './answer-fields';

/** Converts a value of the program to its JSON value; null if they are the same. */
type Conversion = ((value: never) => unknown) | null;

/**
 * The base of a class of answers. It has the documented fields of the table, in its order and under their names on the
 * wire, and no others; each is taken from the field of the source with the same name.
 */
export function answer<T extends Fields>(table: T): new (source: Loose<ValuesOf<T>>) => Loose<WireValuesOf<T>> {
  const Answered = classOf(table);
  for (const [name, field] of Object.entries(table)) {
    // Swagger reads the metadata that the compiler emits for a property, if its schema has no type.
    Reflect.defineMetadata('design:type', Object, Answered.prototype, wireNameOf(name));
    documented(field)(Answered.prototype, wireNameOf(name));
  }
  return Answered as never;
}

/** Field names become code: none is ever made of what somebody sends. */
const NAME = /^_?[a-z][A-Za-z0-9_]*$/;

/**
 * A class whose constructor assigns each field in a statement of its own, as a hand-written one does. With a loop, V8 would
 * make the object a dictionary: 2.0 µs for 33 fields instead of 0.06, and 4.8 for their JSON instead of 1.6.
 */
function classOf(table: Fields): { readonly prototype: object } {
  const entries = Object.entries(table);
  const unfit = entries.find(([name]) => !NAME.test(name));
  if (unfit) throw new Error(`${unfit[0]} is no name of a field`);
  const conversions = entries.map(([, field]) => conversionOf(field));
  const statements = entries.map(([name, { properties }], at) => {
    const value = `source.${name}`;
    const told = conversions[at]
      ? `${value} === null || ${value} === undefined ? ${value} : conversions[${at}](${value})`
      : value;
    const assignment = `this.${wireNameOf(name)} = ${told};`;
    return properties.isOptional ? `if (${value} !== undefined) ${assignment}` : assignment;
  });
  // oxlint-disable-next-line no-implied-eval -- the names are those of tables in the program
  const make = new Function('conversions', `return class { constructor(source) { ${statements.join(' ')} } }`) as (
    conversions: readonly Conversion[],
  ) => { readonly prototype: object };
  return make(conversions);
}

function conversionOf({ type }: Field<unknown, unknown>): Conversion {
  // An instant inside of stored JSON is text already.
  if (type.kind === 'instant')
    return (moment: Date | string) => (typeof moment === 'string' ? moment : moment.toISOString());
  if ((type.kind !== 'nested' && type.kind !== 'list') || type.isMade) return null;
  if (type.kind === 'nested') return (source) => new (type.of())(source);
  return (sources: readonly never[]) => {
    const Item = type.of();
    return sources.map((source) => new Item(source));
  };
}

function documented({ type, properties }: Field<unknown, unknown>): PropertyDecorator {
  const { description, isNullable: nullable, isOptional: optional, isOfResource } = properties;
  const example = 'example' in properties ? { example: properties.example } : {};
  const shown = isOfResource ? { ...type, max: undefined } : type;
  return answered(shown, { description, nullable, optional, ...example });
}
