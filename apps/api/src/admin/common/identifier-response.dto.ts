import { ApiProperty } from '@nestjs/swagger';
import type { IdentifierView } from '@libs/iam';

/** An address by which a user signs in, in full. */
export class AdminIdentifierResponse {
  @ApiProperty({ format: 'uuid', example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904' })
  readonly id: string;

  @ApiProperty({ enum: ['email', 'mobile'], enumName: 'LoginIdentifierType', example: 'email' })
  readonly type: IdentifierView['type'];

  @ApiProperty({ example: 'lin@example.com' })
  readonly value: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-11-21T09:00:00.000Z' })
  readonly verified_at: string | null;

  @ApiProperty({ example: true })
  readonly is_primary: boolean;

  constructor({ id, type, value, verifiedAt, isPrimary }: IdentifierView) {
    this.id = id;
    this.type = type;
    this.value = value;
    this.verified_at = verifiedAt?.toISOString() ?? null;
    this.is_primary = isPrimary;
  }
}
