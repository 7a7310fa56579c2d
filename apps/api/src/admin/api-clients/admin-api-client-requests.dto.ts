import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import {
  API_CLIENT_SCOPES,
  API_CLIENT_STATUSES,
  apiClientSettings,
  ApiClientStore,
  MAX_CLIENT_APPS,
  MAX_OVERLAP_SECONDS,
  parseCidr,
} from '@libs/iam';
import { checkOneOf, type FieldCheck, parseDecimal } from '../../http/fields/field-checks';
import { type FieldOptions, Integer, LockVersion, OneOf, Uuids, Values } from '../../http/fields/fields';
import { writeRequest } from '../../http/fields/request';
import { Ids, SearchQuery, Sort } from '../common/admin-requests.dto';

const UNCOMPARED = { optional: true, description: 'The version that the client read; not compared if it is absent' };

const checkCidr: FieldCheck = (value) => {
  if (typeof value !== 'string') return { code: 'not_string' };
  return parseCidr(value) === null ? { code: 'not_cidr' } : null;
};

function Scopes(options: FieldOptions): PropertyDecorator {
  const scopes = API_CLIENT_SCOPES.map(({ code }) => code);
  return Values(checkOneOf(scopes), { min: 1, max: scopes.length }, { enum: scopes }, options);
}

function Cidrs(options: FieldOptions): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) =>
      Array.isArray(value)
        ? value.map((one: unknown) => (typeof one === 'string' ? (parseCidr(one) ?? one) : one))
        : (value as unknown),
    ),
    Values(checkCidr, { max: 50 }, { type: 'string', maxLength: 49 }, options),
  );
}

export class AdminApiClientListQuery extends SearchQuery {
  @Sort(ApiClientStore.order)
  override readonly sort?: string;

  @Ids('clients')
  override readonly ids?: string[];

  @OneOf('ApiClientStatus', API_CLIENT_STATUSES, { optional: true })
  readonly status?: (typeof API_CLIENT_STATUSES)[number];
}

export class AdminApiClientRequest extends writeRequest(
  {
    ...apiClientSettings,
    scopes: apiClientSettings.scopes
      .about('Replaced as a whole. Each requires the permission that it corresponds to.')
      .example(['releases.read', 'releases.write', 'releases.publish', 'files.read', 'files.write']),
    appIds: apiClientSettings.appIds.about(
      'Apps of the tenant to which the client is limited, replaced as a whole; null for all of the tenant and what belongs to none of them',
    ),
    expiresAt: apiClientSettings.expiresAt.about('Time at which the client expires, in the future; null for never'),
  },
  { scopes: Scopes, appIds: (options) => Uuids({ min: 1, max: MAX_CLIENT_APPS }, options), allowedCidrs: Cidrs },
) {}

export class AdminApiClientRotationRequest {
  @Integer(0, MAX_OVERLAP_SECONDS, {
    optional: true,
    default: 0,
    description:
      'Seconds for which the current secret can still be used. With 0 the secret and the tokens issued with it become invalid at once.',
    example: 3_600,
  })
  readonly overlap_seconds: number = 0;

  @LockVersion(UNCOMPARED)
  readonly lock_version?: number;
}

/** Of a deletion. */
export class AdminApiClientDeletionQuery {
  @Transform(({ value }) => parseDecimal(value))
  @LockVersion(UNCOMPARED)
  readonly lock_version?: number;
}
