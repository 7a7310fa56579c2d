import { createHmac, randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import { compare, hash } from 'bcrypt';
import { CONFIG, type HashedColumn, Secrets, type Config } from '@libs/foundation';
import { DependencyUnavailableError } from '@libs/kernel';
import {
  IMPORTED_SCHEMES,
  type ImportedPassword,
  type ImportedScheme,
  isImportedScheme,
} from '../../domain/passwords/imported-password';
import { HashingGate } from './hashing-gate';

const SCHEME = 'bcrypt-hmac-sha384';
const QUEUE_LENGTH = 256;
const QUEUE_WAIT_MS = 5_000;
const RETRY_AFTER_SECONDS = 1;

export const PASSWORD_HASHES: HashedColumn = {
  table: 'users',
  keyId: "split_part(password_hash, '$', 2)",
  renewal: 'with the next sign-in of each user; without the key the password no longer works',
};

/** bcrypt's alphabet. After its parameters a hash has 22 characters of salt and 31 of digest. */
const BCRYPT_ALPHABET = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const SALT_LENGTH = 22;
const SALT_AND_DIGEST_LENGTH = 53;

/** A stored hash, taken apart. */
interface StoredHash {
  readonly keyId: string;
  readonly digest: string;
  /** What is hashed of a password: the password itself, or what another system kept of it. */
  readonly inputOf: (password: string) => string;
  /** Whether it is the user's, and not one that nothing matches. */
  readonly known: boolean;
}

/**
 * Passwords as bcrypt of a peppered HMAC-SHA-384: bcrypt itself reads only 72 bytes and stops at NUL. A stored hash
 * reads `scheme$key id$bcrypt`. Hashing runs in the thread pool, behind a gate, so that neither the event loop nor the
 * other users of the pool wait for it.
 *
 * A hash that another system made, such as uni-id, is hashed in the same way, and reads
 * `scheme of that system$key id$sealed key of its HMAC$bcrypt`: verifying costs one bcrypt as well, and nobody can try
 * passwords against what was taken over any faster than against our own.
 */
@Injectable()
export class PasswordHasher {
  // One core is left for everything else.
  private readonly gate = new HashingGate(Math.max(1, availableParallelism() - 1), QUEUE_LENGTH, QUEUE_WAIT_MS);
  private readonly cost: number;
  private readonly nobody: string;

  constructor(
    private readonly secrets: Secrets,
    @Inject(CONFIG) config: Config,
  ) {
    this.cost = config.passwordBcryptCost;
    this.nobody = this.unmatchableHash();
  }

  /**
   * @param salt a given salt makes hashes of equal passwords comparable: it must be unpredictable, and of one person
   * alone. Random by default.
   * @throws DependencyUnavailableError when too many wait.
   */
  async hash(password: string, salt: Buffer = randomBytes(SALT_LENGTH)): Promise<string> {
    const keyId = this.secrets.currentKeyId;
    const digest = await this.gated(() => hash(this.pepper(password, keyId), this.parametersAnd(salt, SALT_LENGTH)));
    return [SCHEME, keyId, digest].join('$');
  }

  /**
   * Hashes what another system kept of a password. Not behind the gate: only imports do this, which serve nobody, and
   * bound how many they ask for at once.
   */
  async wrap({ scheme, key, digest }: ImportedPassword): Promise<string> {
    const keyId = this.secrets.currentKeyId;
    const sealed = this.secrets.seal('imported-password', key, contextOf(scheme)).slice(keyId.length + 1);
    const wrapped = await hash(this.pepper(digest, keyId), this.parametersAnd(randomBytes(SALT_LENGTH), SALT_LENGTH));
    return [scheme, keyId, sealed, wrapped].join('$');
  }

  /**
   * Whether the password matches the stored hash. Does the same work if there is none, so that the time does not reveal
   * whether an account exists.
   *
   * @throws DependencyUnavailableError when too many wait.
   */
  async verify(password: string, stored: string | null): Promise<boolean> {
    const { keyId, digest, inputOf, known } = this.read(stored);
    const matches = await this.gated(() => compare(this.pepper(inputOf(password), keyId), digest));
    return matches && known;
  }

  /** Whether the stored hash was made with an older pepper or another cost than the current one, or elsewhere. */
  isOutdated(stored: string): boolean {
    const { keyId, digest } = this.read(stored);
    const isOurs = stored.startsWith(`${SCHEME}$`);
    return !isOurs || keyId !== this.secrets.currentKeyId || !digest.startsWith(this.parameters);
  }

  private read(stored: string | null): StoredHash {
    const [scheme = '', keyId = '', ...rest] = (stored ?? this.nobody).split('$');
    if (scheme === SCHEME && this.secrets.knows(keyId)) {
      return { keyId, digest: rest.join('$'), inputOf: (password) => password, known: stored !== null };
    }
    if (isImportedScheme(scheme)) {
      const [sealed = '', ...digest] = rest;
      const key = this.openKey(scheme, keyId, sealed);
      if (key !== null) {
        const inputOf = (password: string) => importedDigest(scheme, key, password);
        return { keyId, digest: digest.join('$'), inputOf, known: true };
      }
    }
    return { ...this.read(null), known: false };
  }

  /** Null without the key that sealed it, and for what was altered. */
  private openKey(scheme: ImportedScheme, keyId: string, sealed: string): string | null {
    try {
      return this.secrets.open('imported-password', `${keyId}.${sealed}`, contextOf(scheme));
    } catch {
      return null;
    }
  }

  private pepper(password: string, keyId: string): string {
    const key = this.secrets.key('password-pepper', keyId);
    return createHmac('sha384', key).update(password.normalize('NFC')).digest('base64');
  }

  /** Takes as long to verify as a real hash, and nothing matches it: a random digest of no known password. */
  private unmatchableHash(): string {
    const filler = this.parametersAnd(randomBytes(SALT_AND_DIGEST_LENGTH), SALT_AND_DIGEST_LENGTH);
    return [SCHEME, this.secrets.currentKeyId, filler].join('$');
  }

  private get parameters(): string {
    return `$2b$${String(this.cost).padStart(2, '0')}$`;
  }

  private parametersAnd(bytes: Buffer, length: number): string {
    const text = [...bytes.subarray(0, length)].map((byte) => BCRYPT_ALPHABET.charAt(byte % 64)).join('');
    return this.parameters + text;
  }

  private async gated<T>(work: () => Promise<T>): Promise<T> {
    const leave = await this.gate.enter();
    if (!leave) throw new DependencyUnavailableError({ retryAfterSeconds: RETRY_AFTER_SECONDS });
    try {
      return await work();
    } finally {
      leave();
    }
  }
}

function contextOf(scheme: ImportedScheme): Buffer {
  return Buffer.from(scheme);
}

function importedDigest(scheme: ImportedScheme, key: string, password: string): string {
  return createHmac(IMPORTED_SCHEMES[scheme], key).update(password).digest('hex');
}
