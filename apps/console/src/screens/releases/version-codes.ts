const NUMBERS = /^\d+(?:\.\d+){0,2}$/;
const LIMITS = [2_146, 999, 999];
const GREATEST = 2_147_483_647;

interface Version {
  readonly version_name: string;
  readonly version_code: number;
}

/** `1.2.10` as 1,002,010; null for a name that is not so simple. */
function codeOfName(name: string): number | null {
  const parts = NUMBERS.test(name) ? name.split('.').map(Number) : [];
  if (parts.length === 0 || parts.some((part, at) => part > (LIMITS[at] ?? 0))) return null;
  const [major = 0, minor = 0, patch = 0] = parts;
  return major * 1_000_000 + minor * 1_000 + patch || null;
}

/** The code that follows: made of the name where the latest one was, else the next number. */
export function suggestedCode(name: string, latest: Version | null): number | null {
  const next = latest && latest.version_code < GREATEST ? latest.version_code + 1 : null;
  const named = codeOfName(name);
  if (latest === null) return named;
  const isNamed = codeOfName(latest.version_name) === latest.version_code;
  return isNamed && named !== null && named > latest.version_code ? named : next;
}
