import { createHmac, randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import { compare, hash } from 'bcrypt';
import { CONFIG, type HashedColumn, Secrets, type Config } from '@libs/foundation';
import { DependencyUnavailableError } from '@libs/kernel';
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

/**
 * Passwords as bcrypt of a peppered HMAC-SHA-384: bcrypt itself reads only 72 bytes and stops at NUL. A stored hash
 * reads `scheme$key id$bcrypt`. Hashing runs in the thread pool, behind a gate, so that neither the event loop nor the
 * other users of the pool wait for it.
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
   * Whether the password matches the stored hash. Does the same work if there is none, so that the time does not reveal
   * whether an account exists.
   *
   * @throws DependencyUnavailableError when too many wait.
   */
  async verify(password: string, stored: string | null): Promise<boolean> {
    const { keyId, digest, known } = this.read(stored);
    const matches = await this.gated(() => compare(this.pepper(password, keyId), digest));
    return matches && known;
  }

  /** Whether the stored hash was made with an older pepper or another cost than the current one. */
  isOutdated(stored: string): boolean {
    const { keyId, digest } = this.read(stored);
    return keyId !== this.secrets.currentKeyId || !digest.startsWith(this.parameters);
  }

  private read(stored: string | null): { keyId: string; digest: string; known: boolean } {
    const [scheme = '', keyId = '', ...digest] = (stored ?? this.nobody).split('$');
    if (scheme === SCHEME && this.secrets.knows(keyId)) {
      return { keyId, digest: digest.join('$'), known: stored !== null };
    }
    return { ...this.read(null), known: false };
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
