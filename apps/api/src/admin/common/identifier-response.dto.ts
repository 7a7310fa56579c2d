import { type IdentifierView, LOGIN_IDENTIFIER_TYPES } from '@libs/iam';
import { Answer } from '../../http/answers/answer-fields';

/** An identifier with which a user signs in, unmasked. */
export class AdminIdentifierResponse {
  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904' })
  readonly id: string;

  @Answer.OneOf('LoginIdentifierType', LOGIN_IDENTIFIER_TYPES)
  readonly type: IdentifierView['type'];

  @Answer.Text({ example: 'lin@example.com' })
  readonly value: string;

  @Answer.Instant({ nullable: true })
  readonly verified_at: string | null;

  @Answer.Flag()
  readonly is_primary: boolean;

  constructor({ id, type, value, verifiedAt, isPrimary }: IdentifierView) {
    this.id = id;
    this.type = type;
    this.value = value;
    this.verified_at = verifiedAt?.toISOString() ?? null;
    this.is_primary = isPrimary;
  }
}
