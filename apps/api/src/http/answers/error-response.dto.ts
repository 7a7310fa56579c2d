import { ApiProperty } from '@nestjs/swagger';

class FieldErrorResponse {
  @ApiProperty({ description: 'Path of the field, such as captcha.response.point.x', example: 'email' })
  readonly field!: string;

  @ApiProperty({ description: 'Short reason', example: 'not_email' })
  readonly code!: string;

  @ApiProperty({ description: 'The reason in the locale of the response', example: 'Must be an email address.' })
  readonly message!: string;
}

/** Problem details (RFC 9457), served as application/problem+json. */
export class ErrorResponse {
  @ApiProperty({ example: 'urn:appkernel:error:REQUEST.VALIDATION_FAILED' })
  readonly type!: string;

  @ApiProperty({ description: 'English, fixed for each code', example: 'Validation failed' })
  readonly title!: string;

  @ApiProperty({ type: 'integer', example: 422 })
  readonly status!: number;

  @ApiProperty({
    description: 'What to do, in the locale of the response',
    example: 'Some fields are not valid. Correct those listed in errors and send the request again.',
  })
  readonly detail!: string;

  @ApiProperty({ description: 'Path of the request', example: '/api/v1/auth/register' })
  readonly instance!: string;

  @ApiProperty({ description: 'Stable code; see docs/errors.md', example: 'REQUEST.VALIDATION_FAILED' })
  readonly code!: string;

  @ApiProperty({ description: 'Names the request in the log', example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901' })
  readonly request_id!: string;

  @ApiProperty({ type: () => [FieldErrorResponse], required: false, maxItems: 20, description: 'With 422 only' })
  readonly errors?: FieldErrorResponse[];

  @ApiProperty({
    type: [String],
    required: false,
    description: 'What is not ready, with 503 of the readiness check only',
    example: ['database'],
  })
  readonly failing_checks?: string[];

  @ApiProperty({ required: false, description: 'With IAM.PERMISSION.DENIED', example: 'apps.write' })
  readonly required_permission?: string;

  @ApiProperty({ type: 'integer', required: false, description: 'With RESOURCE.VERSION_CONFLICT', example: 3 })
  readonly current_lock_version?: number;

  @ApiProperty({ required: false, description: 'With RESOURCE.IMMUTABLE_FIELD', example: 'app_type' })
  readonly field?: string;

  @ApiProperty({ required: false, type: [String], description: 'With RELEASES.FROZEN', example: ['version_code'] })
  readonly fields?: string[];

  @ApiProperty({ type: 'integer', required: false, description: 'With APPS.ONBOARDING.STALE', example: 2 })
  readonly current_version?: number;

  @ApiProperty({
    type: [String],
    required: false,
    description: 'Those that stopped a batch: what is no id, with 422, or cannot be deleted, with 409',
    example: [],
  })
  readonly ids?: string[];

  @ApiProperty({ type: 'integer', required: false, description: 'With FILES.CONTENT.TOO_LARGE', example: 5242880 })
  readonly max_bytes?: number;

  @ApiProperty({ type: 'integer', required: false, description: 'With FILES.QUOTA.EXCEEDED', example: 53687091200 })
  readonly quota_bytes?: number;

  @ApiProperty({ required: false, description: 'With FILES.CONTENT.REFUSED', example: 'broken_image' })
  readonly reason?: string;
}
