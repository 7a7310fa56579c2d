/** The spelling of the time zone database: Intl accepts any case, and offsets too. */
const TIME_ZONE = /^[A-Z][A-Za-z0-9_+-]*(?:\/[A-Z][A-Za-z0-9_+-]*){0,2}$/;
const MAX_LENGTH = 64;

/**
 * Valid names in lower case: a look-up in Intl takes longer than all other checks of a request together, and each name
 * may be written in thousands of ways. There are some six hundred.
 */
const known = new Set<string>();

/** Whether it is the name of an IANA time zone, including former ones such as Asia/Calcutta. */
export function isTimeZone(name: string): boolean {
  if (name.length > MAX_LENGTH || !TIME_ZONE.test(name)) return false;
  const key = name.toLowerCase();
  if (known.has(key)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    known.add(key);
    return true;
  } catch {
    return false;
  }
}
