import { MAX_ROLE_CODE_LENGTH } from '@libs/iam';
import { SUPPORTED_LOCALES, ValidationFailedError } from '@libs/kernel';
import {
  type Audience,
  audience,
  AUDIENCE_PLATFORMS,
  type AudienceFilter,
  audienceFilter,
  MAX_AUDIENCE_USERS,
  MAX_FILTER_VALUES,
  versionRange,
} from '@libs/notifications';
import { MAX_CODE_LENGTH } from '@libs/regions';
import { checkLocale, checkOneOf, checkText } from '../../http/fields/field-checks';
import { type FieldOptions, Uuids, Values } from '../../http/fields/fields';
import { newRequest } from '../../http/fields/request';

const SOME = { min: 1, max: MAX_FILTER_VALUES };
/** Of an email address; numbers are shorter. */
const MAX_IDENTIFIER_LENGTH = 254;

/** Email addresses and mobile numbers, as people write them. */
export function Identifiers(max: number, options: FieldOptions): PropertyDecorator {
  const item = { type: 'string', minLength: 1, maxLength: MAX_IDENTIFIER_LENGTH };
  return Values(checkText({ max: MAX_IDENTIFIER_LENGTH }), { min: 1, max }, item, options);
}

/** At least one end of the range is required. */
export class AdminNotificationVersionRangeRequest extends newRequest(versionRange) {}

const filterFields = {
  ...audienceFilter,
  app_versions: audienceFilter.app_versions.told(() => AdminNotificationVersionRangeRequest).optional(),
};

/** All keys that are given must hold, and there must be one. */
export class AdminNotificationAudienceFilterRequest extends newRequest(filterFields, {
  locales: (options) => Values(checkLocale, SOME, { enum: [...SUPPORTED_LOCALES] }, { example: ['zh-CN'], ...options }),
  platforms: (options) =>
    Values(
      checkOneOf(AUDIENCE_PLATFORMS),
      SOME,
      { enum: [...AUDIENCE_PLATFORMS] },
      { example: ['android'], ...options },
    ),
  roles: (options) =>
    Values(
      checkText({ max: MAX_ROLE_CODE_LENGTH }),
      SOME,
      { type: 'string', minLength: 1, maxLength: MAX_ROLE_CODE_LENGTH },
      { ...options, description: `${options.description}. Also requires \`users.read\`.` },
    ),
  region_codes: (options) =>
    Values(
      checkText({ max: MAX_CODE_LENGTH }),
      SOME,
      { type: 'string', minLength: 1, maxLength: MAX_CODE_LENGTH },
      options,
    ),
  unit_ids: (options) =>
    Uuids(SOME, { ...options, description: `${options.description}. Also requires \`users.read\`.` }),
}) {
  override values(): AudienceFilter {
    const values = Object.entries<unknown>(super.values());
    return Object.fromEntries(
      values.map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
    );
  }
}

export class AdminNotificationAudienceRequest extends newRequest(
  {
    mode: audience.mode,
    userIds: audience.userIds
      .optional()
      .about(
        `Active members of the App, with the mode \`users\`, which requires \`user_ids\`, \`identifiers\` or both, at most ${MAX_AUDIENCE_USERS.toLocaleString('en')} together; refused otherwise. A member is a recipient once, however often named.`,
      ),
    identifiers: audience.identifiers
      .about(
        'Active members of the App by their verified email addresses and mobile numbers, with the mode `users`. A number without a country code is of the App’s default country. Answers tell the members as `user_ids`. Also requires `members.read`.',
      )
      .example(['member@example.com', '+8613800138000']),
    filter: audience.filter
      .told(() => AdminNotificationAudienceFilterRequest)
      .optional()
      .about('Required with the mode `filter`, refused otherwise'),
  },
  {
    userIds: (options) => Uuids({ min: 1, max: MAX_AUDIENCE_USERS }, options),
    identifiers: (options) => Identifiers(MAX_AUDIENCE_USERS, options),
  },
) {
  /** @throws ValidationFailedError for keys of another mode that hold nothing: those that do, the domain refuses. */
  override values(): Audience {
    const { mode, userIds = [], identifiers, filter = {} } = super.values();
    const isIdle = mode !== 'filter' && this.filter !== undefined && Object.keys(filter).length === 0;
    if (isIdle) throw ValidationFailedError.of('audience.filter', 'other_mode');
    return { mode, userIds, ...(identifiers ? { identifiers } : {}), filter };
  }
}
