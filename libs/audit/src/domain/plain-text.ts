/** What PostgreSQL can store and canonical JSON can express: well-formed Unicode without NUL. */
export function plainText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\ufffd');
}

/** The same, truncated: values invented by a client must neither bloat a record nor exceed an index. */
export function clipped(text: string, maxLength: number): string {
  return plainText(text.slice(0, maxLength));
}
