import { newId } from '@libs/kernel';

export type LoginIdentifierType = 'email' | 'mobile';

/** An address by which a user signs in, in canonical form; unique within its tenant. */
export class LoginIdentifier {
  readonly tenantId: string;
  readonly id: string;
  readonly userId: string;
  readonly type: LoginIdentifierType;
  readonly value: string;
  readonly verifiedAt: Date | null;
  readonly isPrimary: boolean;
  readonly createdAt: Date;

  constructor(owner: { tenantId: string; id: string }, type: LoginIdentifierType, value: string, now: Date) {
    this.tenantId = owner.tenantId;
    this.id = newId();
    this.userId = owner.id;
    this.type = type;
    this.value = value;
    this.verifiedAt = null;
    this.isPrimary = true;
    this.createdAt = now;
  }

  /** Its owner proved to receive what is sent there. The first proof is the one that counts. */
  verify(now: Date): void {
    if (this.verifiedAt === null) Object.assign(this, { verifiedAt: now });
  }
}
