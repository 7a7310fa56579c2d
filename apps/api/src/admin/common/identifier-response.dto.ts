import { loginIdentifier } from '@libs/iam';
import { answer } from '../../http/answers/answer';

/** An identifier with which a user signs in, unmasked. */
export class AdminIdentifierResponse extends answer({
  id: loginIdentifier.id,
  type: loginIdentifier.type,
  value: loginIdentifier.value.example('lin@example.com'),
  verifiedAt: loginIdentifier.verifiedAt.as<string | null>(),
  isPrimary: loginIdentifier.isPrimary,
}) {}
