/** What a field is called on the wire, as its column is: `iconFileId` is `icon_file_id`. */
export function wireNameOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** These fields of an object, in this order, under their names on the wire. What is inside of them stays as it is. */
export function withWireNames<T extends object>(
  object: T,
  fields: readonly (keyof T & string)[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(fields.map((field) => [wireNameOf(field), object[field]]));
}
