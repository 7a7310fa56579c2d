import { MASK, namesSecret } from '@libs/audit';

/** Names of fields with codes, addresses, locations and links. */
const HIDDEN =
  /(?:^|_)(?:codes?|keys?|urls?|links?|recipients?|destinations?|to|emails?|mails?|mobiles?|phones?|addresse?s?|ip)$/;
/** Names that match `HIDDEN` although their values are harmless. */
const SHOWN = new Set(['version_code', 'error_code', 'status_code', 'reason_code']);

/** Matches from the beginning of a word only: trying each character would take quadratic time for a long word. */
const EMAIL = /(?<![^\s<>@"'(),;:])[^\s<>@"'(),;:]+@[^\s<>@"'(),;:]+/g;
const URL_LIKE = /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s<>"']+/gi;
/** Mobile numbers with a plus sign, or as written within China; not part of an id or of a longer number. */
const MOBILE = /(?<![\w-])(?:\+\d[\d -]{6,18}\d|1[3-9]\d{9})(?![\w-])/g;
const IPV4 = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?![\w.])/g;
const IPV6 = /(?<![\w:])(?=[0-9a-f:]*::|(?:[0-9a-f]+:){7})[0-9a-f:]{2,39}(?![\w:])/gi;
/** Messages of the resolver about a host that it cannot find. */
const HOST = /\b(ENOTFOUND|ENODATA|ESERVFAIL|EREFUSED|EBADNAME|ETIMEOUT|EAI_AGAIN) \S+/g;

/** The text without addresses of people and machines. */
export function withoutAddresses(text: string): string {
  return text
    .replace(URL_LIKE, MASK)
    .replace(EMAIL, MASK)
    .replace(HOST, `$1 ${MASK}`)
    .replace(IPV4, MASK)
    .replace(IPV6, MASK)
    .replace(MOBILE, MASK);
}

/**
 * The data of a message, for administrators. Secrets and addresses are masked by the names of their fields, addresses
 * also inside of texts. Messages should contain neither; this guards against one that does.
 */
export function maskedPayload(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, masked(name, value)]));
}

function masked(name: string, value: unknown): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (isHidden(name)) return MASK;
  if (typeof value === 'string') return withoutAddresses(value);
  if (typeof value === 'number') return withoutAddresses(String(value)) === String(value) ? value : MASK;
  if (Array.isArray(value)) return value.map((item) => masked('', item));
  return maskedPayload(value as Record<string, unknown>);
}

function isHidden(name: string): boolean {
  if (namesSecret(name)) return true;
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
  return !SHOWN.has(words) && HIDDEN.test(words);
}
