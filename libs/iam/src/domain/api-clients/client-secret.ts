import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { newId } from '@libs/kernel';

/** Lets secret scanners recognise a leaked secret. */
const PREFIX = 'aks_';
const SECRET_BYTES = 32;
/** Of a secret, for people to tell it from another: 48 of its 256 bits. */
const VISIBLE_LENGTH = PREFIX.length + 8;

/** What is stored of a secret. 256 random bits need no slow hash. */
export interface StoredSecret {
  readonly id: string;
  readonly hash: Buffer;
  readonly prefix: string;
}

/** A new secret, in plain text for this once. */
export function newClientSecret(): { readonly secret: string; readonly stored: StoredSecret } {
  const secret = PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
  return { secret, stored: { id: newId(), hash: secretHash(secret), prefix: secret.slice(0, VISIBLE_LENGTH) } };
}

/** The one of the stored secrets that was presented; every one is compared, in constant time. */
export function matchingSecret<Stored extends Pick<StoredSecret, 'hash'>>(
  presented: string,
  stored: readonly Stored[],
): Stored | null {
  const hash = secretHash(presented);
  return stored.filter((one) => timingSafeEqual(one.hash, hash))[0] ?? null;
}

function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
