import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { SecretKey } from '../config/keys';

/** The purpose of a derived key. Two purposes never share key material (RFC 5869). */
export type SecretPurpose =
  | 'account-link'
  | 'audit'
  | 'captcha'
  | 'cursor'
  | 'data-export'
  | 'download'
  | 'download-link'
  | 'idempotency'
  | 'idempotent-answer'
  | 'identifier'
  | 'imported-password'
  | 'network'
  | 'otp'
  | 'password-pepper'
  | 'preview'
  | 'push-credentials'
  | 'recovery-code'
  | 'refresh-answer'
  | 'registration-salt'
  | 'setting'
  | 'totp'
  | 'unsubscribe'
  | 'webhook-secret';

/** A ciphertext with nonce and tag: `<key id>.<base64url>`. */
export type Sealed = string;

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Keyed hashes and encryption from the configured secret keys. New values use the newest key; every configured key
 * still verifies and opens, so that keys rotate with overlap.
 */
@Injectable()
export class Secrets {
  /** Key objects: from bytes Node would create one for each hash, which takes four times as long as the hash. */
  private readonly derived = new Map<string, KeyObject>();

  constructor(private readonly keys: readonly SecretKey[]) {}

  /** The id of the key for new values. */
  get currentKeyId(): string {
    return this.newest().id;
  }

  /** Newest first. */
  get keyIds(): readonly string[] {
    return this.keys.map(({ id }) => id);
  }

  /** HMAC-SHA-256 of the parts. Each is length-prefixed, so that no two lists of parts hash the same. */
  hmac(purpose: SecretPurpose, parts: readonly (string | Buffer)[], keyId = this.currentKeyId): Buffer {
    const hmac = createHmac('sha256', this.key(purpose, keyId));
    for (const part of parts) {
      const bytes = Buffer.from(part);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      hmac.update(length).update(bytes);
    }
    return hmac.digest();
  }

  /** The HMAC in base64url, for values that clients return. */
  sign(purpose: SecretPurpose, parts: readonly (string | Buffer)[], keyId = this.currentKeyId): string {
    return this.hmac(purpose, parts, keyId).toString('base64url');
  }

  /** Whether `sign` produced the text, with any configured key; compared in constant time. */
  isSigned(purpose: SecretPurpose, parts: readonly (string | Buffer)[], signature: string): boolean {
    // The text is compared, as several base64url texts decode to the same bytes.
    const given = Buffer.from(signature);
    return this.keyIds.map((keyId) => sameSecret(Buffer.from(this.sign(purpose, parts, keyId)), given)).includes(true);
  }

  /** The derived key itself, for a construction that is not an HMAC-SHA-256 over parts. */
  key(purpose: SecretPurpose, keyId: string): KeyObject {
    const name = `${purpose}:${keyId}`;
    const known = this.derived.get(name);
    if (known) return known;
    const secret = this.keys.find(({ id }) => id === keyId);
    if (!secret) throw new Error(`The secret key ${keyId} is no longer configured`);
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret.bytes, '', `appkernel ${purpose}`, KEY_BYTES)));
    this.derived.set(name, key);
    return key;
  }

  knows(keyId: string): boolean {
    return this.keys.some(({ id }) => id === keyId);
  }

  /** Encrypts with AES-256-GCM, bound to `context`: a value sealed for one context does not open in another. */
  seal(purpose: SecretPurpose, plaintext: string, context: Buffer): Sealed {
    const keyId = this.currentKeyId;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key(purpose, keyId), nonce).setAAD(context);
    const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
    return `${keyId}.${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')}`;
  }

  /**
   * Null when the key is no longer configured.
   *
   * @throws when the text was altered or sealed for another context.
   */
  open(purpose: SecretPurpose, sealed: Sealed, context: Buffer): string | null {
    const [keyId = '', encoded = ''] = sealed.split('.');
    if (!this.knows(keyId)) return null;
    const bytes = Buffer.from(encoded, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', this.key(purpose, keyId), bytes.subarray(0, NONCE_BYTES))
      .setAAD(context)
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }

  private newest(): SecretKey {
    const [key] = this.keys;
    if (!key) throw new Error('No secret key is configured');
    return key;
  }
}

/** Compares secrets in constant time. Values of different length are different. */
export function sameSecret(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
