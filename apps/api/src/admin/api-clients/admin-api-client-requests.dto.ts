import { Transform } from 'class-transformer';
import {
  API_CLIENT_SCOPES,
  API_CLIENT_STATUSES,
  type ApiClientChanges,
  type ApiClientScope,
  type ApiClientStatus,
  MAX_ALLOWED_CIDRS,
  MAX_OVERLAP_SECONDS,
  type NewApiClient,
  parseCidr,
} from '@libs/iam';
import { ValidationFailedError } from '@libs/kernel';
import { checkOneOf, type FieldCheck, parseDecimal } from '../../http/fields/field-checks';
import { Instant, Integer, LockVersion, OneOf, Text, Values } from '../../http/fields/fields';
import { SearchQuery } from '../common/admin-requests.dto';

const MAX_NAME_LENGTH = 80;
const MAX_DESCRIPTION_LENGTH = 500;
const SCOPES = API_CLIENT_SCOPES.map(({ code }) => code);
const RESETTABLE = { optional: true, nullable: true } as const;
const REQUIRED = ['name', 'scopes'] as const;

const checkCidr: FieldCheck = (value) => {
  if (typeof value !== 'string') return { code: 'not_string' };
  return parseCidr(value) === null ? { code: 'not_cidr' } : null;
};

export class AdminApiClientListQuery extends SearchQuery {
  @OneOf('ApiClientStatus', API_CLIENT_STATUSES, { optional: true })
  readonly status?: ApiClientStatus;
}

/** For both POST and PATCH. An absent field keeps its value, or that of a new client; null resets it to the latter. */
export class AdminApiClientRequest {
  @Text(
    { max: MAX_NAME_LENGTH, pattern: /\S/, patternCode: 'required' },
    { optional: true, description: 'Required on POST', example: 'Order service' },
  )
  readonly name?: string;

  @Text(
    { max: MAX_DESCRIPTION_LENGTH },
    { ...RESETTABLE, description: 'Note for administrators', example: 'Tells members that their order is on its way' },
  )
  readonly description?: string | null;

  @Values(
    checkOneOf(SCOPES),
    { min: 1, max: SCOPES.length },
    { enum: SCOPES },
    {
      optional: true,
      description:
        'Required on POST; replaced as a whole. Each added scope requires the permission that it corresponds to.',
      example: ['notifications.submit'],
    },
  )
  readonly scopes?: ApiClientScope[];

  @Transform(({ value }) =>
    Array.isArray(value)
      ? value.map((one: unknown) => (typeof one === 'string' ? (parseCidr(one) ?? one) : one))
      : (value as unknown),
  )
  @Values(
    checkCidr,
    { max: MAX_ALLOWED_CIDRS },
    { type: 'string', maxLength: 49 },
    {
      ...RESETTABLE,
      description:
        'IPv4 and IPv6 networks from which the client may get and use tokens; empty for any, initially empty',
      example: ['203.0.113.0/24', '2001:db8::/32'],
    },
  )
  readonly allowed_cidrs?: string[] | null;

  @Instant({
    ...RESETTABLE,
    description: 'Time at which the client expires, in the future; null for never',
    example: '2027-11-21T09:00:00.000Z',
  })
  readonly expires_at?: string | null;

  @LockVersion({ optional: true, description: 'Required on PATCH, refused on POST' })
  readonly lock_version?: number;

  /** @throws ValidationFailedError naming missing required fields, and those that a new client cannot have. */
  newClient(): NewApiClient {
    const { name, scopes } = this;
    if (name === undefined || scopes === undefined) {
      const missing = REQUIRED.filter((field) => this[field] === undefined);
      throw new ValidationFailedError(missing.map((field) => ({ field, code: 'required' })));
    }
    if (this.lock_version !== undefined) throw ValidationFailedError.of('lock_version', 'unknown_field');
    return { ...this.changes(), name, scopes: inOrder(scopes) };
  }

  /** @throws ValidationFailedError when it is missing. */
  expectedVersion(): number {
    if (this.lock_version === undefined) throw ValidationFailedError.of('lock_version', 'required');
    return this.lock_version;
  }

  changes(): ApiClientChanges {
    const { expires_at: expiresAt, allowed_cidrs: cidrs } = this;
    return {
      name: this.name,
      description: this.description,
      scopes: this.scopes && inOrder(this.scopes),
      allowedCidrs: cidrs && [...new Set(cidrs)],
      expiresAt: expiresAt ? new Date(expiresAt) : (expiresAt as null | undefined),
    };
  }
}

export class AdminApiClientRotationRequest {
  @Integer(0, MAX_OVERLAP_SECONDS, {
    optional: true,
    default: 0,
    description:
      'Seconds for which the current secret can still be used. With 0 the secret and the tokens issued with it become invalid at once.',
    example: 3_600,
  })
  readonly overlap_seconds: number = 0;

  @LockVersion({ optional: true, description: 'The version that the client read; not compared if it is absent' })
  readonly lock_version?: number;
}

/** Of a deletion. */
export class AdminApiClientDeletionQuery {
  @Transform(({ value }) => parseDecimal(value))
  @LockVersion({ optional: true, description: 'The version that the client read; not compared if it is absent' })
  readonly lock_version?: number;
}

/** As the catalogue has them, each once. */
function inOrder(scopes: readonly ApiClientScope[]): ApiClientScope[] {
  return SCOPES.filter((scope) => scopes.includes(scope));
}
