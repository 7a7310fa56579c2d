import { loginIdentifier, selfDetails, type SelfProfile, user } from '@libs/iam';
import { field, only } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { LockVersion } from '../../http/fields/fields';
import { newRequest } from '../../http/fields/request';

/** An absent field keeps its value. */
export class SelfProfileUpdateRequest extends newRequest(selfDetails) {
  @LockVersion({
    optional: true,
    nullable: true,
    description: 'The version that the client read: the change is refused if another was made since',
  })
  readonly lock_version?: number | null;
}

class SelfProfileIdentifierResponse extends answer({
  ...only(loginIdentifier, 'id', 'type'),
  value: field.text().about('The email address or mobile number, masked').example('j***@example.com'),
  verified: field.flag(),
  isPrimary: loginIdentifier.isPrimary,
}) {}

export class SelfProfileResponse extends answer({
  ...only(user, 'id', 'displayName'),
  avatarUrl: field
    .url()
    .nullable()
    .about('Needs no headers; anybody who knows it can load the picture')
    .example('https://api.example.com/api/v1/public/avatars/3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'),
  ...selfDetails,
  identifiers: field.listOf(() => SelfProfileIdentifierResponse),
  hasPassword: field.flag(),
  ...only(user, 'createdAt', 'lockVersion'),
}) {
  constructor(profile: SelfProfile, avatarUrl: string | null) {
    super({ ...profile, avatarUrl });
  }
}
