/** The name of a field on the wire, which is that of its column: `iconFileId` is `icon_file_id`. */
export function wireNameOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * The given fields of an object, in the given order, under their names on the wire. Instants are RFC 3339; nested values
 * are not renamed.
 */
export function withWireNames<T extends object>(
  object: T,
  fields: readonly (keyof T & string)[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    fields.map((field) => {
      const value = object[field];
      return [wireNameOf(field), value instanceof Date ? value.toISOString() : value];
    }),
  );
}
