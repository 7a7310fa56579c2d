import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** SHA-256, in lower-case hex, of the canonical JSON (RFC 8785). */
export function contentHash(content: object): string {
  return createHash('sha256')
    .update(canonicalize(content) ?? '', 'utf8')
    .digest('hex');
}
