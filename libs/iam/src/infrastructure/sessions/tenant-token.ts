import { createHash, randomBytes } from 'node:crypto';

const UUID_BYTES = 16;
const SECRET_BYTES = 32;

const ANY_TOKEN = /^ak[a-z]_([\w-]{1,196})$/;

/**
 * Tokens of administrators name their tenant themselves, since no App does: the prefix and, in base64url, the tenant's
 * id followed by the secret.
 */
export function tenantToken(prefix: string, tenantId: string, secret: Buffer): string {
  return prefix + Buffer.concat([uuidBytes(tenantId), secret]).toString('base64url');
}

export function newTenantToken(prefix: string, tenantId: string): { token: string; hash: Buffer } {
  const token = tenantToken(prefix, tenantId, randomBytes(SECRET_BYTES));
  return { token, hash: tokenHash(token) };
}

/** The parts of a token, null if it is malformed. @param secretBytes how long the secret of this kind is. */
export function readTenantToken(
  prefix: string,
  token: string,
  secretBytes = SECRET_BYTES,
): { tenantId: string; secret: Buffer } | null {
  if (!token.startsWith(prefix) || token.length > 200) return null;
  const encoded = token.slice(prefix.length);
  const bytes = Buffer.from(encoded, 'base64url');
  // Only one spelling is accepted: decoders ignore what follows the last whole byte.
  if (bytes.length !== UUID_BYTES + secretBytes || bytes.toString('base64url') !== encoded) return null;
  return { tenantId: uuidOf(bytes), secret: bytes.subarray(UUID_BYTES) };
}

/** The tenant that a token of any kind names, whether or not it is one of ours; null for what names none. */
export function tenantNamedBy(token: string): string | null {
  const [, encoded = ''] = ANY_TOKEN.exec(token) ?? [];
  const bytes = Buffer.from(encoded, 'base64url');
  return bytes.length < UUID_BYTES + SECRET_BYTES ? null : uuidOf(bytes);
}

/** All that is stored of a token. 256 random bits need no slow hash. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function uuidBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

/** From the first 16 bytes, in lower case. */
export function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex', 0, UUID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
