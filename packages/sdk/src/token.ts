import { parsed } from './problem.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * How long an access token lives from the moment at which it was made, by its own claims: the clock of a phone may be
 * wrong, but a while has the same length on it.
 *
 * @returns milliseconds, or null where the token does not tell.
 */
export function lifetimeOf(token: string): number | null {
  const claims = parsed(decoded(token.split('.')[1] ?? '')) as { iat?: unknown; exp?: unknown } | null;
  const { iat, exp } = claims ?? {};
  return typeof iat === 'number' && typeof exp === 'number' ? (exp - iat) * 1_000 : null;
}

/** Base64url of ASCII. Mini programs have no `atob`. */
function decoded(text: string): string {
  let [bits, value, out] = [0, 0, ''];
  for (const letter of text) {
    value = (value << 6) | ALPHABET.indexOf(letter);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    out += String.fromCharCode((value >> bits) & 0xff);
    value &= (1 << bits) - 1;
  }
  return out;
}
