import { getSchemaPath } from '@nestjs/swagger';
import { selfDetails, user } from '@libs/iam';
import { field, only } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { MobilePreferencesResponse } from '../me/preferences.dto';

class DataArchiveAccount extends answer({ ...only(user, 'id', 'createdAt'), hasPassword: field.flag() }) {}

class DataArchiveAvatar extends answer({
  mediaType: field.text().example('image/webp'),
  base64: field.text().about('The picture itself').example('UklGRh4AAABXRUJQ'),
}) {}

class DataArchiveProfile extends answer({
  ...selfDetails,
  avatar: field.nested(() => DataArchiveAvatar).nullable(),
}) {}

/** The beginning of every archive. It is written as a stream, so this class is never instantiated. */
export class DataArchive extends answer({
  schema: field.constant('appkernel.data-export'),
  schemaVersion: field.integer(1).about('Rises with every change that readers must know').example(1),
  madeAt: field.instant(),
  account: field.nested(() => DataArchiveAccount),
  profile: field.nested(() => DataArchiveProfile),
  preferences: field.nested(() => MobilePreferencesResponse),
}) {}

/** The records that follow: a list for each table with personal data, by name. */
export const DATA_ARCHIVE_CONTENT = {
  'application/json': {
    schema: {
      $ref: getSchemaPath(DataArchive),
      unevaluatedProperties: { type: 'array', items: { type: 'object', additionalProperties: true } },
    } as object,
  },
};
