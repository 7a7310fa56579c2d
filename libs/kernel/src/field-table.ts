import { picked } from './changes';
import { withWireNames } from './wire-names';
import type { Field } from './field';

/** The fields of a resource by their names in the program, in the order in which they are told. */
export type Fields = Readonly<Record<string, Field<unknown, unknown>>>;

type ValueOf<F> = F extends Field<infer Value, unknown> ? Value : never;

type OptionalIn<T> = { [Name in keyof T]: undefined extends T[Name] ? Name : never }[keyof T];

/** Fields that can be undefined may be left out. */
export type Loose<T> = Omit<T, OptionalIn<T>> & { readonly [Name in OptionalIn<T>]?: T[Name] };

/** What an object with these fields holds. */
export type ValuesOf<T> = { readonly [Name in keyof T]: ValueOf<T[Name]> };

type Resettable<T> = {
  [Name in keyof T]: T[Name] extends Field<unknown, unknown, true> ? Name : never;
}[keyof T];

/** Undefined fields stay as they are; null resets one that has an initial value. */
export type ChangesOf<T> = {
  readonly [Name in keyof T]?: ValueOf<T[Name]> | undefined | (Name extends Resettable<T> ? null : never);
};

/** Of a new resource: what has an initial value may be left out. */
export type NewOf<T> = ChangesOf<Pick<T, Resettable<T>>> & Loose<ValuesOf<Omit<T, Resettable<T>>>>;

type PartialOf<T> = {
  readonly [Name in keyof T]: T[Name] extends Field<infer Value, infer Wire, infer Initial>
    ? Field<Value | undefined, Wire | undefined, Initial, true>
    : never;
};

/** Declares the fields of a resource. */
export function fields<const T extends Fields>(table: T): T {
  return Object.fromEntries(Object.entries(table).map(([name, field]) => [name, field.ofResource()])) as unknown as T;
}

/** These fields of a table, in this order. */
export function only<T extends Fields, Name extends keyof T & string>(
  table: T,
  ...names: readonly Name[]
): Pick<T, Name> {
  return picked(table, names);
}

/** All fields of a table but these. */
export function but<T extends Fields, Name extends keyof T & string>(
  table: T,
  ...names: readonly Name[]
): Omit<T, Name> {
  const others = Object.entries(table).filter(([name]) => !(names as readonly string[]).includes(name));
  return Object.fromEntries(others) as unknown as Omit<T, Name>;
}

/** The same fields, each of which may be absent. */
export function partial<T extends Fields>(table: T): PartialOf<T> {
  return Object.fromEntries(Object.entries(table).map(([name, field]) => [name, field.optional()])) as never;
}

/** What a new resource has of the fields with an initial value. */
export function initialOf<T extends Fields>(table: T): ValuesOf<Pick<T, Resettable<T>>> {
  const fields = Object.entries(table).filter(([, { properties }]) => 'initial' in properties);
  return Object.fromEntries(fields.map(([name, { properties }]) => [name, properties.initial])) as never;
}

/** The changes of these fields, with the initial value where there is null. Fields of which nothing is said are left out. */
export function changesIn<T extends Fields>(table: T, changes: ChangesOf<T>): Partial<ValuesOf<T>> {
  const changed: Record<string, unknown> = {};
  for (const [name, { properties }] of Object.entries(table)) {
    const value = (changes as Readonly<Record<string, unknown>>)[name];
    if (value === undefined) continue;
    changed[name] = value === null && 'initial' in properties ? properties.initial : value;
  }
  return changed as Partial<ValuesOf<T>>;
}

/** A new resource: what is given, and the initial values of the rest. */
export function valuesIn<T extends Fields>(table: T, given: NewOf<T>): ValuesOf<T> {
  return { ...initialOf(table), ...changesIn(table, given) } as ValuesOf<T>;
}

/** These fields of an object under their names on the wire, as records tell them. */
export function wireOf<T extends Fields>(table: T, values: ValuesOf<T>): Readonly<Record<string, unknown>> {
  return withWireNames<Readonly<Record<string, unknown>>>(values, Object.keys(table));
}

/** Set by the database, where the program does not. */
type Stamps = 'createdAt' | 'updatedAt' | 'updatedBy' | 'publishedAt';

type Given<T> = ValuesOf<Omit<T, Resettable<T> | Stamps>> & Partial<ValuesOf<T>>;

/** A class whose objects have these fields. A new one begins with the initial values of those that are not given. */
export function having<T extends Fields>(table: T): new (given: Given<T>) => ValuesOf<T> {
  const initial = initialOf(table);
  return class {
    constructor(given: Given<T>) {
      Object.assign(this, initial, given);
    }
  } as new (given: Given<T>) => ValuesOf<T>;
}
