/** A moment for a reader: short, or whole with its zone. */
export function momentText(at: string, locale: string, timeZone?: string, isWhole = false): string {
  const style: Intl.DateTimeFormatOptions = isWhole
    ? { dateStyle: 'full', timeStyle: 'long' }
    : { dateStyle: 'medium', timeStyle: 'short' };
  try {
    return new Intl.DateTimeFormat(locale, { ...style, ...(timeZone === undefined ? {} : { timeZone }) }).format(
      new Date(at),
    );
  } catch {
    // A zone that this browser does not know.
    return new Intl.DateTimeFormat(locale, style).format(new Date(at));
  }
}
