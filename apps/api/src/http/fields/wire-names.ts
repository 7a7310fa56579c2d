import type { Field } from '@libs/kernel';

/** `iconFileId` is `icon_file_id` on the wire. */
export type SnakeCase<Name extends string> = Name extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${SnakeCase<Rest>}`
  : '';

/** What JSON holds of an object with these fields. */
export type WireValuesOf<T> = {
  readonly [Name in keyof T & string as SnakeCase<Name>]: T[Name] extends Field<unknown, infer Wire> ? Wire : never;
};
