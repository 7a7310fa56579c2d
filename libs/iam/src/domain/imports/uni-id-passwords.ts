import type { ImportedPassword } from '../passwords/imported-password';

/** One of uni-id's `passwordSecret`. */
interface PasswordSecret {
  readonly type: string;
  readonly version: number | null;
  readonly value: string;
}

/** Why there is nothing to take over: the secret is not known, or no password could be verified with the hash. */
export type PasswordProblem = 'password_secret_missing' | 'password_unusable';

const DEFAULT_TYPE = 'hmac-sha1';
const HMAC_SHA1 = /^[0-9a-f]{40}$/;
const HMAC_SHA256 = /^\$UNI_ID_HMAC_SHA256\$(\d{1,3})\$([0-9a-zA-Z]+)$/;
const SHA256_DIGITS = 64;
const HEXADECIMAL = /^[0-9a-f]+$/;

/** What verifies the passwords of an installation of uni-id. */
export class UniIdPasswords {
  /** Oldest first. */
  private constructor(private readonly secrets: readonly PasswordSecret[]) {}

  /** For an installation whose secrets are not known. */
  static readonly UNKNOWN = new UniIdPasswords([]);

  /** @param passwordSecret of the configuration: a text, or a list of versions. @returns null if it is neither. */
  static of(passwordSecret: unknown): UniIdPasswords | null {
    if (typeof passwordSecret === 'string' && passwordSecret !== '') {
      return new UniIdPasswords([{ type: DEFAULT_TYPE, version: null, value: passwordSecret }]);
    }
    if (!Array.isArray(passwordSecret) || passwordSecret.length === 0) return null;
    const secrets = (passwordSecret as unknown[]).map(readSecret);
    const valid = secrets.filter((secret) => secret !== null);
    if (valid.length < secrets.length) return null;
    return new UniIdPasswords(valid.sort((a, b) => (a.version ?? 0) - (b.version ?? 0)));
  }

  /**
   * What a user's record keeps of the password.
   *
   * @param version the record's `password_secret_version`; null if it has none.
   */
  read(stored: string, version: number | null): ImportedPassword | PasswordProblem {
    const [, length, saltAndDigest = ''] = HMAC_SHA256.exec(stored) ?? [];
    if (length !== undefined) return salted(Number(length), saltAndDigest);
    if (!HMAC_SHA1.test(stored)) return 'password_unusable';
    const secret = this.find(version);
    if (!secret) return 'password_secret_missing';
    if (secret.type !== DEFAULT_TYPE || secret.value === '') return 'password_unusable';
    return { scheme: 'uni-id-hmac-sha1', key: secret.value, digest: stored };
  }

  /** As uni-id finds it: without a version the oldest, and one alone is for every version. */
  private find(version: number | null): PasswordSecret | null {
    const [oldest = null] = this.secrets;
    if (version === null || this.secrets.length === 1) return oldest;
    return this.secrets.find((secret) => secret.version === version) ?? null;
  }
}

/** Salt and digest stand one after the other. */
function salted(length: number, saltAndDigest: string): ImportedPassword | PasswordProblem {
  const [key, digest] = [saltAndDigest.slice(0, length), saltAndDigest.slice(length)];
  if (key === '' || digest.length !== SHA256_DIGITS || !HEXADECIMAL.test(digest)) return 'password_unusable';
  return { scheme: 'uni-id-hmac-sha256', key, digest };
}

function readSecret(given: unknown): PasswordSecret | null {
  if (typeof given !== 'object' || given === null) return null;
  const { type = DEFAULT_TYPE, version, value = '' } = given as Readonly<Record<string, unknown>>;
  if (typeof type !== 'string' || typeof value !== 'string' || typeof version !== 'number') return null;
  return { type, version, value };
}
