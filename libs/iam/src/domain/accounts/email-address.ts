import { domainToASCII } from 'node:url';

/** RFC 5321: a path has at most 254 characters, its local part at most 64. */
const MAX_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;

/** Dot-atom of RFC 5322 in ASCII. Case folding can turn other letters into ASCII ones, so none are accepted. */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;

/** What may be typed as a domain: the conversion to ASCII parses a URL's host, which ends at `/` and decodes `%61`. */
const TYPED_DOMAIN = /^[a-z0-9.\u0080-\u{10ffff}-]+$/iu;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** The canonical form of an address: trimmed, NFC, lower case, its domain in ASCII (IDNA). Null if it is invalid. */
export function parseEmailAddress(value: string): string | null {
  if (value.length > MAX_LENGTH * 2 || !value.isWellFormed()) return null;
  const typed = value.trim();
  const at = typed.lastIndexOf('@');
  if (at < 1) return null;
  // The local part is tested before its case is folded, see LOCAL_PART.
  const typedLocal = typed.slice(0, at);
  if (!/^[\x21-\x7e]+$/.test(typedLocal)) return null;
  const local = typedLocal.toLowerCase();
  const typedDomain = typed.slice(at + 1).normalize('NFC');
  if (!TYPED_DOMAIN.test(typedDomain)) return null;
  const domain = domainToASCII(typedDomain).toLowerCase();
  if (local.length > MAX_LOCAL_LENGTH || !LOCAL_PART.test(local) || !DOMAIN.test(domain)) return null;
  const address = `${local}@${domain}`;
  return address.length > MAX_LENGTH ? null : address;
}

/** The part before the at sign. */
export function localPartOf(address: string): string {
  return address.slice(0, address.lastIndexOf('@'));
}
