import { LOGIN_IDENTIFIER_TYPES } from '@libs/iam';
import { field } from '@libs/kernel';
import { answer } from '../../http/answers/answer';

/** An identifier with which a user signs in, unmasked. */
export class AdminIdentifierResponse extends answer({
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904'),
  type: field.one('LoginIdentifierType', LOGIN_IDENTIFIER_TYPES),
  value: field.text().example('lin@example.com'),
  verifiedAt: field.instant().nullable(),
  isPrimary: field.flag(),
}) {}
