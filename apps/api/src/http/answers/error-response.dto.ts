import { Answer } from './answer-fields';

class FieldErrorResponse {
  @Answer.Text({ description: 'Path of the field, such as captcha.response.point.x', example: 'email' })
  readonly field!: string;

  @Answer.Text({ description: 'Short reason', example: 'not_email' })
  readonly code!: string;

  @Answer.Text({ description: 'The reason in the locale of the response', example: 'Must be an email address.' })
  readonly message!: string;
}

/** Problem details (RFC 9457), served as application/problem+json. */
export class ErrorResponse {
  @Answer.Text({ example: 'urn:appkernel:error:REQUEST.VALIDATION_FAILED' })
  readonly type!: string;

  @Answer.Text({ description: 'English title, the same for each code', example: 'Validation failed' })
  readonly title!: string;

  @Answer.Integer({ min: 400, max: 599, example: 422 })
  readonly status!: number;

  @Answer.Text({
    description: 'Suggested remedy, in the locale of the response',
    example: 'Some fields are not valid. Correct those listed in errors and send the request again.',
  })
  readonly detail!: string;

  @Answer.Text({ description: 'Path of the request', example: '/api/v1/auth/register' })
  readonly instance!: string;

  @Answer.Text({ description: 'Stable code; see docs/errors.md', example: 'REQUEST.VALIDATION_FAILED' })
  readonly code!: string;

  @Answer.Text({ description: 'Identifies the request in the log', example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901' })
  readonly request_id!: string;

  @Answer.ListOf(() => FieldErrorResponse, {
    optional: true,
    max: 20,
    description: 'The invalid fields; only with 422',
  })
  readonly errors?: FieldErrorResponse[];

  @Answer.Texts({
    optional: true,
    description: 'The checks that fail; only with 503 of the readiness check',
    example: ['database'],
  })
  readonly failing_checks?: string[];

  @Answer.Text({
    optional: true,
    description: 'The missing permission; only with IAM.PERMISSION.DENIED',
    example: 'apps.write',
  })
  readonly required_permission?: string;

  @Answer.Text({
    optional: true,
    description: 'The missing scope; only with IAM.SCOPE.DENIED',
    example: 'notifications.submit',
  })
  readonly required_scope?: string;

  @Answer.Count({
    optional: true,
    description: 'The current lock_version; only with RESOURCE.VERSION_CONFLICT',
    example: 3,
  })
  readonly current_lock_version?: number;

  @Answer.Text({
    optional: true,
    description: 'The field that cannot be changed; only with RESOURCE.IMMUTABLE_FIELD',
    example: 'app_type',
  })
  readonly field?: string;

  @Answer.Texts({
    optional: true,
    description: 'The fields fixed by publication; only with RELEASES.FROZEN',
    example: ['version_code'],
  })
  readonly fields?: string[];

  @Answer.Count({ optional: true, description: 'The current version; only with APPS.ONBOARDING.STALE', example: 2 })
  readonly current_version?: number;

  @Answer.Texts({
    optional: true,
    description: 'The ids that stopped a batch: malformed with 422, not deletable with 409',
    example: [],
  })
  readonly ids?: string[];

  @Answer.Count({
    optional: true,
    description: 'The maximum size in bytes; only with FILES.CONTENT.TOO_LARGE',
    example: 5242880,
  })
  readonly max_bytes?: number;

  @Answer.Count({
    optional: true,
    description: 'The storage quota in bytes; only with FILES.QUOTA.EXCEEDED',
    example: 53687091200,
  })
  readonly quota_bytes?: number;

  @Answer.Text({
    optional: true,
    description: 'Why the content was refused; only with FILES.CONTENT.REFUSED',
    example: 'broken_image',
  })
  readonly reason?: string;
}
