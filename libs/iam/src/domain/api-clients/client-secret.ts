import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { field, fields, newId } from '@libs/kernel';

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

/** A secret that can be used, of which nobody sees more than the beginning. Its times come as text. */
export const apiClientSecret = fields({
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90b'),
  prefix: field.text().about('The first characters of the secret').example('aks_b5Jt0Qw2'),
  createdAt: field.instant().as<string>(),
  expiresAt: field
    .instant()
    .nullable()
    .as<string | null>()
    .about('Time at which a replaced secret ends; null for the current one')
    .example(null),
  lastUsedAt: field
    .instant()
    .nullable()
    .as<string | null>()
    .about('Time of the last use, to the minute; null for none'),
});

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
