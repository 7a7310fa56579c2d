/** The spelling of the time zone database: Intl accepts any case, and offsets too. */
const TIME_ZONE = /^[A-Z][A-Za-z0-9_+-]*(?:\/[A-Z][A-Za-z0-9_+-]*){0,2}$/;
const MAX_LENGTH = 64;

/** Those that were found right: asking Intl takes longer than all other checks of a request together. */
const known = new Set<string>();
/** There are fewer names than this, but each may be written in upper and lower case. */
const MAX_KNOWN = 1_000;

/** Whether it is the name of an IANA time zone, including former ones such as Asia/Calcutta. */
export function isTimeZone(name: string): boolean {
  if (known.has(name)) return true;
  if (name.length > MAX_LENGTH || !TIME_ZONE.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    if (known.size < MAX_KNOWN) known.add(name);
    return true;
  } catch {
    return false;
  }
}
