import { type Gender, GENDERS, LOGIN_IDENTIFIER_TYPES, type SelfProfile } from '@libs/iam';
import { field } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { Answer } from '../../http/answers/answer-fields';
import { checkDate } from '../../http/fields/field-checks';
import { Checked, LockVersion, OneOf, Text } from '../../http/fields/fields';

const GENDER = 'Gender';

export class SelfProfileUpdateRequest {
  @Text({ max: 64, pattern: /\S/, patternCode: 'required' }, { optional: true, nullable: true, example: 'Lin' })
  readonly display_name?: string | null;

  @Text({ min: 0, max: 500 }, { optional: true, nullable: true, example: 'Tea, trains and typography' })
  readonly bio?: string | null;

  @OneOf(GENDER, GENDERS, {
    optional: true,
    nullable: true,
    description: 'Gender of the member; null means `unspecified`',
    example: 'female',
  })
  readonly gender?: Gender | null;

  @Checked(
    checkDate,
    { type: 'string', format: 'date' },
    { optional: true, nullable: true, description: 'A past day, from 1900 on', example: '1994-05-17' },
  )
  readonly birthday?: string | null;

  @Text(
    { max: 32 },
    {
      optional: true,
      nullable: true,
      description: 'The code of an active region, or the saved one',
      example: '330106',
    },
  )
  readonly region_code?: string | null;

  @LockVersion({
    optional: true,
    nullable: true,
    description: 'The version that the client read: the change is refused if another was made since',
  })
  readonly lock_version?: number | null;
}

class SelfProfileIdentifierResponse extends answer({
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904'),
  type: field.one('LoginIdentifierType', LOGIN_IDENTIFIER_TYPES),
  value: field.text().about('The email address or mobile number, masked').example('j***@example.com'),
  verified: field.flag(),
  isPrimary: field.flag(),
}) {}

export class SelfProfileResponse {
  @Answer.Uuid()
  readonly id: string;

  @Answer.Text({ nullable: true, example: 'Lin' })
  readonly display_name: string | null;

  @Answer.Url({
    nullable: true,
    description: 'Needs no headers; anybody who knows it can load the picture',
    example: 'https://api.example.com/api/v1/public/avatars/3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  })
  readonly avatar_url: string | null;

  @Answer.Text({ nullable: true, example: 'Tea, trains and typography' })
  readonly bio: string | null;

  @Answer.OneOf(GENDER, GENDERS)
  readonly gender: Gender;

  @Answer.Day({ nullable: true, example: '1994-05-17' })
  readonly birthday: string | null;

  @Answer.Text({ nullable: true, example: '330106' })
  readonly region_code: string | null;

  @Answer.ListOf(() => SelfProfileIdentifierResponse)
  readonly identifiers: readonly SelfProfileIdentifierResponse[];

  @Answer.Flag()
  readonly has_password: boolean;

  @Answer.Instant()
  readonly created_at: string;

  @Answer.LockVersion()
  readonly lock_version: number;

  constructor(profile: SelfProfile, avatarUrl: string | null) {
    this.id = profile.id;
    this.display_name = profile.displayName;
    this.avatar_url = avatarUrl;
    this.bio = profile.bio;
    this.gender = profile.gender;
    this.birthday = profile.birthday;
    this.region_code = profile.regionCode;
    this.identifiers = profile.identifiers.map((identifier) => new SelfProfileIdentifierResponse(identifier));
    this.has_password = profile.hasPassword;
    this.created_at = profile.createdAt.toISOString();
    this.lock_version = profile.lockVersion;
  }
}
