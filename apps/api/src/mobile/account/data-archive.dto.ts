import { getSchemaPath } from '@nestjs/swagger';
import { GENDERS, type Gender } from '@libs/iam';
import { Answer } from '../../http/answers/answer-fields';
import { MobilePreferencesResponse } from '../me/preferences.dto';

class DataArchiveAccount {
  @Answer.Uuid()
  readonly id!: string;

  @Answer.Instant()
  readonly created_at!: string;

  @Answer.Flag()
  readonly has_password!: boolean;
}

class DataArchiveAvatar {
  @Answer.Text({ example: 'image/webp' })
  readonly media_type!: string;

  @Answer.Text({ description: 'The picture itself', example: 'UklGRh4AAABXRUJQ' })
  readonly base64!: string;
}

class DataArchiveProfile {
  @Answer.Text({ nullable: true, example: 'Lin' })
  readonly display_name!: string | null;

  @Answer.Text({ nullable: true, example: 'Tea, trains and typography' })
  readonly bio!: string | null;

  @Answer.OneOf('Gender', GENDERS)
  readonly gender!: Gender;

  @Answer.Day({ nullable: true, example: '1994-05-17' })
  readonly birthday!: string | null;

  @Answer.Text({ nullable: true, example: '330106' })
  readonly region_code!: string | null;

  @Answer.Nested(() => DataArchiveAvatar, { nullable: true })
  readonly avatar!: DataArchiveAvatar | null;
}

/** The beginning of every archive. It is written as a stream, so this class is never instantiated. */
export class DataArchive {
  @Answer.Constant('appkernel.data-export')
  readonly schema!: string;

  @Answer.Integer({ min: 1, description: 'Rises with every change that readers must know', example: 1 })
  readonly schema_version!: number;

  @Answer.Instant()
  readonly made_at!: string;

  @Answer.Nested(() => DataArchiveAccount)
  readonly account!: DataArchiveAccount;

  @Answer.Nested(() => DataArchiveProfile)
  readonly profile!: DataArchiveProfile;

  @Answer.Nested(() => MobilePreferencesResponse)
  readonly preferences!: MobilePreferencesResponse;
}

/** The records that follow: a list for each table with personal data, by name. */
export const DATA_ARCHIVE_CONTENT = {
  'application/json': {
    schema: {
      $ref: getSchemaPath(DataArchive),
      unevaluatedProperties: { type: 'array', items: { type: 'object', additionalProperties: true } },
    } as object,
  },
};
