import { type DomainErrorOptions } from './domain-error';
import { error } from './locales/texts';

/** One reason why a field was refused. `field` is a path such as `captcha.response.point.x`. */
export interface FieldError {
  readonly field: string;
  /** A short reason, such as `required` or `too_long`, that names an entry of the api's field messages. */
  readonly code: string;
  /** Figures for the message, such as the largest length. */
  readonly params?: Readonly<Record<string, string | number>>;
}

/** Answers list at most this many field errors. */
export const MAX_FIELD_ERRORS = 20;

/** Names of fields come from the client, so only their beginning is repeated. */
const MAX_FIELD_LENGTH = 200;

export class ValidationFailedError extends error('invalid', 'REQUEST.VALIDATION_FAILED', 'Validation failed') {
  readonly fields: readonly FieldError[];

  constructor(fields: readonly FieldError[], extra: DomainErrorOptions['extra'] = {}) {
    super({ extra });
    this.fields = fields
      .slice(0, MAX_FIELD_ERRORS)
      .map((error) => ({ ...error, field: error.field.slice(0, MAX_FIELD_LENGTH).toWellFormed() }));
  }

  static of(field: string, code: string, params?: FieldError['params']): ValidationFailedError {
    return new ValidationFailedError([params ? { field, code, params } : { field, code }]);
  }
}

export class ResourceNotFoundError extends error('not_found', 'RESOURCE.NOT_FOUND', 'Resource not found') {}

/** @throws ResourceNotFoundError when there is none. */
export function found<Resource extends object>(resource: Resource | null | undefined): Resource {
  if (!resource) throw new ResourceNotFoundError();
  return resource;
}

export class ResourceConflictError extends error('conflict', 'RESOURCE.CONFLICT', 'Conflict') {}

/**
 * What is done to several resources is done to all of them, or to none.
 *
 * @param ids of the resources; duplicates count once.
 * @param possible those to which it can be done.
 * @throws ResourceConflictError naming in `ids` the others.
 */
export function expectAll(ids: readonly string[], possible: readonly { readonly id: string }[]): void {
  const known = new Set(possible.map(({ id }) => id));
  const obstacles = [...new Set(ids)].filter((id) => !known.has(id));
  if (obstacles.length > 0) throw new ResourceConflictError({ extra: { ids: obstacles } });
}

/** @public Part of the catalogue, to be raised by the first resource with such a field. */
export class ResourceImmutableFieldError extends error(
  'conflict',
  'RESOURCE.IMMUTABLE_FIELD',
  'Field cannot be changed',
) {}

/** What a resource is now, for those who saw an earlier version of it. */
export interface PresentVersion {
  readonly lockVersion: number;
  readonly updatedAt: Date;
  readonly updatedBy: string | null;
}

export class VersionConflictError extends error('conflict', 'RESOURCE.VERSION_CONFLICT', 'Stale lock_version') {
  /**
   * @param present the time and the author of the last change are told to administrators alone.
   * @param further members of the problem document, with the keys of the wire.
   */
  constructor(
    readonly present: PresentVersion,
    further: DomainErrorOptions['extra'] = {},
  ) {
    super({ extra: { current_lock_version: present.lockVersion, ...further } });
  }
}

export class RateLimitedError extends error('too_many', 'REQUEST.RATE_LIMITED', 'Too many requests') {}

export class DependencyUnavailableError extends error(
  'unavailable',
  'DEPENDENCY.UNAVAILABLE',
  'Dependency unavailable',
) {}
