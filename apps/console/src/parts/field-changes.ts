import { LOCALES, type Locale } from '../locale';
import { isEqual } from './equality';
import type { LocalizedText } from './localized';

export interface FieldChange<Field> {
  readonly field: Field;
  /** Of a text that is written in several languages. */
  readonly locale: Locale | null;
  readonly before: string;
  readonly after: string;
}

/** Which fields of a record are compared, and how. */
export interface Compared<Text extends string, Value extends string> {
  /** Written in several languages. */
  readonly texts: readonly Text[];
  readonly values: readonly Value[];
  /** What a value is called in front of people. */
  readonly format: (field: Value, value: unknown) => string;
}

export type State<Text extends string, Value extends string> = Readonly<Record<Text, LocalizedText | null>> &
  Readonly<Record<Value, unknown>>;

/**
 * What differs between two states of a record: language by language first, as its readers meet it, then what is the
 * same in all of them.
 *
 * @param before null before the first one.
 */
export function fieldChanges<Text extends string, Value extends string>(
  before: State<Text, Value> | null,
  after: State<Text, Value>,
  { texts, values, format }: Compared<Text, Value>,
): FieldChange<Text | Value>[] {
  const formatted = (field: Value, value: unknown): string => (value === null ? '' : format(field, value));
  const ofTexts = LOCALES.flatMap((locale) =>
    texts.map((field) => ({
      ...{ field, locale },
      before: before?.[field]?.[locale] ?? '',
      after: after[field]?.[locale] ?? '',
    })),
  );
  const ofValues = values
    .map((field) => ({ field, was: before?.[field] ?? null, is: after[field] ?? null }))
    .filter(({ was, is }) => !isEqual(was, is))
    .map(({ field, was, is }) => ({
      ...{ field, locale: null },
      before: formatted(field, was),
      after: formatted(field, is),
    }));
  return [...ofTexts.filter((each) => each.before !== each.after), ...ofValues];
}
