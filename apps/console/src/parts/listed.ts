/** `One, two, and three`, as the language puts them beside each other. */
export function listed(texts: readonly string[], locale: string): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(texts);
}
