import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { MAX_ROLE_CODE_LENGTH } from '@libs/iam';
import { isUuid, SUPPORTED_LOCALES, ValidationFailedError } from '@libs/kernel';
import {
  type Audience,
  audience,
  AUDIENCE_PLATFORMS,
  type AudienceFilter,
  audienceFilter,
  MAX_AUDIENCE_USERS,
  MAX_FILTER_VALUES,
} from '@libs/notifications';
import { checkLocale, checkOneOf, checkText, checkUuid } from '../../http/fields/field-checks';
import { type FieldOptions, Values } from '../../http/fields/fields';
import { newRequest } from '../../http/fields/request';

const SOME = { min: 1, max: MAX_FILTER_VALUES };

/** Ids of users, in lower case. */
export function UserIds(max: number, options: FieldOptions): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) =>
      Array.isArray(value) ? value.map((id: unknown) => (isUuid(id) ? id.toLowerCase() : id)) : (value as unknown),
    ),
    Values(checkUuid, { min: 1, max }, { type: 'string', format: 'uuid' }, options),
  );
}

/** All keys that are given must hold, and there must be one. */
export class AdminNotificationAudienceFilterRequest extends newRequest(audienceFilter, {
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
      .about('Active members of the App: required with the mode `users`, refused otherwise. Duplicates count once.'),
    filter: audience.filter
      .told(() => AdminNotificationAudienceFilterRequest)
      .optional()
      .about('Required with the mode `filter`, refused otherwise'),
  },
  { userIds: (options) => UserIds(MAX_AUDIENCE_USERS, options) },
) {
  /** @throws ValidationFailedError for keys of another mode that hold nothing: those that do, the domain refuses. */
  override values(): Audience {
    const { mode, userIds = [], filter = {} } = super.values();
    const isIdle = mode !== 'filter' && this.filter !== undefined && Object.keys(filter).length === 0;
    if (isIdle) throw ValidationFailedError.of('audience.filter', 'other_mode');
    return { mode, userIds, filter };
  }
}
