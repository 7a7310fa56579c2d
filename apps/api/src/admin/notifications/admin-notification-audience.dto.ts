import { Transform } from 'class-transformer';
import { MAX_ROLE_CODE_LENGTH } from '@libs/iam';
import { isUuid, SUPPORTED_LOCALES, type SupportedLocale, ValidationFailedError } from '@libs/kernel';
import {
  type Audience,
  AUDIENCE_MODES,
  AUDIENCE_PLATFORMS,
  type AudienceFilter,
  type AudienceMode,
  MAX_AUDIENCE_USERS,
  MAX_FILTER_VALUES,
} from '@libs/notifications';
import { checkLocale, checkOneOf, checkText, checkUuid } from '../../http/fields/field-checks';
import { Instant, Nested, OneOf, Values } from '../../http/fields/fields';

const SOME = { min: 1, max: MAX_FILTER_VALUES };
const TIMES = ['joined_before', 'joined_after', 'last_active_after'] as const;

/** All keys that are given must hold, and there must be one. */
export class AdminNotificationAudienceFilterRequest {
  @Values(
    checkLocale,
    SOME,
    { enum: [...SUPPORTED_LOCALES] },
    { optional: true, description: 'Members who saved one of these locales', example: ['zh-CN'] },
  )
  readonly locales?: SupportedLocale[];

  @Values(
    checkOneOf(AUDIENCE_PLATFORMS),
    SOME,
    { enum: [...AUDIENCE_PLATFORMS] },
    {
      optional: true,
      description: 'Members who signed in from a device of one of these platforms',
      example: ['android'],
    },
  )
  readonly platforms?: string[];

  @Values(
    checkText({ max: MAX_ROLE_CODE_LENGTH }),
    SOME,
    { type: 'string', minLength: 1, maxLength: MAX_ROLE_CODE_LENGTH },
    {
      optional: true,
      description: 'Members who have one of these roles of the tenant, by code. Also requires `users.read`.',
      example: ['content_editor'],
    },
  )
  readonly roles?: string[];

  @Instant({ optional: true })
  readonly joined_before?: string;

  @Instant({ optional: true, example: '2026-01-01T00:00:00.000Z' })
  readonly joined_after?: string;

  @Instant({ optional: true, example: '2026-10-01T00:00:00.000Z' })
  readonly last_active_after?: string;

  filter(): AudienceFilter {
    const times = TIMES.flatMap((name) => (this[name] === undefined ? [] : [[name, inUtc(this[name])] as const]));
    return {
      ...(this.locales ? { locales: this.locales } : {}),
      ...(this.platforms ? { platforms: this.platforms } : {}),
      ...(this.roles ? { roles: this.roles } : {}),
      ...(Object.fromEntries(times) as Pick<AudienceFilter, (typeof TIMES)[number]>),
    };
  }
}

export class AdminNotificationAudienceRequest {
  @OneOf('NotificationAudienceMode', AUDIENCE_MODES)
  readonly mode!: AudienceMode;

  @Transform(({ value }) =>
    Array.isArray(value) ? value.map((id: unknown) => (isUuid(id) ? id.toLowerCase() : id)) : (value as unknown),
  )
  @Values(
    checkUuid,
    { min: 1, max: MAX_AUDIENCE_USERS },
    { type: 'string', format: 'uuid' },
    {
      optional: true,
      description:
        'Active members of the App: required with the mode `users`, refused otherwise. Duplicates count once.',
      example: ['0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904'],
    },
  )
  readonly user_ids?: string[];

  @Nested(() => AdminNotificationAudienceFilterRequest, {
    optional: true,
    description: 'Required with the mode `filter`, refused otherwise',
  })
  readonly filter?: AdminNotificationAudienceFilterRequest;

  /** @throws ValidationFailedError for keys of another mode that hold nothing: those that do, the domain refuses. */
  audience(): Audience {
    const filter = this.filter?.filter() ?? {};
    const isIdle = this.mode !== 'filter' && this.filter !== undefined && Object.keys(filter).length === 0;
    if (isIdle) throw ValidationFailedError.of('audience.filter', 'other_mode');
    return { mode: this.mode, userIds: this.user_ids ?? [], filter };
  }
}

function inUtc(time: string): string {
  return new Date(time).toISOString();
}
