import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { GENDERS, type Gender } from '@libs/iam';
import { MobilePreferencesResponse } from '../me/preferences.dto';

class DataArchiveAccount {
  @ApiProperty({ format: 'uuid', example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901' })
  readonly id!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T09:00:00.000Z' })
  readonly created_at!: string;

  @ApiProperty({ example: true })
  readonly has_password!: boolean;
}

class DataArchiveAvatar {
  @ApiProperty({ example: 'image/webp' })
  readonly media_type!: string;

  @ApiProperty({ description: 'The picture itself', example: 'UklGRh4AAABXRUJQ' })
  readonly base64!: string;
}

class DataArchiveProfile {
  @ApiProperty({ type: String, nullable: true, example: 'Lin' })
  readonly display_name!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Tea, trains and typography' })
  readonly bio!: string | null;

  @ApiProperty({ enum: GENDERS, enumName: 'Gender', example: 'unspecified' })
  readonly gender!: Gender;

  @ApiProperty({ type: String, nullable: true, format: 'date', example: '1994-05-17' })
  readonly birthday!: string | null;

  @ApiProperty({ type: String, nullable: true, example: '330106' })
  readonly region_code!: string | null;

  @ApiProperty({ type: () => DataArchiveAvatar, nullable: true })
  readonly avatar!: DataArchiveAvatar | null;
}

/** What every archive begins with. It is written as a stream, so that nothing is ever made of this class. */
export class DataArchive {
  @ApiProperty({ enum: ['appkernel.data-export'], example: 'appkernel.data-export' })
  readonly schema!: string;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'Rises with what its readers have to know', example: 1 })
  readonly schema_version!: number;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T09:00:00.000Z' })
  readonly made_at!: string;

  @ApiProperty({ type: () => DataArchiveAccount })
  readonly account!: DataArchiveAccount;

  @ApiProperty({ type: () => DataArchiveProfile })
  readonly profile!: DataArchiveProfile;

  @ApiProperty({ type: () => MobilePreferencesResponse })
  readonly preferences!: MobilePreferencesResponse;
}

/** The records that follow are those of all tables with something personal, by their names: of each kind a list. */
export const DATA_ARCHIVE_CONTENT = {
  'application/json': {
    schema: {
      $ref: getSchemaPath(DataArchive),
      unevaluatedProperties: { type: 'array', items: { type: 'object', additionalProperties: true } },
    } as object,
  },
};
