import { createHmac, hkdfSync } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { compare } from 'bcrypt';
import { HashingGate } from '../../libs/iam/src/infrastructure/passwords/hashing-gate';

const QUEUE_LENGTH = 256;
const QUEUE_WAIT_MS = 5_000;

/** Verifies the product's hashes behind the product's gate, so that both hash the same and as many at once. */
export class Passwords {
  private readonly gate = new HashingGate(Math.max(1, availableParallelism() - 1), QUEUE_LENGTH, QUEUE_WAIT_MS);
  private readonly pepper: Buffer;

  constructor(secret: Buffer) {
    this.pepper = Buffer.from(hkdfSync('sha256', secret, '', 'appkernel password-pepper', 32));
  }

  async isRight(password: string, stored: string): Promise<boolean> {
    const [, , ...digest] = stored.split('$');
    const leave = await this.gate.enter();
    if (!leave) throw new Error('Too many wait');
    try {
      const peppered = createHmac('sha384', this.pepper).update(password.normalize('NFC')).digest('base64');
      return await compare(peppered, digest.join('$'));
    } finally {
      leave();
    }
  }
}
